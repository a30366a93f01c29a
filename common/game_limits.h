#pragma once

// The referee's fixed numbers; what a room may set stands in GameSettings.

#include <cstddef>

#include "common/clock.h"

namespace tianyuan {

inline constexpr std::size_t kMovesBeforePassing = 3;  // W2: no pass in the first three moves
inline constexpr int kStonesBeforeSkipping = 3;        // T1: until then no turn passes by time-out
inline constexpr int kSkipsAsleep = 6;                 // T1: in a row by both: a draw
inline constexpr Millis kUndoAnswerMs = 20'000;        // an undo request stands at most so long in
                                                       // the asker's turn
inline constexpr Millis kPauseLongestMs = 86'400'000;  // T5: a pause that nobody ends
inline constexpr Millis kClockLongestMs = 86'400'000;  // T5: what a referee may set,
inline constexpr Millis kClockShortestMs = 1'000;      // and where nothing comes after it
inline constexpr Millis kLongOutageMs = 180'000;       // X5: down for longer annuls, not escapes

}  // namespace tianyuan
