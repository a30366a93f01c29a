#pragma once

// Points and colours of the 15 x 15 board.
// Columns A..O from the left as Black sees the board, rows 1..15 from near to far; I is not
// skipped.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tianyuan {

inline constexpr int kBoardSize = 15;
inline constexpr int kPointCount = kBoardSize * kBoardSize;

enum class Colour : std::uint8_t { black, white };

constexpr Colour opposite(Colour colour) {
  return colour == Colour::black ? Colour::white : Colour::black;
}

std::string_view to_string(Colour colour);                  // "black", "white"
std::optional<Colour> parse_colour(std::string_view text);  // the same, exact

// An intersection. Always on the board: made by at() and parse_point(), which refuse the rest.
class Point {
 public:
  constexpr Point() = default;  // A1

  // column and row count from 0; nothing when either is off the board.
  static constexpr std::optional<Point> at(int column, int row) {
    if (column < 0 || column >= kBoardSize || row < 0 || row >= kBoardSize) return std::nullopt;
    return Point(row * kBoardSize + column);
  }
  // index = row * 15 + column, 0..224; the caller guarantees the range.
  static constexpr Point from_index(int index) { return Point(index); }

  constexpr int index() const { return index_; }
  constexpr int column() const { return index_ % kBoardSize; }
  constexpr int row() const { return index_ / kBoardSize; }

  friend constexpr auto operator<=>(Point, Point) = default;

 private:
  constexpr explicit Point(int index) : index_(static_cast<std::uint8_t>(index)) {}
  std::uint8_t index_ = 0;
};

inline constexpr Point kTengen = Point::from_index(7 * kBoardSize + 7);  // H8

std::string to_string(Point point);  // "H8"

// A letter in either case and a row without leading zero: "h8", "O15". Anything else: nothing.
std::optional<Point> parse_point(std::string_view text);

}  // namespace tianyuan
