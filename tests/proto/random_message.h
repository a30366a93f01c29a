#pragma once

// Random messages that the contract allows: every member by its schema in openrpc.json, so that
// what is encoded can be checked by an independent validator. The same seed gives the same message.

#include <cstdint>
#include <random>
#include <string>

#include "proto/codec.h"
#include "proto/utf8.h"
#include "tests/proto/contract.h"

namespace tianyuan::proto::test {

class Chance {
 public:
  explicit Chance(std::uint64_t seed) : engine_(seed) {}
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(engine_);
  }
  bool coin() { return between(0, 1) == 1; }

 private:
  std::mt19937_64 engine_;
};

// An integer in range, its ends more often than others.
inline std::int64_t random_integer(Chance& chance, const Json& node) {
  const std::int64_t low = node.value("minimum", -kMaxId);
  const std::int64_t high = node.value("maximum", kMaxId);
  switch (chance.between(0, 5)) {
    case 0:
      return low;
    case 1:
      return high;
    case 2:
      return std::clamp<std::int64_t>(chance.between(-3, 300), low, high);
    default:
      return chance.between(low, high);
  }
}

inline char32_t random_character(Chance& chance, const std::string& pattern) {
  if (pattern == "^[0-9a-f]*$" || pattern == "^([0-9a-f]{64})?$")
    return static_cast<char32_t>("0123456789abcdef"[chance.between(0, 15)]);
  if (pattern == "^[!-~]*$") return static_cast<char32_t>(chance.between('!', '~'));
  const bool control = pattern.empty();  // otherwise the pattern excludes them
  constexpr char32_t kTelling[] = {U'"', U'\\',     U'/',      U'天', U'😀',
                                   U'é', U'\u2028', U'\u200f', U'<'};
  switch (chance.between(0, 3)) {
    case 0:
      return kTelling[chance.between(0, std::ssize(kTelling) - 1)];
    case 1:
      return static_cast<char32_t>(chance.between(0xE000, 0x10FFFF));
    case 2:
      return static_cast<char32_t>(control ? chance.between(0, 0x9F) : chance.between(' ', '~'));
    default:
      return static_cast<char32_t>(chance.between('a', 'z'));
  }
}

inline std::string random_text(Chance& chance, const Json& node) {
  const auto pick = [&chance](std::initializer_list<const char*> words) -> std::string {
    return *(words.begin() + chance.between(0, static_cast<std::int64_t>(words.size()) - 1));
  };
  if (node.contains("enum"))
    return node.at("enum").at(chance.between(0, std::ssize(node.at("enum")) - 1));
  const std::string pattern = node.value("pattern", "");
  if (pattern.starts_with("^(hall"))
    return pick({"hall 900000 90000 30000", "sudden 600000", "fischer 300000 5000",
                 "periods 3600000/40,900000", "byoyomi 600000 30000 3", "shared 1200000"});
  if (pattern.starts_with("^(33|"))
    return pick({"33", "44", "overline", "33+44", "33+44+overline"});
  if (pattern.starts_with("^([A-O]")) return pick({"A1", "H8", "O15", "pass", "skip"});
  if (pattern.ends_with("Z$")) return iso8601(chance.between(0, 253'402'300'799'999));
  std::int64_t low = node.value("minLength", std::int64_t{0});
  std::int64_t high = std::min(node.value("maxLength", low + 12), low + 12);
  if (pattern == "^([0-9a-f]{64})?$") low = high = chance.coin() ? 64 : 0;
  const bool said = pattern.find("\\u202e") != std::string::npos;  // it must be seen, and not steer
  std::string text;
  for (std::int64_t length = chance.between(low, high); length > 0; --length) {
    std::string character;
    append_utf8(character, random_character(chance, pattern));
    const bool unfit = said && (length == 1 || has_steering_characters(character));
    text += unfit ? "a" : character;
  }
  return text;
}

template <class T>
T random_value(Chance& chance, const Json& written);

template <class T>
T random_struct(Chance& chance, const Json& object) {
  T value{};
  std::apply(
      [&](const auto&... member) {
        [[maybe_unused]] const auto fill = [&](const auto& m) {
          using Listed = std::remove_cvref_t<decltype(m)>;
          if (Listed::kPresence == Presence::optional && chance.coin()) return;
          const Json& node = object.at("properties").at(std::string(m.name));
          value.*m.pointer = random_value<typename Listed::Value>(chance, node);
        };
        (fill(member), ...);
      },
      members(Of<T>{}));
  return value;
}

