#pragma once

// The program's arguments (docs/console.md).

#include <optional>
#include <string>
#include <variant>

#include "client/console/client.h"
#include "client/console/commands.h"
#include "client/console/connection.h"

namespace tianyuan::console {

struct Options {
  Url url;
  ClientSettings client;
  std::string token_file;
  Millis connect_timeout_ms = 15'000;
  Millis reconnect_timeout_ms = 300'000;
  bool line_mode = false;  // on a terminal too
  bool exit_on_eof = false;
  std::optional<Command> one_shot;  // show, games, ladder
  bool local = false;               // two people at one screen
  std::string local_rule = "freestyle";
  std::string local_enforcement = "refuse";
};

// The options, or the status to exit with (help and errors have been printed).
std::variant<Options, int> parse_options(int argc, const char* const* argv);

}  // namespace tianyuan::console
