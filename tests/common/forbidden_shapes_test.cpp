// The rows that make a point forbidden, as a client shows them.

#include <rapidcheck.h>
#include <catch2/catch.hpp>

#include "common/forbidden.h"
#include "tests/support/random_boards.h"
#include "tests/support/vectors.h"

namespace tianyuan {
namespace {

using test::board_of;
using test::point_of;

std::string names(const std::vector<Point>& points) {
  std::string text;
  for (const Point point : points) text += (text.empty() ? "" : " ") + to_string(point);
  return text;
}

std::string shapes_at(const Board& board, const std::string& point, ForbiddenOptions options = {}) {
  std::string text;
  for (const ForbiddenShape& shape : forbidden_shapes(board, point_of(point), options)) {
    if (!text.empty()) text += "; ";
    text += std::string(to_string(shape.kind)) + " " + names(shape.stones);
    if (!shape.completions.empty()) text += " -> " + names(shape.completions);
  }
  return text;
}

int count(const std::vector<ForbiddenShape>& shapes, ForbiddenShape::Kind kind) {
  return static_cast<int>(std::ranges::count(shapes, kind, &ForbiddenShape::kind));
}

}  // namespace

TEST_CASE("a double three shows both threes and where they go on") {
  CHECK(shapes_at(board_of("f8 g8 h6 h7", "d8"), "h8") ==
        "three F8 G8 H8 -> I8; three H6 H7 H8 -> H5 H9");
  CHECK(shapes_at(board_of("e8 g8 h6 h7", ""), "h8") ==
        "three E8 G8 H8 -> F8; three H6 H7 H8 -> H5 H9");
  CHECK(shapes_at(board_of("f8 g8 h6 h7", "d8 j8"), "h8").empty());
}

TEST_CASE("a double four shows its fours, two on one line too") {
  CHECK(shapes_at(board_of("e8 f8 g8 h5 h6 h7", "d8 h4"), "h8") ==
        "four E8 F8 G8 H8 -> I8; four H5 H6 H7 H8 -> H9");
  CHECK(shapes_at(board_of("e8 f8 g8 h5 h6 h7", "h4"), "h8") ==
        "four E8 F8 G8 H8 -> D8 I8; four H5 H6 H7 H8 -> H9");
  CHECK(shapes_at(board_of("e8 g8 i8 k8", ""), "h8") ==
        "four E8 G8 H8 I8 -> F8; four G8 H8 I8 K8 -> J8");
}

TEST_CASE("an overline shows its row; several reasons show all") {
  CHECK(shapes_at(board_of("d8 e8 f8 g8 i8", "c8"), "h8") == "overline D8 E8 F8 G8 H8 I8");
  CHECK(shapes_at(board_of("d8 e8 f8 g8 i8 h6 h7 f6 g7", ""), "h8") ==
        "three H6 H7 H8 -> H5 H9; three F6 G7 H8 -> E5 I9; overline D8 E8 F8 G8 H8 I8");
}

TEST_CASE("an overline from edge to edge shows its row") {
  CHECK(shapes_at(board_of("a8 b8 d8 e8 f8", ""), "c8") == "overline A8 B8 C8 D8 E8 F8");
  CHECK(shapes_at(board_of("o1 o2 o4 o5 o6 o15 o14 o13 o12 o10", ""), "o3") ==
        "overline O1 O2 O3 O4 O5 O6");
}

TEST_CASE("with F3 a row one short of an overline is shown as a four") {
  CHECK(shapes_at(board_of("b8 c8 e8 f8 g8 h5 h6 h7", "h4 i8"), "h8",
                  {.overline_counts_as_four = true}) ==
        "four B8 C8 E8 F8 G8 H8 -> D8; four H5 H6 H7 H8 -> H9");
}

TEST_CASE("shapes and kinds say the same on any board") {
  CHECK(rc::check("shapes match kinds", [] {
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    test::Random random(seed);
    const Board board = test::any_board(random, seed);
    const ForbiddenOptions options{.overline_counts_as_four = seed % 4 == 0};
    for (int index = 0; index < kPointCount; ++index) {
      const Point point = Point::from_index(index);
      if (!board.empty(point)) continue;
      const ForbiddenKinds kinds = forbidden_kinds(board, point, options);
      const std::vector<ForbiddenShape> shapes = forbidden_shapes(board, point, options);
      using Kind = ForbiddenShape::Kind;
      RC_ASSERT(kinds.has(ForbiddenKinds::double_three) == (count(shapes, Kind::three) >= 2));
      RC_ASSERT(kinds.has(ForbiddenKinds::double_four) == (count(shapes, Kind::four) >= 2));
      RC_ASSERT(kinds.has(ForbiddenKinds::overline) == (count(shapes, Kind::overline) >= 1));
      for (const ForbiddenShape& shape : shapes) {
        RC_ASSERT(std::ranges::count(shape.stones, point) == 1);
        for (const Point stone : shape.stones) {
          RC_ASSERT(stone == point || board.at(stone) == Colour::black);
        }
        for (const Point completion : shape.completions) RC_ASSERT(board.empty(completion));
        if (shape.kind == Kind::three) RC_ASSERT(shape.stones.size() == 3u);
      }
    }
  }));
}

}  // namespace tianyuan
