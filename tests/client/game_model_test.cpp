#include "client/console/game_model.h"

#include <catch2/catch.hpp>

using namespace tianyuan;
using namespace tianyuan::console;

namespace {

proto::GameSnapshot snapshot() {
  proto::GameSnapshot shown;
  shown.game = 5;
  shown.version = 1;
  shown.players = {proto::UserView{1, "one", false, 0, ""},
                   proto::UserView{2, "two", false, 0, ""}};
  shown.clocks.first.left_ms = 10'000;
  shown.clocks.second.left_ms = 20'000;
  shown.clocks.running = Player::first;
  shown.clocks.move_left_ms = 5'000;
  return shown;
}

proto::GameEventView stone(std::int64_t version, Colour colour, std::string_view point,
                           int number) {
  proto::GameEventView event;
  event.version = version;
  event.turn = number;
  event.kind = "stone";
  event.player = colour == Colour::black ? Player::first : Player::second;
  event.colour = colour;
  event.point = *parse_point(point);
  event.number = number;
  event.clocks = snapshot().clocks;
  return event;
}

}  // namespace

TEST_CASE("Events are applied once, in order; a gap changes nothing") {
  GameModel game(snapshot(), 0);
  CHECK(game.apply(stone(2, Colour::black, "H8", 1), 0) == GameModel::Applied::fresh);
  CHECK(game.apply(stone(2, Colour::black, "H8", 1), 0) == GameModel::Applied::known);
  CHECK(game.apply(stone(4, Colour::black, "A1", 3), 0) == GameModel::Applied::gap);
  CHECK(game.board().stones() == 1);
  CHECK(game.last_stone() == kTengen);
  CHECK(game.state().turn == 1);
}

TEST_CASE("A taken-back move leaves the board, the other colour's stones stand right") {
  GameModel game(snapshot(), 0);
  game.apply(stone(2, Colour::black, "H8", 1), 0);
  game.apply(stone(3, Colour::white, "I8", 2), 0);
  proto::GameEventView undone;
  undone.version = 4;
  undone.kind = "undo_answered";
  undone.text = "accepted";
  undone.removed = 2;
  CHECK(game.apply(undone, 0) == GameModel::Applied::uncertain);
  CHECK(game.board().stones() == 0);
  CHECK(game.state().moves.empty());
  CHECK(game.apply(stone(5, Colour::black, "G7", 1), 0) == GameModel::Applied::fresh);
  CHECK(game.board().at(*parse_point("G7")) == Colour::black);
}

TEST_CASE("A swap changes who has which colour, never the stones") {
  GameModel game(snapshot(), 0);
  game.apply(stone(2, Colour::black, "H8", 1), 0);
  CHECK(game.user(Colour::black).name == "one");
  proto::GameEventView swap;
  swap.version = 3;
  swap.kind = "swap";
  swap.player = Player::second;
  swap.yes = true;
  game.apply(swap, 0);
  CHECK(game.user(Colour::black).name == "two");
  CHECK(game.board().at(kTengen) == Colour::black);
}

TEST_CASE("The running clock counts down to zero and no further") {
  const GameModel game(snapshot(), 1'000);
  CHECK(game.left_ms(Player::first, 1'000) == 10'000);
  CHECK(game.left_ms(Player::first, 4'000) == 7'000);
  CHECK(game.left_ms(Player::second, 4'000) == 20'000);
  CHECK(game.move_left_ms(4'000) == 2'000);
  CHECK(game.left_ms(Player::first, 99'000) == 0);
  CHECK(game.move_left_ms(99'000) == 0);
  CHECK(game.left_ms(Player::first, 0) == 10'000);  // a clock asked for the past
}

TEST_CASE("Without a connection the clocks stand, so that none reads less than the server's") {
  GameModel game(snapshot(), 0);
  game.stop_clocks(3'000);
  CHECK(game.left_ms(Player::first, 3'000) == 7'000);
  CHECK(game.left_ms(Player::first, 60'000) == 7'000);
}

TEST_CASE("The clocks stand at the end") {
  GameModel game(snapshot(), 0);
  proto::ResultView result;
  result.outcome = "win";
  game.set_result(result);
  CHECK(game.left_ms(Player::first, 5'000) == 10'000);
  CHECK_FALSE(game.move_left_ms(5'000));
}

TEST_CASE("Absence counts down from what the server gave") {
  GameModel game(snapshot(), 0);
  CHECK_FALSE(game.grace_left_ms(Player::second, 0));
  game.set_connection(Player::second, false, 180'000, 1'000);
  CHECK(game.grace_left_ms(Player::second, 11'000) == 170'000);
  game.set_connection(Player::second, true, 0, 12'000);
  CHECK_FALSE(game.grace_left_ms(Player::second, 12'000));
}

TEST_CASE("A pause stops what is shown; the game that goes on is shown running") {
  GameModel game(snapshot(), 0);
  proto::GameEventView paused;
  paused.version = 2;
  paused.kind = "paused";
  paused.referee = "ref";
  paused.text = "fire alarm";
  paused.clocks.first.left_ms = 9'000;
  CHECK(game.apply(paused, 1'000) == GameModel::Applied::fresh);
  REQUIRE(game.state().pause.has_value());
  CHECK(game.state().pause->reason == "fire alarm");
  CHECK(game.left_ms(Player::first, 60'000) == 9'000);
  CHECK_FALSE(game.move_left_ms(60'000));
  proto::GameEventView resumed = paused;
  resumed.version = 3;
  resumed.kind = "resumed";
  resumed.clocks.running = Player::first;
  CHECK(game.apply(resumed, 60'000) == GameModel::Applied::fresh);
  CHECK_FALSE(game.state().pause);
  CHECK(game.left_ms(Player::first, 61'000) == 8'000);
}

TEST_CASE("An appointed game is agreed, waits for who is late, and begins") {
  proto::GameSnapshot shown = snapshot();
  shown.clocks.running.reset();
  shown.appointed_at_ms = 1'796'151'600'000;
  GameModel game(shown, 0);
  CHECK(game.agreed_only());
  proto::GameEventView started;
  started.version = 2;
  started.kind = "started";
  started.player = Player::second;
  started.clocks = snapshot().clocks;
  game.apply(started, 0);
  CHECK_FALSE(game.agreed_only());
  CHECK(game.state().waiting);
  proto::GameEventView returned = started;
  returned.version = 3;
  returned.kind = "returned";
  returned.ask.emplace();
  game.apply(returned, 0);
  CHECK_FALSE(game.state().waiting);
}
