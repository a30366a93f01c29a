#include "common/assert.h"
#include "common/forbidden.h"
#include "common/forbidden_judge.h"

namespace tianyuan {

namespace {

// Turns bits of the lines through one point into points.
class ShapeWriter {
 public:
  ShapeWriter(const Board& board, Point point) : board_(board), point_(point) {}

  Point at(Direction direction, int bit) const {
    return line_point(direction, line_place(direction, point_).line, bit);
  }

  // The unbroken row through the point, and the one beyond the gap at `gap` (none: kNone).
  std::vector<Point> stones(Direction direction, const LineShape& shape, int gap) const {
    int from = shape.from;
    int to = shape.from + shape.length;
    const unsigned black = board_.line(direction, line_place(direction, point_).line).black;
    // kNone is not a bit, though it looks like the one below a row that begins at the edge.
    if (gap != LineShape::kNone && gap == from - 1) from = gap - run_below(black, gap);
    if (gap == to) to = gap + 1 + run_above(black, gap);
    std::vector<Point> points;
    for (int bit = from; bit < to; ++bit) {
      if (bit != gap) points.push_back(at(direction, bit));
    }
    return points;
  }

 private:
  const Board& board_;
  Point point_;
};

constexpr int kNone = LineShape::kNone;

// A straight four's two completions belong to the same stones and become one entry.
void add_four(std::vector<ForbiddenShape>& shapes, std::vector<Point> stones, Point completion) {
  for (ForbiddenShape& shape : shapes) {
    if (shape.stones != stones) continue;
    shape.completions.push_back(completion);
    return;
  }
  shapes.push_back({ForbiddenShape::Kind::four, std::move(stones), {completion}});
}

}  // namespace

std::string_view to_string(ForbiddenShape::Kind kind) {
  switch (kind) {
    case ForbiddenShape::Kind::three:
      return "three";
    case ForbiddenShape::Kind::four:
      return "four";
    case ForbiddenShape::Kind::overline:
      return "overline";
  }
  return "";
}

std::vector<ForbiddenShape> forbidden_shapes(const Board& board, Point point,
                                             ForbiddenOptions options) {
  TIANYUAN_ASSERT(board.empty(point));
  detail::ForbiddenJudge judge(board, options);
  const ForbiddenKinds kinds = judge.kinds(point);
  const detail::Shapes lines = judge.shapes_at(point);
  const ShapeWriter writer(board, point);

  std::vector<ForbiddenShape> threes;
  std::vector<ForbiddenShape> fours;
  std::vector<ForbiddenShape> overlines;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Direction direction = kDirections[i];
    const LineShape& line = lines[i];
    if (line.overline()) {
      overlines.push_back(
          {ForbiddenShape::Kind::overline, writer.stones(direction, line, kNone), {}});
    }
    for (const int bit : {line.four_low, line.four_high}) {
      if (bit == kNone) continue;
      add_four(fours, writer.stones(direction, line, bit), writer.at(direction, bit));
    }
    for (const int bit : {line.long_low, line.long_high}) {
      if (bit == kNone || !options.overline_counts_as_four) continue;
      add_four(fours, writer.stones(direction, line, bit), writer.at(direction, bit));
    }
    if (!line.three()) continue;
    const std::vector<Point> completions = judge.straight_four_points(point, i);
    if (completions.empty()) continue;
    const int gap = line.three_low != kNone ? line.three_low : line.three_high;
    threes.push_back(
        {ForbiddenShape::Kind::three, writer.stones(direction, line, gap), completions});
  }

  std::vector<ForbiddenShape> shapes;
  const auto append = [&](ForbiddenKinds::Kind kind, const std::vector<ForbiddenShape>& found) {
    if (kinds.has(kind)) shapes.insert(shapes.end(), found.begin(), found.end());
  };
  append(ForbiddenKinds::double_three, threes);
  append(ForbiddenKinds::double_four, fours);
  append(ForbiddenKinds::overline, overlines);
  return shapes;
}

}  // namespace tianyuan
