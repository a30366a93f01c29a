#include "client/console/replay_game.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "common/openings.h"

namespace tianyuan::console {

namespace {

constexpr Millis kDay_ms = 86'400'000;  // the longest that a clock takes
constexpr Millis kTurn_ms = 60'000;     // how long a skipped turn is taken to have lasted

class Replayer {
 public:
  Replayer(GameSettings settings, const Record& record)
      : state_(std::move(settings)), record_(record) {
    act(Player::first, action::Start{});
  }

  Replayed run() {
    while (!state_.refusal && state_.taken < record_.moves.size()) step();
    return std::move(state_);
  }

 private:
  const Move& next() const { return record_.moves[state_.taken]; }

  bool act(Player player, const Action& action) {
    const auto events = decide(state_.game, player, action, Moment::at(now_ms_));
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
      }
      // A pass or a skipped turn.
      state_.kinds.resize(state_.game.moves().size());
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
        act(ask->player, action::AnswerSwap{decided({"swap", "keep"}) == "swap"});
        return;
      case Act::declare_fifths:
        act(ask->player, action::DeclareFifths{declared(*ask)});
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
    switch (next().kind) {
      case Move::Kind::stone:
        take(player, action::PlaceStone{next().point});
        return;
      case Move::Kind::pass:
        take(player, action::Pass{});
        return;
      case Move::Kind::skip:
        now_ms_ = next_deadline(state_.game).value_or(now_ms_);
        take(player, action::Tick{});
        return;
    }
  }

  // What the record says was decided here, if it is one of these; else "".
  std::string decided(const std::vector<std::string_view>& possible) {
    if (next_act_ == record_.acts.size()) return {};
    const OpeningAct& act = record_.acts[next_act_];
    const bool fits = std::find(possible.begin(), possible.end(), act.what) != possible.end();
    if (act.after != state_.game.moves().size() || !fits) return {};
    ++next_act_;
    return act.what;
  }

  // The option with which the rest of the record gets furthest; the first of equals.
  void choose_branch(const Ask& ask) {
    if (const std::string option = decided(ask.options); !option.empty()) {
      act(ask.player, action::ChooseBranch{option});
      return;
    }
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

  int declared(const Ask& ask) {
    for (int count = ask.count_min; count <= ask.count_max; ++count) {
      if (!decided({"N=" + std::to_string(count)}).empty()) return count;
    }
    const auto offered = static_cast<int>(record_.fifths.size());
    return offered >= ask.count_min && offered <= ask.count_max ? offered : ask.count_min;
  }

  // The record's fifth stone, filled up with others that are no same move.
  std::vector<Point> offered(const Ask& ask) const {
    const auto wanted = static_cast<std::size_t>(ask.count_min);
    if (record_.fifths.size() == wanted) return record_.fifths;
    std::vector<Point> points{next().point};
    const Board& board = state_.game.board();
    for (int index = 0; index < kPointCount; ++index) {
      if (points.size() >= wanted) break;
      const Point point = Point::from_index(index);
      if (!board.empty(point) || !board.empty(next().point)) continue;
      bool same = false;
      for (const Point chosen : points) same = same || same_fifth(board, chosen, point);
      if (!same) points.push_back(point);
    }
    return points;
  }

  Replayed state_;
  const Record& record_;
  std::size_t next_act_ = 0;  // of the record
  Millis now_ms_ = 0;
};

}  // namespace

GameSettings timeless(std::string_view rule, Enforcement enforcement, ForbiddenOptions forbidden) {
  GameSettings settings;
  settings.rule = rule;
  settings.enforcement = enforcement;
  settings.forbidden = forbidden;
  settings.time = HallTime{kDay_ms, kTurn_ms, kTurn_ms};
  return settings;
}

Replayed replay(const GameSettings& settings, const Record& record) {
  return Replayer(settings, record).run();
}

}  // namespace tianyuan::console
