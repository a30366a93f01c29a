#pragma once

// The position as lines of text (B2, B4). Pure; no terminal control. Thread: any.

#include <optional>
#include <string>
#include <vector>

#include "common/board.h"
#include "proto/messages.h"

namespace tianyuan::console {

struct BoardDrawing {
  bool ascii = false;
  std::optional<Point> last;                     // drawn in brackets
  std::vector<Point> offered;                    // fifth stones on offer, drawn as "?"
  std::vector<proto::ForbiddenPoint> forbidden;  // drawn as "!"
};

// 16 lines: 15 rows from the far side to the near, then the letters. Two columns a point.
std::vector<std::string> draw_board(const Board& board, const BoardDrawing& drawing);

// The same with move numbers: Black's circled (①③…; from 51 on "●51", in ASCII "x1"), White's
// plain (in ASCII "o2"). Five columns a point. A point played twice after a take-back shows the
// stone that stands. Passed and skipped moves are listed in a line behind.
std::vector<std::string> draw_numbered(const std::vector<proto::MoveView>& moves, bool ascii);

// "①", …, "㊿"; from 51 on "●51".
std::string circled(int number);

// The record as one word: "h8h9--~~j10".
std::string move_string(const std::vector<proto::MoveView>& moves);

// Whether the point is one of the five marked ones (tengen and the four stars).
bool is_star(Point point);

}  // namespace tianyuan::console
