#pragma once

// The row that wins, by rule (W1, W4): unlike the longest row, an exact five counts although a
// longer row lies across it.

#include <optional>
#include <vector>

#include "common/board.h"
#include "common/rule_set.h"

namespace tianyuan {

// The row through the stone at `point` that wins, in order along its line; empty: none does, or the
// point is empty.
std::vector<Point> winning_row(const Board& board, Point point, RowToWin row);

}  // namespace tianyuan
