#pragma once

// The typed commands (docs/console.md): from a line to a verb with its arguments, and from there to
// the protocol's request. Pure. Thread: any.

#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "client/console/state.h"
#include "proto/messages.h"

namespace tianyuan::console {

enum class Verb {
  guest,
  register_account,
  login,
  logout,
  password,
  whoami,
  rooms,
  enter,
  leave,
  match,
  cancel,
  tables,
  new_table,
  sit,
  watch,
  confirm,
  ready,
  guess,
  toss,
  place,
  pass,
  swap,
  fifths,
  offer,
  keep,
  choose,
  claim,
  resign,
  forfeit,
  draw,
  undo,
  redo,
  referee,
  board,
  moves,
  clock,
  turn,
  sync,
  chat,
  say,
  block,
  unblock,
  report,
  ladder,
  profile,
  games,
  show,
  help,
  quit,
  wait,
  play,
  sleep,
};

struct Command {
  Verb verb{};
  std::vector<std::string> args;
  std::string rest;  // everything behind the first word, as typed
};

struct Refused {          // by the client itself
  std::string_view word;  // "bad_command", "bad_point", ...
  std::string detail;     // how the command is written, or the word that is wrong
};

// Nothing for an empty line or a comment.
std::optional<std::expected<Command, Refused>> parse_command(std::string_view line);

// How each command is written, in the order of the manual.
struct Usage {
  Verb verb;
  std::string_view name;
  std::string_view form;  // behind the name
  std::size_t least = 0;  // arguments
  std::size_t most = 0;
};
std::span<const Usage> usages();
std::string_view name_of(Verb verb);

// The request that a command stands for; nothing in `expected`'s value means that the command needs
// none (board, clock, wait, ...).
std::expected<std::optional<proto::Request>, Refused> request_of(const Command& command,
                                                                 const State& state);

}  // namespace tianyuan::console
