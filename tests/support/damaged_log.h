#pragma once

// Logs of running games as the server writes them, damaged by any sequence of bytes: what a start
// must refuse in words, or play on from as from any other log.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "db/types.h"

namespace tianyuan::test {

// Two running games of a rule set, clock and course that the bytes choose.
db::Recovery played_log(std::span<const std::uint8_t> bytes);

struct Outcome {
  std::string refused;  // the reason; empty: the log was taken
  std::string broken;   // a promise that did not hold; empty: none
};
// Rebuilds the games from the log; where that works, restarts them, lets both come back and play,
// and lets time run out.
Outcome start_from(const db::Recovery& log);

// The log that the bytes describe: played, then damaged as the rest of them says.
db::Recovery damaged_log(std::span<const std::uint8_t> bytes);

}  // namespace tianyuan::test
