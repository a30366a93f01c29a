// Any board at all: the fast judge, one point's judge, the shapes and the naive referee must agree.
// A byte holds four points (two bits each: free, black, white, free); the first is the setting F3.

#include <cstdint>
#include <span>

#include "common/forbidden.h"
#include "tests/fuzz/check.h"
#include "tests/support/naive_referee.h"

namespace {

using namespace tianyuan;

Board board_from(std::span<const std::uint8_t> bytes) {
  Board board;
  for (int index = 0; index < kPointCount; ++index) {
    const auto byte = static_cast<std::size_t>(index / 4);
    if (byte >= bytes.size()) break;
    const int stone = (bytes[byte] >> (index % 4 * 2)) & 3;
    const Point point = Point::from_index(index);
    if (stone == 1) board.place(point, Colour::black);
    if (stone == 2) board.place(point, Colour::white);
  }
  return board;
}

void check_point(const Board& board, Point point, ForbiddenOptions options,
                 ForbiddenKinds expected) {
  FUZZ_CHECK(forbidden_kinds(board, point, options) == expected);
  FUZZ_CHECK(forbidden_shapes(board, point, options).empty() == !expected.any());
  Board played = board;
  played.place(point, Colour::black);
  FUZZ_CHECK(!(expected.any() && has_exact_five(played, point)));
  FUZZ_CHECK(winning_row(played, point).empty() == (longest_row(played, point) < 5));
  played.remove(point);
  FUZZ_CHECK(played == board);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::span bytes(data, size);
  const ForbiddenOptions options{.overline_counts_as_four = (bytes[0] & 1) != 0};
  const Board board = board_from(bytes.subspan(1));
  const ForbiddenMap map = forbidden_map(board, options);
  FUZZ_CHECK(map == test::NaiveReferee(board, options).map());
  for (int index = 0; index < kPointCount; ++index) {
    const Point point = Point::from_index(index);
    if (board.empty(point)) {
      check_point(board, point, options, map[static_cast<std::size_t>(index)]);
    }
  }
  return 0;
}
