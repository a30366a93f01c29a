#pragma once

// Brings the running games back at start (X5).

#include <expected>
#include <string>

#include "db/store.h"
#include "server/core/core.h"
#include "server/shell/journal.h"

namespace tianyuan::shell {

struct Recovered {
  core::Core core;
  Journal journal;
  std::int64_t last_at_ms = 0;  // of the log; 0: empty
  core::Id next_game = 1;
  std::size_t games = 0;
};

// What makes it impossible: damage is never stepped over.
std::expected<Recovered, std::string> recover(db::Store& store, const core::Limits& limits);

// A file beside the database, touched every second: tells a restart since when the server is down,
// also when nobody moved for minutes before the crash.
class Heartbeat {
 public:
  explicit Heartbeat(std::string database) : path_(std::move(database) + ".alive") {}
  std::int64_t last_ms() const;  // 0: never
  void beat() const;

 private:
  std::string path_;
};

}  // namespace tianyuan::shell
