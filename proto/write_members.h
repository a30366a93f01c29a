#pragma once

// Struct -> JSON by the lists of members.h, appended to one buffer. Private to proto.

#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/player.h"
#include "common/point.h"
#include "proto/codec.h"
#include "proto/json_writer.h"
#include "proto/members.h"

namespace tianyuan::proto {

template <class T>
void write_value(std::string& out, const T& value, const Rule& rule = {});

namespace detail {

// Left out on the wire: says nothing beyond the struct's default.
template <class T>
bool is_default(const T& value, const T& initial) {
  if constexpr (kIsOptional<T>) {
    return !value.has_value();
  } else if constexpr (kIsVector<T>) {
    return value.empty();
  } else {
    return value == initial;
  }
}

template <class Struct, class Value, Presence P>
bool is_written(const Struct& object, const Member<Struct, Value, P>& member) {
  if constexpr (P == Presence::required) {
    return true;
  } else {
    static const Struct kInitial{};
    return !is_default(object.*member.pointer, kInitial.*member.pointer);
  }
}

template <class Struct>
void write_struct(std::string& out, const Struct& object) {
  [[maybe_unused]] bool first = true;
  [[maybe_unused]] const auto write = [&](const auto& member) {
    if (!is_written(object, member)) return;
    out += first ? "\"" : ",\"";
    first = false;
    out += member.name;  // plain letters: nothing to escape
    out += "\":";
    write_value(out, object.*member.pointer, member.rule);
  };
  out += '{';
  std::apply([&](const auto&... member) { (write(member), ...); }, members(Of<Struct>{}));
  out += '}';
}

template <class List>
void write_list(std::string& out, const List& list) {
  out += '[';
  bool first = true;
  for (const auto& element : list) {
    if (!first) out += ',';
    first = false;
    write_value(out, element);
  }
  out += ']';
}

}  // namespace detail

inline void write_value(std::string& out,
                        const std::vector<std::pair<std::string, std::int64_t>>& value,
                        const Rule&) {
  out += '{';
  for (const auto& [name, number] : value) {
    if (out.back() != '{') out += ',';
    write_string(out, name);
    out += ':';
    write_integer(out, number);
  }
  out += '}';
}

template <class T>
void write_value(std::string& out, const T& value, const Rule& rule) {
  if constexpr (kIsOptional<T>) {
    if (value) {
      write_value(out, *value, rule);
    } else {
      out += "null";
    }
  } else if constexpr (std::is_same_v<T, bool>) {
    out += value ? "true" : "false";
  } else if constexpr (std::is_integral_v<T>) {
    if (rule.text == TextKind::instant) {
      write_string(out, iso8601(value));
    } else {
      write_integer(out, value);
    }
  } else if constexpr (std::is_floating_point_v<T>) {
    write_number(out, value);
  } else if constexpr (std::is_same_v<T, std::string>) {
    write_string(out, value);
  } else if constexpr (std::is_same_v<T, Point> || std::is_same_v<T, Player> ||
                       std::is_same_v<T, Colour>) {
    out += '"';
    out += to_string(value);
    out += '"';
  } else if constexpr (kIsVector<T> || kIsArray<T>) {
    detail::write_list(out, value);
  } else {
    static_assert(Described<T>);
    detail::write_struct(out, value);
  }
}

// An id as it was given.
inline void write_id(std::string& out, const RequestId& id) {
  std::visit([&out](const auto& value) { write_value(out, value); }, id);
}

}  // namespace tianyuan::proto
