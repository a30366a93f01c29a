// Frames over real sockets: each kind of bad input has its answer, and the connection and the
// server live on where they should.

#include <catch2/catch.hpp>

#include "running_server.h"

using namespace tianyuan::shell;
using nlohmann::json;

namespace {

int code_of(const json& message) {
  return message.is_object() && message.contains("error") ? message["error"]["code"].get<int>() : 0;
}
std::string reason_of(const json& message) {
  return message.is_object() && message.contains("error")
             ? message["error"]["data"]["reason"].get<std::string>()
             : message.dump();
}

}  // namespace

TEST_CASE("who may open a WebSocket") {
  Config config;
  config.origins = {"https://play.example"};
  RunningServer server(config);
  const auto status = [&](const std::string& headers) {
    RawClient client(server.port());
    return client.upgrade(headers).status;
  };
  CHECK(status("") == 101);  // a missing subprotocol is accepted
  CHECK(status("Sec-WebSocket-Protocol: chat, tianyuan.v1\r\n") == 101);
  CHECK(status("Sec-WebSocket-Protocol: tianyuan.v9\r\n") == 400);
  CHECK(status("Origin: http://127.0.0.1\r\n") == 101);
  CHECK(status("Origin: https://play.example\r\n") == 101);
  CHECK(status("Origin: http://evil.example\r\n") == 403);
  CHECK(status("Origin: null\r\n") == 403);
  RawClient elsewhere(server.port());
  CHECK(elsewhere.upgrade("", "/other").status == 404);
  RawClient named(server.port());
  const auto accepted = named.upgrade();
  CHECK(accepted.head.find("Sec-WebSocket-Protocol: tianyuan.v1") != std::string::npos);
  CHECK(accepted.head.find("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=") != std::string::npos);
}

TEST_CASE("hello and ping need no account") {
  RunningServer server;
  RawClient client(server.port());
  client.upgrade();
  const auto hello =
      client.call(1, "session.hello", {{"client", "test"}, {"version", "1"}, {"lang", "en"}});
  CHECK(hello["result"]["protocol"] == "tianyuan.v1");
  CHECK(client.call(2, "session.ping")["result"]["now"].is_string());
}

