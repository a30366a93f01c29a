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

TEST_CASE("Every command is listed once, and its request encodes") {
  std::set<std::string_view> names;
  for (const Usage& usage : usages()) {
    CHECK(names.insert(usage.name).second);
    CHECK(name_of(usage.verb) == usage.name);
  }
  CHECK(names.size() == static_cast<std::size_t>(Verb::sleep) + 1);
}
