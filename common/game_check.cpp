#include "common/game_check.h"

#include <algorithm>

#include "common/referee.h"

namespace tianyuan {

// Answers what is wrong; empty: nothing.
struct Referee::Check {
  const Game& game;

  std::string operator()(const event::GameStarted&) const {
    return game.started_ ? "a second start" : "";
  }

  std::string operator()(const event::StonePlaced& stone) const {
    const OpeningStep* step = game.procedure_.current(game.rule());
    const Colour colour = step != nullptr ? step->colour : game.procedure_.to_move;
    if (stone.colour != colour) return "a stone of the wrong colour";
    if (!game.board_.empty(stone.point)) return "a stone on " + to_string(stone.point) + ", taken";
    return act(stone.player, StepKind::place);
  }

  std::string operator()(const event::Passed& passed) const {
    return game.opening_over() ? turn_of(passed.player) : "a pass in the opening";
  }

  std::string operator()(const event::TurnSkipped& skip) const {
    if (skip.turn_passes && !game.opening_over()) return "a skipped turn in the opening";
    return turn_of(skip.player);
  }

  std::string operator()(const event::SwapAnswered& answer) const {
    if (!in_step(StepKind::take_colour)) return act(answer.player, StepKind::offer_swap);
    // Whoever chose to take Black holds White until this very event.
    const bool takes_black = answer.swapped && answer.player != game.black();
    return takes_black ? "" : "a change of colours by the wrong player";
  }

  std::string operator()(const event::BranchChosen& chosen) const {
    if (auto fault = act(chosen.player, StepKind::choose_branch); !fault.empty()) return fault;
    const auto& branches = game.procedure_.current(game.rule())->branches;
    return within(chosen.option, 0, static_cast<int>(branches.size()) - 1, "a branch");
  }

  std::string operator()(const event::FifthsDeclared& declared) const {
    if (auto fault = act(declared.player, StepKind::declare_fifths); !fault.empty()) return fault;
    const OpeningStep* step = game.procedure_.current(game.rule());
    return within(declared.count, step->count_min, step->count_max, "a number of fifths");
  }

  std::string operator()(const event::FifthsOffered& offered) const {
    if (auto fault = act(offered.player, StepKind::offer_fifths); !fault.empty()) return fault;
    if (static_cast<int>(offered.points.size()) != game.fifths_wanted())
      return "a wrong number of fifths";
    for (const Point point : offered.points) {
      if (!game.board_.empty(point)) return "a fifth on " + to_string(point) + ", taken";
    }
    return {};
  }

  std::string operator()(const event::FifthChosen& chosen) const {
    if (auto fault = act(chosen.player, StepKind::choose_fifth); !fault.empty()) return fault;
    const bool offered =
        std::find(game.fifths_.begin(), game.fifths_.end(), chosen.point) != game.fifths_.end();
    return offered && game.board_.empty(chosen.point) ? "" : "a fifth that was not offered";
  }

  std::string operator()(const event::DrawOffered& offered) const {
    if (game.draw_offer_) return "a draw offer while another stands";
    return offered.offer == game.next_id_ ? "" : "a draw offer out of number";
  }

  std::string operator()(const event::DrawAnswered& answer) const {
    const bool stands = game.draw_offer_ && game.draw_offer_->id == answer.offer;
    return stands ? "" : "an answer to no draw offer";
  }

  std::string operator()(const event::UndoRequested& requested) const {
    if (game.undo_request_) return "an undo request while another stands";
    if (game.undos_left_[index(requested.player)] <= 0) return "an undo request too many";
    return requested.request == game.next_id_ ? "" : "an undo request out of number";
  }

  std::string operator()(const event::UndoAnswered& answer) const {
    if (!game.undo_request_ || game.undo_request_->id != answer.request)
      return "an answer to no undo request";
    if (answer.answer != OfferAnswer::accepted)
      return within(answer.stones_removed, 0, 0, "stones taken back");
    // Only stones of play by turns are ever taken back, with the passes and skips between them.
    const auto first = game.moves_.begin() + game.opening_moves_;
    const auto stones = std::count_if(
        first, game.moves_.end(), [](const Move& move) { return move.kind == Move::Kind::stone; });
    if (game.clocks_before_.size() != game.moves_.size()) return "an undo in a game without any";
    return within(answer.stones_removed, 1, static_cast<int>(std::min<std::ptrdiff_t>(2, stones)),
                  "stones taken back");
  }

  std::string operator()(const event::ClaimRejected& rejected) const {
    const int left = game.claims_left_[index(rejected.player)];
    return left > 0 && rejected.claims_left == left - 1 ? "" : "a rejected claim out of number";
  }

  std::string operator()(const event::PlayerLeft& left) const {
    return game.absence_[index(left.player)].absent ? "the leaving of one who is away" : "";
  }

  std::string operator()(const event::PlayerReturned& returned) const {
    return game.absence_[index(returned.player)].absent ? "" : "the return of one who is there";
  }

  std::string operator()(const event::GraceFrozen&) const {
    return game.grace_frozen_ ? "a second freezing of the grace" : "";
  }

  std::string operator()(const event::GraceThawed&) const {
    return game.grace_frozen_ ? "" : "a thawing of what is not frozen";
  }

  std::string operator()(const event::Restored& restored) const {
    return restored.down_ms >= 0 ? "" : "a restart before its crash";
  }

