#include "client/console/replay_game.h"

#include <utility>

#include "common/openings.h"

namespace tianyuan::console {

namespace {

constexpr Millis kLongTime_ms = 86'400'000;  // 24 h, the longest that a clock takes

class Replayer {
 public:
  Replayer(GameSettings settings, const std::vector<Move>& moves)
      : state_(std::move(settings)), moves_(moves) {
    act(Player::first, action::Start{});
  }

  Replayed run() {
    while (!state_.refusal && state_.taken < moves_.size()) step();
    return std::move(state_);
  }

 private:
  const Move& next() const { return moves_[state_.taken]; }

  bool act(Player player, const Action& action) {
    const auto events = decide(state_.game, player, action, Moment::at(0));
    if (!events) {
      state_.refusal = events.error();
      return false;
    }
    for (const GameEvent& event : *events) {
      apply(state_.game, event);
      if (const auto* stone = std::get_if<event::StonePlaced>(&event.body)) {
        state_.kinds.push_back(stone->forbidden);
      } else if (const auto* fifth = std::get_if<event::FifthChosen>(&event.body)) {
        state_.kinds.push_back(fifth->forbidden);
      } else if (std::holds_alternative<event::Passed>(event.body)) {
        state_.kinds.push_back({});
      }
    }
    return true;
  }

  void step() {
    const std::optional<Ask> ask = state_.game.ask();
    if (!ask) {
      state_.refusal = Refusal{.code = RefusalCode::game_over, .kinds = {}};
      return;
    }
    switch (ask->acts.front()) {
      case Act::swap:
        act(ask->player, action::AnswerSwap{false});
        return;
      case Act::declare_fifths:
        act(ask->player, action::DeclareFifths{ask->count_min});
        return;
      case Act::branch:
        choose_branch(*ask);
        return;
      case Act::offer_fifths:
        act(ask->player, action::OfferFifths{offered(*ask)});
        return;
      case Act::choose_fifth:
        take(ask->player, action::ChooseFifth{next().point});
        return;
      case Act::place:
      case Act::pass:
        play(ask->player);
        return;
    }
  }

  void take(Player player, const Action& action) {
    if (act(player, action)) ++state_.taken;
  }

  void play(Player player) {
    if (next().kind == Move::Kind::stone) {
      take(player, action::PlaceStone{next().point});
    } else {
      take(player, action::Pass{});
    }
  }

  // The option with which the rest of the record gets furthest; the first of equals.
  void choose_branch(const Ask& ask) {
    std::optional<Replayed> best;
    for (const std::string_view option : ask.options) {
      Replayer tried = *this;
      if (!tried.act(ask.player, action::ChooseBranch{std::string(option)})) {
        state_.refusal = tried.state_.refusal;
        continue;
      }
      Replayed end = tried.run();
      const bool further = !best || end.taken > best->taken || (best->refusal && !end.refusal);
      if (further) best = std::move(end);
    }
    // Every option is followed to its end, so the best one is the answer.
    if (best) state_ = std::move(*best);
  }

  // The record's fifth stone, filled up with others that are no same move.
  std::vector<Point> offered(const Ask& ask) const {
    std::vector<Point> points{next().point};
    const Board& board = state_.game.board();
    for (int index = 0; index < kPointCount; ++index) {
      if (points.size() >= static_cast<std::size_t>(ask.count_min)) break;
      const Point point = Point::from_index(index);
      if (!board.empty(point) || !board.empty(next().point)) continue;
      bool same = false;
      for (const Point chosen : points) same = same || same_fifth(board, chosen, point);
      if (!same) points.push_back(point);
    }
    return points;
  }

  Replayed state_;
  const std::vector<Move>& moves_;
};

}  // namespace

GameSettings timeless(std::string_view rule, Enforcement enforcement, ForbiddenOptions forbidden) {
  GameSettings settings;
  settings.rule = rule;
  settings.enforcement = enforcement;
  settings.forbidden = forbidden;
  settings.time = SuddenDeath{kLongTime_ms};
  return settings;
}

Replayed replay(const GameSettings& settings, const std::vector<Move>& moves) {
  return Replayer(settings, moves).run();
}

}  // namespace tianyuan::console
