#include <set>

#include "tests/server/core/hall.h"

using namespace tianyuan;
using namespace tianyuan::core;
using namespace tianyuan::core::test;
using proto::ErrorCode;

TEST_CASE("Two who search in one room are paired; the table needs no dialog") {
  Hall hall;
  const auto match = hall.match(1, 2);
  const auto found = hall.told<notify::MatchFound>(match.first).front();
  CHECK(found.table.state == "playing");
  CHECK(found.game.version == 1);
  CHECK(found.game.ask->player == Player::first);
  CHECK(found.game.clocks.move_left_ms == 60'000);
  CHECK(hall.core.census().searching == 0);
  CHECK(hall.core.census().games == 1);
}

TEST_CASE("Quick match asked four times by one person is one search and no game") {
  Hall hall;
  const SessionId a = hall.sign_in(1);
  std::set<Id> searches;
  for (int i = 0; i < 4; ++i)
    searches.insert(hall.get<result::Match>(a, request::MatchStart{kCasual}).search);
  CHECK(searches.size() == 1);
  CHECK(hall.core.census().searching == 1);
  hall.wait(120'000);
  CHECK(hall.core.census().games == 0);
  const SessionId b = hall.sign_in(2);
  hall.get<result::Match>(b, request::MatchStart{kCasual});
  CHECK(hall.core.census().games == 1);
  CHECK(hall.core.census().searching == 0);
}

TEST_CASE("Two tabs of one account never meet each other") {
  Hall hall;
  const SessionId first_tab = hall.sign_in(1);
  hall.get<result::Match>(first_tab, request::MatchStart{kCasual});
  const SessionId second_tab = hall.sign_in(1);
  hall.get<result::Match>(second_tab, request::MatchStart{kCasual});
  hall.wait(120'000);
  CHECK(hall.core.census().games == 0);
  CHECK(hall.core.census().searching == 1);
}

TEST_CASE("Searches in different rooms do not meet") {
  Hall hall;
  const SessionId a = hall.sign_in(1);
  const SessionId b = hall.sign_in(2);
  hall.get<result::Match>(a, request::MatchStart{1});
  hall.get<result::Match>(b, request::MatchStart{2});
  hall.wait(600'000);
  CHECK(hall.core.census().games == 0);
  CHECK(hall.refused(a, request::MatchStart{2}).code == ErrorCode::already_searching);
}

TEST_CASE("A cancel names its search and is safe at any moment") {
  Hall hall;
  const SessionId a = hall.sign_in(1);
  const Id search = hall.get<result::Match>(a, request::MatchStart{kCasual}).search;
  CHECK(hall.refused(a, request::MatchCancel{search + 1}).code == ErrorCode::not_searching);
  CHECK(hall.core.census().searching == 1);
  hall.get<result::Ok>(a, request::MatchCancel{search});
  CHECK(hall.refused(a, request::MatchCancel{search}).code == ErrorCode::not_searching);

  SECTION("an old cancel does not end a new search") {
    const Id next = hall.get<result::Match>(a, request::MatchStart{kCasual}).search;
    CHECK(next != search);
    CHECK(hall.refused(a, request::MatchCancel{search}).code == ErrorCode::not_searching);
    CHECK(hall.core.census().searching == 1);
  }
  SECTION("a cancel of a match just found changes nothing") {
    const Id next = hall.get<result::Match>(a, request::MatchStart{kCasual}).search;
    const SessionId b = hall.sign_in(2);
    hall.get<result::Match>(b, request::MatchStart{kCasual});
    CHECK(hall.refused(a, request::MatchCancel{next}).code == ErrorCode::not_searching);
    CHECK(hall.core.census().games == 1);
  }
}

TEST_CASE("The window widens with waiting time until it reaches") {
  Hall hall;
  hall.scores[2] = 450;
  const SessionId a = hall.sign_in(1);
  const SessionId b = hall.sign_in(2);
  const Id search = hall.get<result::Match>(a, request::MatchStart{kCasual}).search;
  hall.get<result::Match>(b, request::MatchStart{kCasual});
  CHECK(hall.core.census().games == 0);  // 450 apart, window 100
  hall.wait(10'000);                     // 400
  CHECK(hall.core.census().games == 0);
  const auto waiting = hall.told<notify::MatchWaiting>(a);
  REQUIRE(waiting.size() == 2);
  CHECK(waiting.back().search == search);
  CHECK(waiting.back().waited_ms == 10'000);
  CHECK(waiting.back().players == 2);
  hall.wait(5'000);  // 800
  CHECK(hall.core.census().games == 1);
}

TEST_CASE("The nearest in strength is taken, the longest waiting among equals") {
  Hall hall;
  hall.scores = {{1, 0}, {2, 90}, {3, 150}, {4, 160}};
  std::map<Id, SessionId> sessions;
  for (const Id user : {1, 3}) {
    sessions[user] = hall.sign_in(user);
    hall.get<result::Match>(sessions[user], request::MatchStart{kCasual});
  }
  CHECK(hall.core.census().games == 0);
  sessions[2] = hall.sign_in(2);
  hall.get<result::Match>(sessions[2], request::MatchStart{kCasual});
  CHECK(hall.told<notify::MatchFound>(sessions[3]).size() == 1);  // 60 apart, not 90
  CHECK(hall.told<notify::MatchFound>(sessions[1]).empty());
}

TEST_CASE("A search ends with the connection, the room, or the room's closing") {
  Hall hall;
  const SessionId a = hall.sign_in(1);
  const Id search = hall.get<result::Match>(a, request::MatchStart{kCasual}).search;
  SECTION("connection") {
    hall.drop(a);
  }
  SECTION("room left") {
    hall.get<result::Ok>(a, request::LeaveRoom{});
    CHECK(hall.told<notify::MatchEnded>(a).empty());  // his own doing
  }
  SECTION("the server stops") {
    hall.submit(command::Drain{"going down"});
    REQUIRE(hall.told<notify::MatchEnded>(a).size() == 1);
    CHECK(hall.told<notify::MatchEnded>(a).front().reason == "draining");
    hall.submit(command::Drain{"going down"});
    CHECK(hall.told<notify::MatchEnded>(a).size() == 1);
    return;
  }
  SECTION("another room") {
    hall.get<result::Room>(a, request::EnterRoom{2});
  }
  SECTION("room closed") {
    auto closed = rooms();
    closed[0].open = false;
    hall.submit(command::RoomsLoaded{closed});
    CHECK_FALSE(hall.told<notify::RoomUpdate>(a).back().room.open);
    REQUIRE(hall.told<notify::MatchEnded>(a).size() == 1);
    CHECK(hall.told<notify::MatchEnded>(a).front().search == search);
    CHECK(hall.told<notify::MatchEnded>(a).front().reason == "room_closed");
    CHECK(hall.refused(a, request::MatchStart{kCasual}).code == ErrorCode::room_closed);
  }
  SECTION("room deleted") {
    auto fewer = rooms();
    fewer.erase(fewer.begin());
    hall.submit(command::RoomsLoaded{fewer});
    CHECK(hall.told<notify::MatchEnded>(a).front().reason == "room_closed");
    CHECK(hall.refused(a, request::MatchStart{kCasual}).code == ErrorCode::unknown_room);
  }
  CHECK(hall.core.census().searching == 0);
  CHECK(hall.refused(a, request::MatchCancel{search}).code ==
        (hall.core.census().sessions == 0 ? ErrorCode::not_signed_in : ErrorCode::not_searching));
  const SessionId b = hall.sign_in(2);
  hall.get<result::Match>(b, request::MatchStart{2});
  CHECK(hall.core.census().games == 0);
}

TEST_CASE("Nobody searches while he plays or sits") {
  Hall hall;
  const auto match = hall.match(1, 2);
  CHECK(hall.refused(match.first, request::MatchStart{kCasual}).code == ErrorCode::game_running);
  const SessionId c = hall.sign_in(3);
  hall.get<result::Table>(c, request::TableCreate{kCasual});
  CHECK(hall.refused(c, request::MatchStart{kCasual}).code == ErrorCode::already_seated);
  const SessionId d = hall.sign_in(4);
  hall.get<result::Match>(d, request::MatchStart{kCasual});
  CHECK(hall.refused(d, request::TableCreate{kCasual}).code == ErrorCode::already_searching);
}

TEST_CASE("Rematch by ready: colours by turns, one game however often it is accepted") {
  Hall hall;
  const auto match = hall.match(1, 2);
  hall.get<result::Game>(match.second, request::Resign{match.game});
  hall.get<result::Table>(match.first, request::TableReady{true});
  hall.get<result::Table>(match.first, request::TableReady{true});
  const auto started = hall.get<result::Table>(match.second, request::TableReady{true});
  REQUIRE(started.game.has_value());
  CHECK(started.game->players[0].id == match.second_user);
  CHECK(hall.refused(match.second, request::TableReady{true}).code == ErrorCode::game_running);
  CHECK(hall.refused(match.first, request::TableReady{true}).code == ErrorCode::game_running);
  CHECK(hall.core.census().games == 1);
  CHECK(hall.told<notify::GameStarted>(match.first).size() == 1);
  CHECK(hall.told<notify::GameStarted>(match.second).size() == 1);
}

TEST_CASE("Whoever drops is ready no more: no game begins behind his back") {
  Hall hall;
  const auto match = hall.match(1, 2);
  hall.get<result::Game>(match.second, request::Resign{match.game});
  hall.get<result::Table>(match.first, request::TableReady{true});
  hall.drop(match.first);
  hall.get<result::Table>(match.second, request::TableReady{true});
  CHECK(hall.core.census().games == 0);
  const SessionId back = hall.new_session();
  hall.sign_in_again(match.first_user, back);
  CHECK(hall.get<result::Table>(back, request::TableReady{true}).game.has_value());
}

TEST_CASE("Coin rooms: quick match only, and a purse that holds stake and penalty") {
  Hall hall;
  hall.coins = {{1, 9}, {2, 10}, {3, 100}};
  const SessionId poor = hall.sign_in(1);
  const SessionId just = hall.sign_in(2);
  const SessionId rich = hall.sign_in(3);
  const SessionId guest = hall.sign_in(4, true);
  CHECK(hall.refused(poor, request::MatchStart{kCoins}).code == ErrorCode::balance_too_low);
  CHECK(hall.refused(rich, request::TableCreate{kCoins}).code == ErrorCode::quick_match_only);
  CHECK(hall.refused(guest, request::MatchStart{kCoins}).code == ErrorCode::guests_not_allowed);
  hall.get<result::Match>(just, request::MatchStart{kCoins});
  hall.get<result::Match>(rich, request::MatchStart{kCoins});
  REQUIRE(hall.core.census().games == 1);
  const auto found = hall.told<notify::MatchFound>(just).front();
  hall.coins[2] = 0;  // as settled
  hall.get<result::Game>(just, request::Resign{found.game.game});
  hall.get<result::Table>(rich, request::TableReady{true});
  CHECK(hall.refused(just, request::TableReady{true}).code == ErrorCode::balance_too_low);
}

TEST_CASE("A thousand searches, cancels and drops: nobody twice, nobody with himself") {
  Hall hall;
  std::map<Id, SessionId> sessions;
  std::uint64_t random = 42;
  const auto next = [&](std::uint64_t limit) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    return (random >> 33) % limit;
  };
  for (Id user = 1; user <= 200; ++user) {
    hall.scores[user] = static_cast<std::int64_t>(next(2000));
    sessions[user] = hall.sign_in(user);
  }
  for (int i = 0; i < 1000; ++i) {
    const Id user = 1 + static_cast<Id>(next(200));
    const auto response = hall.ask(sessions[user], request::MatchStart{kCasual});
    const auto* body = std::get_if<proto::Result>(&response.body);
    if (body != nullptr && next(3) == 0)
      hall.ask(sessions[user], request::MatchCancel{std::get<result::Match>(*body).search});
    if (next(10) == 0) hall.wait(1000);
  }
  hall.wait(60'000);  // wide windows: at most one is left over
  CHECK(hall.core.census().searching <= 1);
  std::set<Id> playing;
  for (const Id game : hall.core.running_games()) {
    for (const Durable& event : hall.log) {
      const auto* opened = std::get_if<GameOpened>(&event);
      if (opened == nullptr || opened->game != game) continue;
      CHECK(playing.insert(opened->players[0].user).second);
      CHECK(playing.insert(opened->players[1].user).second);
    }
  }
  CHECK(playing.size() > 100);
}
