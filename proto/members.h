#pragma once

// How a message's struct and its JSON object correspond: for each struct one list of its members
// with their wire names and what values they may take. Encoder, decoder and the test against
// openrpc.json all read the same lists. Private to proto and its tests.

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <vector>

#include "proto/messages.h"

namespace tianyuan::proto {

enum class TextKind : std::uint8_t {
  any,
  plain,    // no control characters
  said,     // to be read by others: nothing that steers, something that can be seen (utf8.h)
  ascii,    // printable ASCII without space
  hex,      // 0-9a-f
  instant,  // of an integer: milliseconds since 1970 in here, ISO 8601 UTC on the wire
};

// What a value may be; which of these counts follows from the member's type.
struct Rule {
  std::int64_t min = std::numeric_limits<std::int64_t>::min();
  std::int64_t max = std::numeric_limits<std::int64_t>::max();  // value, characters or elements
  std::size_t max_bytes = std::numeric_limits<std::size_t>::max();
  TextKind text = TextKind::any;
  std::span<const std::string_view> words = {};  // a string: one of these
};

enum class Presence : std::uint8_t {
  required,
  optional,  // absent on the wire when it has the struct's default
};

template <class StructT, class ValueT, Presence P>
struct Member {
  using Value = ValueT;
  static constexpr Presence kPresence = P;
  std::string_view name;
  Value StructT::*pointer;
  Rule rule;
};

template <class Struct, class Value>
constexpr Member<Struct, Value, Presence::required> required(std::string_view name,
                                                             Value Struct::*pointer,
                                                             Rule rule = {}) {
  return {name, pointer, rule};
}
template <class Struct, class Value>
constexpr Member<Struct, Value, Presence::optional> optional(std::string_view name,
                                                             Value Struct::*pointer,
                                                             Rule rule = {}) {
  return {name, pointer, rule};
}

template <class Struct>
struct Of {};

// A struct with a list: members(Of<Struct>{}) is found by argument-dependent lookup.
template <class Struct>
concept Described = requires {
  members(Of<Struct>{});
};

template <class T>
inline constexpr bool kIsOptional = false;
template <class T>
inline constexpr bool kIsOptional<std::optional<T>> = true;
template <class T>
inline constexpr bool kIsVector = false;
template <class T>
inline constexpr bool kIsVector<std::vector<T>> = true;
template <class T>
inline constexpr bool kIsArray = false;
template <class T, std::size_t N>
inline constexpr bool kIsArray<std::array<T, N>> = true;

}  // namespace tianyuan::proto
