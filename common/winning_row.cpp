#include "common/winning_row.h"

#include <array>

namespace tianyuan {
namespace {

struct Step {
  int column = 0;
  int row = 0;
};
constexpr std::array<Step, 4> kSteps{{{1, 0}, {0, 1}, {1, 1}, {1, -1}}};

// How many stones of the colour follow each other from the point, itself not counted.
int run(const Board& board, Point from, Step step, Colour colour) {
  int length = 0;
  int column = from.column() + step.column;
  int row = from.row() + step.row;
  while (const auto next = Point::at(column, row)) {
    if (board.at(*next) != colour) break;
    ++length;
    column += step.column;
    row += step.row;
  }
  return length;
}

}  // namespace

std::vector<Point> winning_row(const Board& board, Point point, RowToWin row) {
  const auto colour = board.at(point);
  if (!colour) return {};
  for (const Step step : kSteps) {
    const int before = run(board, point, {-step.column, -step.row}, *colour);
    const int length = before + 1 + run(board, point, step, *colour);
    if (row == RowToWin::exactly_five ? length != 5 : length < 5) continue;
    std::vector<Point> points;
    for (int i = 0; i < length; ++i) {
      points.push_back(*Point::at(point.column() + (i - before) * step.column,
                                  point.row() + (i - before) * step.row));
    }
    return points;
  }
  return {};
}

}  // namespace tianyuan
