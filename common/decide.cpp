// decide(): what comes before the judging: games that are over or not begun, and what was due.

#include <algorithm>
#include <iterator>
#include <type_traits>

#include "common/referee.h"

namespace tianyuan {
namespace {

// The acts that a turn waits for come first in Action, the hall's own last.
constexpr std::size_t kLastBoundToTurn = 6;
constexpr std::size_t kFirstOfReferee = 14;
constexpr std::size_t kFirstFromHall = 19;
static_assert(
    std::is_same_v<std::variant_alternative_t<kLastBoundToTurn, Action>, action::ChooseFifth>);
static_assert(
    std::is_same_v<std::variant_alternative_t<kFirstOfReferee, Action>, action::PauseClocks>);
static_assert(std::is_same_v<std::variant_alternative_t<kFirstFromHall, Action>, action::Start>);

bool bound_to_turn(const Action& action) {
  return action.index() <= kLastBoundToTurn;
}
bool from_hall(const Action& action) {
  return action.index() >= kFirstFromHall;
}

bool of_referee(const Action& action) {
  return action.index() >= kFirstOfReferee && !from_hall(action);
}

// What the state of the game as a whole does not allow, whatever stands on the board.
std::optional<RefusalCode> out_of_season(const Game& game, const Action& action) {
  if (from_hall(action)) return std::nullopt;
  const bool leaves = std::holds_alternative<action::LeaveTable>(action);
  if (!game.started()) {
    if (game.settings().appointed_ms == 0) return RefusalCode::wrong_act;
    if (leaves || std::holds_alternative<action::Adjudge>(action)) return std::nullopt;
    return RefusalCode::not_begun;
  }
  // Giving up is everybody's right at any time; the rest is judged by the acts of a referee.
  if (of_referee(action) || leaves || std::holds_alternative<action::Resign>(action)) {
    return std::nullopt;
  }
  if (game.waiting()) return RefusalCode::not_begun;
  if (game.pause()) return RefusalCode::paused;
  return std::nullopt;
}

// Everything that is due at `moment`; the game is moved on.
std::vector<GameEvent> settle_due(Game& game, const Moment& moment) {
  std::vector<GameEvent> events;
  while (!game.over()) {
    const auto due = next_deadline(game);
    if (!due || *due > moment.now_ms) break;
    Referee referee(game, Player::first, moment);
    const auto step = referee(action::Tick{});
    for (const GameEvent& event : *step) apply(game, event);
    events.insert(events.end(), step->begin(), step->end());
  }
  return events;
}

// Did the player's own time run out before this act of his counts?
bool is_late(const Game& game, Player player, const Action& action, Millis acted_ms) {
  if (!bound_to_turn(action) || game.clocks().running != player) return false;
  const auto ask = game.ask();
  if (!ask || ask->player != player) return false;  // his clock runs for an undo request
  const auto deadline = turn_deadline(game.clocks());
  return deadline && *deadline <= acted_ms;
}

}  // namespace

Millis counts_at(const Game& game, const Moment& moment) {
  const Millis earliest = std::min(game.last_event_ms(), moment.now_ms);
  return std::clamp(moment.received_at_ms - moment.lag_credit_ms, earliest, moment.now_ms);
}

std::expected<std::vector<GameEvent>, Refusal> decide(const Game& game, Player player,
                                                      const Action& action, const Moment& moment) {
  const auto refused = [](RefusalCode code) { return std::unexpected(Refusal{code, {}, 0, 0}); };
  if (game.over()) {
    if (from_hall(action)) return std::vector<GameEvent>{};
    return refused(RefusalCode::game_over);
  }

  // After a restart nothing is due: the time since the last event is nobody's (X5).
  const bool restart = std::holds_alternative<action::Restore>(action);
  const auto due = restart ? std::nullopt : next_deadline(game);
  const Moment received{moment.now_ms, moment.received_at_ms, 0};
  const Millis acted_ms = from_hall(action)       ? moment.now_ms
                          : bound_to_turn(action) ? counts_at(game, moment)
                                                  : counts_at(game, received);
  if (!due || *due > acted_ms) {
    if (std::holds_alternative<action::Tick>(action)) return std::vector<GameEvent>{};
    if (const auto code = out_of_season(game, action)) return refused(*code);
    return std::visit(Referee(game, player, moment), action);
  }
  if (is_late(game, player, action, acted_ms)) return refused(RefusalCode::late);

  Game ahead = game;
  std::vector<GameEvent> events = settle_due(ahead, moment);
  if (std::holds_alternative<action::Tick>(action)) return events;
  auto answer = decide(ahead, player, action, moment);
  if (!answer) return answer;
  events.insert(events.end(), std::make_move_iterator(answer->begin()),
                std::make_move_iterator(answer->end()));
  return events;
}

}  // namespace tianyuan
