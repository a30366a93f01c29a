// Stones, rows and wins on the board.

#include "common/board.h"

#include <catch2/catch.hpp>
#include <set>

#include "tests/support/vectors.h"

namespace tianyuan {
namespace {

using test::board_of;
using test::point_of;

// The row that Black's stone at `play` makes, and whether it is exactly five somewhere.
int row_after(Board board, const std::string& play) {
  board.place(point_of(play), Colour::black);
  return longest_row(board, point_of(play));
}

}  // namespace

TEST_CASE("a stone placed stands, and is gone when removed") {
  Board board;
  CHECK(board.stones() == 0);
  board.place(kTengen, Colour::black);
  board.place(point_of("o15"), Colour::white);
  CHECK(board.at(kTengen) == Colour::black);
  CHECK(board.at(point_of("o15")) == Colour::white);
  CHECK(board.empty(point_of("a1")));
  CHECK(board.stones() == 2);
  board.remove(kTengen);
  CHECK(board.empty(kTengen));
  CHECK(board.stones() == 1);
}

TEST_CASE("boards are equal when their stones are, whatever the order of placing") {
  Board a = board_of("h8 i9", "a1");
  Board b;
  b.place(point_of("a1"), Colour::white);
  b.place(point_of("i9"), Colour::black);
  b.place(point_of("b2"), Colour::white);
  b.place(point_of("h8"), Colour::black);
  CHECK_FALSE(a == b);
  b.remove(point_of("b2"));
  CHECK(a == b);
  CHECK_FALSE(board_of("h8", "") == board_of("", "h8"));
}

TEST_CASE("every point holds its own stone") {
  Board board;
  for (int index = 0; index < kPointCount; ++index) {
    CHECK_FALSE(board.full());
    const Colour colour = index % 2 == 0 ? Colour::black : Colour::white;
    board.place(Point::from_index(index), colour);
    for (int other = 0; other < kPointCount; ++other) {
      const auto stone = board.at(Point::from_index(other));
      const bool right =
          other > index ? !stone : stone == (other % 2 == 0 ? Colour::black : Colour::white);
      if (!right) FAIL("point " << other << " after " << index);
    }
  }
  CHECK(board.full());
}

TEST_CASE("there are 572 lines of five on the board, each a row of five") {
  int lines = 0;
  for (const auto& [dx, dy] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
    for (int index = 0; index < kPointCount; ++index) {
      const Point start = Point::from_index(index);
      if (!Point::at(start.column() + 4 * dx, start.row() + 4 * dy)) continue;
      ++lines;
      Board board;
      std::vector<Point> row;
      for (int i = 0; i < 5; ++i) {
        row.push_back(*Point::at(start.column() + i * dx, start.row() + i * dy));
        board.place(row.back(), Colour::white);
      }
      for (const Point point : row) {
        CHECK(longest_row(board, point) == 5);
        CHECK(has_exact_five(board, point));
        std::vector<Point> found = winning_row(board, point);
        if (found.front() != row.front()) std::reverse(found.begin(), found.end());
        CHECK(found == row);
      }
    }
  }
  CHECK(lines == 572);
}

TEST_CASE("fives that touch an edge win, wrapped ones do not") {  // reports A01, A04
  std::ifstream file = test::open_data("generated/win_lines_and_wrap_traps.json");
  const nlohmann::json data = nlohmann::json::parse(file);
  REQUIRE(data.at("edge_touching_fives_15").size() == 176);
  REQUIRE(data.at("wrap_traps_15_not_wins").size() == 144);
  for (const auto& names : data.at("edge_touching_fives_15")) {
    const std::vector<Point> row = test::points_of(names);
    const Board board = board_of(row, {});
    for (const Point point : row) CHECK(longest_row(board, point) == 5);
  }
  for (const auto& trap : data.at("wrap_traps_15_not_wins")) {
    const std::vector<Point> row = test::points_of(trap.at("cells"));
    const Board board = board_of(row, {});
    for (const Point point : row) CHECK(longest_row(board, point) < 5);
  }
  CHECK(row_after(board_of("m8 n8 o8 a9", ""), "b9") == 2);
  CHECK(row_after(board_of("m8 n9 o10 a11", ""), "b12") == 2);
}

TEST_CASE("one stone joins two groups") {  // report A03
  for (const nlohmann::json& line : test::read_json_lines("generated/gap_fill_lengths.jsonl")) {
    const Point play = point_of(line.at("play").get<std::string>());
    Board board = board_of(line);
    board.place(play, Colour::black);
    CHECK(longest_row(board, play) == line.at("length").get<int>());
    CHECK((longest_row(board, play) >= 5) == line.at("freestyle_win").get<bool>());
    CHECK(has_exact_five(board, play) == line.at("exact5_win").get<bool>());
    CHECK(winning_row(board, play).size() ==
          (line.at("freestyle_win").get<bool>() ? line.at("length").get<std::size_t>() : 0));
    CHECK(winning_row(board, play, true).size() == (line.at("exact5_win").get<bool>() ? 5u : 0u));
  }
}

TEST_CASE("a row is seen with the stone that completes it") {  // report A02
  CHECK(row_after(board_of("h8 i8 j8 k8", "a1 c1 e1 g1"), "l8") == 5);
}

TEST_CASE("four with a gap, or blocked at both ends, is no five") {  // report A05
  const Board gap = board_of("d8 e8 g8 h8", "");
  CHECK(longest_row(gap, point_of("d8")) == 2);
  CHECK(winning_row(gap, point_of("h8")).empty());
  const Board blocked = board_of("d8 e8 f8 g8", "h8 c8");
  CHECK(longest_row(blocked, point_of("f8")) == 4);
  CHECK(longest_row(blocked, point_of("h8")) == 1);
  CHECK(winning_row(blocked, point_of("d8")).empty());
}

TEST_CASE("six is a row of six, not a five") {  // reports A09, A10, A11
  CHECK(row_after(board_of("d8 e8 f8 g8 i8", "c8"), "h8") == 6);
  Board board = board_of("d8 e8 f8 g8 i8", "c8");
  board.place(point_of("h8"), Colour::black);
  CHECK_FALSE(has_exact_five(board, point_of("h8")));
  CHECK(winning_row(board, point_of("h8")).size() == 6);
  CHECK(winning_row(board, point_of("h8"), true).empty());
}

TEST_CASE("a five beside an overline is found where exactly five wins") {  // W4
  Board board = board_of("c8 d8 e8 f8 g8 h4 h5 h6 h7", "");
  board.place(point_of("h8"), Colour::black);
  CHECK(longest_row(board, point_of("h8")) == 6);
  CHECK(has_exact_five(board, point_of("h8")));
  const std::vector<Point> row = winning_row(board, point_of("h8"), true);
  CHECK(row == test::points_of(std::string("h4 h5 h6 h7 h8")));
}

TEST_CASE("a full board without a row, and one whose last stone makes it") {  // reports A21, A22
  const auto read = [](const std::string& name) {
    std::ifstream file = test::open_data("generated/" + name);
    std::string text;
    std::getline(file, text);
    return test::moves_of(text);
  };
  for (const bool last_wins : {false, true}) {
    const std::vector<Point> moves =
        read(last_wins ? "full_board_last_stone_wins_black.txt" : "full_board_draw_freestyle.txt");
    REQUIRE(moves.size() == kPointCount);
    Board board;
    Colour colour = Colour::black;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      board.place(moves[i], colour);
      colour = opposite(colour);
      const bool expected = last_wins && i + 1 == moves.size();
      if ((longest_row(board, moves[i]) >= 5) != expected) FAIL("move " << i + 1);
    }
    CHECK(board.full());
    CHECK(winning_row(board, moves.back()).empty() == !last_wins);
  }
}

TEST_CASE("no white stone lengthens a black row") {
  const Board board = board_of("h8 i8 k8", "j8 l8");
  CHECK(longest_row(board, point_of("h8")) == 2);
  CHECK(longest_row(board, point_of("k8")) == 1);
  CHECK(longest_row(board, point_of("j8")) == 1);
}

TEST_CASE("the place of every point on its four lines can be taken back") {
  std::set<std::pair<int, int>> places;
  for (int index = 0; index < kPointCount; ++index) {
    const Point point = Point::from_index(index);
    for (const Direction direction : kDirections) {
      const LinePlace place = line_place(direction, point);
      CHECK(line_point(direction, place.line, place.bit) == point);
      CHECK(((line_points(direction, place.line) >> place.bit) & 1) == 1);
      places.insert({line_number(direction, place.line), place.bit});
    }
  }
  CHECK(places.size() == 4 * kPointCount);
  std::size_t bits = 0;
  for (int line = 0; line < kLines; ++line) {
    bits +=
        static_cast<std::size_t>(std::popcount(free_points({}, static_cast<std::size_t>(line))));
  }
  CHECK(bits == 4 * kPointCount);
}

}  // namespace tianyuan
