// What one side writes the other reads: every message with random contents.

#include <catch2/catch.hpp>

#include "proto/codec.h"
#include "tests/proto/random_message.h"

namespace tianyuan::proto::test {
namespace {

constexpr std::uint64_t kSeeds = 40;  // of each message

struct Sent final : PendingMethods {
  explicit Sent(std::string_view name) : method(name) {}
  std::string_view method_of(const RequestId&) const override { return method; }
  std::string_view method;
};

// Equality by the member lists; that these leave nothing out is test_members.py's business.
template <class T>
bool same(const T& a, const T& b) {
  if constexpr (kIsOptional<T>) {
    return a.has_value() == b.has_value() && (!a || same(*a, *b));
  } else if constexpr (kIsVector<T> || kIsArray<T>) {
    return std::ranges::equal(a, b, [](const auto& x, const auto& y) { return same(x, y); });
  } else if constexpr (Described<T>) {
    return std::apply(
        [&](const auto&... member) { return (... && same(a.*member.pointer, b.*member.pointer)); },
        members(Of<T>{}));
  } else {
    return a == b;
  }
}

template <class Variant>
bool same_variant(const Variant& a, const Variant& b) {
  return std::visit(
      [](const auto& x, const auto& y) {
        if constexpr (std::is_same_v<decltype(x), decltype(y)>) return same(x, y);
        return false;
      },
      a, b);
}

template <class Check, std::size_t... I>
void for_each_index(std::index_sequence<I...>, const Check& check) {
  (check(std::integral_constant<std::size_t, I>{}), ...);
}

TEST_CASE("every request is read as it was written") {
  for_each_index(std::make_index_sequence<kMethodCount>{}, [](auto index) {
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
      Chance chance(seed);
      const ClientMessage message = random_request<index>(chance);
      const std::string text = encode_client(message);
      INFO(text);
      const auto read = decode_client(text);
      REQUIRE(read.has_value());
      CHECK(read->id == message.id);
      CHECK(method_of(read->request) == method_of(message.request));
      CHECK(same_variant(read->request, message.request));
      CHECK(encode_client(*read) == text);
      CHECK_NOTHROW(Json::parse(text));
    }
  });
}

TEST_CASE("every result is read as it was written") {
  for_each_index(std::make_index_sequence<kMethodCount>{}, [](auto index) {
    const Sent sent(kMethodNames[index]);
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
      Chance chance(seed);
      const Response response = random_response<index>(chance);
      const std::string text = encode_response(response);
      INFO(text);
      const auto read = decode_server(text, sent);
      REQUIRE(read.has_value());
      const auto& answer = std::get<Response>(*read);
      CHECK(answer.id == response.id);
      CHECK(same_variant(std::get<Result>(answer.body), std::get<Result>(response.body)));
      CHECK(encode(*read) == text);
      CHECK_NOTHROW(Json::parse(text));
    }
  });
}

TEST_CASE("every notification is read as it was written") {
  for_each_index(std::make_index_sequence<kPushCount>{}, [](auto index) {
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
      Chance chance(seed);
      const Notification notification = random_notification<index>(chance);
      const std::string text = encode_notification(notification);
      INFO(text);
      const auto read = decode_server(text, Sent(""));
      REQUIRE(read.has_value());
      CHECK(same_variant(std::get<Notification>(*read), notification));
      CHECK(encode(*read) == text);
      CHECK_NOTHROW(Json::parse(text));
    }
  });
}

TEST_CASE("every error is read as it was written") {
  for (std::uint64_t seed = 1; seed <= 20 * kSeeds; ++seed) {
    Chance chance(seed);
    const Response response{random_id(chance), random_error(chance)};
    const std::string text = encode_response(response);
    INFO(text);
    const auto read = decode_server(text, Sent(""));
    REQUIRE(read.has_value());
    CHECK(std::get<Response>(*read).id == response.id);
    CHECK(std::get<Error>(std::get<Response>(*read).body) == std::get<Error>(response.body));

    const ErrorWithoutId without{std::get<Error>(response.body)};
    const auto again = decode_server(encode(without), Sent(""));
    REQUIRE(again.has_value());
    CHECK(std::get<ErrorWithoutId>(*again).error == without.error);
  }
}

}  // namespace
}  // namespace tianyuan::proto::test
