// apply(): what each event does to the game. Judges nothing: results stand in the events.

#include <algorithm>

#include "common/assert.h"
#include "common/game.h"
#include "common/game_limits.h"

namespace tianyuan {

struct Applier {
  Game& game;
  const GameEvent& event;

  void operator()(const event::GameStarted&) const {
    game.started_ = true;
    if (game.settings_.appointed_ms == 0) return;
    for (Absence& absence : game.absence_) {  // T3: whatever was before, now he is late
      if (!absence.absent) continue;
      absence.since_ms = event.at_ms;
      absence.by_restart = false;
      game.waiting_ = true;
    }
    if (game.absences_stand()) game.absences_stand_ms_ = event.at_ms;
    const PlayerClock& awaited =
        event.clocks.players[index(event.clocks.running.value_or(Player::first))];
    if (game.waiting_) game.lateness_ends_ms_ = event.at_ms + awaited.move_limit_ms;
  }

  void operator()(const event::StonePlaced& stone) const {
    put_stone(stone.player, stone.colour, stone.point);
    if (game.judges_forbidden(stone.colour) && game.settings_.enforcement == Enforcement::claim) {
      game.claimable_ = stone.forbidden;
    }
  }

  void operator()(const event::Passed& passed) const {
    record({Move::Kind::pass, game.colour_of(passed.player), {}});
    game.procedure_.turn_passes();
    acted(passed.player);
  }

  void operator()(const event::TurnSkipped& skip) const {
    ++game.turn_;
    if (skip.counted && game.both_present()) ++game.skips_in_row_;
    if (!skip.turn_passes) return;
    record({Move::Kind::skip, game.colour_of(skip.player), {}});
    game.procedure_.turn_passes();
    turn_to(skip.player);
  }

  void operator()(const event::SwapAnswered& answer) const {
    game.procedure_.swap(game.rule(), answer.swapped);
    acted(answer.player);
  }

  void operator()(const event::BranchChosen& chosen) const {
    game.procedure_.branch(game.rule(), chosen.option);
    acted(chosen.player);
  }

  void operator()(const event::FifthsDeclared& declared) const {
    game.procedure_.declare(game.rule(), declared.count);
    acted(declared.player);
  }

  void operator()(const event::FifthsOffered& offered) const {
    game.fifths_ = offered.points;
    game.procedure_.offer(game.rule());
    acted(offered.player);
  }

  void operator()(const event::FifthChosen& chosen) const {
    put_stone(chosen.player, Colour::black, chosen.point);
  }

  void operator()(const event::DrawOffered& offered) const {
    game.draw_offer_ = Offer{offered.offer, offered.player};
    game.draw_offered_[index(offered.player)] = true;
    game.next_id_ = offered.offer + 1;
  }

  void operator()(const event::DrawAnswered&) const { game.draw_offer_.reset(); }

  void operator()(const event::UndoRequested& requested) const {
    game.undo_request_ = Offer{requested.request, requested.player};
    game.undo_requested_ms_ = event.at_ms;
    --game.undos_left_[index(requested.player)];
    game.next_id_ = requested.request + 1;
    if (game.clocks_.running == requested.player && event.clocks.running != requested.player) {
      game.undo_held_ms_ = turn_used_ms(game.clocks_, event.at_ms);
    }
  }

  void operator()(const event::UndoAnswered& answer) const {
    game.undo_request_.reset();
    game.undo_requested_ms_ = 0;
    game.undo_held_ms_.reset();
    if (answer.answer != OfferAnswer::accepted) return;
    int stones = answer.stones_removed;
    while (stones > 0) {
      const Move removed = game.moves_.back();
      game.moves_.pop_back();
      game.clocks_before_.pop_back();
      game.procedure_.to_move = removed.colour;
      if (removed.kind != Move::Kind::stone) continue;
      game.board_.remove(removed.point);
      --stones;
    }
    game.claimable_.reset();  // once played on, an earlier stone stands for good (F4)
    game.skips_in_row_ = 0;
    ++game.turn_;
    const Player mover = game.procedure_.actor(game.rule());
    game.draw_offered_[index(mover)] = false;
  }

  void operator()(const event::ClaimRejected& rejected) const {
    game.claims_left_[index(rejected.player)] = rejected.claims_left;
  }

  void operator()(const event::PlayerLeft& left) const {
    Absence& absence = game.absence_[index(left.player)];
    absence.absent = true;
    absence.since_ms = event.at_ms;
    absence.by_restart = false;
    if (game.undo_request_ && game.undo_request_->by != left.player) game.undo_held_ms_.reset();
  }

