#include "client/console/commands.h"

#include <catch2/catch.hpp>
#include <set>
#include <variant>

#include "proto/codec.h"

using namespace tianyuan;
using namespace tianyuan::console;

namespace {

Command parsed(std::string_view line) {
  const auto command = parse_command(line);
  REQUIRE(command.has_value());
  REQUIRE(command->has_value());
  return **command;
}

std::string refused(std::string_view line) {
  const auto command = parse_command(line);
  REQUIRE(command.has_value());
  REQUIRE_FALSE(command->has_value());
  return std::string(command->error().word);
}

State in_game() {
  proto::GameSnapshot snapshot;
  snapshot.game = 12;
  snapshot.turn = 5;
  snapshot.draw_offer = 3;
  State state;
  state.user = proto::UserView{1, "ming", false, 0, ""};
  state.room = 4;
  state.game.emplace(snapshot, 0);
  return state;
}

}  // namespace

TEST_CASE("Points in either case are stones; what is off the board says so") {
  CHECK(parsed("H8").verb == Verb::place);
  CHECK(parsed("h8").verb == Verb::place);
  CHECK(parsed("  o15  ").verb == Verb::place);
  CHECK(parsed("PLACE h8").verb == Verb::place);
  CHECK(refused("P8") == "bad_point");
  CHECK(refused("H16") == "bad_point");
  CHECK(refused("H08") == "bad_point");
  CHECK(refused("dance") == "bad_command");
}

TEST_CASE("Empty lines and comments are skipped") {
  CHECK_FALSE(parse_command("").has_value());
  CHECK_FALSE(parse_command("   \t\r").has_value());
  CHECK_FALSE(parse_command("# H8").has_value());
}

TEST_CASE("Commands with too few or too many words are refused with their form") {
  const auto command = parse_command("login ming");
  REQUIRE(command.has_value());
  REQUIRE_FALSE(command->has_value());
  CHECK(command->error().word == "bad_argument");
  CHECK(command->error().detail == "login NAME PASSWORD");
  CHECK(refused("pass now") == "bad_argument");
  CHECK(refused("enter") == "bad_argument");
}

TEST_CASE("Chat keeps what was typed, blanks included") {
  CHECK(parsed("say  well  played!").rest == "well  played!");
  const auto request = request_of(parsed("report 7 he  cheats"), in_game());
  REQUIRE(request.has_value());
  CHECK(std::get<proto::request::ChatReport>(**request).text == "he  cheats");
}

TEST_CASE("Game commands carry the game and the turn they were meant for") {
  const State state = in_game();
  const auto place = request_of(parsed("h8"), state);
  REQUIRE(place.has_value());
  const auto& request = std::get<proto::request::Place>(**place);
  CHECK(request.game == 12);
  CHECK(request.turn == 5);
  CHECK(request.point == kTengen);
  const auto offer = request_of(parsed("offer H7 j7"), state);
  REQUIRE(offer.has_value());
  CHECK(std::get<proto::request::OfferFifths>(**offer).points.size() == 2);
  CHECK(request_of(parsed("offer H7 Q7"), state).error().word == "bad_point");
}

TEST_CASE("Offers are made without and answered with yes or no, by their id") {
  const State state = in_game();
  CHECK(std::holds_alternative<proto::request::OfferDraw>(**request_of(parsed("draw"), state)));
  const auto answer = std::get<proto::request::AnswerDraw>(**request_of(parsed("draw no"), state));
  CHECK(answer.offer == 3);
  CHECK_FALSE(answer.accept);
  CHECK(request_of(parsed("undo yes"), state).error().word == "no_offer");
  CHECK(request_of(parsed("draw maybe"), state).error().word == "bad_argument");
}

TEST_CASE("Without a game the client itself says so") {
  CHECK(request_of(parsed("h8"), State{}).error().word == "no_game");
  CHECK(request_of(parsed("match"), State{}).error().word == "not_in_room");
}

TEST_CASE("A quick match takes the room named, else the present one, else the default") {
  State state = in_game();
  const auto room = [&](std::string_view line) {
    return std::get<proto::request::MatchStart>(**request_of(parsed(line), state)).room;
  };
  CHECK(room("match 7") == 7);
  CHECK(room("match") == 4);
  state.room.reset();
  proto::RoomView first;
  first.id = 2;
  proto::RoomView second;
  second.id = 9;
  second.is_default = true;
  state.rooms = {first, second};
  CHECK(room("match") == 9);
}