  std::string operator()(const event::ClocksPaused&) const {
    return game.pause_ ? "a second pause" : "";
  }
  std::string operator()(const event::ClocksResumed&) const {
    return game.pause_ ? "" : "the end of no pause";
  }
  std::string operator()(const event::ClockSet&) const {
    return game.pause_ ? "" : "a clock set without a pause";
  }
  std::string operator()(const event::PoolSplit&) const {
    const bool shared = std::holds_alternative<SharedTime>(game.time_);
    return game.pause_ && shared ? "" : "a split of no shared pool";
  }
  std::string operator()(const event::Adjudged&) const { return {}; }

  std::string operator()(const event::GameEnded& ended) const {
    const GameResult& result = ended.result;
    const bool both = result.winner && result.loser && *result.winner != *result.loser;
    const bool fits = result.outcome == Outcome::win      ? both
                      : result.outcome == Outcome::escape ? !result.winner && result.loser
                                                          : !result.winner && !result.loser;
    return fits ? "" : "a result whose winner and loser do not fit it";
  }

  // ---- the clocks after the event

  std::string clocks(const GameEvent& event) const {
    const ClockState& after = event.clocks;
    for (const PlayerClock& clock : after.players) {
      if (auto fault = one_clock(clock); !fault.empty()) return fault;
    }
    if (after.since_ms > event.at_ms) return "a clock that starts later";
    if (after.since_ms < (after.running ? std::max<Millis>(0, event.at_ms - kLongest) : 0))
      return "a clock that started ages ago";
    if (after.used_ms < 0 || after.used_ms > kLongest) return "a turn of impossible length";
    const bool ends = std::holds_alternative<event::GameEnded>(event.body);
    if (ends) return after.running ? "a clock that runs after the end" : "";
    const bool begins = std::holds_alternative<event::GameStarted>(event.body);
    if (!game.started_ && !begins) return after.running ? "a clock that runs too early" : "";
    return after.running ? "" : "no clock that runs";
  }

  // Whose clock runs once the event is applied; `game` is the game after it.
  std::string runner() const {
    if (game.over() || !game.started_ || in_step(StepKind::take_colour)) return {};
    if (game.waiting_) {
      const bool away = game.absence_[index(*game.clocks_.running)].absent;
      return away ? "" : "the clock of one who is not awaited running";
    }
    const Player actor = game.procedure_.actor(game.rule());
    const Player expected = game.undo_held_ms_ ? other(actor) : actor;
    return game.clocks_.running == expected ? "" : "the wrong player's clock running";
  }

  bool in_step(StepKind kind) const {
    const OpeningStep* step = game.procedure_.current(game.rule());
    return step != nullptr && step->kind == kind;
  }

 private:
  // Seventeen years: far above every clock, and its seconds still fit an int.
  static constexpr Millis kLongest = Millis{1} << 39;
  static constexpr int kMost = 1 << 20;

  static std::string within(int value, int low, int high, const char* what) {
    if (value >= low && value <= high) return {};
    return std::string(what) + " out of range: " + std::to_string(value);
  }

  std::string turn_of(Player player) const {
    return game.procedure_.actor(game.rule()) == player ? "" : "an act out of turn";
  }

  std::string act(Player player, StepKind kind) const {
    const OpeningStep* step = game.procedure_.current(game.rule());
    const StepKind wanted = step != nullptr ? step->kind : StepKind::place;
    return wanted == kind ? turn_of(player) : "an act that its step of the opening does not have";
  }

  std::string one_clock(const PlayerClock& clock) const {
    const bool times = clock.left_ms >= 0 && clock.left_ms <= kLongest &&
                       clock.move_limit_ms >= 0 && clock.move_limit_ms <= kLongest;
    const bool counts = clock.moves_in_period >= 0 && clock.moves_in_period <= kMost &&
                        clock.skips_in_row >= 0 && clock.skips_in_row <= kMost;
    return times && counts && clock.period >= 0 && clock.period <= last_period()
               ? ""
               : "a clock that cannot read so";
  }

  int last_period() const {
    const TimeControl& control = game.settings_.time;
    if (const auto* periods = std::get_if<Periods>(&control))
      return static_cast<int>(periods->periods.size()) - 1;
    if (const auto* byo = std::get_if<ByoYomi>(&control)) return byo->periods;
    return 0;
  }
};

std::string apply_checked(Game& game, const GameEvent& event) {
  // Instants are milliseconds since 1970; beyond this their sums with a clock would mean nothing.
  constexpr Millis kLastInstant = Millis{1} << 53;
  const Referee::Check check{game};
  if (game.over()) return "an event after the game's end";
  const bool appointed = game.settings().appointed_ms > 0;
  if (!game.started() && !appointed && !std::holds_alternative<event::GameStarted>(event.body))
    return "an event before the game's start";
  if (event.at_ms < game.last_event_ms() || event.at_ms > kLastInstant)
    return "an instant before the last one's";
  if (auto fault = std::visit(check, event.body); !fault.empty()) return fault;
  if (auto fault = check.clocks(event); !fault.empty()) return fault;
  apply(game, event);
  return check.runner();
}

std::string unfinished_step(const Game& game) {
  if (!game.started() && game.settings().appointed_ms > 0) return {};
  if (!game.started()) return "a game that was opened and not started";
  return Referee::Check{game}.in_step(StepKind::take_colour)
             ? "a branch without its change of colours"
             : "";
}

}  // namespace tianyuan
