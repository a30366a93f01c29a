// Compares the rule library's judge with the naive referee and prints the differences.
//
//   compare_referees BOARDS [SEED]   that many random and adversarial boards, whole maps, under
//                                    both settings of overline_counts_as_four and in a random turn
//   compare_referees lines           every pattern of 11 points on one line, in four directions
//
// Exits 0 only when there is no difference.

#include <cstdio>
#include <cstdlib>
#include <string>

#include "common/forbidden.h"
#include "common/line.h"
#include "tests/support/naive_referee.h"
#include "tests/support/random_boards.h"

namespace {

using namespace tianyuan;
using namespace tianyuan::test;

void print_difference(const Board& board, Point point, ForbiddenKinds fast, ForbiddenKinds naive) {
  std::printf("difference at %s: fast [%s] naive [%s]\n  black", to_string(point).c_str(),
              to_string(fast).c_str(), to_string(naive).c_str());
  for (const Colour colour : {Colour::black, Colour::white}) {
    if (colour == Colour::white) std::printf("\n  white");
    for (int index = 0; index < kPointCount; ++index) {
      const Point stone = Point::from_index(index);
      if (board.at(stone) == colour) std::printf(" %s", to_string(stone).c_str());
    }
  }
  std::printf("\n");
}

// Whole maps; also each single-point answer against the map.
long compare(const Board& board, ForbiddenOptions options) {
  long differences = 0;
  const ForbiddenMap fast = forbidden_map(board, options);
  NaiveReferee naive(board, options);
  for (int index = 0; index < kPointCount; ++index) {
    const Point point = Point::from_index(index);
    const ForbiddenKinds in_map = fast[static_cast<std::size_t>(index)];
    if (!board.empty(point)) {
      differences += in_map.any();
      continue;
    }
    const ForbiddenKinds expected = naive.kinds(point);
    const ForbiddenKinds single = forbidden_kinds(board, point, options);
    if (in_map == expected && single == expected) continue;
    ++differences;
    print_difference(board, point, in_map == expected ? single : in_map, expected);
  }
  return differences;
}

long compare_boards(long boards, std::uint64_t seed) {
  Random random(seed);
  long differences = 0;
  for (long i = 0; i < boards; ++i) {
    const Board board =
        turned(any_board(random, static_cast<std::uint64_t>(i)), static_cast<int>(random() % 8));
    // F3 has its own judgement of fours; one board in eight is enough to keep it honest.
    const ForbiddenOptions options{.overline_counts_as_four = random() % 8 == 0};
    differences += compare(board, options);
    if ((i + 1) % 1'000'000 == 0) {
      std::fprintf(stderr, "%ld boards, %ld differences\n", i + 1, differences);
    }
  }
  return differences;
}

// Eleven points decide what a stone in their middle makes on that line. Two crossing lines of
// stones turn each four and each three into a double one, so the map shows it.
Board pattern_board(unsigned pattern, Direction direction, int crossing) {
  Board board;
  const LinePlace centre = line_place(direction, kTengen);
  for (int bit = centre.bit - 5; bit <= centre.bit + 5; ++bit) {
    const unsigned cell = pattern % 3;
    pattern /= 3;
    if (bit == centre.bit || cell == 0) continue;
    board.place(line_point(direction, centre.line, bit), cell == 1 ? Colour::black : Colour::white);
  }
  if (crossing == 0) return board;
  const Direction other =
      direction == Direction::horizontal ? Direction::vertical : Direction::horizontal;
  const LinePlace cross = line_place(other, kTengen);
  // crossing 1: an open two, so that tengen makes a three; 2: a blocked three, for a four.
  for (int i = 1; i <= crossing + 1; ++i) {
    board.place(line_point(other, cross.line, cross.bit + i), Colour::black);
  }
  if (crossing == 2) board.place(line_point(other, cross.line, cross.bit - 1), Colour::white);
  return board;
}

long compare_lines() {
  constexpr unsigned kPatterns = 177'147;  // 3^11; the middle digit is skipped
  long differences = 0;
  for (const Direction direction : kDirections) {
    for (int crossing = 0; crossing <= 2; ++crossing) {
      for (unsigned pattern = 0; pattern < kPatterns; ++pattern) {
        if (pattern / 243 % 3 != 0) continue;
        const Board board = pattern_board(pattern, direction, crossing);
        for (const bool overlines : {false, true}) {
          const ForbiddenOptions options{.overline_counts_as_four = overlines};
          NaiveReferee naive(board, options);
          const ForbiddenKinds expected = naive.kinds(kTengen);
          const ForbiddenKinds fast = forbidden_kinds(board, kTengen, options);
          const ForbiddenKinds in_map =
              forbidden_map(board, options)[static_cast<std::size_t>(kTengen.index())];
          if (fast == expected && in_map == expected) continue;
          ++differences;
          print_difference(board, kTengen, fast == expected ? in_map : fast, expected);
        }
      }
    }
  }
  return differences;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  long differences = 0;
  if (what == "lines") {
    differences = compare_lines();
    std::printf("every pattern of 11 points, 4 directions, 3 crossings: %ld differences\n",
                differences);
  } else {
    char* end = nullptr;
    const long boards = std::strtol(what.c_str(), &end, 10);
    if (what.empty() || *end != '\0' || boards <= 0) {
      std::fprintf(stderr, "usage: compare_referees BOARDS [SEED] | lines\n");
      return 2;
    }
    const std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
    differences = compare_boards(boards, seed);
    std::printf("%ld boards, seed %llu: %ld differences\n", boards,
                static_cast<unsigned long long>(seed), differences);
  }
  return differences == 0 ? 0 : 1;
}
