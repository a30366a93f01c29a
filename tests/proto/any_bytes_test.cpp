// Properties of decoding: any bytes give a message or an error, never anything else; and the check
// for well-formed JSON agrees with an independent parser.

#include <rapidcheck.h>
#include <catch2/catch.hpp>
#include <string>

#include "proto/codec.h"
#include "proto/json_check.h"
#include "proto/json_reader.h"
#include "proto/limits.h"
#include "tests/proto/random_message.h"

namespace tianyuan::proto::test {
namespace {

struct Sent final : PendingMethods {
  std::string_view method_of(const RequestId&) const override { return "session.login"; }
};

// Whatever comes out must be consistent: a message that can be written and read again, or an answer
// that is JSON and can be read by a client.
void check_any(const std::string& text) {
  const auto message = decode_client(text);
  if (message) {
    const auto again = decode_client(encode_client(*message));
    RC_ASSERT(again.has_value());
    RC_ASSERT(encode_client(*again) == encode_client(*message));
  } else {
    const Unreadable& unreadable = message.error();
    RC_ASSERT(unreadable.error.code != ErrorCode::internal_error);
    const ServerMessage answer = unreadable.id
                                     ? ServerMessage{Response{*unreadable.id, unreadable.error}}
                                     : ServerMessage{ErrorWithoutId{unreadable.error}};
    RC_ASSERT(decode_server(encode(answer), Sent{}).has_value());
    RC_ASSERT(encode(answer).size() < 2'000U);
  }
  (void)decode_server(text, Sent{});
}

bool well_formed(const std::string& text) {
  return Json::accept(text.begin(), text.end());
}

// The value as another parser would see it, rebuilt from what JsonReader reads.
Json rebuilt(JsonReader& in) {
  switch (in.kind()) {
    case JsonReader::Kind::object: {
      Json object = Json::object();
      in.enter();
      for (std::string_view key; in.next_key(key);) {
        const std::string name(key);
        object[name] = rebuilt(in);
      }
      return object;
    }
    case JsonReader::Kind::array: {
      Json array = Json::array();
      in.enter();
      while (in.next_element()) array.push_back(rebuilt(in));
      return array;
    }
    case JsonReader::Kind::string:
      return in.string();
    case JsonReader::Kind::number:
      return Json::parse(in.number());
    case JsonReader::Kind::boolean:
      return in.boolean();
    case JsonReader::Kind::null:
      return Json::parse(in.skip());
  }
  return {};
}

void check_against_other_parser(const std::string& text) {
  const JsonFault fault = check_json(text, 64);
  if (fault == JsonFault::too_deep) return;
  // The other parser takes a byte order mark, which RFC 8259 lets one ignore and we do not, and a
  // NUL as the end of the text.
  if (text.starts_with("\xEF\xBB\xBF") || text.find('\0') != std::string::npos) {
    RC_ASSERT(fault == JsonFault::malformed);
    return;
  }
  if (fault == JsonFault::malformed) {
    RC_ASSERT(!well_formed(text));
    return;
  }
  // 1e400 is well-formed by the grammar, yet no double: the other parser refuses it.
  const Json other = Json::parse(text, nullptr, false);
  if (other.is_discarded()) {
    RC_ASSERT(text.find_first_of("eE") != std::string::npos || text.size() > 300);
    return;
  }
  JsonReader skipping(text);
  RC_ASSERT(Json::parse(skipping.skip()) == other);
  JsonReader reading(text);
  RC_ASSERT(rebuilt(reading) == other);
}

// Texts of the pieces that JSON is made of: nearly right far more often than random bytes are.
rc::Gen<std::string> pieces() {
  return rc::gen::map(rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
                          "{", "}", "[", "]", ":", ",", "\"", "\\", "\"a\"", "\"\\u00e9\"", "\\u",
                          "d83d", "\\ude00", "\"\\ud83d\\ude00\"", "0", "-", "1", ".5", "e", "E+",
                          "9", "true", "false", "null", " ", "\n", "\t", "\xe5\xa4\xa9", "\xff",
                          "\xc2", "\x01", "{\"id\":1}", "[1,2]", "\"x\":")),
                      [](const std::vector<std::string>& parts) {
                        std::string text;
                        for (const std::string& part : parts) text += part;
                        return text;
                      });
}

// A good request or answer with a few bytes changed, removed, doubled or put in.
std::string mutated(std::uint64_t seed) {
  Chance chance(seed);
  std::string text;
  switch (chance.between(0, 3)) {
    case 0:
      text = encode_client(random_request<24>(chance));  // game.place
      break;
    case 1:
      text = encode_client(random_request<1>(chance));  // session.register
      break;
    case 2:
      text = encode_client(random_request<29>(chance));  // game.offer_fifths
      break;
    default:
      text = encode_notification(random_notification<4>(chance));  // game.event
  }
  for (std::int64_t changes = chance.between(1, 4); changes > 0 && !text.empty(); --changes) {
    const auto at = static_cast<std::size_t>(chance.between(0, std::ssize(text) - 1));
    switch (chance.between(0, 4)) {
      case 0:
        text[at] = static_cast<char>(chance.between(-128, 127));
        break;
      case 1:
        text.erase(at, static_cast<std::size_t>(chance.between(1, 8)));
        break;
      case 2:
        text.insert(at, text.substr(at, static_cast<std::size_t>(chance.between(1, 40))));
        break;
      case 3:
        text.insert(at, 1, "{}[]\",:\\0-"[chance.between(0, 9)]);
        break;
      default:
        text.resize(at);
    }
  }
  return text;
}

TEST_CASE("any bytes give a message or an error") {
  CHECK(rc::check("random bytes", [](const std::string& text) { check_any(text); }));
  CHECK(rc::check("pieces of JSON", [] { check_any(*pieces()); }));
  for (std::uint64_t seed = 1; seed <= 5'000; ++seed) check_any(mutated(seed));
}

TEST_CASE("the check of JSON agrees with another parser") {
  CHECK(
      rc::check("random bytes", [](const std::string& text) { check_against_other_parser(text); }));
  CHECK(rc::check("pieces of JSON", [] { check_against_other_parser(*pieces()); }));
  for (std::uint64_t seed = 1; seed <= 5'000; ++seed) check_against_other_parser(mutated(seed));
}

TEST_CASE("every two-byte and escaped text is judged as the other parser does") {
  for (int high = 1; high < 256; ++high) {
    for (int low = 1; low < 256; ++low) {  // the other parser takes 0 as the end of the text
      std::string text = "\"";
      text += static_cast<char>(high);
      text += static_cast<char>(low);
      text += '"';
      if ((check_json(text, 8) == JsonFault::none) != well_formed(text)) {
        INFO("bytes " << high << " " << low);
        CHECK(false);
      }
    }
  }
}

}  // namespace
}  // namespace tianyuan::proto::test
