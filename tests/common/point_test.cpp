#include "common/point.h"

#include <catch2/catch.hpp>

#include "common/player.h"

namespace tianyuan {

TEST_CASE("points are written A1 to O15 and read in either case") {
  for (int index = 0; index < kPointCount; ++index) {
    const Point point = Point::from_index(index);
    const std::string name = to_string(point);
    CHECK(parse_point(name) == point);
    const std::string small = static_cast<char>(name[0] - 'A' + 'a') + name.substr(1);
    CHECK(parse_point(small) == point);
  }
  CHECK(to_string(kTengen) == "H8");
}

TEST_CASE("the column I is not skipped") {  // report A62
  CHECK(parse_point("i9") == Point::at(8, 8));
  CHECK(parse_point("j10") == Point::at(9, 9));
}

TEST_CASE("what is no point on this board is refused") {  // reports A23, A63
  for (const char* text : {"", "h", "8", "h0", "h16", "p8", "ba4", "h8 ", " h8", "h08", "h-1",
                           "h+1", "hh", "h1a", "i1000000", "H８", "h8\n"}) {
    INFO(text);
    CHECK_FALSE(parse_point(text));
  }
  for (const auto& [column, row] : {std::pair{-1, 0}, {0, -1}, {15, 0}, {0, 15}, {7, 1'000'000}}) {
    CHECK_FALSE(Point::at(column, row));
  }
}

TEST_CASE("colours and players have their words") {
  CHECK(to_string(Colour::black) == "black");
  CHECK(parse_colour("white") == Colour::white);
  CHECK_FALSE(parse_colour("White"));
  CHECK(opposite(Colour::white) == Colour::black);
  CHECK(to_string(Player::second) == "second");
  CHECK(parse_player("first") == Player::first);
  CHECK_FALSE(parse_player("1"));
  CHECK(other(Player::first) == Player::second);
}

}  // namespace tianyuan
