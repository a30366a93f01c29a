#pragma once

// The stones on the board. A value: no turn, no history, no rule.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "common/point.h"

namespace tianyuan {

class Board {
 public:
  std::optional<Colour> at(Point point) const;
  bool empty(Point point) const { return !at(point).has_value(); }
  int stones() const;  // both colours
  bool full() const { return stones() == kPointCount; }

  void place(Point point, Colour colour);  // the point is empty (asserted)
  void remove(Point point);                // the point is occupied (asserted)

  friend bool operator==(const Board&, const Board&) = default;

 private:
  // The representation belongs to the rule library; see board.cpp.
  std::array<std::uint8_t, kPointCount> cells_{};  // 0 empty, 1 black, 2 white
  int stones_ = 0;
};

// The longest unbroken row of the stone's colour through an occupied point, in points, 1..15.
int longest_row(const Board& board, Point point);

// The points of the longest row through `point`, in order along the line; five or more, else empty.
std::vector<Point> winning_row(const Board& board, Point point);

}  // namespace tianyuan
