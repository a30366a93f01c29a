#include "client/console/script.h"

#include <catch2/catch.hpp>

#include "tests/client/fake_server.h"

using namespace tianyuan;
using namespace tianyuan::console;
using namespace tianyuan::console::test;

namespace {

// Runs the script as far as it goes; what was told.
std::vector<std::string> run(Script& script, FakeServer& server) {
  std::vector<std::string> told;
  bool more = true;
  while (more) {
    server.client.settle();
    more = script.step(server.client, server.now_ms);
    for (const Notice& notice : server.client.take_notices()) {
      script.saw(notice);
      told.push_back(notice.words);
      more = true;
    }
  }
  return told;
}

}  // namespace

TEST_CASE("Lines are taken one after the other, each when the one before is answered") {
  FakeServer server(as_guest());
  server.sign_in();
  Script script;
  script.add_line("enter 1");
  script.add_line("# a comment");
  script.add_line("tables");
  run(script, server);
  const auto id = server.expect<ask::EnterRoom>().first;
  run(script, server);
  CHECK(server.silent());
  server.give(id, answer::Room{FakeServer::rooms().rooms[0], {}});
  run(script, server);
  server.expect<ask::TableList>();
}

TEST_CASE("Commands wait for the sign-in; local ones do not") {
  FakeServer server(as_guest());
  Script script;
  script.add_line("help");
  script.add_line("rooms");
  CHECK(run(script, server) == std::vector<std::string>{"help"});
  server.sign_in();
  run(script, server);
  server.expect<ask::Rooms>();
}

TEST_CASE("Wait finds lines printed already, and each wait goes on behind the last") {
  FakeServer server(as_guest());
  server.start_game();
  Script script;
  run(script, server);
  script.add_line("wait match-found colour=black");
  script.add_line("wait your-turn place");
  script.add_line("whoami");
  CHECK(run(script, server).back().starts_with("signed-in"));
  script.add_line("wait your-turn timeout=5");
  script.add_line("whoami");
  CHECK(run(script, server).empty());
  REQUIRE(script.next_due_ms());
  CHECK(*script.next_due_ms() == server.now_ms + 5'000);
  server.now_ms += 5'000;
  const auto told = run(script, server);
  CHECK(told[0] == "error wait_timeout");
  CHECK(told[1].starts_with("signed-in"));
}

TEST_CASE("Play places each stone when it is one's turn, and stops at a refusal") {
  FakeServer server(as_guest());
  server.start_game();
  Script script;
  script.add_line("play h8 j8 k8");
  script.add_line("whoami");
  run(script, server);
  auto [id, place] = server.expect<ask::Place>();
  CHECK(place.point == kTengen);
  server.give(id, answer::Game{12, 1, {FakeServer::stone(2, Player::first, "H8")}});
  run(script, server);
  CHECK(server.silent());  // the other's turn
  server.tell(proto::notify::GameEvent{12, FakeServer::stone(3, Player::second, "I8")});
  run(script, server);
  const auto second = server.expect<ask::Place>();
  CHECK(second.second.turn == 2);
  server.refuse(second.first, proto::ErrorCode::occupied);
  const auto told = run(script, server);
  CHECK(told[0] == "error occupied");
  CHECK(told[1].starts_with("signed-in"));
  CHECK(server.silent());
}

TEST_CASE("A move that a busy server has not taken is sent again when it says") {
  for (const auto code : {proto::ErrorCode::rate_limited, proto::ErrorCode::busy}) {
    FakeServer server(as_guest());
    server.start_game();
    Script script;
    script.add_line("play h8 j8");
    run(script, server);
    const auto first = server.expect<ask::Place>();
    server.refuse(first.first, code);
    run(script, server);
    CHECK(server.silent());
    REQUIRE(script.next_due_ms());
    CHECK(*script.next_due_ms() == server.now_ms + 200);
    server.now_ms += 200;
    run(script, server);
    const auto again = server.expect<ask::Place>();
    CHECK(again.second.point == kTengen);
    CHECK(again.second.turn == first.second.turn);
    server.give(again.first, answer::Game{12, 1, {FakeServer::stone(2, Player::first, "H8")}});
    run(script, server);
    server.tell(proto::notify::GameEvent{12, FakeServer::stone(3, Player::second, "I8")});
    run(script, server);
    CHECK(to_string(server.expect<ask::Place>().second.point) == "J8");
  }
}

TEST_CASE("Bad words of the script commands are refused") {
  FakeServer server(as_guest());
  server.sign_in();
  Script script;
  script.add_line("play h8");
  CHECK(run(script, server).back() == "error no_game");
  script.add_line("sleep soon");
  CHECK(run(script, server) == std::vector<std::string>{"error bad_argument"});
  script.add_line("wait x timeout=-1");
  CHECK(run(script, server) == std::vector<std::string>{"error bad_argument"});
  script.add_line("nonsense");
  CHECK(run(script, server) == std::vector<std::string>{"error bad_command"});
}

TEST_CASE("Sleep holds the next line back; the end of the input ends the script") {
  FakeServer server(as_guest());
  server.sign_in();
  Script script;
  script.add_line("sleep 50");
  script.add_line("quit");
  script.end_input();
  run(script, server);
  CHECK_FALSE(script.quit());
  CHECK_FALSE(script.finished());
  server.now_ms += 50;
  run(script, server);
  CHECK(script.quit());
  CHECK(script.finished());
}