  void operator()(const event::PlayerReturned& returned) const {
    Absence& absence = game.absence_[index(returned.player)];
    // Only what begins once the game is being played counts against him (X1).
    if (game.started_ && !game.waiting_) absence.used_ms += game.absence_ms(absence, event.at_ms);
    absence.absent = false;
    absence.by_restart = false;
    absence.since_ms = 0;
    const bool somebody = game.absence_[index(other(returned.player))].absent;
    game.waiting_ = game.waiting_ && somebody;
  }

  void operator()(const event::GraceFrozen&) const {
    begin_standing();
    game.grace_frozen_ = true;
  }

  void operator()(const event::GraceThawed&) const {
    game.grace_frozen_ = false;
    end_standing();
  }

  void operator()(const event::ClocksPaused& paused) const {
    begin_standing();
    game.pause_ = paused.by;
    game.paused_ms_ = event.at_ms;
  }

  void operator()(const event::ClocksResumed&) const {
    game.pause_.reset();
    game.paused_ms_ = 0;
    end_standing();
  }

  void operator()(const event::ClockSet&) const { keep_set_clocks(); }

  void operator()(const event::PoolSplit&) const {
    const Millis half =
        event.clocks.players[index(event.clocks.running.value_or(Player::first))].left_ms;
    game.time_ = SuddenDeath{std::max(half, kClockShortestMs)};  // still a time control
    keep_set_clocks();
  }

  void operator()(const event::Adjudged&) const {}

  void operator()(const event::Restored& restored) const {
    if (game.waiting_) {
      const PlayerClock& awaited =
          event.clocks.players[index(event.clocks.running.value_or(Player::first))];
      game.lateness_ends_ms_ = event.at_ms + awaited.move_limit_ms - event.clocks.used_ms;
    }
    for (Absence& absence : game.absence_) {
      absence.absent = true;
      absence.by_restart = true;
      absence.since_ms = event.at_ms;
    }
    game.grace_frozen_ = false;
    game.absences_stand_ms_ = game.pause_ ? event.at_ms : 0;
    game.down_ms_ = restored.down_ms;
  }

  void operator()(const event::GameEnded& ended) const {
    game.result_ = ended.result;
    game.row_ = ended.row;
    game.draw_offer_.reset();
    game.undo_request_.reset();
    game.undo_requested_ms_ = 0;
    game.undo_held_ms_.reset();
    game.claimable_.reset();
    game.pause_.reset();
    game.paused_ms_ = 0;
    game.waiting_ = false;
  }

 private:
  void begin_standing() const {
    if (!game.absences_stand()) game.absences_stand_ms_ = event.at_ms;
  }

  // What stood goes on where it was, unless something else still holds it.
  void end_standing() const {
    if (game.absences_stand()) return;
    const Millis since_ms = game.absences_stand_ms_;
    for (Absence& absence : game.absence_) {
      if (absence.absent) absence.since_ms += event.at_ms - std::max(since_ms, absence.since_ms);
    }
    if (game.waiting_) game.lateness_ends_ms_ += event.at_ms - since_ms;
    game.absences_stand_ms_ = 0;
  }

  // What a referee has set, an undo does not unset.
  void keep_set_clocks() const {
    for (std::size_t i = 0; i < 2; ++i) {
      if (event.clocks.players[i] == game.clocks_.players[i]) continue;
      for (auto& before : game.clocks_before_) before[i] = event.clocks.players[i];
    }
  }

  void record(const Move& move) const {
    game.moves_.push_back(move);
    if (game.settings_.undos_per_player > 0) game.clocks_before_.push_back(game.clocks_.players);
    game.claimable_.reset();
  }

  void put_stone(Player player, Colour colour, Point point) const {
    record({Move::Kind::stone, colour, point});
    game.board_.place(point, colour);
    game.procedure_.stone(game.rule(), colour);
    acted(player);
  }

  // A stone, decision or pass: whoever did it is awake.
  void acted(Player player) const {
    ++game.turn_;
    game.skips_in_row_ = 0;
    turn_to(player);
  }

  void turn_to(Player from) const {
    const Player next = game.procedure_.actor(game.rule());
    if (next != from) game.draw_offered_[index(next)] = false;
  }
};

void apply(Game& game, const GameEvent& event) {
  const bool in_opening = !game.opening_over();
  std::visit(Applier{game, event}, event.body);
  if (in_opening) game.opening_moves_ = static_cast<int>(game.moves_.size());
  game.clocks_ = event.clocks;
  game.last_event_ms_ = event.at_ms;
}

}  // namespace tianyuan
