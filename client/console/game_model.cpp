#include "client/console/game_model.h"

#include <algorithm>
#include <utility>

namespace tianyuan::console {

GameModel::GameModel(proto::GameSnapshot snapshot, Millis now_ms)
    : state_(std::move(snapshot)), clocks_at_ms_(now_ms), grace_at_ms_{now_ms, now_ms} {
  rebuild_board();
  if (state_.ask) offered_ = state_.ask->fifths;
}

void GameModel::rebuild_board() {
  board_ = Board{};
  for (const proto::MoveView& move : state_.moves) {
    const std::optional<Point> point = parse_point(move.move);
    if (point && board_.empty(*point)) board_.place(*point, move.colour);
  }
}

GameModel::Applied GameModel::apply(const proto::GameEventView& event, Millis now_ms) {
  if (event.version <= state_.version) return Applied::known;
  if (event.version != state_.version + 1) return Applied::gap;
  Applied applied = Applied::fresh;

  if ((event.kind == "stone" || event.kind == "fifth_chosen") && event.point) {
    const Colour colour = event.colour.value_or(Colour::black);
    const int number = event.number.value_or(static_cast<int>(state_.moves.size()) + 1);
    state_.moves.push_back({number, colour, to_string(*event.point)});
    if (board_.empty(*event.point)) board_.place(*event.point, colour);
    offered_.clear();
  } else if (event.kind == "pass" || (event.kind == "skip" && event.yes.value_or(false))) {
    const int number = event.number.value_or(static_cast<int>(state_.moves.size()) + 1);
    const Colour colour =
        event.colour.value_or(event.player ? colour_of(*event.player) : Colour::black);
    state_.moves.push_back({number, colour, event.kind == "pass" ? "pass" : "skip"});
  } else if (event.kind == "swap") {
    if (event.yes.value_or(false)) state_.black = other(state_.black);
  } else if (event.kind == "branch") {
    applied = Applied::uncertain;
  } else if (event.kind == "fifths_declared") {
    state_.fifths_declared = event.number;
  } else if (event.kind == "fifths_offered") {
    offered_ = event.points;
  } else if (event.kind == "draw_offered") {
    state_.draw_offer = event.number;
    state_.draw_offered_by = event.player;
  } else if (event.kind == "draw_answered") {
    state_.draw_offer.reset();
    state_.draw_offered_by.reset();
  } else if (event.kind == "undo_requested") {
    state_.undo_request = event.number;
    state_.undo_requested_by = event.player;
  } else if (event.kind == "undo_answered") {
    state_.undo_request.reset();
    state_.undo_requested_by.reset();
    if (const int removed = event.removed.value_or(0); removed > 0) {
      take_back(removed);
      applied = Applied::uncertain;
    }
  } else if (event.kind == "left" && event.player) {
    set_connection(*event.player, false, event.grace_ms.value_or(0), now_ms);
  } else if (event.kind == "returned" && event.player) {
    set_connection(*event.player, true, 0, now_ms);
  } else if (event.kind == "started") {
    state_.waiting = event.player.has_value();
  } else if (event.kind == "paused") {
    state_.pause = proto::PauseView{event.referee, event.text};
  } else if (event.kind == "resumed") {
    state_.pause.reset();
  } else if (event.kind == "pool_split") {
    applied = Applied::uncertain;  // another time control from here
  } else if (event.kind == "ended" && event.result) {
    state_.pause.reset();
    state_.waiting = false;
    state_.result = event.result;
    state_.draw_offer.reset();
    state_.undo_request.reset();
  }

  state_.version = event.version;
  state_.turn = event.turn;
  state_.clocks = event.clocks;
  clocks_at_ms_ = now_ms;
  stopped_at_ms_.reset();
  state_.ask = event.ask;
  if (state_.ask) state_.waiting = false;
  state_.forbidden = event.forbidden;
  if (!event.opening.empty()) state_.opening = event.opening;
  if (state_.ask && !state_.ask->fifths.empty()) offered_ = state_.ask->fifths;
  return applied;
}

// The record loses the last stones and whatever was passed or skipped after them.
void GameModel::take_back(int stones) {
  while (stones > 0 && !state_.moves.empty()) {
    if (parse_point(state_.moves.back().move)) --stones;
    state_.moves.pop_back();
  }
  rebuild_board();
}

std::optional<Player> GameModel::player_of(proto::Id user) const {
  if (state_.players[0].id == user) return Player::first;
  if (state_.players[1].id == user) return Player::second;
  return std::nullopt;
}

std::optional<Point> GameModel::last_stone() const {
  for (auto it = state_.moves.rbegin(); it != state_.moves.rend(); ++it) {
    if (const auto point = parse_point(it->move)) return point;
  }
  return std::nullopt;
}

const std::vector<Point>& GameModel::winning_row() const {
  static const std::vector<Point> none;
  return state_.result ? state_.result->row : none;
}

Millis GameModel::elapsed_ms(Millis now_ms) const {
  const Millis until = stopped_at_ms_ ? std::min(*stopped_at_ms_, now_ms) : now_ms;
  return std::max<Millis>(0, until - clocks_at_ms_);
}

Millis GameModel::left_ms(Player player, Millis now_ms) const {
  const proto::PlayerClockView& clock =
      player == Player::first ? state_.clocks.first : state_.clocks.second;
  const bool runs = !over() && state_.clocks.running == player;
  return std::max<Millis>(0, clock.left_ms - (runs ? elapsed_ms(now_ms) : 0));
}

std::optional<Millis> GameModel::move_left_ms(Millis now_ms) const {
  if (over() || !state_.clocks.running || !state_.clocks.move_left_ms) return std::nullopt;
  return std::max<Millis>(0, *state_.clocks.move_left_ms - elapsed_ms(now_ms));
}

std::optional<Millis> GameModel::grace_left_ms(Player player, Millis now_ms) const {
  const std::size_t i = index(player);
  if (state_.connected[i] || !state_.grace_left_ms[i]) return std::nullopt;
  const Millis until = stopped_at_ms_ ? std::min(*stopped_at_ms_, now_ms) : now_ms;
  const Millis gone = std::max<Millis>(0, until - grace_at_ms_[i]);
  return std::max<Millis>(0, *state_.grace_left_ms[i] - gone);
}

void GameModel::set_connection(Player player, bool connected, Millis grace_left_ms, Millis now_ms) {
  const std::size_t i = index(player);
  state_.connected[i] = connected;
  state_.grace_left_ms[i] = connected ? std::nullopt : std::optional(grace_left_ms);
  grace_at_ms_[i] = now_ms;
}

void GameModel::set_result(const proto::ResultView& result) {
  if (!state_.result) state_.result = result;
  state_.ask.reset();
}

}  // namespace tianyuan::console
