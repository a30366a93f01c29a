#pragma once

// A scripted server for tests of the client: reads what the client sends with the real codec and
// answers what the test says.

#include <catch2/catch.hpp>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "client/console/client.h"
#include "proto/codec.h"

namespace tianyuan::console::test {

namespace ask = proto::request;
namespace answer = proto::result;

class FakeServer {
 public:
  explicit FakeServer(ClientSettings settings = {})
      : client(std::move(settings), [] { return 7U; }) {}

  Client client;
  Millis now_ms = 1'000;

  // The client's next request, which must be a T.
  template <typename T>
  std::pair<proto::RequestId, T> expect() {
    collect();
    REQUIRE_FALSE(requests_.empty());
    const proto::ClientMessage message = requests_.front();
    requests_.pop_front();
    INFO(proto::method_of(message.request));
    REQUIRE(std::holds_alternative<T>(message.request));
    return {message.id, std::get<T>(message.request)};
  }
  bool silent() {
    collect();
    return requests_.empty();
  }

  void give(const proto::RequestId& id, proto::Result result) {
    client.received(proto::encode(proto::Response{id, std::move(result)}), now_ms);
  }
  void refuse(const proto::RequestId& id, proto::ErrorCode code) {
    proto::Error error;
    error.code = code;
    error.message = "no";
    client.received(proto::encode(proto::Response{id, error}), now_ms);
  }
  void tell(proto::Notification notification) {
    client.received(proto::encode(proto::ServerMessage(std::move(notification))), now_ms);
  }

  // Everything told since the last call, a line each, stable words only.
  std::vector<std::string> told() {
    std::vector<std::string> words;
    client.settle();
    for (const Notice& notice : client.take_notices()) words.push_back(notice.words);
    return words;
  }
  // Whether a line with that beginning has been told since the last call of told().
  static bool has(const std::vector<std::string>& lines, std::string_view beginning) {
    for (const std::string& line : lines) {
      if (line.starts_with(beginning)) return true;
    }
    return false;
  }

  void command(std::string_view line) {
    const auto parsed = parse_command(line);
    REQUIRE(parsed.has_value());
    REQUIRE(parsed->has_value());
    client.perform(**parsed, now_ms);
  }

  // Connects as guest "ming", id 1.
  void sign_in() {
    client.opened(now_ms);
    give(expect<ask::Hello>().first, answer::Hello{"test", "1", "tianyuan.v1", 0});
    give(expect<ask::Guest>().first, session());
    give(expect<ask::Rooms>().first, rooms());
    REQUIRE(client.ready());
  }

  static proto::UserView user(proto::Id id, std::string name) {
    return {id, std::move(name), true, 0, "初学者"};
  }
  static answer::Session session() {
    answer::Session session;
    session.token = "token-1";
    session.user = user(1, "ming");
    return session;
  }
  static answer::Rooms rooms() {
    proto::RoomView room;
    room.id = 1;
    room.name = "普通一室";
    room.kind = "casual";
    room.rule = "freestyle";
    room.enforcement = "refuse";
    room.time = "hall 600000 60000 20000";
    room.is_default = true;
    return {{room}};
  }
  static proto::AskView place(Player player, Colour colour) {
    proto::AskView wanted;
    wanted.player = player;
    wanted.acts = {"place"};
    wanted.colour = colour;
    return wanted;
  }
  static proto::GameSnapshot game() {
    proto::GameSnapshot shown;
    shown.game = 12;
    shown.table = 5;
    shown.room = 1;
    shown.version = 1;
    shown.rule = "freestyle";
    shown.enforcement = "refuse";
    shown.time = "hall 600000 60000 20000";
    shown.players = {user(1, "ming"), user(2, "hong")};
    shown.ask = place(Player::first, Colour::black);
    shown.clocks.first.left_ms = 600'000;
    shown.clocks.second.left_ms = 600'000;
    shown.clocks.running = Player::first;
    shown.clocks.move_left_ms = 60'000;
    return shown;
  }
  static proto::TableView table(std::string state = "playing") {
    proto::TableView shown;
    shown.id = 5;
    shown.room = 1;
    shown.state = std::move(state);
    shown.seats[0].user = user(1, "ming");
    shown.seats[1].user = user(2, "hong");
    return shown;
  }
  // A quick match found: game 12, "ming" is first and Black.
  void start_game() {
    sign_in();
    command("match");
    give(expect<ask::MatchStart>().first, answer::Match{3});
    tell(proto::notify::MatchFound{3, table(), game()});
  }
  static proto::GameEventView stone(std::int64_t version, Player player, std::string_view point) {
    proto::GameEventView event;
    event.version = version;
    event.turn = static_cast<int>(version) - 1;
    event.kind = "stone";
    event.player = player;
    event.colour = player == Player::first ? Colour::black : Colour::white;
    event.point = *parse_point(point);
    event.number = static_cast<int>(version) - 1;
    event.clocks = game().clocks;
    event.ask = place(other(player), opposite(*event.colour));
    return event;
  }

 private:
  void collect() {
    for (const std::string& frame : client.take_frames()) {
      auto message = proto::decode_client(frame);
      INFO(frame);
      REQUIRE(message.has_value());
      requests_.push_back(*message);
    }
  }
  std::deque<proto::ClientMessage> requests_;
};

inline ClientSettings as_guest() {
  ClientSettings settings;
  settings.server = "ws://test";
  settings.sign_in = {SignIn::How::guest, "ming", {}};
  return settings;
}

}  // namespace tianyuan::console::test
