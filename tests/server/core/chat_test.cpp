#include "tests/server/core/hall.h"

using namespace tianyuan;
using namespace tianyuan::core;
using namespace tianyuan::core::test;
using proto::ErrorCode;

TEST_CASE("Room chat reaches the room, the speaker included, as it was said") {
  Hall hall;
  const SessionId a = hall.sign_in(1), b = hall.sign_in(2), elsewhere = hall.sign_in(3);
  CHECK(hall.refused(a, request::ChatSay{"hello", "room"}).code == ErrorCode::not_in_room);
  for (const SessionId session : {a, b})
    hall.get<result::Room>(session, request::EnterRoom{kCasual});
  hall.get<result::Room>(elsewhere, request::EnterRoom{2});
  hall.get<result::Ok>(a, request::ChatSay{"<script>alert(1)</script> 你好", "room"});
  for (const SessionId session : {a, b}) {
    const auto told = hall.told<notify::ChatMessage>(session);
    REQUIRE(told.size() == 1);
    CHECK(told.front().text == "<script>alert(1)</script> 你好");
    CHECK(told.front().from == 1);
    CHECK(told.front().name == "player1");
  }
  CHECK(hall.told<notify::ChatMessage>(elsewhere).empty());
}

TEST_CASE("Watchers are not heard by the players while the game runs") {
  Hall hall;
  const auto match = hall.match(1, 2);
  const SessionId a = hall.sign_in(3), b = hall.sign_in(4);
  for (const SessionId session : {a, b})
    hall.get<result::Table>(session, request::TableWatch{match.table, {}});
  hall.get<result::Ok>(a, request::ChatSay{"play h8!", "table"});
  CHECK(hall.told<notify::ChatMessage>(b).size() == 1);
  CHECK(hall.told<notify::ChatMessage>(b).front().watcher);
  CHECK(hall.told<notify::ChatMessage>(match.first).empty());
  hall.get<result::Ok>(match.first, request::ChatSay{"good luck", "table"});
  CHECK(hall.told<notify::ChatMessage>(match.second).size() == 1);
  CHECK(hall.told<notify::ChatMessage>(b).size() == 2);
  hall.get<result::Game>(match.first, request::Resign{match.game});
  hall.get<result::Ok>(a, request::ChatSay{"well played", "table"});
  CHECK(hall.told<notify::ChatMessage>(match.first).size() == 2);
}

TEST_CASE("Two hundred messages a second: five pass, the session lives, the move goes through") {
  Hall hall;
  const auto match = hall.match(1, 2);
  int passed = 0, limited = 0;
  for (int i = 0; i < 200; ++i) {
    const auto response = hall.ask(match.first, request::ChatSay{"spam", "table"});
    const auto* error = std::get_if<proto::Error>(&response.body);
    passed += error == nullptr;
    if (error != nullptr) {
      CHECK(error->code == ErrorCode::rate_limited);
      CHECK(error->retry_after_ms == 2'000);
      limited += 1;
    }
  }
  CHECK(passed == 5);
  CHECK(limited == 195);
  hall.placed(match.first, match.game, "h8");
  hall.now += 1'999;
  CHECK(hall.refused(match.first, request::ChatSay{"more", "table"}).retry_after_ms == 1);
  hall.now += 1;
  hall.get<result::Ok>(match.first, request::ChatSay{"more", "table"});
}

TEST_CASE("Too long, empty, or with control characters: refused, nothing said") {
  Hall hall;
  const auto match = hall.match(1, 2);
  const auto code = [&](std::string text) {
    return hall.refused(match.first, request::ChatSay{std::move(text), "table"}).code;
  };
  CHECK(code("") == ErrorCode::invalid_params);
  CHECK(code(std::string(100'000, 'x')) == ErrorCode::too_large);
  CHECK(code(std::string(301, 'x')) == ErrorCode::too_large);
  CHECK(code("bell\a") == ErrorCode::invalid_params);
  CHECK(code("two\nlines") == ErrorCode::invalid_params);
  CHECK(hall.refused(match.first, request::ChatSay{"hi", "world"}).field == "scope");
  CHECK(hall.told<notify::ChatMessage>(match.second).empty());
}

TEST_CASE("Muted players say nothing; blocked ones are not heard by who blocked them") {
  Hall hall;
  const auto match = hall.match(1, 2);
  Profile muted = hall.profile(match.first_user);
  muted.muted = true;
  hall.submit(command::ProfileChanged{muted});
  CHECK(hall.refused(match.first, request::ChatSay{"hi", "table"}).code == ErrorCode::muted);
  hall.submit(command::BlockChanged{match.first_user, match.second_user, true});
  hall.get<result::Ok>(match.second, request::ChatSay{"hi", "table"});
  CHECK(hall.told<notify::ChatMessage>(match.first).empty());
  hall.submit(command::BlockChanged{match.first_user, match.second_user, false});
  hall.get<result::Ok>(match.second, request::ChatSay{"hi", "table"});
  CHECK(hall.told<notify::ChatMessage>(match.first).size() == 1);
  hall.submit(command::BlockChanged{404, match.second_user, true});  // of someone who is not here
  CHECK(hall.core.violations().empty());
}

TEST_CASE("Blocks come with the sign-in and go with the player") {
  Hall hall;
  const SessionId speaker = hall.sign_in(1), other = hall.sign_in(3);
  const auto sign_in = [&](std::vector<Id> blocked) {
    const SessionId session = hall.new_session();
    hall.submit(command::SignedIn{session, std::int64_t{0}, "token", hall.profile(2), blocked});
    hall.get<result::Room>(session, request::EnterRoom{kCasual});
    return session;
  };
  for (const SessionId session : {speaker, other})
    hall.get<result::Room>(session, request::EnterRoom{kCasual});
  const SessionId deaf = sign_in({1});
  hall.get<result::Ok>(speaker, request::ChatSay{"hello", "room"});
  CHECK(hall.told<notify::ChatMessage>(deaf).empty());
  CHECK(hall.told<notify::ChatMessage>(other).size() == 1);
  hall.drop(deaf);
  const SessionId again = sign_in({});
  hall.get<result::Ok>(speaker, request::ChatSay{"hello again", "room"});
  CHECK(hall.told<notify::ChatMessage>(again).size() == 1);
}
