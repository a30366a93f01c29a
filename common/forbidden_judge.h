#pragma once

// The exact judge of forbidden moves, for the rule library's own sources: what forbidden.h promises
// is built on it.

#include <array>
#include <cstdint>
#include <vector>

#include "common/board.h"
#include "common/forbidden.h"
#include "common/line_shape.h"

namespace tianyuan::detail {

using Shapes = std::array<LineShape, 4>;

inline bool makes_five(const Shapes& shapes) {
  for (const LineShape& shape : shapes) {
    if (shape.five()) return true;
  }
  return false;
}

inline int count_threes(const Shapes& shapes) {
  int threes = 0;
  for (const LineShape& shape : shapes) threes += shape.three();
  return threes;
}

// Overline and double four: what needs no look ahead.
inline ForbiddenKinds kinds_in_sight(const Shapes& shapes, ForbiddenOptions options) {
  ForbiddenKinds kinds;
  int fours = 0;
  for (const LineShape& shape : shapes) {
    if (shape.overline()) kinds.add(ForbiddenKinds::overline);
    fours += options.overline_counts_as_four ? shape.fours_with_overlines() : shape.fours();
  }
  if (fours >= 2) kinds.add(ForbiddenKinds::double_four);
  return kinds;
}

// The exact judge. Every level places one more stone on the judge's own lines and takes it off
// again, so the recursion ends with the free points at the latest.
class ForbiddenJudge {
 public:
  ForbiddenJudge(const Board& board, ForbiddenOptions options)
      : lines_(board.lines()), options_(options) {}

  ForbiddenKinds kinds(Point point) {
    const Shapes shapes = shapes_at(point);
    if (makes_five(shapes)) return {};
    ForbiddenKinds kinds = kinds_in_sight(shapes, options_);
    if (double_three(point, shapes)) kinds.add(ForbiddenKinds::double_three);
    return kinds;
  }

  bool double_three(Point point) { return double_three(point, shapes_at(point)); }

  // The points that turn the line's three into a straight four and may be played; none: no three.
  std::vector<Point> straight_four_points(Point stone, std::size_t direction) {
    const LineShape shape = shapes_at(stone)[direction];
    std::vector<Point> points;
    toggle(stone);
    for (const int bit : {shape.three_low, shape.three_high}) {
      if (!makes_straight_four(stone, direction, bit)) continue;
      points.push_back(point_on(stone, direction, bit));
    }
    toggle(stone);
    return points;
  }

  Shapes shapes_at(Point point) const {
    Shapes shapes;
    const FourPlaces& places = four_places(point);
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      const Line& line = lines_[places[i].line];
      shapes[i] = line_shape(line.black, free_points(line, places[i].line), places[i].bit);
    }
    return shapes;
  }

 private:
  static Point point_on(Point stone, std::size_t direction, int bit) {
    const int line = line_place(kDirections[direction], stone).line;
    return line_point(kDirections[direction], line, bit);
  }

  // Puts a black stone on a free point, or takes it off again.
  void toggle(Point point) {
    for (const NumberedPlace& place : four_places(point)) {
      lines_[place.line].black ^= static_cast<std::uint16_t>(1u << place.bit);
    }
  }

  bool double_three(Point point, const Shapes& shapes) {
    int possible = count_threes(shapes);
    if (possible < 2) return false;
    int found = 0;
    toggle(point);
    for (std::size_t i = 0; i < shapes.size() && found < 2 && found + possible >= 2; ++i) {
      if (!shapes[i].three()) continue;
      --possible;
      found += true_three(point, i, shapes[i]);
    }
    toggle(point);
    return found >= 2;
  }

  // With the stone placed: can Black play on to a straight four there?
  bool true_three(Point stone, std::size_t direction, const LineShape& shape) {
    return makes_straight_four(stone, direction, shape.three_low) ||
           makes_straight_four(stone, direction, shape.three_high);
  }

  bool makes_straight_four(Point stone, std::size_t direction, int bit) {
    if (bit == LineShape::kNone) return false;
    const Point point = point_on(stone, direction, bit);
    const Shapes shapes = shapes_at(point);
    // A five made elsewhere is a win, but no straight four, so it makes no three here.
    if (makes_five(shapes)) return false;
    return !kinds_in_sight(shapes, options_).any() && !double_three(point, shapes);
  }

  Lines lines_;
  ForbiddenOptions options_;
};

}  // namespace tianyuan::detail
