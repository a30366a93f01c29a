#pragma once

// JSON -> struct by the lists of members.h. Private to proto.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/player.h"
#include "common/point.h"
#include "proto/json_reader.h"
#include "proto/members.h"

namespace tianyuan::proto {

// What is wrong with one value. Made of our own words only, never of the text that was read.
struct Fault {
  std::string field;     // "point", "points[2]", "user.name"; empty: the object itself
  std::string expected;  // "an integer 0..20"
  bool missing = false;
};

// Values without structure. false: `fault.expected` says what would be right, `value` is unchanged.
bool read_integer(JsonReader& in, std::int64_t& value, const Rule& rule, Fault& fault);
bool read_value(JsonReader& in, bool& value, const Rule& rule, Fault& fault);
bool read_value(JsonReader& in, double& value, const Rule& rule, Fault& fault);
bool read_value(JsonReader& in, std::string& value, const Rule& rule, Fault& fault);
bool read_value(JsonReader& in, Point& value, const Rule& rule, Fault& fault);
bool read_value(JsonReader& in, Player& value, const Rule& rule, Fault& fault);
bool read_value(JsonReader& in, Colour& value, const Rule& rule, Fault& fault);
// "scores": an object of kind -> score.
bool read_value(JsonReader& in, std::vector<std::pair<std::string, std::int64_t>>& value,
                const Rule& rule, Fault& fault);

// What would be right, in words: "an integer 1..20", "a point A1..O15".
std::string expected_integer(const Rule& rule);
std::string expected_text(const Rule& rule);
std::string expected_count(const Rule& rule);
inline constexpr std::string_view kExpectedBool = "true or false";
inline constexpr std::string_view kExpectedPoint = "a point A1..O15";
inline constexpr std::string_view kExpectedPlayer = "\"first\" or \"second\"";
inline constexpr std::string_view kExpectedColour = "\"black\" or \"white\"";

bool refuse(Fault& fault, std::string expected);      // these three answer false
bool in_member(Fault& fault, std::string_view name);  // prefixes the path
bool in_element(Fault& fault, std::size_t position);
bool read_count(JsonReader in, const Rule& rule, Fault& fault);  // an array of allowed length?

template <class T>
bool read_value(JsonReader& in, T& value, const Rule& rule, Fault& fault);

namespace detail {

template <class T>
inline constexpr Rule kExactly{.min = static_cast<std::int64_t>(std::tuple_size_v<T>),
                               .max = static_cast<std::int64_t>(std::tuple_size_v<T>)};

template <class T>
Rule narrowed(Rule rule) {  // an integer's rule within what T holds
  rule.min = std::max<std::int64_t>(rule.min, std::numeric_limits<T>::min());
  rule.max = std::min<std::int64_t>(rule.max, std::numeric_limits<T>::max());
  return rule;
}

template <class T>
std::string expected_value(const Rule& rule) {
  if constexpr (kIsOptional<T>)
    return expected_value<typename T::value_type>(rule);
  else if constexpr (std::is_same_v<T, bool>)
    return std::string(kExpectedBool);
  else if constexpr (std::is_same_v<T, Point>)
    return std::string(kExpectedPoint);
  else if constexpr (std::is_same_v<T, Player>)
    return std::string(kExpectedPlayer);
  else if constexpr (std::is_same_v<T, Colour>)
    return std::string(kExpectedColour);
  else if constexpr (std::is_same_v<T, std::string>)
    return expected_text(rule);
  else if constexpr (std::is_integral_v<T>)
    return expected_integer(narrowed<T>(rule));
  else if constexpr (std::is_floating_point_v<T>)
    return "a number";
  else if constexpr (kIsVector<T>)
    return expected_count(rule);
  else if constexpr (kIsArray<T>)
    return expected_count(kExactly<T>);
  else
    return "an object";
}

template <class Struct, class Value, Presence P>
bool read_member(JsonReader& in, Struct& object, const Member<Struct, Value, P>& member,
                 Fault& fault) {
  auto& value = object.*member.pointer;
  bool good = false;
  if constexpr (kIsOptional<Value>) {  // null is no value: an absent member is left out
    good = read_value(in, value.emplace(), member.rule, fault);
  } else {
    good = read_value(in, value, member.rule, fault);
  }
  return good || in_member(fault, member.name);
}

// Reads the value of the member called `key`; `seen` has a bit for each, in the order of the list.
template <class Struct, class... Members>
bool read_named(JsonReader& in, Struct& object, [[maybe_unused]] std::string_view key,
                unsigned& seen, Fault& fault, const Members&... member) {
  static_assert(sizeof...(Members) <= 32);
  [[maybe_unused]] unsigned bit = 1;
  bool good = true;
  [[maybe_unused]] const auto read = [&](const auto& named) {
    const bool again = (seen & bit) != 0;
    seen |= bit;
    good = again ? refuse(fault, "given once") || in_member(fault, named.name)
                 : read_member(in, object, named, fault);
    return true;
  };
  const bool known = (... || (member.name == key ? read(member) : (bit <<= 1, false)));
  if (!known) in.skip();
  return good;
}

template <class Struct, class Value, Presence P>
bool is_there(const Member<Struct, Value, P>& member, bool seen, Fault& fault) {
  if (P == Presence::optional || seen) return true;
  fault.missing = true;
  return refuse(fault, expected_value<Value>(member.rule)) || in_member(fault, member.name);
}

template <class Struct>
bool read_struct(JsonReader& in, Struct& object, Fault& fault) {
  if (in.kind() != JsonReader::Kind::object) return refuse(fault, "an object");
  return std::apply(
      [&](const auto&... member) {
        unsigned seen = 0;
        in.enter();
        for (std::string_view key; in.next_key(key);) {
          if (!read_named(in, object, key, seen, fault, member...)) return false;
        }
        [[maybe_unused]] unsigned bit = 1;
        return (... && is_there(member, (seen & std::exchange(bit, bit << 1)) != 0, fault));
      },
      members(Of<Struct>{}));
}

template <class List>
bool read_list(JsonReader& in, List& list, const Rule& rule, Fault& fault) {
  if (!read_count(in, rule, fault)) return false;
  in.enter();
  std::size_t position = 0;
  for (; in.next_element(); ++position) {
    if constexpr (kIsVector<List>) {
      if (!read_value(in, list.emplace_back(), Rule{}, fault)) return in_element(fault, position);
    } else {
      if (!read_value(in, list[position], Rule{}, fault)) return in_element(fault, position);
    }
  }
  return true;
}

}  // namespace detail

template <class T>
bool read_value(JsonReader& in, T& value, const Rule& rule, Fault& fault) {
  if constexpr (kIsOptional<T>) {  // an element of an array
    if (in.kind() == JsonReader::Kind::null) {
      in.skip();
      value.reset();
      return true;
    }
    return read_value(in, value.emplace(), rule, fault);
  } else if constexpr (std::is_integral_v<T>) {
    std::int64_t wide = 0;
    if (!read_integer(in, wide, detail::narrowed<T>(rule), fault)) return false;
    value = static_cast<T>(wide);
    return true;
  } else if constexpr (kIsVector<T>) {
    return detail::read_list(in, value, rule, fault);
  } else if constexpr (kIsArray<T>) {
    return detail::read_list(in, value, detail::kExactly<T>, fault);
  } else {
    static_assert(Described<T>);
    return detail::read_struct(in, value, fault);
  }
}

}  // namespace tianyuan::proto
