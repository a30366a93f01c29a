#pragma once

// The stones on the board. A value: no turn, no history, no rule.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "common/line.h"
#include "common/point.h"

namespace tianyuan {

class Board {
 public:
  std::optional<Colour> at(Point point) const;
  bool empty(Point point) const;
  int stones() const { return stones_; }  // both colours
  bool full() const { return stones_ == kPointCount; }

  void place(Point point, Colour colour);  // the point is empty (asserted)
  void remove(Point point);                // the point is occupied (asserted)

  // The rule library's view: the same stones as bit words of every line.
  const Lines& lines() const { return lines_; }
  const Line& line(Direction direction, int line) const {
    return lines_[static_cast<std::size_t>(line_number(direction, line))];
  }

  friend bool operator==(const Board& a, const Board& b) { return a.lines_ == b.lines_; }

 private:
  Lines lines_{};
  int stones_ = 0;
};

// The longest unbroken row of the stone's colour through an occupied point, in points, 1..15.
int longest_row(const Board& board, Point point);

// Whether one of the four rows through an occupied point is exactly five long. Not the same as
// longest_row() == 5: a stone can make a five and an overline at once, and five comes first (W4).
bool has_exact_five(const Board& board, Point point);

// The points of the row that wins, in order along the line: the longest row through `point` of five
// or more, or with `exactly_five` one of exactly five; empty when there is none.
std::vector<Point> winning_row(const Board& board, Point point, bool exactly_five = false);

}  // namespace tianyuan
