// decide(): what time and the hall bring: start, flags and skips, absence and escape, restarts.

#include <algorithm>

#include "common/assert.h"
#include "common/game_limits.h"
#include "common/referee.h"

namespace tianyuan {

// ---------------------------------------------------------------- time

Referee::Answer Referee::operator()(const action::Start&) {
  if (!game_.started_) begin();
  return std::move(events_);
}

// One thing that is due, the earliest; decide() asks again until none is.
Referee::Answer Referee::operator()(const action::Tick&) {
  if (!game_.started_ || game_.pause_ || game_.waiting_) {
    const auto due = next_deadline(game_);
    if (!due || *due > at_ms_) return std::move(events_);
    if (!game_.started_) {
      begin();
    } else if (game_.pause_) {
      end_pause({});
    } else {
      forfeit();
    }
    return std::move(events_);
  }
  const auto flag_due = turn_deadline(clocks_);
  std::optional<Millis> grace_due;
  for (const Player player : {Player::first, Player::second}) {
    const auto ends = game_.grace_ends_ms(player);
    if (ends && (!grace_due || *ends < *grace_due)) grace_due = ends;
  }
  const bool flagged = flag_due && *flag_due <= at_ms_;
  if (flagged && (!grace_due || *flag_due <= *grace_due)) {
    flag();
  } else if (grace_due && *grace_due <= at_ms_) {
    escape();
  }
  return std::move(events_);
}

void Referee::flag() {
  if (answering_) {
    lapse_undo();
  } else if (const auto* hall = std::get_if<HallTime>(&game_.time_)) {
    skip(*hall);
  } else {
    const Player late = *clocks_.running;
    const Millis limit = clocks_.players[index(late)].move_limit_ms;
    stop_turn(clocks_, game_.time_, limit);
    win_for(other(late), EndReason::time);
  }
}

bool Referee::turn_passes_on_skip() const {
  return game_.opening_over() && game_.board_.stones() >= kStonesBeforeSkipping;
}

void Referee::skip(const HallTime& hall) {
  const Player sleeper = *clocks_.running;
  if (game_.draw_offer_ && game_.draw_offer_->by != sleeper) {
    emit(event::DrawAnswered{game_.draw_offer_->id, OfferAnswer::lapsed});
  }
  lapse_undo();
  const bool counted = !game_.absence_[index(sleeper)].absent;
  const bool passes = turn_passes_on_skip();
  PlayerClock& clock = clocks_.players[index(sleeper)];
  stop_turn(clocks_, hall, clock.move_limit_ms);
  if (counted) ++clock.skips_in_row;
  begin_turn_of(passes ? other(sleeper) : sleeper);
  if (!passes) begin_after_period(clocks_, hall, at_ms_);
  emit(event::TurnSkipped{sleeper, passes, counted});
  if (!counted) return;
  const int limit = game_.settings_.skips_to_lose;
  if (limit > 0 && clock.skips_in_row >= limit) {
    win_for(other(sleeper), EndReason::skips);
  } else if (game_.both_present() && game_.skips_in_row_ + 1 >= kSkipsAsleep) {
    // "Both asleep": a player who is away is not asleep, his absence decides (X2).
    end({Outcome::draw, EndReason::asleep, std::nullopt, std::nullopt});
  }
}

// ---------------------------------------------------------------- absence

// X2: the first whose time is up; X5: nobody escapes from a long outage.
void Referee::escape() {
  const auto first = game_.grace_ends_ms(Player::first);
  const auto second = game_.grace_ends_ms(Player::second);
  const bool first_is_out = first && (!second || *first <= *second);
  const Player escaper = first_is_out ? Player::first : Player::second;
  if (game_.absence_[index(escaper)].by_restart && game_.down_ms_ > kLongOutageMs) {
    end({Outcome::annulled, EndReason::shutdown, std::nullopt, std::nullopt});
  } else if (first && first == second) {
    end({Outcome::annulled, EndReason::absence, std::nullopt, std::nullopt});
  } else {
    end({Outcome::escape, EndReason::absence, std::nullopt, escaper});
  }
}

Referee::Answer Referee::operator()(const action::Disconnect&) {
  const Absence& absence = game_.absence_[index(player_)];
  if (absence.absent) return std::move(events_);
  // Nobody is there to answer: the asker's own turn goes on, the request stays open.
  if (answering_ && game_.undo_request_->by != player_) settle_answering();
  const TimeControl& control = game_.time_;
  const bool pauses = game_.settings_.disconnect_clock == DisconnectClock::pause;
  if (pauses && clocks_.running == player_ && !clocks_.paused &&
      !in_byo_yomi(clocks_, control, at_ms_)) {
    pause_clock(clocks_, at_ms_);
  }
  emit(event::PlayerLeft{player_});
  return std::move(events_);
}

Referee::Answer Referee::operator()(const action::Reconnect&) {
  if (!game_.absence_[index(player_)].absent) return std::move(events_);
  if (game_.waiting_) {
    arrive();
  } else if (clocks_.running == player_ && clocks_.paused && !game_.pause_) {
    resume_clock(clocks_, at_ms_);
  }
  emit(event::PlayerReturned{player_});
  return std::move(events_);
}

Referee::Answer Referee::operator()(const action::FreezeGrace&) {
  if (game_.grace_frozen_) return std::move(events_);
  if (game_.waiting_) pause_clock(clocks_, at_ms_);
  emit(event::GraceFrozen{});
  return std::move(events_);
}

Referee::Answer Referee::operator()(const action::ThawGrace&) {
  if (!game_.grace_frozen_) return std::move(events_);
  if (game_.waiting_ && !game_.pause_ && !game_.absence_[index(*clocks_.running)].by_restart) {
    resume_clock(clocks_, at_ms_);
  }
  emit(event::GraceThawed{});
  return std::move(events_);
}

// The clocks stand as of the last stored event: the time since is nobody's.
Referee::Answer Referee::operator()(const action::Restore& act) {
  if (clocks_.running) {
    clocks_.since_ms = at_ms_;
    clocks_.paused = true;
  }
  if (game_.waiting_) {  // T3: whoever is awaited gets a fresh grace too
    const Millis as_of = game_.absences_stand() ? game_.absences_stand_ms_ : game_.last_event_ms_;
    const Millis left = std::max(game_.lateness_ends_ms_ - as_of, game_.settings_.grace_ms);
    clocks_.players[index(*clocks_.running)].move_limit_ms = clocks_.used_ms + left;
  }
  emit(event::Restored{act.down_ms});
  return std::move(events_);
}

}  // namespace tianyuan
