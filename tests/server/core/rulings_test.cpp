// A referee and the games of others (T5).

#include "tests/server/core/hall.h"

using namespace tianyuan;
using namespace tianyuan::core;
using namespace tianyuan::core::test;
using proto::ErrorCode;

namespace {

constexpr Id kReferee = 9;

struct Ruled {
  Hall hall;
  Hall::Match match;
  SessionId referee = 0;

  explicit Ruled(std::vector<RoomConfig> loaded = rooms()) : hall({}, std::move(loaded)) {
    hall.roles[kReferee] = {"helper", "referee"};
    match = hall.match(1, 2);
    referee = hall.sign_in(kReferee);
  }
  result::Game does(proto::Request asked) { return hall.get<result::Game>(referee, asked); }
  ErrorCode refused(proto::Request asked) { return hall.refused(referee, asked).code; }
  result::Game pause() { return does(request::RefereePause{match.game, "fire alarm"}); }
  proto::GameSnapshot shown() {
    return *hall.get<result::Sync>(match.first, request::Sync{match.game, {}}).snapshot;
  }
};

}  // namespace

TEST_CASE("A referee pauses a game; both players and watchers see by whom and why") {
  Ruled at;
  const SessionId watcher = at.hall.sign_in(5);
  at.hall.get<result::Table>(watcher, request::TableWatch{at.match.table, {}});
  at.hall.forget_told();
  at.hall.wait(10'000);
  const auto answer = at.pause();
  REQUIRE(answer.events.size() == 1);
  CHECK(answer.events[0].kind == "paused");
  for (const SessionId session : {at.match.first, at.match.second, watcher}) {
    const auto told = at.hall.told<notify::GameEvent>(session);
    REQUIRE(told.size() == 1);
    CHECK(told[0].event.kind == "paused");
    CHECK(told[0].event.referee == "player9");
    CHECK(told[0].event.text == "fire alarm");
    CHECK_FALSE(told[0].event.ask);
    CHECK_FALSE(told[0].event.clocks.running);
    CHECK(told[0].event.clocks.first.left_ms == 590'000);
  }
  CHECK(at.hall.told<notify::GameEvent>(at.referee).empty());  // he has it by his answer
  CHECK(at.shown().pause->reason == "fire alarm");
  CHECK(
      at.hall
          .refused(at.match.first, request::Place{at.match.game, 0, tianyuan::core::test::at("h8")})
          .code == ErrorCode::paused);
  at.hall.wait(3'600'000);
  CHECK(at.shown().clocks.first.left_ms == 590'000);
  at.does(request::RefereeResume{at.match.game, "go on"});
  CHECK_FALSE(at.shown().pause);
  CHECK(at.shown().clocks.move_left_ms == 50'000);
  at.hall.play(at.match, {"h8", "a1"});
}

TEST_CASE("Only a referee may, and not in his own game") {
  Ruled at;
  const SessionId other = at.hall.sign_in(5);
  const Id game = at.match.game;
  const proto::Request acts[] = {
      request::RefereePause{game, "x"}, request::RefereeResume{game, "x"},
      request::RefereeSetClock{game, Player::first, 60'000, {}, "x"},
      request::RefereeSplit{game, "x"}, request::RefereeAdjudge{game, "draw", {}, "x"}};
  for (const proto::Request& act : acts) {
    CHECK(at.hall.refused(other, act).code == ErrorCode::not_referee);
    CHECK(at.hall.refused(at.match.first, act).code == ErrorCode::not_referee);
  }
  // The role is given while he plays: it holds at once, and not for this game.
  Profile player = at.hall.profile(at.match.first_user);
  player.roles = {"referee"};
  at.hall.submit(command::ProfileChanged{player});
  for (const proto::Request& act : acts)
    CHECK(at.hall.refused(at.match.first, act).code == ErrorCode::own_game);
  // And taken away.
  Profile former = at.hall.profile(kReferee);
  former.roles = {};
  at.hall.submit(command::ProfileChanged{former});
  CHECK(at.refused(acts[0]) == ErrorCode::not_referee);
}

TEST_CASE("What cannot be done is refused by name and changes nothing") {
  Ruled at;
  const Id game = at.match.game;
  CHECK(at.refused(request::RefereePause{999, "x"}) == ErrorCode::unknown_game);
  CHECK(at.refused(request::RefereeResume{game, "x"}) == ErrorCode::not_paused);
  CHECK(at.refused(request::RefereeSetClock{game, Player::first, 60'000, {}, "x"}) ==
        ErrorCode::not_paused);
  CHECK(at.refused(request::RefereeSplit{game, "x"}) == ErrorCode::not_shared);
  CHECK(at.refused(request::RefereeAdjudge{game, "win", {}, "x"}) == ErrorCode::bad_verdict);
  CHECK(at.refused(request::RefereeAdjudge{game, "replay", Player::first, "x"}) ==
        ErrorCode::bad_verdict);
  at.pause();
  CHECK(at.refused(request::RefereePause{game, "x"}) == ErrorCode::paused);
  CHECK(at.refused(request::RefereeSetClock{game, Player::first, 60'000, 1, "x"}) ==
        ErrorCode::bad_period);
  CHECK(at.shown().version == 2);  // started, paused
  at.hall.get<result::Game>(at.match.first, request::Resign{game});
  CHECK(at.refused(request::RefereeResume{game, "x"}) == ErrorCode::game_over);
}

TEST_CASE("Clocks are set and a shared pool is split for everybody to see") {
  auto loaded = rooms();
  loaded.front().time = SharedTime{600'000};
  Ruled at(loaded);
  at.hall.wait(100'000);
  at.pause();
  at.does(request::RefereeSetClock{at.match.game, Player::first, 400'000, {}, "clock was wrong"});
  CHECK(at.shown().clocks.first.left_ms == 400'000);
  CHECK(at.shown().clocks.second.left_ms == 400'000);
  const auto split = at.does(request::RefereeSplit{at.match.game, "too slow"});
  CHECK(split.events.back().kind == "pool_split");
  CHECK(at.shown().time == "sudden 200000");
  at.does(request::RefereeResume{at.match.game, "go on"});
  at.hall.wait(50'000);
  CHECK(at.shown().clocks.first.left_ms == 150'000);
  CHECK(at.shown().clocks.second.left_ms == 200'000);
}

TEST_CASE("An adjudged game is settled as its outcome says") {
  Ruled at;
  const auto adjudged = [&](const char* verdict, std::optional<Player> winner) {
    at.does(request::RefereeAdjudge{at.match.game, verdict, winner, "decided"});
    const auto over = at.hall.told<notify::GameOver>(at.match.second);
    REQUIRE(over.size() == 1);
    CHECK(over[0].result.reason == "referee");
    return over[0];
  };
  SECTION("win") {
    const auto over = adjudged("win", Player::second);
    CHECK(over.settlements[0].change == -4);
    CHECK(over.settlements[1].change == 4);
  }
  SECTION("draw") {
    CHECK(adjudged("draw", {}).settlements[0].change == 0);
  }
  SECTION("both lose, while paused") {
    at.pause();
    const auto over = adjudged("both_lose", {});
    CHECK(over.settlements[0].change == -4);
    CHECK(over.settlements[1].change == -4);
  }
  SECTION("replay") {
    CHECK_FALSE(adjudged("replay", {}).counted);
  }
  const auto events = at.hall.told<notify::GameEvent>(at.match.first);
  REQUIRE(events.size() >= 2);
  CHECK(events[events.size() - 2].event.kind == "adjudged");
  CHECK(events[events.size() - 2].event.text == "decided");
  CHECK(at.hall.core.census().games == 0);
}

TEST_CASE("A paused game is nobody's escape, and a restart leaves it paused") {
  Ruled at;
  at.hall.drop(at.match.second);
  at.hall.wait(100'000);
  at.pause();
  at.hall.wait(1'000'000);
  CHECK(at.hall.core.census().games == 1);

  const auto log = at.hall.log;
  Hall fresh;
  for (const Durable& event : log) fresh.core.replay(event);
  CHECK(fresh.core.hash() == at.hall.core.hash());
  fresh.now = at.hall.now + 5'000;
  fresh.resumed(5'000);
  REQUIRE(fresh.core.find_game(at.match.game) != nullptr);
  CHECK(fresh.core.find_game(at.match.game)->pause()->reason == "fire alarm");
  fresh.wait(1'000'000);
  CHECK(fresh.core.find_game(at.match.game) != nullptr);
  fresh.wait(86'400'000);  // nobody ended the pause: it ends by itself, and nobody has come back
  CHECK(fresh.core.find_game(at.match.game) == nullptr);
}
