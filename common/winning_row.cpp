#include "common/winning_row.h"

namespace tianyuan {

std::vector<Point> winning_row(const Board& board, Point point, RowToWin row) {
  if (board.empty(point)) return {};
  return winning_row(board, point, row == RowToWin::exactly_five);
}

}  // namespace tianyuan
