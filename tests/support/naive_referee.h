#pragma once

// A second referee for renju's forbidden moves, written from the definition alone and kept as plain
// as possible: a grid of characters, stones put down and taken up, rows walked point by point. It
// shares nothing with the rule library but Point and ForbiddenKinds, so that a fault in one is not
// a fault in the other.

#include <array>

#include "common/board.h"
#include "common/forbidden.h"

namespace tianyuan::test {

class NaiveReferee {
 public:
  explicit NaiveReferee(const Board& board, ForbiddenOptions options = {});

  // Why Black may not play at the empty point.
  ForbiddenKinds kinds(Point point);
  // Whether Black makes exactly five there.
  bool makes_five(Point point);
  ForbiddenMap map();

 private:
  // A walled grid, so that walking needs no test for the edge.
  static constexpr int kWidth = kBoardSize + 2;
  static constexpr std::array<int, 4> kSteps{1, kWidth, kWidth + 1, kWidth - 1};

  struct Row {
    int first = 0;  // square of the lower end
    int length = 0;
  };

  static int square_of(Point point);
  bool is_free(int square) const;
  Row row_through(int square, int step) const;
  bool contains(const Row& row, int square, int step) const;
  bool five_at(int square);
  bool overline_at(int square);
  int fours_at(int square);
  int threes_at(int square);
  bool straight_four_at(int square, int step) const;
  ForbiddenKinds kinds_at(int square);

  std::array<char, kWidth * kWidth> grid_{};
  ForbiddenOptions options_;
};

}  // namespace tianyuan::test
