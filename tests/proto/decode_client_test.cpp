// Whatever bytes a client sends, the server answers a message or one clear error.

#include <catch2/catch.hpp>
#include <initializer_list>
#include <string>

#include "proto/codec.h"
#include "proto/limits.h"

namespace tianyuan::proto {
namespace {

std::string call(std::string_view method, std::string_view params, std::string_view id = "7") {
  std::string text = R"({"jsonrpc":"2.0","id":)";
  return text.append(id)
             .append(R"(,"method":")")
             .append(method)
             .append(R"(","params":)")
             .append(params) +
         "}";
}

template <class T>
T decoded(std::string_view text) {
  const auto message = decode_client(text);
  INFO(text);
  REQUIRE(message.has_value());
  REQUIRE(std::holds_alternative<T>(message->request));
  return std::get<T>(message->request);
}

Unreadable refused(std::string_view text) {
  const auto message = decode_client(text);
  INFO(text.substr(0, 200));
  REQUIRE_FALSE(message.has_value());
  CHECK_FALSE(message.error().error.message.empty());
  return message.error();
}

void check_refused(std::string_view text, ErrorCode code, std::string_view field) {
  const Unreadable unreadable = refused(text);
  INFO(text.substr(0, 200));
  CHECK(reason(unreadable.error.code) == reason(code));
  CHECK(unreadable.error.field == field);
  CHECK_FALSE(unreadable.error.expected.empty());
}

TEST_CASE("a good request is read with its id") {
  const auto message = decode_client(call("game.place", R"({"game":12,"turn":3,"point":"h8"})"));
  REQUIRE(message.has_value());
  CHECK(message->id == RequestId{std::int64_t{7}});
  const auto& place = std::get<request::Place>(message->request);
  CHECK(place.game == 12);
  CHECK(place.turn == 3);
  CHECK(place.point == kTengen);
}

TEST_CASE("members may stand in any order, with any space between") {
  const auto place = decoded<request::Place>(
      " {\"params\" : {\"point\":\"O15\",\t\"turn\":0,\n\"game\":1}, \"method\":\"game.place\","
      "\"id\":\"x\",\"jsonrpc\":\"2.0\"}\r\n");
  CHECK(to_string(place.point) == "O15");
}

TEST_CASE("names may be written with escapes") {
  const auto say = decoded<request::ChatSay>(
      call("chat.say", R"({"te\u0078t":"\u5929\u5143 \ud83d\ude00 \"\\\/","scope":"room"})"));
  CHECK(say.text == "天元 😀 \"\\/");
}

TEST_CASE("params may be left out where nothing is required") {
  decoded<request::Ping>(R"({"jsonrpc":"2.0","id":1,"method":"session.ping"})");
  CHECK(decoded<request::LadderPage>(call("ladder.page", "{}")).page == 1);
  CHECK(decoded<request::TableReady>(call("table.ready", "{}")).ready);
  check_refused(R"({"jsonrpc":"2.0","id":1,"method":"hall.enter"})", ErrorCode::invalid_params,
                "room");
}

TEST_CASE("members that this server does not know are ignored, at any depth") {
  const auto place = decoded<request::Place>(
      R"({"jsonrpc":"2.0","id":1,"new":[{"a":[1]}],"method":"game.place","params":)"
      R"({"hint":{"deep":[1,"}",{"turn":9}]},"game":1,"turn":2,"more":null,"point":"A1"}})");
  CHECK(place.turn == 2);
}

TEST_CASE("what is not one JSON text is a parse error without an id") {
  for (const std::string_view text : {"",
                                      " ",
                                      "{",
                                      "}",
                                      "[",
                                      "]",
                                      "nul",
                                      "tru",
                                      "{\"id\":1",
                                      "{\"id\":1,}",
                                      "[1,]",
                                      "{}{}",
                                      "{} x",
                                      "'a'",
                                      "{'id':1}",
                                      "{id:1}",
                                      "01",
                                      "-",
                                      "+1",
                                      ".5",
                                      "1.",
                                      "1e",
                                      "0x10",
                                      "NaN",
                                      "Infinity",
                                      "\"\n\"",
                                      "\"\\x\"",
                                      "\"\\u12\"",
                                      "\"\\ud800\"",
                                      "\"\\udc00\"",
                                      "\"\\ud800\\u0041\"",
                                      "\"\xff\"",
                                      "\"\xc0\x80\"",
                                      "\"\xed\xa0\x80\"",
                                      "\"\xf4\x90\x80\x80\"",
                                      "\"\xe5\xa4\"",
                                      "\xef\xbb\xbf{}",
                                      "//x\n{}",
                                      "{\"a\":1 \"b\":2}",
                                      "{\"a\" 1}",
                                      "[1 2]"}) {
    check_refused(text, ErrorCode::parse_error, "");
    CHECK_FALSE(refused(text).id.has_value());
  }
  check_refused(std::string_view("\0", 1), ErrorCode::parse_error, "");
  check_refused(std::string_view("{}\0", 3), ErrorCode::parse_error, "");
}

// A56
TEST_CASE("what is JSON but no request is an invalid request") {
  for (const std::string_view text : {"null", "0", "7.5", "true", "\"x\"", "[]", "[{}]", "[1,2]"})
    check_refused(text, ErrorCode::invalid_request, "");
  check_refused("{}", ErrorCode::invalid_request, "jsonrpc");
  check_refused(R"({"type":null})", ErrorCode::invalid_request, "jsonrpc");
  check_refused(R"({"type":{}})", ErrorCode::invalid_request, "jsonrpc");
  check_refused(R"({"jsonrpc":2.0,"id":1,"method":"session.ping"})", ErrorCode::invalid_request,
                "jsonrpc");
  check_refused(R"({"jsonrpc":"1.0","id":1,"method":"session.ping"})", ErrorCode::invalid_request,
                "jsonrpc");
  check_refused(R"({"jsonrpc":"2.0","id":1})", ErrorCode::invalid_request, "method");
  check_refused(R"({"jsonrpc":"2.0","id":1,"method":{}})", ErrorCode::invalid_request, "method");
  check_refused(R"({"jsonrpc":"2.0","id":1,"method":null})", ErrorCode::invalid_request, "method");
  check_refused(R"({"jsonrpc":"2.0","id":1,"method":"session.ping","result":{}})",
                ErrorCode::invalid_request, "result");
  check_refused(R"({"jsonrpc":"2.0","id":1,"method":"session.ping","error":1})",
                ErrorCode::invalid_request, "error");
}

TEST_CASE("a batch is refused") {
  check_refused("[" + call("session.ping", "{}") + "]", ErrorCode::invalid_request, "");
}

TEST_CASE("a request without a usable id is refused and answered without one") {
  check_refused(R"({"jsonrpc":"2.0","method":"session.ping"})", ErrorCode::invalid_request, "id");
  const std::string characters_64 = "\"" + std::string(64, 'x') + "\"";
  const std::string characters_65 = "\"" + std::string(65, 'x') + "\"";
  for (const std::string_view id : std::initializer_list<std::string_view>{
           "null", "true", "{}", "[1]", "1.5", "1e3", "\"\"", "9007199254740992",
           "-9007199254740992", "18446744073709551617", characters_65}) {
    check_refused(call("session.ping", "{}", id), ErrorCode::invalid_request, "id");
    CHECK_FALSE(refused(call("session.ping", "{}", id)).id.has_value());
  }
  for (const std::string_view id : std::initializer_list<std::string_view>{
           "0", "-1", "9007199254740991", "-9007199254740991", "\"a\"", "\"天元\"", characters_64})
    CHECK(decode_client(call("session.ping", "{}", id)).has_value());
}

TEST_CASE("a member given twice is refused") {
  check_refused(R"({"jsonrpc":"2.0","id":1,"id":2,"method":"session.ping"})",
                ErrorCode::invalid_request, "id");
  CHECK_FALSE(refused(R"({"jsonrpc":"2.0","id":1,"id":2,"method":"session.ping"})").id.has_value());
  check_refused(R"({"jsonrpc":"2.0","jsonrpc":"2.0","id":1,"method":"session.ping"})",
                ErrorCode::invalid_request, "jsonrpc");
  check_refused(R"({"jsonrpc":"2.0","id":1,"method":"session.ping","method":"session.logout"})",
                ErrorCode::invalid_request, "method");
  check_refused(R"({"jsonrpc":"2.0","id":1,"method":"session.ping","params":{},"params":{}})",
                ErrorCode::invalid_request, "params");
  check_refused(call("game.place", R"({"game":1,"turn":2,"turn":3,"point":"A1"})"),
                ErrorCode::invalid_params, "turn");
  check_refused(call("game.place", R"({"game":1,"turn":2,"\u0074urn":3,"point":"A1"})"),
                ErrorCode::invalid_params, "turn");
}

TEST_CASE("an unknown method is named as such and answered to its id") {
  for (const std::string_view method : {"", "x", "game", "game.", "Game.place", "game.place ",
                                        "admin.shutdown", "game.event", "rpc.discover"}) {
    check_refused(call(method, "{}"), ErrorCode::method_not_found, "method");
    CHECK(refused(call(method, "{}")).id == RequestId{std::int64_t{7}});
  }
}

TEST_CASE("params must be an object") {
  for (const std::string_view params : {"null", "[]", "[1,2]", "1", "\"x\"", "true"}) {
    check_refused(call("game.place", params), ErrorCode::invalid_params, "params");
    check_refused(call("session.ping", params), ErrorCode::invalid_params, "params");
  }
}

// A58: none of these may act as 7.
TEST_CASE("only a whole number in range is an integer") {
  for (const std::string_view value :
       {"4294967303", "18446744073709551617", "1e400", "-1e400", "7.5", "7.0", "7e0", "-1", "\"7\"",
        "true", "null", "[]", "[7]", "{}", "\"\"", "2147483648", "-2147483649", "1e18",
        "99999999999999999999999999999999999999999999999999999999999999999999999999"}) {
    const auto text =
        call("game.place", R"({"game":1,"turn":)" + std::string(value) + R"(,"point":"A1"})");
    check_refused(text, ErrorCode::invalid_params, "turn");
    CHECK(refused(text).error.expected == "an integer 0..2147483647");
    CHECK(refused(text).id == RequestId{std::int64_t{7}});
  }
  for (const std::string_view value : {"0", "21", "-1", "4294967303", "7.5", "\"7\"", "null"}) {
    const auto text =
        call("game.guess_open", R"({"salt":"12345678","number":)" + std::string(value) + "}");
    check_refused(text, ErrorCode::invalid_params, "number");
    CHECK(refused(text).error.expected == "an integer 1..20");
  }
  CHECK(decoded<request::Place>(call("game.place", R"({"game":1,"turn":2147483647,"point":"A1"})"))
            .turn == 2147483647);
  check_refused(call("hall.enter", R"({"room":9007199254740992})"), ErrorCode::invalid_params,
                "room");
  CHECK(decoded<request::EnterRoom>(call("hall.enter", R"({"room":9007199254740991})")).room ==
        kMaxId);
  check_refused(call("hall.enter", R"({"room":0})"), ErrorCode::invalid_params, "room");
}

// A59
TEST_CASE("settings of time that make no sense are refused") {
  for (const std::string_view value : {"-2147483649", "1e18", "\"\"", "-1", "86400001", "0.5"}) {
    check_refused(call("table.confirm", R"({"total_ms":)" + std::string(value) + "}"),
                  ErrorCode::invalid_params, "total_ms");
  }
  check_refused(call("table.confirm", R"({"total_ms":NaN})"), ErrorCode::parse_error, "");
  CHECK(decoded<request::TableConfirm>(call("table.confirm", R"({"after_ms":30000})")).total_ms ==
        0);
}

TEST_CASE("a point off the board is named") {
  for (const std::string_view value :
       {"\"P1\"", "\"A0\"", "\"A16\"", "\"H08\"", "\"H\"", "\"8H\"", "\"\"", "\"H8 \"", "\" H8\"",
        "\"Ｈ8\"", "\"H8H9\"", "\"H-1\"", "\"H100\"", "112", "null", "[7,7]", "{\"x\":7}",
        "true"}) {
    const auto text =
        call("game.place", R"({"game":1,"turn":0,"point":)" + std::string(value) + "}");
    check_refused(text, ErrorCode::invalid_params, "point");
    CHECK(refused(text).error.expected == "a point A1..O15");
  }
}

TEST_CASE("the place in a list is named") {
  const auto offer = [](std::string_view points) {
    return call("game.offer_fifths", R"({"game":1,"turn":4,"points":)" + std::string(points) + "}");
  };
  check_refused(offer(R"(["H8","Z1"])"), ErrorCode::invalid_params, "points[1]");
  check_refused(offer(R"(["H8",null])"), ErrorCode::invalid_params, "points[1]");
  check_refused(offer("[]"), ErrorCode::invalid_params, "points");
  check_refused(offer(R"("H8")"), ErrorCode::invalid_params, "points");
  check_refused(offer(R"({"0":"H8"})"), ErrorCode::invalid_params, "points");
  std::string many = R"(["A1")";
  for (int i = 0; i < kPointCount; ++i) many += R"(,"A1")";
  check_refused(offer(many + "]"), ErrorCode::invalid_params, "points");
  CHECK(decoded<request::OfferFifths>(offer(R"(["H8","i9"])")).points.size() == 2);
}

TEST_CASE("only true and false are yes and no") {
  for (const std::string_view value : {"1", "0", "\"true\"", "null", "[]", "{}"}) {
    check_refused(call("game.swap", R"({"game":1,"turn":3,"swap":)" + std::string(value) + "}"),
                  ErrorCode::invalid_params, "swap");
  }
  CHECK(decoded<request::Swap>(call("game.swap", R"({"game":1,"turn":3,"swap":true})")).swap);
}

TEST_CASE("a missing parameter is named with what it must be") {
  const Unreadable missing = refused(call("game.place", R"({"game":1,"turn":0})"));
  CHECK(missing.error.field == "point");
  CHECK(missing.error.expected == "a point A1..O15");
  CHECK(missing.error.message == "A parameter is missing.");
}

TEST_CASE("texts are measured in characters") {
  const auto name = [](std::string_view text) {
    return call("session.register",
                R"({"password":"a long password","name":")" + std::string(text) + "\"}");
  };
  std::string sixteen;
  for (int i = 0; i < 16; ++i) sixteen += "元";
  CHECK(decoded<request::Register>(name(sixteen)).name == sixteen);
  check_refused(name(sixteen + "元"), ErrorCode::invalid_params, "name");
  check_refused(name(""), ErrorCode::invalid_params, "name");
  for (const std::string_view control : {"\\u0000", "\\n", "a\\u001bb", "\\u007f", "\\u0085"})
    check_refused(name(control), ErrorCode::invalid_params, "name");

