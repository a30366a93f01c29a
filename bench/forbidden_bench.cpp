// How fast forbidden moves are judged, on one thread:
//   - whole-board maps from scratch on the built positions, from lists of stones and from boards
//   - the naive referee on the same positions in the same run, and the ratio
//   - a map kept up to date move by move through real games
// Every figure is the median of several rounds; the maps are compared with the recorded answers
// first, so that a fast wrong judge cannot be measured.

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "bench/measure.h"
#include "common/forbidden.h"
#include "tests/support/naive_referee.h"
#include "tests/support/vectors.h"

namespace {

using namespace tianyuan;
using bench::median_seconds;

struct Position {
  std::vector<Point> black;
  std::vector<Point> white;
  Board board;
};

std::vector<Position> read_positions() {
  std::vector<Position> positions;
  for (const nlohmann::json& line : test::read_json_lines("forbidden-built.jsonl")) {
    Position position{test::points_of(line.at("black")), test::points_of(line.at("white")), {}};
    position.board = test::board_of(position.black, position.white);
    const ForbiddenMap map = forbidden_map(position.board);
    std::size_t forbidden = 0;
    for (const ForbiddenKinds kinds : map) forbidden += kinds.any();
    bool right = forbidden == line.at("forbidden").size();
    for (const auto& [name, kind] : line.at("forbidden").items()) {
      right = right && map[static_cast<std::size_t>(test::point_of(name).index())].any();
    }
    if (!right) throw std::runtime_error("a map differs from the recorded answer");
    positions.push_back(std::move(position));
  }
  return positions;
}

// The main lines of an SGF collection without variations: the letters after B[ and W[.
std::vector<std::vector<Point>> read_games() {
  std::ifstream file = test::open_data("games/engine-renju.sgf");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  std::vector<std::vector<Point>> games;
  for (std::size_t at = text.find("(;"); at != std::string::npos;) {
    const std::size_t next = text.find("(;", at + 1);
    const std::size_t end = std::min(next, text.size());
    std::vector<Point> moves;
    for (std::size_t i = at; i + 5 < end; ++i) {
      const bool move = text[i] == ';' && (text[i + 1] == 'B' || text[i + 1] == 'W') &&
                        text[i + 2] == '[' && text[i + 5] == ']';
      if (!move) continue;
      const auto point = Point::at(text[i + 3] - 'a', kBoardSize - 1 - (text[i + 4] - 'a'));
      if (point) moves.push_back(*point);
    }
    games.push_back(std::move(moves));
    at = next;
  }
  return games;
}

unsigned checksum(const ForbiddenMap& map) {
  unsigned sum = 0;
  for (const ForbiddenKinds kinds : map) sum += kinds.bits();
  return sum;
}

}  // namespace

int main() {
  const std::vector<Position> positions = read_positions();
  const auto count = static_cast<double>(positions.size());
  unsigned fast_sum = 0;
  unsigned naive_sum = 0;
  volatile unsigned sink = 0;  // keeps the work from being optimised away

  const double from_stones = median_seconds(11, [&] {
    for (const Position& position : positions) {
      Board board;
      for (const Point point : position.black) board.place(point, Colour::black);
      for (const Point point : position.white) board.place(point, Colour::white);
      sink = sink + forbidden_map(board)[0].bits();
    }
  });
  const double from_board = median_seconds(11, [&] {
    for (const Position& position : positions)
      sink = sink + forbidden_map(position.board)[0].bits();
  });
  const double naive = median_seconds(3, [&] {
    for (const Position& position : positions) {
      sink = sink + test::NaiveReferee(position.board).map()[0].bits();
    }
  });
  for (const Position& position : positions) {
    fast_sum += checksum(forbidden_map(position.board));
    naive_sum += checksum(test::NaiveReferee(position.board).map());
  }
  if (fast_sum != naive_sum) {
    std::fprintf(stderr, "the referees differ\n");
    return 1;
  }
  std::printf("forbidden-built.jsonl, %zu positions, whole-board maps from scratch\n",
              positions.size());
  std::printf("  from lists of stones   %10.0f maps/s\n", count / from_stones);
  std::printf("  from a board           %10.0f maps/s\n", count / from_board);
  std::printf("  naive referee          %10.0f maps/s   ratio %.1f (from stones), %.1f\n",
              count / naive, naive / from_stones, naive / from_board);

  const std::vector<std::vector<Point>> games = read_games();
  std::size_t moves = 0;
  for (const std::vector<Point>& game : games) moves += game.size();
  const double by_move = median_seconds(11, [&] {
    for (const std::vector<Point>& game : games) {
      Board board;
      Colour colour = Colour::black;
      for (const Point move : game) {
        board.place(move, colour);
        colour = opposite(colour);
        sink = sink + forbidden_map(board)[0].bits();
      }
    }
  });
  std::printf("engine-renju.sgf, %zu games, %zu moves, the map after every move\n", games.size(),
              moves);
  std::printf("  map kept up to date    %10.3f us a move\n",
              by_move * 1e6 / static_cast<double>(moves));
  return 0;
}
