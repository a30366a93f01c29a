#include "common/clock.h"

#include <algorithm>

#include "common/assert.h"

namespace tianyuan {
namespace {

const Period& period_of(const Periods& control, const PlayerClock& clock) {
  const std::size_t last = control.periods.size() - 1;
  return control.periods[std::min(static_cast<std::size_t>(clock.period), last)];
}

bool is_last(const Periods& control, const PlayerClock& clock) {
  return static_cast<std::size_t>(clock.period) + 1 >= control.periods.size();
}

// A turn may run through periods that ask for no moves; it ends with the first that does.
Millis periods_limit(const Periods& control, const PlayerClock& clock) {
  Millis limit = clock.left_ms;
  PlayerClock ahead = clock;
  while (period_of(control, ahead).moves == 0 && !is_last(control, ahead)) {
    ++ahead.period;
    limit += period_of(control, ahead).time_ms;
  }
  return limit;
}

void take_from_periods(const Periods& control, PlayerClock& clock, Millis spent_ms) {
  while (spent_ms >= clock.left_ms && period_of(control, clock).moves == 0 &&
         !is_last(control, clock)) {
    spent_ms -= clock.left_ms;
    ++clock.period;
    clock.moves_in_period = 0;
    clock.left_ms = period_of(control, clock).time_ms;
  }
  clock.left_ms -= std::min(spent_ms, clock.left_ms);
}

void count_move_in_period(const Periods& control, PlayerClock& clock) {
  const Period& now = period_of(control, clock);
  if (now.moves == 0 || ++clock.moves_in_period < now.moves) return;
  clock.moves_in_period = 0;
  if (is_last(control, clock)) {
    clock.left_ms = now.time_ms;
  } else {
    ++clock.period;
    clock.left_ms += period_of(control, clock).time_ms;
  }
}

void take_from_byo_yomi(const ByoYomi& control, PlayerClock& clock, Millis spent_ms) {
  const Millis over = spent_ms - clock.left_ms;
  clock.left_ms = std::max<Millis>(0, -over);
  if (over > 0) {
    clock.period =
        std::min(control.periods, clock.period + static_cast<int>(over / control.period_ms));
  }
}

Millis limit_of(const TimeControl& control, const PlayerClock& clock) {
  struct Visitor {
    const PlayerClock& clock;
    Millis operator()(const HallTime& hall) const {
      if (clock.left_ms == 0) return hall.after_ms;
      return std::min(hall.before_ms, clock.left_ms + hall.after_ms);
    }
    Millis operator()(const SuddenDeath&) const { return clock.left_ms; }
    Millis operator()(const Fischer&) const { return clock.left_ms; }
    Millis operator()(const Periods& periods) const { return periods_limit(periods, clock); }
    Millis operator()(const ByoYomi& byo) const {
      return clock.left_ms + (byo.periods - clock.period) * byo.period_ms;
    }
    Millis operator()(const SharedTime&) const { return clock.left_ms; }
  };
  return std::visit(Visitor{clock}, control);
}

Millis initial_left(const TimeControl& control) {
  struct Visitor {
    Millis operator()(const HallTime& hall) const { return hall.total_ms; }
    Millis operator()(const SuddenDeath& sudden) const { return sudden.total_ms; }
    Millis operator()(const Fischer& fischer) const { return fischer.initial_ms; }
    Millis operator()(const Periods& periods) const {
      TIANYUAN_ASSERT(!periods.periods.empty());
      return periods.periods.front().time_ms;
    }
    Millis operator()(const ByoYomi& byo) const { return byo.main_ms; }
    Millis operator()(const SharedTime& shared) const { return shared.pool_ms; }
  };
  return std::visit(Visitor{}, control);
}

void refresh_limits(ClockState& clocks, const TimeControl& control) {
  for (PlayerClock& clock : clocks.players) clock.move_limit_ms = limit_of(control, clock);
}

void close_turn(ClockState& clocks) {
  clocks.running.reset();
  clocks.since_ms = 0;
  clocks.used_ms = 0;
  clocks.paused = false;
}

PlayerClock& running_clock(ClockState& clocks) {
  TIANYUAN_ASSERT(clocks.running.has_value());
  return clocks.players[index(*clocks.running)];
}

}  // namespace

ClockState initial_clocks(const TimeControl& control) {
  ClockState clocks;
  for (PlayerClock& clock : clocks.players) clock.left_ms = initial_left(control);
  refresh_limits(clocks, control);
  return clocks;
}

void begin_turn(ClockState& clocks, const TimeControl& control, Player player, Millis at_ms,
                bool standing) {
  clocks.running = player;
  clocks.since_ms = at_ms;
  clocks.used_ms = 0;
  clocks.paused = standing;
  refresh_limits(clocks, control);
}

void begin_after_period(ClockState& clocks, const HallTime& control, Millis at_ms) {
  running_clock(clocks).move_limit_ms = control.after_ms;
  clocks.since_ms = at_ms;
  clocks.used_ms = 0;
  clocks.paused = false;
}

Millis turn_used_ms(const ClockState& clocks, Millis at_ms) {
  if (!clocks.running) return 0;
  if (clocks.paused) return clocks.used_ms;
  return clocks.used_ms + std::max<Millis>(0, at_ms - clocks.since_ms);
}

std::optional<Millis> turn_deadline(const ClockState& clocks) {
  if (!clocks.running || clocks.paused) return std::nullopt;
  const Millis limit = clocks.players[index(*clocks.running)].move_limit_ms;
  return clocks.since_ms + std::max<Millis>(0, limit - clocks.used_ms);
}

void pause_clock(ClockState& clocks, Millis at_ms) {
  clocks.used_ms = turn_used_ms(clocks, at_ms);
  clocks.since_ms = at_ms;
  clocks.paused = true;
}

void resume_clock(ClockState& clocks, Millis at_ms) {
  clocks.since_ms = at_ms;
  clocks.paused = false;
}

void take_time(ClockState& clocks, const TimeControl& control, Player player, Millis spent_ms) {
  PlayerClock& clock = clocks.players[index(player)];
  if (const auto* periods = std::get_if<Periods>(&control)) {
    take_from_periods(*periods, clock, spent_ms);
  } else if (const auto* byo = std::get_if<ByoYomi>(&control)) {
    take_from_byo_yomi(*byo, clock, spent_ms);
  } else {
    clock.left_ms -= std::min(spent_ms, clock.left_ms);
    if (std::holds_alternative<SharedTime>(control)) {
      clocks.players[index(other(player))].left_ms = clock.left_ms;
    }
  }
  refresh_limits(clocks, control);
}

void end_turn(ClockState& clocks, const TimeControl& control, Millis spent_ms, bool is_move) {
  PlayerClock& clock = running_clock(clocks);
  take_time(clocks, control, *clocks.running, spent_ms);
  clock.skips_in_row = 0;
  if (is_move) {
    if (const auto* fischer = std::get_if<Fischer>(&control))
      clock.left_ms += fischer->increment_ms;
    if (const auto* periods = std::get_if<Periods>(&control)) count_move_in_period(*periods, clock);
  }
  refresh_limits(clocks, control);
  close_turn(clocks);
}

void stop_turn(ClockState& clocks, const TimeControl& control, Millis spent_ms) {
  if (clocks.running) take_time(clocks, control, *clocks.running, spent_ms);
  close_turn(clocks);
}

void set_clock(ClockState& clocks, const TimeControl& control, Player player, Millis left_ms,
               int period, Millis at_ms) {
  const bool shared = std::holds_alternative<SharedTime>(control);
  for (const Player each : {Player::first, Player::second}) {
    if (each != player && !shared) continue;
    PlayerClock& clock = clocks.players[index(each)];
    clock.left_ms = left_ms;
    if (clock.period != period) clock.moves_in_period = 0;
    clock.period = period;
  }
  if (clocks.running && (clocks.running == player || shared)) {
    clocks.since_ms = at_ms;
    clocks.used_ms = 0;
  }
  refresh_limits(clocks, control);
}

SuddenDeath split_pool(ClockState& clocks, Millis at_ms) {
  TIANYUAN_ASSERT(clocks.running.has_value());
  const Player mover = *clocks.running;
  const Millis used = turn_used_ms(clocks, at_ms);
  const Millis left = std::max<Millis>(0, clocks.players[index(mover)].left_ms - used);
  clocks.players[index(mover)].left_ms = left - left / 2;
  clocks.players[index(other(mover))].left_ms = left / 2;
  clocks.since_ms = at_ms;
  clocks.used_ms = 0;
  const SuddenDeath control{left - left / 2};
  refresh_limits(clocks, control);
  return control;
}

bool in_byo_yomi(const ClockState& clocks, const TimeControl& control, Millis at_ms) {
  if (!clocks.running || !std::holds_alternative<ByoYomi>(control)) return false;
  return turn_used_ms(clocks, at_ms) >= clocks.players[index(*clocks.running)].left_ms;
}

Millis shown_left_ms(const PlayerClock& clock, const TimeControl& control, Millis spent_ms) {
  ClockState scratch;
  scratch.players[0] = clock;
  take_time(scratch, control, Player::first, spent_ms);
  const PlayerClock& after = scratch.players[0];
  const auto* byo = std::get_if<ByoYomi>(&control);
  if (byo == nullptr || after.left_ms > 0) return after.left_ms;
  if (after.period >= byo->periods) return 0;
  const Millis over = std::max<Millis>(0, spent_ms - clock.left_ms);
  return byo->period_ms - over % byo->period_ms;
}

}  // namespace tianyuan
