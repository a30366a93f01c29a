#include "common/forbidden.h"

#include "common/assert.h"
#include "common/line_shape.h"

namespace tianyuan {

namespace {

using Shapes = std::array<LineShape, 4>;

Shapes shapes_at(const Board& board, Point point) {
  Shapes shapes;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const Direction direction = kDirections[i];
    const LinePlace place = line_place(direction, point);
    shapes[i] = line_shape(board.line(direction, place.line).black,
                           board.free_points(direction, place.line), place.bit);
  }
  return shapes;
}

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

// The exact judge. Every level places one more stone on its own copy of the board and takes it off
// again, so the recursion ends with the free points at the latest.
class Judge {
 public:
  Judge(const Board& board, ForbiddenOptions options) : board_(board), options_(options) {}

  ForbiddenKinds kinds(Point point) {
    const Shapes shapes = shapes_at(board_, point);
    if (makes_five(shapes)) return {};
    ForbiddenKinds kinds = kinds_in_sight(shapes, options_);
    if (double_three(point, shapes)) kinds.add(ForbiddenKinds::double_three);
    return kinds;
  }

  // Which of the four lines hold a true three when Black plays the point.
  std::array<bool, 4> true_threes(Point point) {
    const Shapes shapes = shapes_at(board_, point);
    std::array<bool, 4> threes{};
    board_.place(point, Colour::black);
    for (std::size_t i = 0; i < shapes.size(); ++i) threes[i] = true_three(point, i, shapes[i]);
    board_.remove(point);
    return threes;
  }

 private:
  bool double_three(Point point, const Shapes& shapes) {
    int possible = count_threes(shapes);
    if (possible < 2) return false;
    int found = 0;
    board_.place(point, Colour::black);
    for (std::size_t i = 0; i < shapes.size() && found < 2 && found + possible >= 2; ++i) {
      if (!shapes[i].three()) continue;
      --possible;
      found += true_three(point, i, shapes[i]);
    }
    board_.remove(point);
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
    const Shapes shapes = shapes_at(board_, point);
    // A five made elsewhere is a win, but no straight four, so it makes no three here.
    if (makes_five(shapes)) return false;
    return !kinds_in_sight(shapes, options_).any() && !double_three(point, shapes);
  }

  Board board_;
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
  Judge judge(board, options);
  for (int index = 0; index < kPointCount; ++index) {
    const Point point = Point::from_index(index);
    if (board.empty(point)) map[static_cast<std::size_t>(index)] = judge.kinds(point);
  }
  return map;
}

}  // namespace tianyuan