  const auto password = [](std::string_view text) {
    return call("session.register", R"({"name":"Ann","password":")" + std::string(text) + "\"}");
  };
  check_refused(password("1234567"), ErrorCode::invalid_params, "password");
  CHECK(decoded<request::Register>(password("12345678")).password == "12345678");
  check_refused(password(std::string(257, 'x')), ErrorCode::invalid_params, "password");

  const auto chat = [](std::string_view text) {
    return call("chat.say", R"({"scope":"table","text":")" + std::string(text) + "\"}");
  };
  CHECK(decoded<request::ChatSay>(chat(std::string(300, 'x'))).text.size() == 300);
  check_refused(chat(std::string(301, 'x')), ErrorCode::invalid_params, "text");
  for (const char* text : {"\\u001b[2J", "\\u202enoob", "a\\u2028b", "\\u2066x", "\\u200f", " ",
                           "\\u200b", "\\u3000\\ufeff", "\\u200d"}) {
    INFO(text);
    check_refused(chat(text), ErrorCode::invalid_params, "text");
  }
  CHECK(decoded<request::ChatSay>(chat("\\ud83d\\udc68\\u200d\\ud83d\\udc69")).text == "👨\u200d👩");
  check_refused(call("chat.say", R"({"scope":"world","text":"x"})"), ErrorCode::invalid_params,
                "scope");
  CHECK(refused(call("chat.say", R"({"scope":"world","text":"x"})")).error.expected ==
        R"(one of "room", "table")");
}

