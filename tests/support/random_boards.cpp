#include "tests/support/random_boards.h"

#include <utility>

namespace tianyuan::test {

namespace {

int below(Random& random, int limit) {
  return static_cast<int>(random() % static_cast<std::uint64_t>(limit));
}

void put(Board& board, int column, int row, Colour colour) {
  const std::optional<Point> point = Point::at(column, row);
  if (point && board.empty(*point)) board.place(*point, colour);
}

void scatter(Board& board, Random& random, int stones, Colour colour) {
  for (int i = 0; i < stones; ++i) put(board, below(random, 15), below(random, 15), colour);
}

// Two or three stones within a stretch of six along one line.
void throw_shape(Board& board, Random& random) {
  constexpr int kSteps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
  const auto& step = kSteps[below(random, 4)];
  const int column = below(random, 15);
  const int row = below(random, 15);
  const int stones = 1 + below(random, 3);
  for (int i = 0; i < stones; ++i) {
    const int distance = below(random, 6);
    put(board, column + distance * step[0], row + distance * step[1], Colour::black);
  }
}

}  // namespace

Board scattered_board(Random& random) {
  Board board;
  const int stones = 10 + below(random, 190);
  const int black_share = 30 + below(random, 60);
  for (int i = 0; i < stones; ++i) {
    const Colour colour = below(random, 100) < black_share ? Colour::black : Colour::white;
    scatter(board, random, 1, colour);
  }
  return board;
}

Board tangled_board(Random& random) {
  Board board;
  const int shapes = 5 + below(random, 30);
  for (int i = 0; i < shapes; ++i) throw_shape(board, random);
  scatter(board, random, below(random, 25), Colour::white);
  return board;
}

Board crowded_edge_board(Random& random) {
  Board quarter;
  const int stones = 5 + below(random, 25);
  for (int i = 0; i < stones; ++i) {
    const Colour colour = below(random, 100) < 80 ? Colour::black : Colour::white;
    put(quarter, below(random, 8), below(random, 8), colour);
  }
  // One corner's shapes, turned into the others.
  Board board;
  const int copies = 1 + below(random, 4);
  for (int copy = 0; copy < copies; ++copy) {
    const Board image = turned(quarter, below(random, 8));
    for (int index = 0; index < kPointCount; ++index) {
      const Point point = Point::from_index(index);
      const std::optional<Colour> stone = image.at(point);
      if (stone) put(board, point.column(), point.row(), *stone);
    }
  }
  return board;
}

Board any_board(Random& random, std::uint64_t number) {
  switch (number % 3) {
    case 0:
      return scattered_board(random);
    case 1:
      return tangled_board(random);
    default:
      return crowded_edge_board(random);
  }
}

Point turned(Point point, int symmetry) {
  int column = point.column();
  int row = point.row();
  if (symmetry & 1) column = kBoardSize - 1 - column;
  if (symmetry & 2) row = kBoardSize - 1 - row;
  if (symmetry & 4) std::swap(column, row);
  return *Point::at(column, row);
}

Board turned(const Board& board, int symmetry) {
  Board image;
  for (int index = 0; index < kPointCount; ++index) {
    const Point point = Point::from_index(index);
    const std::optional<Colour> stone = board.at(point);
    if (stone) image.place(turned(point, symmetry), *stone);
  }
  return image;
}

}  // namespace tianyuan::test