template <class T>
T random_value(Chance& chance, const Json& written) {
  const Json& node = resolved(written);
  if constexpr (kIsOptional<T>) {
    const bool nullable = node.contains("anyOf");
    if (nullable && chance.coin()) return std::nullopt;
    return random_value<typename T::value_type>(chance,
                                                nullable ? node.at("anyOf").at(0) : written);
  } else if constexpr (std::is_same_v<T, bool>) {
    return chance.coin();
  } else if constexpr (std::is_integral_v<T>) {
    if (referred(written) == "Instant")
      return static_cast<T>(chance.between(0, 253'402'300'799'999));
    Json range = node;
    range["minimum"] =
        std::max<std::int64_t>(node.value("minimum", -kMaxId),
                               std::max<std::int64_t>(std::numeric_limits<T>::min(), -kMaxId));
    range["maximum"] =
        std::min<std::int64_t>(node.value("maximum", kMaxId),
                               std::min<std::int64_t>(std::numeric_limits<T>::max(), kMaxId));
    return static_cast<T>(random_integer(chance, range));
  } else if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(chance.between(0, 1'000'000)) / 1'000'000;
  } else if constexpr (std::is_same_v<T, std::string>) {
    return random_text(chance, node);
  } else if constexpr (std::is_same_v<T, Point>) {
    return Point::from_index(static_cast<int>(chance.between(0, kPointCount - 1)));
  } else if constexpr (std::is_same_v<T, Player>) {
    return chance.coin() ? Player::first : Player::second;
  } else if constexpr (std::is_same_v<T, Colour>) {
    return chance.coin() ? Colour::black : Colour::white;
  } else if constexpr (std::is_same_v<T, std::vector<std::pair<std::string, std::int64_t>>>) {
    return {{"casual", chance.between(-50, 50)}, {"professional", chance.between(-50, 50)}};
  } else if constexpr (kIsArray<T>) {
    T list;
    for (auto& element : list)
      element = random_value<typename T::value_type>(chance, node.at("items"));
    return list;
  } else if constexpr (kIsVector<T>) {
    T list;
    const std::int64_t low = node.value("minItems", std::int64_t{0});
    for (std::int64_t count = chance.between(low, low + 3); count > 0; --count)
      list.push_back(random_value<typename T::value_type>(chance, node.at("items")));
    return list;
  } else {
    return random_struct<T>(chance, node);
  }
}

inline RequestId random_id(Chance& chance) {
  if (chance.coin()) return chance.between(-kMaxId, kMaxId);
  return random_text(chance, Json{{"minLength", 1}, {"maxLength", 64}});
}

// The request, its answer and the notification at these positions of their variants.
template <std::size_t I>
ClientMessage random_request(Chance& chance) {
  using T = std::variant_alternative_t<I, Request>;
  return {random_id(chance),
          random_struct<T>(chance, schema(params_schema("methods", kMethodNames[I])))};
}
template <std::size_t I>
Response random_response(Chance& chance) {
  using T = typename std::tuple_element_t<I, std::remove_cvref_t<decltype(kMethods)>>::Result;
  const Json& node = entry("methods", kMethodNames[I]).at("result").at("schema");
  return {random_id(chance), Result{random_struct<T>(chance, resolved(node))}};
}
template <std::size_t I>
Notification random_notification(Chance& chance) {
  using T = std::variant_alternative_t<I, Notification>;
  return random_struct<T>(chance, schema(params_schema("x-notifications", kPushNames[I])));
}

inline Error random_error(Chance& chance) {
  const auto words = error_words();
  Error error;
  error.code = words[static_cast<std::size_t>(chance.between(0, std::ssize(words) - 1))].code;
  error.message = random_text(chance, Json{{"minLength", 1}});
  if (chance.coin()) error.field = "points[1]";
  if (chance.coin()) error.expected = "a point A1..O15";
  if (chance.coin()) error.turn = chance.between(0, 1000);
  if (chance.coin()) error.retry_after_ms = chance.between(0, 60'000);
  if (chance.coin()) error.kinds = "33+44";
  return error;
}

}  // namespace tianyuan::proto::test
