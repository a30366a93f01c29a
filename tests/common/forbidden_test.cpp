// Forbidden moves by case: reports, the hardest positions by name, kinds as text, and F3.

#include "common/forbidden.h"

#include <catch2/catch.hpp>

#include "tests/support/vectors.h"

namespace tianyuan {
namespace {

using test::board_of;
using test::point_of;

std::string kinds_at(const Board& board, const std::string& point, ForbiddenOptions options = {}) {
  return to_string(forbidden_kinds(board, point_of(point), options));
}

bool makes_five(Board board, Point point) {
  board.place(point, Colour::black);
  return has_exact_five(board, point);
}

// The points where Black makes exactly five, as the vectors list them.
std::vector<Point> fives(const Board& board) {
  std::vector<Point> points;
  for (int index = 0; index < kPointCount; ++index) {
    const Point point = Point::from_index(index);
    if (board.empty(point) && makes_five(board, point)) points.push_back(point);
  }
  return points;
}

constexpr ForbiddenOptions kOverlineAsFour{.overline_counts_as_four = true};

}  // namespace

TEST_CASE("kinds are written in one order and read back") {
  CHECK(to_string(ForbiddenKinds{}).empty());
  for (unsigned bits = 0; bits < 8; ++bits) {
    CHECK(parse_forbidden_kinds(to_string(ForbiddenKinds(bits))) == ForbiddenKinds(bits));
  }
  CHECK(to_string(ForbiddenKinds(7)) == "33+44+overline");
  CHECK(to_string(ForbiddenKinds(5)) == "33+overline");
  for (const char* text : {"44+33", "33+", "+", "55", "33 44", "OVERLINE"}) {
    CHECK_FALSE(parse_forbidden_kinds(text));
  }
}

TEST_CASE("a double four is forbidden") {  // report A12
  CHECK(kinds_at(board_of("e8 f8 g8 h5 h6 h7", "d8 h4"), "h8") == "44");
}

TEST_CASE("five comes before double four") {  // report A13, W4
  const Board board = test::board_after(test::moves_of("h8i1h11b3h10m7h14i3i13b1g11d6f10m3e9e1"));
  CHECK(kinds_at(board, "h12").empty());
  CHECK(makes_five(board, point_of("h12")));
}

TEST_CASE("a three needs a straight four") {  // report A15
  CHECK(kinds_at(board_of("f8 g8 h6 h7", "d8 j8"), "h8").empty());
  CHECK(kinds_at(board_of("f8 g8 h6 h7", "d8"), "h8") == "33");
  CHECK(kinds_at(board_of("f8 g8 h6 h7", ""), "h8") == "33");
}

TEST_CASE("two engine games' double threes") {  // reports A16, A17
  CHECK(kinds_at(test::board_after(test::moves_of("h8g6f6g5f7g4h7g3g2a1")), "g7") == "33");
}

TEST_CASE("white stones are never forbidden, and colours are not mixed up") {  // report A14
  // White's own double three is no concern of Black's map.
  CHECK(kinds_at(board_of("", "f8 g8 h6 h7"), "h8").empty());
}

TEST_CASE("several reasons are all named") {
  // Row: overline; column and diagonal: fours.
  const Board board = board_of("c8 d8 e8 f8 g8 i8 h5 h6 h7 e5 f6 g7", "h4 d4");
  CHECK(kinds_at(board, "h8") == "44+overline");
  CHECK(kinds_at(board_of("d8 e8 f8 g8 i8 h6 h7 f6 g7", ""), "h8") == "33+overline");
  CHECK(kinds_at(board_of("e8 f8 g8 h5 h6 h7 i9 j10 g9 f10", "d8 h4"), "h8") == "33+44");
}

TEST_CASE("two fours on one line") {
  CHECK(kinds_at(board_of("d8 f8 g8 j8", ""), "h8") == "44");
  CHECK(kinds_at(board_of("e8 g8 i8 k8", ""), "h8") == "44");
  // d8 to i8 would be six: only j8 makes five.
  CHECK(kinds_at(board_of("d8 f8 g8 i8", ""), "h8").empty());
  CHECK(kinds_at(board_of("d8 f8 g8 i8", ""), "h8", kOverlineAsFour) == "44");
  // A straight four is one four, however many ends complete it.
  CHECK(kinds_at(board_of("e8 f8 g8", ""), "h8").empty());
}

TEST_CASE("the hardest positions, each by name") {
  for (const nlohmann::json& line : test::read_json_lines("forbidden-hard.jsonl")) {
    const std::string name = line.at("class").get<std::string>() + " " + line.at("id").dump();
    DYNAMIC_SECTION(name) {
      const Board board = board_of(line);
      const Point point = point_of(line.at("point").get<std::string>());
      const std::string verdict = line.at("verdict").get<std::string>();
      const std::string ours = to_string(forbidden_kinds(board, point));
      INFO(line.at("why").get<std::string>());
      CHECK(makes_five(board, point) == (verdict == "five"));
      if (verdict == "five" || verdict == "legal") {
        CHECK(ours.empty());
      } else {
        CHECK(ours.find(verdict) != std::string::npos);
      }
    }
  }
}

TEST_CASE("the points where Black makes five") {
  for (const char* file : {"forbidden-built.jsonl", "forbidden-hard.jsonl"}) {
    for (const nlohmann::json& line : test::read_json_lines(file)) {
      std::vector<Point> expected = test::points_of(line.value("fives", nlohmann::json::array()));
      std::sort(expected.begin(), expected.end());
      if (fives(board_of(line)) != expected) {
        FAIL_CHECK(file << " id " << line.at("id").dump());
      }
    }
  }
}

TEST_CASE("moves to forbidden points and to fives from legal games") {
  const std::vector<nlohmann::json> cases =
      test::read_json_lines("generated/forbidden_cases.jsonl");
  REQUIRE(cases.size() == 45);
  for (const nlohmann::json& line : cases) {
    Board board = test::board_after(test::moves_of(line.at("moves").get<std::string>()));
    const Point play = point_of(line.at("black_plays").get<std::string>());
    INFO(line.dump());
    const nlohmann::json& kind = line.at("renju_forbidden");
    const std::string expected = kind.is_null()           ? ""
                                 : kind == "double-three" ? "33"
                                 : kind == "double-four"  ? "44"
                                                          : "overline";
    CHECK(to_string(forbidden_kinds(board, play)) == expected);
    board.place(play, Colour::black);
    CHECK(has_exact_five(board, play) == line.at("exact5_black_wins").get<bool>());
    CHECK((longest_row(board, play) >= 5) == line.at("freestyle_black_wins").get<bool>());
    CHECK((expected.empty() && has_exact_five(board, play)) ==
          line.at("renju_black_wins").get<bool>());
  }
}

TEST_CASE("the stone that fills a gap, under renju") {
  for (const nlohmann::json& line : test::read_json_lines("generated/gap_fill_lengths.jsonl")) {
    const Board board = board_of(line);
    const Point play = point_of(line.at("play").get<std::string>());
    const std::string expected = line.at("renju_black").get<std::string>();
    const std::string kinds = to_string(forbidden_kinds(board, play));
    INFO(line.dump());
    CHECK(kinds == (expected == "overline" ? "overline" : ""));
    CHECK(makes_five(board, play) == (expected == "win"));
  }
}

TEST_CASE("overlines count as fours only when the room says so") {  // F3
  // Row: filling d8 would make six, so it is no four; column: a plain four.
  const Board board = board_of("b8 c8 e8 f8 g8 h5 h6 h7", "h4 i8");
  CHECK(kinds_at(board, "h8").empty());
  CHECK(kinds_at(board, "h8", kOverlineAsFour) == "44");
  // One such row alone is one four.
  const Board alone = board_of("b8 c8 e8 f8 g8", "i8");
  CHECK(kinds_at(alone, "h8", kOverlineAsFour).empty());
}

TEST_CASE("with overlines as fours, threes and fives stay as they were") {  // F3
  // Neither row can become a straight four without an overline: no threes either way.
  const Board board = board_of("f8 g8 k8 d8 h6 h7 h11 h4", "");
  CHECK(kinds_at(board, "h8", kOverlineAsFour).find("33") == std::string::npos);
  CHECK(kinds_at(board, "h8").find("33") == std::string::npos);
  const Board five = board_of("d8 e8 f8 g8 h5 h6 h7 h9 h11 h12", "");
  CHECK(kinds_at(five, "h8", kOverlineAsFour).empty());
}

TEST_CASE("a double four by overlines spoils a three that leads there") {  // F3
  // The row's straight four needs i8 or e8; the columns through them make six with one more stone,
  // twice, so both are forbidden under F3 alone.
  const Board board = board_of("f8 g8 h6 h7 i6 i7 i9 i11 i12 i4 i3 e6 e7 e9 e11 e12 e4 e3", "");
  CHECK(kinds_at(board, "h8") == "33");
  CHECK(kinds_at(board, "h8", kOverlineAsFour).empty());
}

}  // namespace tianyuan
