#include "client/console/board_view.h"

#include <algorithm>
#include <cctype>

#include "client/console/width.h"

namespace tianyuan::console {
namespace {

constexpr int kNumberedColumns = 5;

std::string utf8(char32_t c) {  // of the three-byte range, which all our signs are in
  std::string out;
  out += static_cast<char>(0xE0 | (c >> 12));
  out += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
  out += static_cast<char>(0x80 | (c & 0x3F));
  return out;
}

std::string row_label(int row) {
  return pad_left(std::to_string(row + 1), 3);
}

std::string cell(const Board& board, Point point, const BoardDrawing& drawing) {
  if (const auto colour = board.at(point)) {
    if (drawing.ascii) return *colour == Colour::black ? "X" : "O";
    return *colour == Colour::black ? "●" : "○";
  }
  if (std::ranges::find(drawing.offered, point) != drawing.offered.end()) return "?";
  if (std::ranges::find(drawing.forbidden, point, &proto::ForbiddenPoint::point) !=
      drawing.forbidden.end())
    return "!";
  if (is_star(point)) return "+";
  return drawing.ascii ? "." : "·";
}

std::string numbered_cell(const proto::MoveView& move, bool ascii) {
  const std::string number = std::to_string(move.number);
  if (ascii) return (move.colour == Colour::black ? "x" : "o") + number;
  return move.colour == Colour::black ? circled(move.number) : number;
}

std::string letters(int columns_a_point, int indent) {
  std::string line(static_cast<std::size_t>(indent), ' ');
  for (int column = 0; column < kBoardSize; ++column) {
    line += pad_right(std::string(1, static_cast<char>('A' + column)), columns_a_point);
  }
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return line;
}

}  // namespace

bool is_star(Point point) {
  const auto marked = [](int i) { return i == 3 || i == 11; };
  return point == kTengen || (marked(point.column()) && marked(point.row()));
}

std::vector<std::string> draw_board(const Board& board, const BoardDrawing& drawing) {
  std::vector<std::string> lines;
  for (int row = kBoardSize - 1; row >= 0; --row) {
    std::string line = row_label(row);
    for (int column = 0; column < kBoardSize; ++column) {
      const Point point = *Point::at(column, row);
      const bool before = drawing.last == point;
      const bool after = column > 0 && drawing.last == Point::at(column - 1, row);
      line += before ? '[' : after ? ']' : ' ';
      line += cell(board, point, drawing);
    }
    if (drawing.last == Point::at(kBoardSize - 1, row)) line += ']';
    lines.push_back(line);
  }
  lines.push_back(letters(2, 4));
  return lines;
}

std::string circled(int number) {
  const auto n = static_cast<char32_t>(number);
  if (number >= 1 && number <= 20) return utf8(0x2460 + n - 1);
  if (number >= 21 && number <= 35) return utf8(0x3251 + n - 21);
  if (number >= 36 && number <= 50) return utf8(0x32B1 + n - 36);
  return "●" + std::to_string(number);
}

std::vector<std::string> draw_numbered(const std::vector<proto::MoveView>& moves, bool ascii) {
  std::vector<std::string> cells(kPointCount);
  std::string without_stone;
  for (const proto::MoveView& move : moves) {
    if (const auto point = parse_point(move.move)) {
      cells[static_cast<std::size_t>(point->index())] = numbered_cell(move, ascii);
    } else {
      without_stone += " " + std::to_string(move.number) + "=" + move.move;
    }
  }
  std::vector<std::string> lines;
  for (int row = kBoardSize - 1; row >= 0; --row) {
    std::string line = row_label(row) + "  ";
    for (int column = 0; column < kBoardSize; ++column) {
      const Point point = *Point::at(column, row);
      const std::string& stone = cells[static_cast<std::size_t>(point.index())];
      const std::string empty = is_star(point) ? "+" : ascii ? "." : "·";
      line += pad_right(stone.empty() ? empty : stone, kNumberedColumns);
    }
    while (line.back() == ' ') line.pop_back();
    lines.push_back(line);
  }
  lines.push_back(letters(kNumberedColumns, 5));
  if (!without_stone.empty()) lines.push_back("    " + without_stone);
  return lines;
}

std::string move_string(const std::vector<proto::MoveView>& moves) {
  std::string text;
  for (const proto::MoveView& move : moves) {
    if (move.move == "pass") {
      text += "--";
    } else if (move.move == "skip") {
      text += "~~";
    } else {
      for (const char c : move.move)
        text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  return text.empty() ? "-" : text;
}

}  // namespace tianyuan::console
