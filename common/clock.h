#pragma once

// Clocks as values (requirements T1-T5). No time source: every function is given `now_ms`.
// All times are milliseconds; instants are those of the commands' `at`, which never decreases.
// Times belong to the player, not to the colour: a swap moves none of them.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "common/player.h"

namespace tianyuan {

using Millis = std::int64_t;

// T1: total time a side; a per-move limit while total time is left, another once it has run out.
// A move's deadline is the per-move limit or (total left + after_ms), whichever is sooner. Running
// into it places no stone: the turn passes (or, in openings, a new period of after_ms runs).
struct HallTime {
  Millis total_ms = 0;
  Millis before_ms = 0;  // per-move limit while total time is left
  Millis after_ms = 0;   // per-move limit after it
  friend bool operator==(const HallTime&, const HallTime&) = default;
};
// T2. In all of these running out loses.
struct SuddenDeath {  // 包干
  Millis total_ms = 0;
  friend bool operator==(const SuddenDeath&, const SuddenDeath&) = default;
};
struct Fischer {
  Millis initial_ms = 0;
  Millis increment_ms = 0;
  friend bool operator==(const Fischer&, const Fischer&) = default;
};
struct Period {
  Millis time_ms = 0;
  int moves = 0;  // to be made within the period; 0: no count, the time just runs down
  friend bool operator==(const Period&, const Period&) = default;
};
// Several periods in turn. A period with moves is done when they are made: what is left of it is
// taken into the next; the last one then begins anew, whole. One without moves runs down to the
// next.
struct Periods {
  std::vector<Period> periods;
  friend bool operator==(const Periods&, const Periods&) = default;
};
struct ByoYomi {  // 读秒: after main_ms, a move a period; a period used up is gone
  Millis main_ms = 0;
  Millis period_ms = 0;
  int periods = 0;
  friend bool operator==(const ByoYomi&, const ByoYomi&) = default;
};
struct SharedTime {  // both draw on one pool
  Millis pool_ms = 0;
  friend bool operator==(const SharedTime&, const SharedTime&) = default;
};
using TimeControl = std::variant<HallTime, SuddenDeath, Fischer, Periods, ByoYomi, SharedTime>;

// One line: "hall 900000 90000 30000", "sudden 600000", "fischer 300000 5000",
// "periods 3600000/40,900000/15", "byoyomi 600000 30000 3", "shared 1200000": how the time control
// stands in TGameRoomBase.TimeControl and on the wire. Refuses (nothing) what is not of that form
// or is outside 1 s .. 24 h a value.
std::string to_string(const TimeControl& control);
std::optional<TimeControl> parse_time_control(std::string_view text);

// What one player has left.
struct PlayerClock {
  Millis left_ms = 0;        // total / current period / pool, by kind; never negative
  int period = 0;            // Periods: which; ByoYomi: periods used up
  int moves_in_period = 0;   // Periods: made in the present one
  int skips_in_row = 0;      // T1
  Millis move_limit_ms = 0;  // length of the turn that is open or comes next, from its start
  friend bool operator==(const PlayerClock&, const PlayerClock&) = default;
};

// Both clocks at one instant: what every GameEvent carries and what clients are shown.
struct ClockState {
  std::array<PlayerClock, 2> players{};  // by index(Player)
  std::optional<Player> running;         // whose turn is being timed
  Millis since_ms = 0;                   // when the running span began
  Millis used_ms = 0;                    // of the present turn before since_ms (pauses)
  bool paused = false;                   // someone's turn, but time stands still
  friend bool operator==(const ClockState&, const ClockState&) = default;
};

// ---------------------------------------------------------------- arithmetic
// None of these reads a time; `at_ms` and `spent_ms` are given. A turn is a span in which one
// player's clock runs; acts end it, and the next begins by begin_turn.

// Both clocks full, none running.
ClockState initial_clocks(const TimeControl& control);

// The player's turn begins; standing: time does not run until resume_clock.
void begin_turn(ClockState& clocks, const TimeControl& control, Player player, Millis at_ms,
                bool standing);
// T1, where no turn passes: the same player goes on, with a new period of after_ms.
void begin_after_period(ClockState& clocks, const HallTime& control, Millis at_ms);

// What the running turn has used at `at_ms`; 0 when none runs.
Millis turn_used_ms(const ClockState& clocks, Millis at_ms);
// When the running turn's limit falls; nothing: none runs, or it stands.
std::optional<Millis> turn_deadline(const ClockState& clocks);

void pause_clock(ClockState& clocks, Millis at_ms);
void resume_clock(ClockState& clocks, Millis at_ms);

// Ends the running turn by an act that took spent_ms in all. A move (stone, pass, an offer of
// fifths) earns the increment and counts towards the period; other decisions do not. Skips are
// reset.
void end_turn(ClockState& clocks, const TimeControl& control, Millis spent_ms, bool is_move);
// Ends the running turn without an act: the time is taken, nothing is earned (game over, skip).
void stop_turn(ClockState& clocks, const TimeControl& control, Millis spent_ms);

// Takes spent_ms from a player (from both, where time is shared); at most what is there.
void take_time(ClockState& clocks, const TimeControl& control, Player player, Millis spent_ms);

// T5, of a turn that stands: the player's clock (of both, where time is shared) shows left_ms and
// is in that period; if the turn is his, it begins anew.
void set_clock(ClockState& clocks, const TimeControl& control, Player player, Millis left_ms,
               int period, Millis at_ms);
// T2, of a turn that stands: each gets half of the pool that is left (an odd millisecond to whoever
// is to move). What the clocks go by from here.
SuddenDeath split_pool(ClockState& clocks, Millis at_ms);

// Whether the turn is in byo-yomi, which never stops for absence (T4).
bool in_byo_yomi(const ClockState& clocks, const TimeControl& control, Millis at_ms);

// What a clock would show of its own total, period or pool after spent_ms of a turn.
Millis shown_left_ms(const PlayerClock& clock, const TimeControl& control, Millis spent_ms);

}  // namespace tianyuan
