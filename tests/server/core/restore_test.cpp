#include "tests/server/core/hall.h"

using namespace tianyuan;
using namespace tianyuan::core;
using namespace tianyuan::core::test;
using proto::ErrorCode;

namespace {

// The server dies; another core reads what was stored and goes on at `now` + down.
void restart(Hall& hall, Millis down_ms) {
  const auto log = hall.log;
  Hall fresh({}, rooms());
  for (const Durable& event : log) fresh.core.replay(event);
  const auto before = hall.core.hash();
  CHECK(fresh.core.hash() == before);
  const Millis now = hall.now + down_ms;
  hall.core = std::move(fresh.core);
  hall.now = now;
  hall.inbox.clear();
  hall.resumed(down_ms);
}

}  // namespace

TEST_CASE("A restart gives position and clocks back; both have a fresh grace") {
  Hall hall;
  const auto match = hall.match(1, 2);
  hall.play(match, {"h8", "a1", "h9"});
  hall.now += 10'000;
  const auto shown = hall.get<result::Sync>(match.first, request::Sync{match.game, {}}).snapshot;
  restart(hall, 5'000);
  REQUIRE(hall.core.census().games == 1);
  CHECK(hall.core.violations().empty());
  const SessionId a = hall.new_session();
  const auto back = hall.sign_in_again(match.first_user, a);
  REQUIRE(back.game.has_value());
  CHECK(back.game->moves.size() == 3);
  CHECK(back.table->state == "playing");
  CHECK(back.game->clocks.second.left_ms >= shown->clocks.second.left_ms);
  CHECK_FALSE(back.game->connected[1]);
  hall.wait(100'000);  // the other's clock stands until he is back
  const SessionId b = hall.new_session();
  const auto other = hall.sign_in_again(match.second_user, b);
  CHECK(other.game->clocks.second.left_ms >= shown->clocks.second.left_ms);
  CHECK(other.game->version == back.game->version + 1);
  hall.placed(b, match.game, "a2");
  hall.play({match.game, match.table, a, b, 0, 0}, {"h10", "a3", "h11", "a4", "h12"});
  CHECK(hall.told<notify::GameOver>(a).front().result.reason == "five");
  hall.get<result::Table>(a, request::TableReady{true});
  CHECK(hall.get<result::Table>(b, request::TableReady{true}).game->players[0].id ==
        match.second_user);
}

TEST_CASE("After a restart: nobody returns, annulled; one returns, the other escapes") {
  Hall hall;
  const auto match = hall.match(1, 2);
  restart(hall, 5'000);
  SECTION("nobody") {
    hall.wait(180'000);
    const auto& settled = std::get<GameSettled>(hall.log.back()).settlement;
    CHECK_FALSE(settled.counted);
    CHECK(hall.core.census().users == 0);
  }
  SECTION("one") {
    const SessionId b = hall.new_session();
    hall.sign_in_again(match.second_user, b);
    hall.wait(180'000);
    const auto over = hall.told<notify::GameOver>(b);
    REQUIRE(over.size() == 1);
    CHECK(over.front().result.outcome == "escape");
    CHECK(over.front().result.loser == Player::first);
  }
}

TEST_CASE("After an outage of over three minutes nobody is penalised") {
  Hall hall;
  const auto match = hall.match(1, 2);
  restart(hall, 180'001);
  hall.sign_in_again(match.second_user, hall.new_session());
  hall.wait(180'000);
  const auto& settled = std::get<GameSettled>(hall.log.back()).settlement;
  CHECK_FALSE(settled.counted);
}

TEST_CASE("A repeated act is known after a restart too") {
  Hall hall;
  const auto match = hall.match(1, 2);
  hall.placed(match.first, match.game, "h8");
  restart(hall, 1'000);
  const SessionId a = hall.new_session();
  hall.sign_in_again(match.first_user, a);
  const auto again = hall.get<result::Game>(a, request::Place{match.game, 0, at("h8")});
  REQUIRE(again.events.size() == 1);
  CHECK(again.events.front().version == 2);
  CHECK(hall.core.find_game(match.game)->board().stones() == 1);
}

TEST_CASE("A log with ended games rebuilds nothing of them") {
  Hall hall;
  const auto ended = hall.match(1, 2);
  hall.get<result::Game>(ended.first, request::Resign{ended.game});
  hall.get<result::Table>(ended.first, request::TableReady{true});
  hall.get<result::Table>(ended.second, request::TableReady{true});
  const auto running = hall.core.running_games();
  restart(hall, 1'000);
  CHECK(hall.core.running_games() == running);
  CHECK(hall.core.census().tables == 1);
  const auto next = hall.match(3, 4);
  CHECK(next.game > running.back());
}

TEST_CASE("Graces frozen by a mass drop thaw with the restart") {
  Hall hall;
  std::vector<Hall::Match> games;
  for (Id user = 1; user <= 40; user += 2) games.push_back(hall.match(user, user + 1));
  for (const auto& game : games) hall.drop(game.first);
  CHECK(hall.core.find_game(games[0].game)->grace_frozen());
  restart(hall, 1'000);
  for (const auto& game : games) CHECK_FALSE(hall.core.find_game(game.game)->grace_frozen());
  hall.wait(180'000);
  CHECK(hall.core.census().games == 0);
}
