#pragma once

// Enumerations as words: one table in the order of the enumeration, read both ways.

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "common/assert.h"

namespace tianyuan {

template <typename Enum, std::size_t N>
constexpr std::string_view word_of(Enum value, const std::array<std::string_view, N>& words) {
  const auto position = static_cast<std::size_t>(value);
  TIANYUAN_ASSERT(position < N);
  return words[position];
}

// Exact, or nothing.
template <typename Enum, std::size_t N>
constexpr std::optional<Enum> parse_word(std::string_view text,
                                         const std::array<std::string_view, N>& words) {
  const auto found = std::find(words.begin(), words.end(), text);
  if (found == words.end()) return std::nullopt;
  return static_cast<Enum>(found - words.begin());
}

}  // namespace tianyuan
