// What a client makes of what a server, perhaps a newer one, sends.

#include <catch2/catch.hpp>
#include <limits>
#include <map>
#include <string>

#include "proto/codec.h"
#include "proto/instants.h"

namespace tianyuan::proto {
namespace {

struct Sent final : PendingMethods {
  std::string_view method_of(const RequestId& id) const override {
    const auto found = methods.find(id);
    return found == methods.end() ? std::string_view{} : found->second;
  }
  std::map<RequestId, std::string_view> methods{{RequestId{std::int64_t{1}}, "session.ping"},
                                                {RequestId{std::string("p")}, "game.place"}};
};

std::expected<ServerMessage, Error> read(std::string_view text) {
  return decode_server(text, Sent{});
}

void check_refused(std::string_view text, ErrorCode code, std::string_view field) {
  const auto message = read(text);
  INFO(text);
  REQUIRE_FALSE(message.has_value());
  CHECK(reason(message.error().code) == reason(code));
  CHECK(message.error().field == field);
}

TEST_CASE("a result is read by the method that was sent under its id") {
  const auto pong =
      read(R"({"jsonrpc":"2.0","id":1,"result":{"now":"2026-11-29T20:30:17.123Z","new":[{}]}})");
  REQUIRE(pong.has_value());
  const auto& result = std::get<Result>(std::get<Response>(*pong).body);
  CHECK(std::get<result::Pong>(result).now_ms == 1'795'984'217'123);

  check_refused(R"({"jsonrpc":"2.0","id":2,"result":{}})", ErrorCode::invalid_request, "id");
  check_refused(R"({"jsonrpc":"2.0","id":null,"result":{}})", ErrorCode::invalid_request, "id");
  check_refused(R"({"jsonrpc":"2.0","id":1,"result":{"now":5}})", ErrorCode::invalid_request,
                "result.now");
  check_refused(R"({"jsonrpc":"2.0","id":1,"result":null})", ErrorCode::invalid_request, "result");
  check_refused(R"({"jsonrpc":"2.0","id":"p","result":{"game":1,"turn":1,"events":[{}]}})",
                ErrorCode::invalid_request, "result.events[0].version");
}

TEST_CASE("an error keeps its code, word and data") {
  const auto stale =
      read(R"({"jsonrpc":"2.0","id":"p","error":{"code":1403,"message":"Late.","data":)"
           R"({"reason":"stale","turn":9,"later":1}}})");
  REQUIRE(stale.has_value());
  const auto& error = std::get<Error>(std::get<Response>(*stale).body);
  CHECK(error.code == ErrorCode::stale);
  CHECK(error.message == "Late.");
  CHECK(error.turn == 9);
}

TEST_CASE("an error code that this client does not know is the server's internal matter") {
  const auto unknown = read(R"({"jsonrpc":"2.0","id":1,"error":{"code":7777,"message":"New."}})");
  REQUIRE(unknown.has_value());
  const auto& error = std::get<Error>(std::get<Response>(*unknown).body);
  CHECK(error.code == ErrorCode::internal_error);
  CHECK(error.message == "New.");
}

TEST_CASE("a notification that this client does not know is told apart") {
  check_refused(R"({"jsonrpc":"2.0","method":"weather.change","params":{}})",
                ErrorCode::method_not_found, "method");
  check_refused(R"({"jsonrpc":"2.0","method":"chat.message","params":{"scope":"room"}})",
                ErrorCode::invalid_request, "params.from");
}

TEST_CASE("what is no message is refused") {
  check_refused("", ErrorCode::parse_error, "");
  check_refused("null", ErrorCode::invalid_request, "");
  check_refused("[]", ErrorCode::invalid_request, "");
  check_refused("{}", ErrorCode::invalid_request, "jsonrpc");
  check_refused(R"({"jsonrpc":"2.0","id":1})", ErrorCode::invalid_request, "");
  check_refused(R"({"jsonrpc":"2.0","id":1,"result":{},"error":{}})", ErrorCode::invalid_request,
                "");
  check_refused(R"({"jsonrpc":"2.0","id":1,"result":{},"result":{}})", ErrorCode::invalid_request,
                "result");
}

TEST_CASE("instants are written and read in UTC") {
  CHECK(iso8601(0) == "1970-01-01T00:00:00.000Z");
  CHECK(iso8601(1'795'984'217'123) == "2026-11-29T20:30:17.123Z");
  CHECK(iso8601(951'782'400'000) == "2000-02-29T00:00:00.000Z");
  CHECK(iso8601(253'402'300'799'999) == "9999-12-31T23:59:59.999Z");
  CHECK(iso8601(-1) == "1970-01-01T00:00:00.000Z");
  CHECK(iso8601(std::numeric_limits<std::int64_t>::max()) == "9999-12-31T23:59:59.999Z");
  for (const std::string_view text :
       {"", "2026-11-29", "2026-11-29T20:30:17Z", "2026-02-29T00:00:00.000Z",
        "2026-13-01T00:00:00.000Z", "2026-11-29T24:00:00.000Z", "2026-11-29T20:30:60.000Z",
        "1969-12-31T23:59:59.999Z", "2026-11-29 20:30:17.123Z", "2026-11-29T20:30:17.123z",
        "20x6-11-29T20:30:17.123Z", "2026-11-29T20:30:17.123+", "-026-11-29T20:30:17.123Z"})
    CHECK_FALSE(parse_iso8601(text).has_value());
}

TEST_CASE("whatever a server's own strings hold, what is written is JSON") {
  const Notification odd = notify::Announcement{std::string("a\0\x1f\"\\\xff\xc0\x80\x7f", 9)};
  const std::string text = encode_notification(odd);
  CHECK(text ==
        "{\"jsonrpc\":\"2.0\",\"method\":\"server.announcement\",\"params\":{\"text\":"
        "\"a\\u0000\\u001f\\\"\\\\\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\x7f\"}}");
  CHECK(read(text).has_value());
}

TEST_CASE("members that say nothing are left out") {
  notify::GameEvent event;
  event.game = 1;
  event.event.version = 2;
  event.event.kind = "left";
  CHECK(
      encode_notification(event) ==
      R"({"jsonrpc":"2.0","method":"game.event","params":{"game":1,"event":{"version":2,"turn":0,)"
      R"("kind":"left","clocks":{"first":{"left_ms":0},"second":{"left_ms":0}}}}})");
}

TEST_CASE("an error without a message gets its word's") {
  CHECK(encode(ErrorWithoutId{Error{.code = ErrorCode::busy}}) ==
        R"({"jsonrpc":"2.0","id":null,"error":{"code":1101,"message":"The server is busy; try )"
        R"(again.","data":{"reason":"busy"}}})");
}

}  // namespace
}  // namespace tianyuan::proto