TEST_CASE("a hash and its salt are held to their alphabet") {
  const auto commit = [](std::string_view hash) {
    return call("game.guess_commit", R"({"hash":")" + std::string(hash) + "\"}");
  };
  CHECK(decoded<request::GuessCommit>(commit(std::string(64, 'a'))).hash.size() == 64);
  check_refused(commit(std::string(63, 'a')), ErrorCode::invalid_params, "hash");
  check_refused(commit(std::string(64, 'A')), ErrorCode::invalid_params, "hash");
  check_refused(commit(std::string(63, 'a') + "g"), ErrorCode::invalid_params, "hash");
  for (const std::string_view salt : {"1234567", "1234 5678", "元元元元元元元元"}) {
    check_refused(call("game.guess_open", R"({"number":3,"salt":")" + std::string(salt) + "\"}"),
                  ErrorCode::invalid_params, "salt");
  }
}

TEST_CASE("a frame that is too large is refused unread") {
  const std::string padding(kMaxFrameBytes, ' ');
  check_refused(padding + call("session.ping", "{}"), ErrorCode::too_large, "");
  check_refused(std::string(1 << 20, '['), ErrorCode::too_large, "");
  check_refused(std::string(200'000, '['), ErrorCode::too_large, "");
  const std::string good = call("session.ping", "{}");
  CHECK(decode_client(good + std::string(kMaxFrameBytes - good.size(), ' ')).has_value());
}

TEST_CASE("deep nesting is refused wherever it stands") {
  for (const std::size_t depth : {std::size_t{9}, std::size_t{1000}, kMaxFrameBytes / 2 - 64}) {
    const std::string deep = std::string(depth, '[') + std::string(depth, ']');
    check_refused(deep, ErrorCode::parse_error, "");
    check_refused(call("session.ping", R"({"x":)" + deep + "}"), ErrorCode::parse_error, "");
    check_refused(call("session.ping", "{}", deep), ErrorCode::parse_error, "");
  }
  // Two levels are open already: six more are allowed, a seventh is not.
  CHECK(decode_client(call("session.ping", R"({"x":[[[[[[]]]]]]})")).has_value());
  check_refused(call("session.ping", R"({"x":[[[[[[[]]]]]]]})"), ErrorCode::parse_error, "");
}

// A60
TEST_CASE("no error repeats what was sent") {
  const std::string marker = "sEcReT";
  for (const std::string& text :
       {marker, "\"" + marker + "\xff\"", call(marker, "{}"), call("session.ping", "{}", marker),
        call("game.place", R"({"game":1,"turn":0,"point":")" + marker + "\"}"),
        call("game.place", R"({"sEcReT":1,"game":"sEcReT","turn":0})"),
        call("chat.say", R"({"text":"x","scope":")" + marker + "\"}"),
        R"({"jsonrpc":")" + marker + R"(","id":1})"}) {
    const Unreadable unreadable = refused(text);
    const std::string answer = unreadable.id ? encode(Response{*unreadable.id, unreadable.error})
                                             : encode(ErrorWithoutId{unreadable.error});
    CHECK(answer.find(marker) == std::string::npos);
  }
}

}  // namespace
}  // namespace tianyuan::proto
