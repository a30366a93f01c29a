#include "common/forbidden.h"

#include <bit>

#include "common/assert.h"
#include "common/forbidden_candidates.h"
#include "common/line_shape.h"

namespace tianyuan {

namespace {

using Shapes = std::array<LineShape, 4>;

bool makes_five(const Shapes& shapes) {
  for (const LineShape& shape : shapes) {
    if (shape.five()) return true;
  }
  return false;
}

int count_threes(const Shapes& shapes) {
  int threes = 0;
  for (const LineShape& shape : shapes) threes += shape.three();
  return threes;
}

// Overline and double four: what needs no look ahead.
ForbiddenKinds kinds_in_sight(const Shapes& shapes, ForbiddenOptions options) {
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
class Judge {
 public:
  Judge(const Board& board, ForbiddenOptions options) : lines_(board.lines()), options_(options) {}

  ForbiddenKinds kinds(Point point) {
    const Shapes shapes = shapes_at(point);
    if (makes_five(shapes)) return {};
    ForbiddenKinds kinds = kinds_in_sight(shapes, options_);
    if (double_three(point, shapes)) kinds.add(ForbiddenKinds::double_three);
    return kinds;
  }

  bool double_three(Point point) { return double_three(point, shapes_at(point)); }

 private:
  Shapes shapes_at(Point point) const {
    Shapes shapes;
    const FourPlaces& places = four_places(point);
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      const Line& line = lines_[places[i].line];
      shapes[i] = line_shape(line.black, free_points(line, places[i].line), places[i].bit);
    }
    return shapes;
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
    const int line = line_place(kDirections[direction], stone).line;
    const Point point = line_point(kDirections[direction], line, bit);
    const Shapes shapes = shapes_at(point);
    // A five made elsewhere is a win, but no straight four, so it makes no three here.
    if (makes_five(shapes)) return false;
    return !kinds_in_sight(shapes, options_).any() && !double_three(point, shapes);
  }

  Lines lines_;
  ForbiddenOptions options_;
};

}  // namespace

std::string to_string(ForbiddenKinds kinds) {
  std::string text;
  const auto append = [&](ForbiddenKinds::Kind kind, std::string_view name) {
    if (!kinds.has(kind)) return;
    if (!text.empty()) text += '+';
    text += name;
  };
  append(ForbiddenKinds::double_three, "33");
  append(ForbiddenKinds::double_four, "44");
  append(ForbiddenKinds::overline, "overline");
  return text;
}

std::optional<ForbiddenKinds> parse_forbidden_kinds(std::string_view text) {
  constexpr unsigned all =
      ForbiddenKinds::double_three | ForbiddenKinds::double_four | ForbiddenKinds::overline;
  for (unsigned bits = 0; bits <= all; ++bits) {
    if (to_string(ForbiddenKinds(bits)) == text) return ForbiddenKinds(bits);
  }
  return std::nullopt;
}

ForbiddenKinds forbidden_kinds(const Board& board, Point point, ForbiddenOptions options) {
  TIANYUAN_ASSERT(board.empty(point));
  return Judge(board, options).kinds(point);
}

ForbiddenMap forbidden_map(const Board& board, ForbiddenOptions options) {
  ForbiddenMap map{};
  if (options.overline_counts_as_four) {
    // F3 changes which points are double fours; the candidates do not know it.
    Judge judge(board, options);
    for (int index = 0; index < kPointCount; ++index) {
      const Point point = Point::from_index(index);
      if (board.empty(point)) map[static_cast<std::size_t>(index)] = judge.kinds(point);
    }
    return map;
  }
  const ForbiddenCandidates candidates = forbidden_candidates(board);
  Judge judge(board, options);
  for (std::size_t row = 0; row < kBoardSize; ++row) {
    const unsigned threes = candidates.possible_threes[row];
    unsigned left = candidates.overline[row] | candidates.double_four[row] | threes;
    for (; left != 0; left &= left - 1) {
      const int column = std::countr_zero(left);
      const int index = static_cast<int>(row) * kBoardSize + column;
      ForbiddenKinds kinds;
      if ((candidates.overline[row] >> column) & 1) kinds.add(ForbiddenKinds::overline);
      if ((candidates.double_four[row] >> column) & 1) kinds.add(ForbiddenKinds::double_four);
      if (((threes >> column) & 1) && judge.double_three(Point::from_index(index))) {
        kinds.add(ForbiddenKinds::double_three);
      }
      map[static_cast<std::size_t>(index)] = kinds;
    }
  }
  return map;
}

}  // namespace tianyuan
