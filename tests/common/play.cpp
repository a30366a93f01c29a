#include "tests/common/play.h"

#include <catch2/catch.hpp>

namespace tianyuan::test {

Play::Play(GameSettings settings) : game(std::move(settings)) {
  if (this->game.settings().appointed_ms == 0) does(Player::first, action::Start{});
}

std::optional<Refusal> Play::act(Player player, const Action& action) {
  return act(player, action, Moment::at(now));
}

std::optional<Refusal> Play::act(Player player, const Action& action, const Moment& moment) {
  const Game before = game;
  const auto answer = decide(game, player, action, moment);
  REQUIRE(game == before);  // decide only reads
  recent.clear();
  if (!answer) return answer.error();
  for (const GameEvent& event : *answer) {
    REQUIRE(event.at_ms >= game.last_event_ms());
    const int turn = game.turn();
    apply(game, event);
    REQUIRE(game.turn() >= turn);
    for (const PlayerClock& clock : game.clocks().players) REQUIRE(clock.left_ms >= 0);
    log.push_back(event);
    recent.push_back(event);
  }
  if (replay_each_step) REQUIRE(replayed_equal());
  REQUIRE(game.clocks().running.has_value() == (game.started() && !game.over()));
  return std::nullopt;
}

bool Play::replayed_equal() const {
  Game replayed(game.settings());
  for (const GameEvent& event : log) apply(replayed, event);
  return replayed == game;
}

std::optional<RefusalCode> Play::code(Player player, const Action& action) {
  const Game before = game;
  const auto refusal = act(player, action);
  if (!refusal) return std::nullopt;
  REQUIRE(game == before);
  return refusal->code;
}

void Play::stones(std::string_view moves) {
  while (!moves.empty()) {
    if (moves.starts_with("--")) {
      does(action::Pass{});
      moves.remove_prefix(2);
      continue;
    }
    const bool two_digits = moves.size() > 2 && moves[2] >= '0' && moves[2] <= '9';
    const std::size_t length = two_digits ? 3 : 2;
    does(action::PlaceStone{point(moves.substr(0, length))});
    moves.remove_prefix(length);
  }
}

void Play::does(const Action& action) {
  REQUIRE(game.ask().has_value());
  does(asked(), action);
}

void Play::does(Player player, const Action& action) {
  const auto refusal = act(player, action);
  if (refusal) FAIL("refused: " << to_string(refusal->code));
}

void Play::wait(Millis ms) {
  now += ms;
}

void Play::tick() {
  does(Player::first, action::Tick{});
}

Point point(std::string_view text) {
  const auto parsed = parse_point(text);
  INFO(text);
  REQUIRE(parsed.has_value());
  return *parsed;
}

std::vector<Point> points(std::initializer_list<std::string_view> texts) {
  std::vector<Point> result;
  for (const std::string_view text : texts) result.push_back(point(text));
  return result;
}

GameSettings settings_of(std::string_view rule, TimeControl time) {
  GameSettings settings;
  settings.rule = rule;
  settings.time = std::move(time);
  return settings;
}

}  // namespace tianyuan::test
