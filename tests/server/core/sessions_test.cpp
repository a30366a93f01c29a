#include "tests/server/core/hall.h"

using namespace tianyuan;
using namespace tianyuan::core;
using namespace tianyuan::core::test;
using proto::ErrorCode;

TEST_CASE("Whoever has not signed in gets nothing but that answer") {
  Hall hall;
  CHECK(hall.refused(99, request::Rooms{}).code == ErrorCode::not_signed_in);
  CHECK(hall.core.census().users == 0);
}

TEST_CASE("The newest session of an account replaces the older one") {
  Hall hall;
  const SessionId older = hall.sign_in(7);
  const SessionId newer = hall.sign_in(7);
  CHECK(hall.told<notify::SessionReplaced>(older).size() == 1);
  REQUIRE(hall.closed == std::vector<SessionId>{older});
  CHECK(hall.close_codes[older] == 4001);
  CHECK(hall.refused(older, request::Rooms{}).code == ErrorCode::not_signed_in);
  hall.get<result::Rooms>(newer, request::Rooms{});

  SECTION("and the end of the older one says nothing about the player") {
    hall.drop(older);
    hall.get<result::Rooms>(newer, request::Rooms{});
    CHECK(hall.core.census().users == 1);
  }
}

TEST_CASE("A replaced session is no absence from the game") {
  Hall hall;
  const auto match = hall.match(1, 2);
  hall.forget_told();
  const SessionId newer = hall.new_session();
  const auto session = hall.sign_in_again(match.first_user, newer);
  REQUIRE(session.game.has_value());
  CHECK(session.game->game == match.game);
  CHECK(session.table->id == match.table);
  CHECK(*session.room == kCasual);
  CHECK(hall.told<notify::GameEvent>(match.second).empty());
  hall.drop(match.first);  // the old socket's end comes last
  CHECK_FALSE(hall.core.find_game(match.game)->absence(Player::first).absent);
  hall.placed(newer, match.game, "h8");
}

TEST_CASE("Two sessions that replace each other: the last one stays") {
  Hall hall;
  SessionId last = 0;
  for (int i = 0; i < 20; ++i) last = hall.sign_in(3);
  CHECK(hall.core.census().sessions == 1);
  hall.get<result::Rooms>(last, request::Rooms{});
}

TEST_CASE("Logging out answers, unbinds and leaves the socket") {
  Hall hall;
  const SessionId session = hall.sign_in(1);
  hall.get<result::Room>(session, request::EnterRoom{kCasual});
  const auto output = hall.submit(command::SignedOut{session, std::int64_t{5}});
  CHECK(std::holds_alternative<effect::Answer>(output.effects.front()));
  CHECK(hall.closed.empty());
  CHECK(hall.core.census().users == 0);
  CHECK(hall.refused(session, request::Rooms{}).code == ErrorCode::not_signed_in);
}

TEST_CASE("One socket that signs in as someone else is no longer the first") {
  Hall hall;
  const SessionId session = hall.sign_in(1);
  hall.sign_in_again(2, session);
  CHECK(hall.core.census().users == 1);
  CHECK(hall.core.census().sessions == 1);
}

TEST_CASE("A guest who registers keeps his session, seat and game") {
  Hall hall;
  const auto match = hall.match(1, 2);
  const auto session = hall.sign_in_again(match.first_user, match.first);
  CHECK(session.game->game == match.game);
  CHECK(hall.told<notify::SessionReplaced>(match.first).empty());
  hall.placed(match.first, match.game, "h8");
}

TEST_CASE("A closed account is told and closed; its game runs on as absence") {
  Hall hall;
  const auto match = hall.match(1, 2);
  hall.submit(command::ClosePlayer{match.first_user});
  CHECK(hall.closed == std::vector<SessionId>{match.first});
  CHECK(hall.core.find_game(match.game)->absence(Player::first).absent);
  hall.submit(command::ClosePlayer{match.first_user});  // twice: nothing more
  CHECK(hall.closed.size() == 1);
  hall.submit(command::ClosePlayer{12345});
}

TEST_CASE("A profile that says banned closes the player") {
  Hall hall;
  const SessionId session = hall.sign_in(1);
  Profile banned = hall.profile(1);
  banned.banned = true;
  hall.submit(command::ProfileChanged{banned});
  CHECK(hall.closed == std::vector<SessionId>{session});
}

TEST_CASE("Announcements and the drain reach everyone; then no game begins") {
  Hall hall;
  const SessionId a = hall.sign_in(1);
  const SessionId b = hall.sign_in(2);
  hall.submit(command::Announce{"maintenance at noon"});
  CHECK(hall.told<notify::Announcement>(a).front().text == "maintenance at noon");
  CHECK(hall.told<notify::Announcement>(b).size() == 1);
  hall.get<result::Match>(a, request::MatchStart{kCasual});
  hall.submit(command::Drain{"back in five minutes"});
  CHECK(hall.told<notify::ServerDraining>(b).front().message == "back in five minutes");
  CHECK(hall.core.census().searching == 0);
  CHECK(hall.refused(b, request::MatchStart{kCasual}).code == ErrorCode::draining);
  CHECK(hall.refused(b, request::TableCreate{kCasual}).code == ErrorCode::draining);
}

TEST_CASE("A running game goes on through a drain") {
  Hall hall;
  const auto match = hall.match(1, 2);
  hall.submit(command::Drain{"soon"});
  hall.play(match, {"h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4", "h12"});
  CHECK(hall.told<notify::GameOver>(match.second).size() == 1);
  CHECK(hall.refused(match.first, request::TableReady{true}).code == ErrorCode::draining);
}
