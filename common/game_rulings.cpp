// decide(): a referee's acts (T5) and lateness (T3): what happens to a game from outside the board.

#include <algorithm>

#include "common/assert.h"
#include "common/game_limits.h"
#include "common/referee.h"

namespace tianyuan {
namespace {

std::unexpected<Refusal> refuse(RefusalCode code, Millis minimum = 0, Millis maximum = 0) {
  return std::unexpected(Refusal{code, {}, static_cast<int>(minimum), static_cast<int>(maximum)});
}

int periods_of(const TimeControl& control) {
  if (const auto* periods = std::get_if<Periods>(&control)) {
    return static_cast<int>(periods->periods.size());
  }
  if (const auto* byo = std::get_if<ByoYomi>(&control)) return byo->periods;
  return 1;
}

// Where the total may be used up and there is still time to come.
bool goes_on_at_zero(const TimeControl& control) {
  return std::holds_alternative<HallTime>(control) || std::holds_alternative<ByoYomi>(control);
}

}  // namespace

// ---------------------------------------------------------------- T5

// Time stops with the instant at which the referee's word was received, as a move's would.
Referee::Answer Referee::operator()(const action::PauseClocks& act) {
  if (game_.pause_) return refuse(RefusalCode::paused);
  if (!clocks_.paused) pause_clock(clocks_, game_.waiting_ ? at_ms_ : acted_ms_);
  emit(event::ClocksPaused{act.by});
  return std::move(events_);
}

Referee::Answer Referee::operator()(const action::ResumeClocks& act) {
  if (!game_.pause_) return refuse(RefusalCode::not_paused);
  end_pause(act.by);
  return std::move(events_);
}

void Referee::end_pause(event::RefereeMark by) {
  const bool stands =
      game_.waiting_ ? game_.grace_frozen_ || game_.absence_[index(*clocks_.running)].by_restart
                     : stands_now();
  if (!stands) resume_clock(clocks_, at_ms_);
  emit(event::ClocksResumed{std::move(by)});
}

Referee::Answer Referee::operator()(const action::SetClock& act) {
  if (game_.waiting_) return refuse(RefusalCode::not_begun);
  if (!game_.pause_) return refuse(RefusalCode::not_paused);
  const Millis least = goes_on_at_zero(game_.time_) ? 0 : kClockShortestMs;
  if (act.left_ms < least || act.left_ms > kClockLongestMs) {
    return refuse(RefusalCode::bad_clock, least, kClockLongestMs);
  }
  const int last = periods_of(game_.time_) - 1;
  const int period =
      act.period.value_or(std::min(last, game_.clocks_.players[index(act.player)].period));
  if (period < 0 || period > last) return refuse(RefusalCode::bad_period, 0, last);
  lapse_undo();
  set_clock(clocks_, game_.time_, act.player, act.left_ms, period, at_ms_);
  emit(event::ClockSet{act.by, act.player});
  return std::move(events_);
}

Referee::Answer Referee::operator()(const action::SplitPool& act) {
  if (!std::holds_alternative<SharedTime>(game_.time_)) return refuse(RefusalCode::not_shared);
  if (game_.waiting_) return refuse(RefusalCode::not_begun);
  if (!game_.pause_) return refuse(RefusalCode::not_paused);
  lapse_undo();
  split_pool(clocks_, at_ms_);
  emit(event::PoolSplit{act.by});
  return std::move(events_);
}

Referee::Answer Referee::operator()(const action::Adjudge& act) {
  const bool win = act.outcome == Outcome::win;
  if (act.outcome == Outcome::escape || win != act.winner.has_value()) {
    return refuse(RefusalCode::bad_verdict);
  }
  emit(event::Adjudged{act.by});
  GameResult result{act.outcome, EndReason::referee, act.winner, std::nullopt};
  if (win) result.loser = other(*act.winner);
  end(result);
  return std::move(events_);
}

// ---------------------------------------------------------------- T3

// Nobody need move before both are there. The absent player's clock runs, whoever is to move; of
// two, the one whose turn it is stands for both, and each is charged when he comes. Where running
// out of time loses, nobody is awaited for longer than he has.
void Referee::begin() {
  const Player mover = game_.procedure_.actor(game_.rule());
  const auto absent = [&](Player player) { return game_.absence_[index(player)].absent; };
  if (game_.settings_.appointed_ms == 0 || (!absent(mover) && !absent(other(mover)))) {
    begin_turn_of(mover);
    emit(event::GameStarted{});
    return;
  }
  const Player late = absent(mover) ? mover : other(mover);
  begin_turn(clocks_, game_.time_, late, at_ms_, game_.absences_stand());
  Millis& limit = clocks_.players[index(late)].move_limit_ms;
  const bool hall = std::holds_alternative<HallTime>(game_.time_);
  limit = hall ? game_.settings_.lateness_ms : std::min(limit, game_.settings_.lateness_ms);
  for (const Absence& absence : game_.absence_) {
    if (absence.absent && absence.by_restart) limit = std::max(limit, game_.settings_.grace_ms);
  }
  emit(event::GameStarted{});
}

// player_ comes; what he was late by is taken from his time.
void Referee::arrive() {
  const Player rest = other(player_);
  const Absence& absence = game_.absence_[index(player_)];
  take_time(clocks_, game_.time_, player_, game_.absence_ms(absence, at_ms_));
  if (!game_.absence_[index(rest)].absent) {
    begin_turn_of(game_.procedure_.actor(game_.rule()));
    if (!game_.pause_ && clocks_.paused) resume_clock(clocks_, at_ms_);  // he is here now
  } else {
    await(rest);
  }
}

void Referee::await(Player late) {
  const Absence& absence = game_.absence_[index(late)];
  const bool stands = game_.absences_stand() || absence.by_restart;
  const Millis as_of = game_.absences_stand() ? game_.absences_stand_ms_ : at_ms_;
  const Millis left = std::max<Millis>(0, game_.lateness_ends_ms_ - as_of);
  begin_turn(clocks_, game_.time_, late, at_ms_, stands);
  clocks_.used_ms = game_.absence_ms(absence, at_ms_);
  clocks_.players[index(late)].move_limit_ms = clocks_.used_ms + left;
}

// The limit is over. A restart is nobody's fault, a long one annuls (X5).
void Referee::forfeit() {
  const Absence& first = game_.absence_[index(Player::first)];
  const Absence& second = game_.absence_[index(Player::second)];
  const bool both = first.absent && second.absent;
  const bool by_restart = first.by_restart || second.by_restart;
  if (by_restart && game_.down_ms_ > kLongOutageMs) {
    end({Outcome::annulled, EndReason::shutdown, std::nullopt, std::nullopt});
  } else if (both && first.by_restart && second.by_restart) {
    end({Outcome::annulled, EndReason::absence, std::nullopt, std::nullopt});
  } else if (both) {
    end({Outcome::both_lose, EndReason::late, std::nullopt, std::nullopt});
  } else {
    win_for(first.absent ? Player::second : Player::first, EndReason::late);
  }
}

}  // namespace tianyuan
