#include "tests/support/naive_referee.h"

#include <algorithm>
#include <vector>

namespace tianyuan::test {

namespace {
constexpr char kBlack = 'B';
constexpr char kWhite = 'W';
constexpr char kFree = '.';
constexpr char kWall = '#';
}  // namespace

NaiveReferee::NaiveReferee(const Board& board, ForbiddenOptions options) : options_(options) {
  grid_.fill(kWall);
  for (int index = 0; index < kPointCount; ++index) {
    const Point point = Point::from_index(index);
    const std::optional<Colour> stone = board.at(point);
    char& square = grid_[square_of(point)];
    square = !stone ? kFree : *stone == Colour::black ? kBlack : kWhite;
  }
}

int NaiveReferee::square_of(Point point) {
  return (point.row() + 1) * kWidth + point.column() + 1;
}

// Squares past a wall may lie on another line, but no unbroken row reaches them.
bool NaiveReferee::is_free(int square) const {
  return square >= 0 && square < static_cast<int>(grid_.size()) && grid_[square] == kFree;
}

NaiveReferee::Row NaiveReferee::row_through(int square, int step) const {
  int first = square;
  while (grid_[first - step] == kBlack) first -= step;
  int last = square;
  while (grid_[last + step] == kBlack) last += step;
  return {first, (last - first) / step + 1};
}

bool NaiveReferee::contains(const Row& row, int square, int step) const {
  for (int i = 0; i < row.length; ++i) {
    if (row.first + i * step == square) return true;
  }
  return false;
}

bool NaiveReferee::five_at(int square) {
  grid_[square] = kBlack;
  bool five = false;
  for (const int step : kSteps) five = five || row_through(square, step).length == 5;
  grid_[square] = kFree;
  return five;
}

bool NaiveReferee::overline_at(int square) {
  grid_[square] = kBlack;
  bool overline = false;
  for (const int step : kSteps) overline = overline || row_through(square, step).length >= 6;
  grid_[square] = kFree;
  return overline;
}

// A four is a set of stones that one more stone makes a five (with F3: an overline), so sets are
// collected and told apart; the played stone belongs to it.
int NaiveReferee::fours_at(int square) {
  int fours = 0;
  grid_[square] = kBlack;
  for (const int step : kSteps) {
    if (row_through(square, step).length >= 5) continue;  // five or overline already, no four
    std::vector<std::vector<int>> sets;
    for (int distance = -4; distance <= 4; ++distance) {
      const int next = square + distance * step;
      if (!is_free(next)) continue;
      grid_[next] = kBlack;
      const Row row = row_through(next, step);
      grid_[next] = kFree;
      if (!contains(row, square, step)) continue;
      if (row.length != 5 && !(options_.overline_counts_as_four && row.length > 5)) continue;
      std::vector<int> stones;
      for (int i = 0; i < row.length; ++i) {
        if (row.first + i * step != next) stones.push_back(row.first + i * step);
      }
      if (std::find(sets.begin(), sets.end(), stones) == sets.end()) sets.push_back(stones);
    }
    fours += static_cast<int>(sets.size());
  }
  grid_[square] = kFree;
  return fours;
}

// Unbroken, of four, both completions open and each making exactly five.
bool NaiveReferee::straight_four_at(int square, int step) const {
  const Row row = row_through(square, step);
  if (row.length != 4) return false;
  const int below = row.first - step;
  const int above = row.first + 4 * step;
  return grid_[below] == kFree && grid_[above] == kFree && grid_[below - step] != kBlack &&
         grid_[above + step] != kBlack;
}

int NaiveReferee::threes_at(int square) {
  int threes = 0;
  grid_[square] = kBlack;
  for (const int step : kSteps) {
    bool three = false;
    for (int distance = -3; distance <= 3 && !three; ++distance) {
      const int next = square + distance * step;
      if (!is_free(next)) continue;
      grid_[next] = kBlack;
      const bool straight =
          straight_four_at(next, step) && contains(row_through(next, step), square, step);
      grid_[next] = kFree;
      three = straight && !five_at(next) && !kinds_at(next).any();
    }
    threes += three;
  }
  grid_[square] = kFree;
  return threes;
}

ForbiddenKinds NaiveReferee::kinds_at(int square) {
  ForbiddenKinds kinds;
  if (five_at(square)) return kinds;
  if (overline_at(square)) kinds.add(ForbiddenKinds::overline);
  if (fours_at(square) >= 2) kinds.add(ForbiddenKinds::double_four);
  if (threes_at(square) >= 2) kinds.add(ForbiddenKinds::double_three);
  return kinds;
}

ForbiddenKinds NaiveReferee::kinds(Point point) {
  return kinds_at(square_of(point));
}

bool NaiveReferee::makes_five(Point point) {
  return five_at(square_of(point));
}

ForbiddenMap NaiveReferee::map() {
  ForbiddenMap map{};
  for (int index = 0; index < kPointCount; ++index) {
    const Point point = Point::from_index(index);
    if (grid_[square_of(point)] == kFree) map[static_cast<std::size_t>(index)] = kinds(point);
  }
  return map;
}

}  // namespace tianyuan::test
