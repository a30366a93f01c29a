// openrpc.json says what the program does: every method, notification, member, limit and error
// word, in both directions.

#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "common/game.h"
#include "common/game_event.h"
#include "proto/codec.h"
#include "tests/proto/contract.h"

namespace tianyuan::proto::test {
namespace {

using Names = std::set<std::string>;

Names names_in(const Json& list) {
  Names names;
  for (const Json& one : list) CHECK(names.insert(one.at("name").get<std::string>()).second);
  return names;
}

Names names_in(std::span<const std::string_view> list) {
  return {list.begin(), list.end()};
}

template <class T>
void check_struct(const Json& object);

void check_integer(const Json& node, const Rule& rule) {
  CHECK(node.at("type") == "integer");
  constexpr Rule kAny;
  if (rule.min != kAny.min) CHECK(node.at("minimum") == rule.min);
  if (rule.max != kAny.max) CHECK(node.at("maximum") == rule.max);
}

void check_text(const Json& node, const Rule& rule) {
  CHECK(node.at("type") == "string");
  constexpr Rule kAny;
  if (!rule.words.empty())
    CHECK(node.at("enum").get<Names>() == Names(rule.words.begin(), rule.words.end()));
  if (rule.min > 0) CHECK(node.at("minLength") == rule.min);
  if (rule.max != kAny.max) CHECK(node.at("maxLength") == rule.max);
  if (rule.text != TextKind::any && rule.text != TextKind::instant) CHECK(node.contains("pattern"));
}

template <class T>
void check_value(const Json& written, const Rule& rule) {
  const Json& node = resolved(written);
  if constexpr (kIsOptional<T>) {
    if (node.contains("anyOf")) {  // an element of an array, which may be null
      CHECK(node.at("anyOf").at(1).at("type") == "null");
      check_value<typename T::value_type>(node.at("anyOf").at(0), rule);
    } else {
      check_value<typename T::value_type>(written, rule);
    }
  } else if constexpr (std::is_same_v<T, bool>) {
    CHECK(node.at("type") == "boolean");
  } else if constexpr (std::is_integral_v<T>) {
    if (rule.text == TextKind::instant) {
      CHECK(referred(written) == "Instant");
    } else {
      check_integer(node, rule);
    }
  } else if constexpr (std::is_floating_point_v<T>) {
    CHECK(node.at("type") == "number");
  } else if constexpr (std::is_same_v<T, std::string>) {
    check_text(node, rule);
  } else if constexpr (std::is_same_v<T, Point>) {
    CHECK((referred(written) == "Point" || node.at("pattern") == "^[A-Oa-o]([1-9]|1[0-5])$"));
  } else if constexpr (std::is_same_v<T, Player>) {
    CHECK(referred(written) == "Player");
  } else if constexpr (std::is_same_v<T, Colour>) {
    CHECK(referred(written) == "Colour");
  } else if constexpr (std::is_same_v<T, std::vector<std::pair<std::string, std::int64_t>>>) {
    CHECK(node.at("additionalProperties").at("type") == "integer");
  } else if constexpr (kIsArray<T>) {
    CHECK(node.at("minItems") == std::tuple_size_v<T>);
    CHECK(node.at("maxItems") == std::tuple_size_v<T>);
    check_value<typename T::value_type>(node.at("items"), {});
  } else if constexpr (kIsVector<T>) {
    CHECK(node.at("type") == "array");
    constexpr Rule kAny;
    if (rule.min > 0) CHECK(node.at("minItems") == rule.min);
    if (rule.max != kAny.max) CHECK(node.at("maxItems") == rule.max);
    check_value<typename T::value_type>(node.at("items"), {});
  } else {
    CHECK(referred(written) == kSchemaOf<T>);
    check_struct<T>(node);
  }
}

template <class T>
void check_struct(const Json& object) {
  CHECK(object.at("type") == "object");
  CHECK(object.at("additionalProperties") == false);
  Names properties, required;
  for (const auto& [name, node] : object.at("properties").items()) properties.insert(name);
  if (object.contains("required")) required = object.at("required").get<Names>();
  std::apply(
      [&](const auto&... member) {
        [[maybe_unused]] const auto check = [&](const auto& m) {
          using Listed = std::remove_cvref_t<decltype(m)>;
          const std::string name(m.name);
          INFO("member " << name);
          REQUIRE(properties.erase(name) == 1);
          CHECK(required.erase(name) == (Listed::kPresence == Presence::required ? 1 : 0));
          check_value<typename Listed::Value>(object.at("properties").at(name), m.rule);
        };
        (check(member), ...);
      },
      members(Of<T>{}));
  CHECK(properties == Names{});  // what only the document knows
  CHECK(required == Names{});
}

void check_descriptors(const Json& described) {
  const std::string name = referred(described.at("x-params"));
  const Json& object = schema(name);
  Names listed;
  for (const Json& one : described.at("params")) {
    const auto param = one.at("name").get<std::string>();
    listed.insert(param);
    CHECK(one.at("schema").at("$ref") == "#/components/schemas/" + name + "/properties/" + param);
    const auto required = object.value("required", Json::array()).get<Names>();
    CHECK(one.at("required") == required.contains(param));
  }
  Names properties;
  for (const auto& [param, node] : object.at("properties").items()) properties.insert(param);
  CHECK(listed == properties);
}

TEST_CASE("the document lists exactly the methods and notifications of the program") {
  CHECK(names_in(contract().at("methods")) == names_in(method_names()));
  CHECK(names_in(contract().at("x-notifications")) == names_in(notification_names()));
  for (const Json& method : contract().at("methods")) check_descriptors(method);
  for (const Json& push : contract().at("x-notifications")) check_descriptors(push);
}

TEST_CASE("parameters and results are as the program reads and writes them") {
  std::apply(
      [](const auto&... method) {
        const auto check = [](const auto& m) {
          using Listed = std::remove_cvref_t<decltype(m)>;
          INFO(m.name);
          check_struct<typename Listed::Request>(schema(params_schema("methods", m.name)));
          const Json& result = entry("methods", m.name).at("result");
          CHECK(referred(result.at("schema")) == result.at("name"));
          check_struct<typename Listed::Result>(resolved(result.at("schema")));
        };
        (check(method), ...);
      },
      kMethods);
}

TEST_CASE("notifications are as the program writes them") {
  std::apply(
      [](const auto&... push) {
        const auto check = [](const auto& p) {
          using Listed = std::remove_cvref_t<decltype(p)>;
          INFO(p.name);
          check_struct<typename Listed::Notification>(
              schema(params_schema("x-notifications", p.name)));
        };
        (check(push), ...);
      },
      kPushes);
}

TEST_CASE("every error word stands in the document with its code and message") {
  Json listed = contract().at("components").at("errors");
  for (const ErrorWord& word : error_words()) {
    INFO(word.reason);
    const std::string name(word.reason);
    REQUIRE(listed.contains(name));
    CHECK(listed.at(name).at("code") == static_cast<int>(word.code));
    CHECK(listed.at(name).at("message") == word.message);
    listed.erase(name);
  }
  CHECK(listed.empty());
  for (const Json& method : contract().at("methods")) {
    for (const Json& one : method.at("errors")) {
      const auto name =
          one.at("$ref").get<std::string>().substr(std::string_view("#/components/errors/").size());
      INFO(method.at("name") << " " << name);
      CHECK(contract().at("components").at("errors").contains(name));
    }
  }
}

TEST_CASE("error words and codes are each used once") {
  std::set<int> codes;
  Names reasons;
  for (const ErrorWord& word : error_words()) {
    CHECK(codes.insert(static_cast<int>(word.code)).second);
    CHECK(reasons.insert(std::string(word.reason)).second);
    CHECK(reason(word.code) == word.reason);
    CHECK(default_message(word.code) == word.message);
    CHECK(parse_error_code(static_cast<int>(word.code)) == word.code);
  }
  CHECK_FALSE(parse_error_code(0).has_value());
  CHECK_FALSE(parse_error_code(1'000'000).has_value());
}

TEST_CASE("a refusal of the game has an error of the same word") {
  for (int code = 0; code <= static_cast<int>(RefusalCode::bad_verdict); ++code) {
    if (static_cast<RefusalCode>(code) == RefusalCode::late) continue;  // answered by `stale`
    const std::string_view word = to_string(static_cast<RefusalCode>(code));
    INFO(word);
    CHECK(std::ranges::find(error_words(), word, &ErrorWord::reason) != error_words().end());
  }
}

template <class Enum>
void check_words(const Json& node, Enum last) {
  Names words;
  for (int value = 0; value <= static_cast<int>(last); ++value)
    words.insert(std::string(to_string(static_cast<Enum>(value))));
  CHECK(node.at("enum").get<Names>() == words);
}

TEST_CASE("the words for acts, outcomes and reasons are the rule library's") {
  check_words(schema("Act"), Act::choose_fifth);
  check_words(schema("Enforcement"), Enforcement::refuse);
  check_words(schema("Result").at("properties").at("outcome"), Outcome::annulled);
  check_words(schema("Result").at("properties").at("reason"), EndReason::shutdown);
  check_words(schema("Player"), Player::second);
  check_words(schema("Colour"), Colour::white);
}

}  // namespace
}  // namespace tianyuan::proto::test
