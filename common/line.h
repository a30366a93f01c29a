#pragma once

// The board's lines as bit words, for the rule library's own judges. A line is one of the rows of
// points in one of the four directions; bit k of a word is the line's point with column k (for
// vertical lines: with row k). Points off the board are bits that are set in no word, so the edge
// blocks exactly as a white stone does.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "common/point.h"

namespace tianyuan {

enum class Direction : std::uint8_t { horizontal, vertical, rising, falling };  // rising: a1, b2, …

inline constexpr std::array<Direction, 4> kDirections{Direction::horizontal, Direction::vertical,
                                                      Direction::rising, Direction::falling};
inline constexpr int kLinesPerDirection = 2 * kBoardSize - 1;  // horizontal, vertical use 15

// Which line of that direction runs through the point, and at which bit.
struct LinePlace {
  int line = 0;
  int bit = 0;
};

constexpr LinePlace line_place(Direction direction, Point point) {
  const int column = point.column();
  const int row = point.row();
  switch (direction) {
    case Direction::horizontal:
      return {row, column};
    case Direction::vertical:
      return {column, row};
    case Direction::rising:
      return {column - row + kBoardSize - 1, column};
    case Direction::falling:
      return {column + row, column};
  }
  return {};
}

// The inverse. The bit is one of the line's points (see line_points).
constexpr Point line_point(Direction direction, int line, int bit) {
  switch (direction) {
    case Direction::horizontal:
      return Point::from_index(line * kBoardSize + bit);
    case Direction::vertical:
      return Point::from_index(bit * kBoardSize + line);
    case Direction::rising:
      return Point::from_index((bit - line + kBoardSize - 1) * kBoardSize + bit);
    case Direction::falling:
      return Point::from_index((line - bit) * kBoardSize + bit);
  }
  return {};
}

// The bits of a line that are on the board.
constexpr unsigned line_points(Direction direction, int line) {
  constexpr unsigned whole = (1u << kBoardSize) - 1;
  if (direction == Direction::horizontal || direction == Direction::vertical) return whole;
  const int past = line - (kBoardSize - 1);  // the long diagonal is line 14
  return past < 0 ? whole >> -past : (whole << past) & whole;
}

// All lines of the board in one array, numbered on through the four directions.
inline constexpr int kLines = 4 * kLinesPerDirection;
constexpr int line_number(Direction direction, int line) {
  return static_cast<int>(direction) * kLinesPerDirection + line;
}

// The four lines through every point by such numbers, looked up instead of worked out.
struct NumberedPlace {
  std::uint8_t line = 0;  // 0..115
  std::uint8_t bit = 0;
};
using FourPlaces = std::array<NumberedPlace, 4>;  // by Direction

namespace detail {
inline constexpr std::array<FourPlaces, kPointCount> kFourPlaces = [] {
  std::array<FourPlaces, kPointCount> table{};
  for (int index = 0; index < kPointCount; ++index) {
    for (const Direction direction : kDirections) {
      const LinePlace place = line_place(direction, Point::from_index(index));
      table[static_cast<std::size_t>(index)][static_cast<std::size_t>(direction)] = {
          static_cast<std::uint8_t>(line_number(direction, place.line)),
          static_cast<std::uint8_t>(place.bit)};
    }
  }
  return table;
}();
inline constexpr std::array<std::uint16_t, kLines> kLinePoints = [] {
  std::array<std::uint16_t, kLines> table{};
  for (const Direction direction : kDirections) {
    const bool straight = direction == Direction::horizontal || direction == Direction::vertical;
    for (int line = 0; line < (straight ? kBoardSize : kLinesPerDirection); ++line) {
      table[static_cast<std::size_t>(line_number(direction, line))] =
          static_cast<std::uint16_t>(line_points(direction, line));
    }
  }
  return table;
}();
}  // namespace detail

constexpr const FourPlaces& four_places(Point point) {
  return detail::kFourPlaces[static_cast<std::size_t>(point.index())];
}

// The stones of one line.
struct Line {
  std::uint16_t black = 0;
  std::uint16_t white = 0;
  friend constexpr bool operator==(const Line&, const Line&) = default;
};

using Lines = std::array<Line, kLines>;

// Bits of the free points of line `number`.
constexpr unsigned free_points(const Line& line, std::size_t number) {
  return detail::kLinePoints[number] & ~static_cast<unsigned>(line.black | line.white);
}

// Unbroken bits of `stones` directly below / above bit `at`, which itself is not looked at.
constexpr int run_below(unsigned stones, int at) {
  return at == 0 ? 0 : std::countl_one(stones << (32 - at));
}
constexpr int run_above(unsigned stones, int at) {
  return std::countr_one(stones >> (at + 1));
}

}  // namespace tianyuan
