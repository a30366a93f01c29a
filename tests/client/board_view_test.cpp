#include "client/console/board_view.h"

#include <catch2/catch.hpp>
#include <string>

#include "client/console/width.h"

using namespace tianyuan;
using namespace tianyuan::console;

namespace {

std::string joined(const std::vector<std::string>& lines) {
  std::string out = "\n";
  for (const std::string& line : lines) out += line + "\n";
  return out;
}

Point at(std::string_view text) {
  return *parse_point(text);
}

}  // namespace

TEST_CASE("The board is drawn with coordinates, stars and the last move in brackets") {
  Board board;
  board.place(at("H8"), Colour::black);
  board.place(at("I9"), Colour::white);
  board.place(at("O15"), Colour::black);
  BoardDrawing drawing;
  drawing.last = at("O15");
  CHECK(joined(draw_board(board, drawing)) == R"(
 15 · · · · · · · · · · · · · ·[●]
 14 · · · · · · · · · · · · · · ·
 13 · · · · · · · · · · · · · · ·
 12 · · · + · · · · · · · + · · ·
 11 · · · · · · · · · · · · · · ·
 10 · · · · · · · · · · · · · · ·
  9 · · · · · · · · ○ · · · · · ·
  8 · · · · · · · ● · · · · · · ·
  7 · · · · · · · · · · · · · · ·
  6 · · · · · · · · · · · · · · ·
  5 · · · · · · · · · · · · · · ·
  4 · · · + · · · · · · · + · · ·
  3 · · · · · · · · · · · · · · ·
  2 · · · · · · · · · · · · · · ·
  1 · · · · · · · · · · · · · · ·
    A B C D E F G H I J K L M N O
)");
}

TEST_CASE("In ASCII nothing else is used; offered fifths and forbidden points are marked") {
  Board board;
  board.place(at("H8"), Colour::black);
  board.place(at("A1"), Colour::white);
  BoardDrawing drawing;
  drawing.ascii = true;
  drawing.last = at("A1");
  drawing.offered = {at("H7"), at("J7")};
  drawing.forbidden = {{at("C3"), "33"}};
  const auto lines = draw_board(board, drawing);
  CHECK(lines[7] == "  8 . . . . . . . X . . . . . . .");
  CHECK(lines[8] == "  7 . . . . . . . ? . ? . . . . .");
  CHECK(lines[12] == "  3 . . ! . . . . . . . . . . . .");
  CHECK(lines[14] == "  1[O]. . . . . . . . . . . . . .");
  for (const std::string& line : lines) {
    for (const char c : line) CHECK(static_cast<unsigned char>(c) < 128);
  }
}

TEST_CASE("Black's move numbers are circled, White's plain, and columns stay in line") {
  std::vector<proto::MoveView> moves;
  for (int i = 0; i < 104; ++i) {
    const Colour colour = i % 2 == 0 ? Colour::black : Colour::white;
    moves.push_back({i + 1, colour, to_string(Point::from_index(i))});
  }
  moves.push_back({105, Colour::black, "pass"});
  moves.push_back({106, Colour::white, "skip"});
  const auto lines = draw_numbered(moves, false);
  REQUIRE(lines.size() == 17);
  CHECK(lines[14] ==
        "  1  ①    2    ③    4    ⑤    6    ⑦    8    ⑨    10   ⑪    12   ⑬    14   ⑮");
  CHECK(lines[12].find("㉛") != std::string::npos);
  CHECK(lines[11].find("●51") != std::string::npos);
  CHECK(lines[16] == "     105=pass 106=skip");
  for (const std::string& line : lines) CHECK(display_width(line) <= 80);
  // The letters stand above their columns: column C begins 10 columns behind column A.
  CHECK(lines[15].find('C') - lines[15].find('A') == 10);
  const auto ascii = draw_numbered(moves, true);
  CHECK(ascii[14].starts_with("  1  x1   o2   x3   o4"));
}

TEST_CASE("Circled numbers run from 1 to 50") {
  CHECK(circled(1) == "①");
  CHECK(circled(20) == "⑳");
  CHECK(circled(21) == "㉑");
  CHECK(circled(35) == "㉟");
  CHECK(circled(36) == "㊱");
  CHECK(circled(50) == "㊿");
  CHECK(circled(51) == "●51");
}

TEST_CASE("The record is one word") {
  CHECK(move_string({}) == "-");
  CHECK(move_string({{1, Colour::black, "H8"},
                     {2, Colour::white, "pass"},
                     {3, Colour::black, "skip"},
                     {4, Colour::white, "O15"}}) == "h8--~~o15");
}