TEST_CASE("Confirm takes minutes and seconds, or what was confirmed first") {
  State state = in_game();
  auto confirm = [&](std::string_view line) {
    return std::get<proto::request::TableConfirm>(**request_of(parsed(line), state));
  };
  CHECK(confirm("confirm 10 60 20").total_ms == 600'000);
  CHECK(confirm("confirm 10 60 20").after_ms == 20'000);
  CHECK(confirm("confirm").total_ms == 0);
  state.table.emplace();
  state.table->total_ms = 300'000;
  state.table->before_ms = 30'000;
  state.table->after_ms = 10'000;
  CHECK(confirm("confirm").total_ms == 300'000);
  CHECK(confirm("confirm").before_ms == 30'000);
  CHECK(request_of(parsed("confirm 10"), state).error().word == "bad_argument");
  CHECK(request_of(parsed("confirm 10 99999999999 1"), state).error().word == "bad_argument");
  CHECK(request_of(parsed("confirm -1 5 5"), state).error().word == "bad_argument");
}

TEST_CASE("A referee's commands name the game, and the reason is the rest of the line") {
  namespace ask = proto::request;
  State state = in_game();
  state.game.emplace(
      [] {
        proto::GameSnapshot shown;
        shown.game = 12;
        shown.black = Player::second;
        return shown;
      }(),
      0);
  const auto request = [&](std::string_view line) { return **request_of(parsed(line), state); };
  const auto word = [&](std::string_view line) {
    const auto made = request_of(parsed(line), state);
    return made ? std::string_view("made") : made.error().word;
  };
  const auto pause = std::get<ask::RefereePause>(request("referee pause 7 fire alarm"));
  CHECK(pause.game == 7);
  CHECK(pause.reason == "fire alarm");
  CHECK(std::get<ask::RefereeResume>(request("referee resume 7 ok")).reason == "ok");
  CHECK(std::get<ask::RefereeSplit>(request("referee split 7 slow")).game == 7);
  const auto set = std::get<ask::RefereeSetClock>(request("referee clock 7 second 90 was wrong"));
  CHECK(set.player == Player::second);
  CHECK(set.left_ms == 90'000);
  CHECK_FALSE(set.period);
  CHECK(set.reason == "was wrong");
  CHECK(std::get<ask::RefereeSetClock>(request("referee clock 7 first 0 period=2 x")).period == 2);
  CHECK(std::get<ask::RefereeAdjudge>(request("referee adjudge 7 replay x")).verdict == "replay");
  // The colour, in the game on the board; elsewhere nobody knows who holds it.
  const auto win = std::get<ask::RefereeAdjudge>(request("referee adjudge 12 black x y"));
  CHECK(win.verdict == "win");
  CHECK(win.winner == Player::second);
  CHECK(win.reason == "x y");
  CHECK(word("referee adjudge 7 black x") == "bad_argument");
  CHECK(word("referee adjudge 7 draw") == "bad_argument");
  CHECK(word("referee clock 7 first 90") == "bad_argument");
  CHECK(word("referee clock 7 first 86401 x") == "bad_argument");
  CHECK(word("referee clock 7 first 90 period=2") == "bad_argument");
  CHECK(word("referee stop 7 x") == "bad_argument");
  CHECK(word("referee pause x y") == "bad_argument");
  CHECK(refused("referee pause 7") == "bad_argument");
}

TEST_CASE("A new table may be for an appointed time") {
  State state = in_game();
  const auto made = [&](std::string_view line) {
    return std::get<proto::request::TableCreate>(**request_of(parsed(line), state));
  };
  const auto soon = made("new private at=2026-12-01T19:00Z late=300");
  CHECK(soon.is_private);
  CHECK(soon.appointed_at_ms == 1'796'151'600'000);
  CHECK(soon.lateness_s == 300);
  CHECK(made("new at=2026-12-01T19:00:00.000Z").appointed_at_ms == 1'796'151'600'000);
  for (const char* line : {"new at=tomorrow", "new private private", "new late=x", "new public"}) {
    INFO(line);
    CHECK(request_of(parsed(line), state).error().word == "bad_argument");
  }
}

TEST_CASE("Every command is listed once, and its request encodes") {
  std::set<std::string_view> names;
  for (const Usage& usage : usages()) {
    CHECK(names.insert(usage.name).second);
    CHECK(name_of(usage.verb) == usage.name);
  }
  CHECK(names.size() == static_cast<std::size_t>(Verb::sleep) + 1);
}
