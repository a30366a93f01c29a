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

// What makes it impossible, with the game and the version: damage is never stepped over, and no
// row is believed before it was held against the game so far (LogCheck).
std::expected<Recovered, std::string> rebuild(const db::Recovery& log, const core::Limits& limits);
std::expected<Recovered, std::string> recover(db::Store& store, const core::Limits& limits);

}  // namespace tianyuan::shell
