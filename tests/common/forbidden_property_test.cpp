// What must hold on any board: the fast judge and the naive referee agree, point by point and with
// every kind, and turning or mirroring the board turns the answer with it.

#include <rapidcheck.h>
#include <catch2/catch.hpp>

#include "common/forbidden.h"
#include "tests/support/naive_referee.h"
#include "tests/support/random_boards.h"

namespace tianyuan {
namespace {

struct Case {
  Board board;
  ForbiddenOptions options;
};

Case any_case() {
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  test::Random random(seed);
  return {test::any_board(random, seed), {.overline_counts_as_four = seed % 4 == 0}};
}

}  // namespace

TEST_CASE("the fast judge and the naive referee agree on the whole board") {
  CHECK(rc::check("map == naive map", [] {
    const Case any = any_case();
    RC_ASSERT(forbidden_map(any.board, any.options) ==
              test::NaiveReferee(any.board, any.options).map());
  }));
}

TEST_CASE("one point's answer is the map's") {
  CHECK(rc::check("forbidden_kinds == forbidden_map", [] {
    const Case any = any_case();
    const ForbiddenMap map = forbidden_map(any.board, any.options);
    for (int index = 0; index < kPointCount; ++index) {
      const Point point = Point::from_index(index);
      const ForbiddenKinds in_map = map[static_cast<std::size_t>(index)];
      if (any.board.empty(point)) {
        RC_ASSERT(forbidden_kinds(any.board, point, any.options) == in_map);
      } else {
        RC_ASSERT(!in_map.any());
      }
    }
  }));
}

TEST_CASE("a turned or mirrored board has the turned answer") {
  CHECK(rc::check("eight symmetries", [] {
    const Case any = any_case();
    const ForbiddenMap map = forbidden_map(any.board, any.options);
    for (int symmetry = 0; symmetry < 8; ++symmetry) {
      const ForbiddenMap image = forbidden_map(test::turned(any.board, symmetry), any.options);
      for (int index = 0; index < kPointCount; ++index) {
        const Point to = test::turned(Point::from_index(index), symmetry);
        RC_ASSERT(image[static_cast<std::size_t>(to.index())] ==
                  map[static_cast<std::size_t>(index)]);
      }
    }
  }));
}

TEST_CASE("a point where Black makes five is not forbidden") {
  CHECK(rc::check("five first", [] {
    Case any = any_case();
    const ForbiddenMap map = forbidden_map(any.board, any.options);
    for (int index = 0; index < kPointCount; ++index) {
      const Point point = Point::from_index(index);
      if (!any.board.empty(point)) continue;
      any.board.place(point, Colour::black);
      const bool five = has_exact_five(any.board, point);
      any.board.remove(point);
      RC_ASSERT(!(five && map[static_cast<std::size_t>(index)].any()));
    }
  }));
}

}  // namespace tianyuan