TEST_CASE("a bad message gets its error and the connection goes on") {
  RunningServer server;
  RawClient client(server.port());
  REQUIRE(sign_in_guest(client).contains("result"));
  const std::vector<std::pair<std::string, int>> cases = {
      {"", -32700},
      {"{", -32700},
      {"nonsense", -32700},
      {std::string(8'000, '['), -32700},
      {"null", -32600},
      {"[]", -32600},
      {"{}", -32600},
      {"0", -32600},
      {R"({"jsonrpc":"2.0","method":"hall.rooms"})", -32600},
      {R"({"jsonrpc":"2.0","id":7,"method":"no.such"})", -32601},
      {R"({"jsonrpc":"2.0","id":7,"method":"hall.enter","params":{"room":"1"}})", -32602},
      {R"({"jsonrpc":"2.0","id":7,"method":"hall.enter","params":{"room":7.5}})", -32602},
      {R"({"jsonrpc":"2.0","id":7,"method":"hall.enter","params":{"room":1e400}})", -32602},
      {R"({"jsonrpc":"2.0","id":7,"method":"hall.enter","params":{"room":null}})", -32602},
      {R"({"jsonrpc":"2.0","id":7,"method":"hall.enter","params":{}})", -32602},
      {R"({"jsonrpc":"2.0","id":7,"method":"game.place","params":)"
       R"({"game":1,"turn":4294967303,"point":"H8"}})",
       -32602},
  };
  for (const auto& [text, code] : cases) {
    INFO(text.substr(0, 100));
    REQUIRE(client.text(text));
    const auto answer = client.json();
    // 1e400 is no JSON number that a double holds; either word is right.
    const bool overflow = text.find("1e400") != std::string::npos;
    CHECK((code_of(answer) == code || (overflow && code_of(answer) == -32700)));
  }
  CHECK(client.call(9, "session.ping").contains("result"));
}

TEST_CASE("without an account the hall answers not_signed_in") {
  RunningServer server;
  RawClient client(server.port());
  client.upgrade();
  CHECK(reason_of(client.call(1, "hall.enter", {{"room", 1}})) == "not_signed_in");
  CHECK(reason_of(client.call(2, "session.logout")) == "not_signed_in");
  CHECK(reason_of(client.call(3, "player.profile", {{"user", 0}})) == "not_signed_in");
}

TEST_CASE("an oversized frame is told, then closed with 1009") {
  RunningServer server;
  for (const std::size_t size : {17u * 1024, 200'000u, 8u << 20}) {
    RawClient client(server.port());
    client.upgrade();
    client.text(std::string(size, '['));
    CHECK(reason_of(client.json()) == "too_large");
    CHECK(client.json() == 1009);
  }
  RawClient endless(server.port());
  endless.upgrade();
  endless.send(RawClient::frame_head(std::size_t{1} << 40, 1) + std::string(20'000, 'x'));
  CHECK(reason_of(endless.json()) == "too_large");
  CHECK(endless.json() == 1009);
}

TEST_CASE("binary frames are refused, bad UTF-8 and protocol errors end the connection") {
  RunningServer server;
  RawClient binary(server.port());
  binary.upgrade();
  binary.binary("{}");
  CHECK(code_of(binary.json()) == -32700);
  CHECK(binary.json() == 1003);
  RawClient utf8(server.port());
  utf8.upgrade();
  utf8.text("\xff");
  CHECK(utf8.json() == 1007);
  RawClient unmasked(server.port());
  unmasked.upgrade();
  unmasked.send("\x81\x02{}");
  CHECK(unmasked.json() == 1002);
}

TEST_CASE("a message in many fragments is one message") {
  RunningServer server;
  RawClient client(server.port());
  client.upgrade();
  const std::string text = R"({"jsonrpc":"2.0","id":1,"method":"session.ping","params":{}})";
  for (std::size_t i = 0; i < text.size(); ++i) {
    client.send(RawClient::frame_head(1, i == 0 ? 1 : 0, i + 1 == text.size()) + text[i]);
  }
  CHECK(client.json()["id"] == 1);
}

TEST_CASE("over the budget: rate_limited, and a flood is closed with 1008") {
  Config config;
  config.limits.frames_per_second = 0.1;
  config.limits.frames_burst = 5;
  config.limits.refusals_per_second = 0.1;
  config.limits.refusals_burst = 3;
  RunningServer server(config);
  RawClient client(server.port());
  client.upgrade();
  for (int i = 0; i < 5; ++i) CHECK(client.call(i, "session.ping").contains("result"));
  for (int i = 5; i < 8; ++i) {
    const auto refused = client.call(i, "session.ping");
    CHECK(reason_of(refused) == "rate_limited");
    CHECK(refused["error"]["data"]["retry_after_ms"].get<int>() > 0);
  }
  CHECK(client.call(8, "session.ping") == 1008);
  RawClient other(server.port());
  other.upgrade();
  CHECK(other.call(1, "session.ping").contains("result"));
}

TEST_CASE("a reader that takes nothing is cut off, and the others never wait") {
  Config config;
  config.limits.frames_per_second = 1e6;
  config.limits.frames_burst = 1'000'000;
  config.limits.address_frames_burst = 10'000'000;
  config.limits.outbox_bytes = 64 * 1024;
  RunningServer server(config);
  RawClient deaf(server.port());
  deaf.upgrade();
  // Asks and never reads: the answers fill the socket, then the outbox, then it is over.
  const std::string rooms = R"({"jsonrpc":"2.0","id":1,"method":"hall.rooms","params":{}})";
  const std::string ask = RawClient::frame_head(rooms.size(), 1) + rooms;
  std::string many;
  for (int i = 0; i < 100; ++i) many += ask;
  int rounds = 0;
  while (rounds < 100'000 && deaf.send(many)) ++rounds;
  CHECK(rounds < 100'000);
  RawClient other(server.port());
  other.upgrade();
  CHECK(other.call(1, "session.ping").contains("result"));
  RawClient operators(server.admin_port());
  CHECK(operators.get("/metrics").body.find("tianyuan_slow_readers_total 1") != std::string::npos);
}

TEST_CASE("a silent peer is pinged, then dropped") {
  Config config;
  config.limits.ping_interval = std::chrono::milliseconds(1'000);
  config.limits.silence_timeout = std::chrono::milliseconds(4'000);
  RunningServer server(config);
  RawClient silent(server.port());
  silent.upgrade();
  int pings = 0;
  while (const auto frame = silent.any_frame()) pings += frame->opcode == 9;
  CHECK(pings >= 2);  // one at first, for the round trip
}

TEST_CASE("a message that never ends is cut off") {
  Config config;
  config.limits.message_timeout = std::chrono::milliseconds(1'000);
  RunningServer server(config);
  RawClient slow(server.port());
  slow.upgrade();
  slow.send(RawClient::frame_head(1, 1, false) + "{");
  CHECK_FALSE(slow.frame());
}

TEST_CASE("the end: players are told, sockets closed with 1001, the code is 0") {
  RunningServer server;
  RawClient client(server.port());
  REQUIRE(sign_in_guest(client).contains("result"));
  CHECK(server.stop() == 0);
  bool told = false;
  json last;
  for (last = client.json(); last.is_object(); last = client.json()) {
    told |= last.value("method", "") == "server.draining";
  }
  CHECK(told);
  CHECK(last == 1001);
}
