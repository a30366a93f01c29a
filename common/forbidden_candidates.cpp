#include "common/forbidden_candidates.h"

#include <cstring>

namespace tianyuan {

namespace {

// Eight rows, one a lane. Both compilers lower this to the machine's vectors.
constexpr int kLanes = 8;
using Rows [[gnu::vector_size(2 * kLanes)]] = std::uint16_t;

// Rows of bits with room around them, so that looking past the edge finds nothing.
class PaddedRows {
 public:
  void set(int row, unsigned bits) { rows_[kPadding + row] = static_cast<std::uint16_t>(bits); }
  Rows load(int row) const {
    Rows rows;
    std::memcpy(&rows, &rows_[kPadding + row], sizeof rows);
    return rows;
  }

 private:
  static constexpr int kPadding = 8;
  alignas(16) std::uint16_t rows_[kPadding + 2 * kLanes + kPadding] = {};
};

// Bit k is set where the point `distance` steps of the direction away has its bit set.
template <int RowStep, int ColumnStep, int Distance>
Rows seen_from(const PaddedRows& bits, int row) {
  const Rows rows = bits.load(row + Distance * RowStep);
  constexpr int columns = Distance * ColumnStep;
  if constexpr (columns > 0) return rows >> columns;
  if constexpr (columns < 0) return rows << -columns;
  return rows;
}

// The stones and gaps at distances 1..5 on one side of every point.
struct Side {
  Rows black[6];  // [distance], 0 unused
  Rows gap[6];
};

template <int RowStep, int ColumnStep, int Sign>
Side side_of(const PaddedRows& black, const PaddedRows& gaps, int row) {
  Side side;
  side.black[1] = seen_from<RowStep, ColumnStep, Sign * 1>(black, row);
  side.black[2] = seen_from<RowStep, ColumnStep, Sign * 2>(black, row);
  side.black[3] = seen_from<RowStep, ColumnStep, Sign * 3>(black, row);
  side.black[4] = seen_from<RowStep, ColumnStep, Sign * 4>(black, row);
  side.black[5] = seen_from<RowStep, ColumnStep, Sign * 5>(black, row);
  side.gap[1] = seen_from<RowStep, ColumnStep, Sign * 1>(gaps, row);
  side.gap[2] = seen_from<RowStep, ColumnStep, Sign * 2>(gaps, row);
  side.gap[3] = seen_from<RowStep, ColumnStep, Sign * 3>(gaps, row);
  side.gap[4] = seen_from<RowStep, ColumnStep, Sign * 4>(gaps, row);
  return side;
}

// What one side offers to a row through the point.
struct Reach {
  Rows run[6];          // [n]: at least n stones touch the point; [0] unused
  Rows exact_run[5];    // [n]: exactly n
  Rows open[4];         // [n]: exactly n, then a gap, then no black stone
  Rows across[4];       // [n]: stones, one gap, stones: n stones in all, and then no black stone
  Rows across_open[3];  // [n]: the same, and beyond them a gap and then no black stone
};

Reach reach_of(const Side& side) {
  const Rows* b = side.black;
  const Rows* g = side.gap;
  Reach reach;
  reach.run[1] = b[1];
  for (int n = 2; n <= 5; ++n) reach.run[n] = reach.run[n - 1] & b[n];
  reach.exact_run[0] = ~b[1];
  for (int n = 1; n <= 4; ++n) reach.exact_run[n] = reach.run[n] & ~b[n + 1];

  reach.open[0] = g[1] & ~b[2];
  for (int n = 1; n <= 3; ++n) reach.open[n] = reach.run[n] & g[n + 1] & ~b[n + 2];

  // The gap may come after 0..n of the stones.
  const Rows two = b[1] & b[2];
  const Rows across0 = g[1];
  const Rows across1 = (g[1] & b[2]) | (b[1] & g[2]);
  const Rows across2 = (across1 & b[3]) | (two & g[3]);
  const Rows across3 = (across2 & b[4]) | (two & b[3] & g[4]);
  reach.across[0] = across0 & ~b[2];
  reach.across[1] = across1 & ~b[3];
  reach.across[2] = across2 & ~b[4];
  reach.across[3] = across3 & ~b[5];
  reach.across_open[0] = across0 & g[2] & ~b[3];
  reach.across_open[1] = across1 & g[3] & ~b[4];
  reach.across_open[2] = across2 & g[4] & ~b[5];
  return reach;
}

// Counts lines or fours up to two.
struct Tally {
  Rows one{};
  Rows two{};
  void add(Rows bits) {
    two |= one & bits;
    one |= bits;
  }
};

struct Found {
  Rows five{};
  Rows overline{};
  Tally fours;
  Tally threes;
};

// The same definitions as line_shape(), for all points of eight rows.
template <int RowStep, int ColumnStep>
void look_along(const PaddedRows& black, const PaddedRows& gaps, int row, Found& found) {
  const Reach low = reach_of(side_of<RowStep, ColumnStep, -1>(black, gaps, row));
  const Reach high = reach_of(side_of<RowStep, ColumnStep, 1>(black, gaps, row));

  for (int n = 0; n <= 4; ++n) found.five |= low.exact_run[n] & high.exact_run[4 - n];
  found.overline |= low.run[5] | high.run[5];
  for (int n = 1; n <= 4; ++n) found.overline |= low.run[n] & high.run[5 - n];

  Rows four_low{}, four_high{}, straight{}, three{};
  for (int n = 0; n <= 3; ++n) {
    four_low |= low.across[n] & high.exact_run[3 - n];
    four_high |= high.across[n] & low.exact_run[3 - n];
    straight |= low.open[n] & high.open[3 - n];
  }
  for (int n = 0; n <= 2; ++n) {
    three |= low.across_open[n] & high.open[2 - n];
    three |= high.across_open[n] & low.open[2 - n];
  }
  found.fours.add(four_low | four_high);
  // Both completions of a straight four belong to one four.
  found.fours.add(four_low & four_high & ~straight);
  found.threes.add(three);
}

void store(PointMask& mask, int row, Rows rows) {
  std::memcpy(&mask[static_cast<std::size_t>(row)], &rows, sizeof rows);
}

}  // namespace

ForbiddenCandidates forbidden_candidates(const Board& board) {
  PaddedRows black;
  PaddedRows gaps;
  for (int row = 0; row < kBoardSize; ++row) {
    const Line& line = board.line(Direction::horizontal, row);
    black.set(row, line.black);
    gaps.set(row, free_points(line, static_cast<std::size_t>(row)));
  }
  ForbiddenCandidates candidates;
  for (int row = 0; row < 2 * kLanes; row += kLanes) {
    Found found;
    look_along<0, 1>(black, gaps, row, found);
    look_along<1, 0>(black, gaps, row, found);
    look_along<1, 1>(black, gaps, row, found);
    look_along<-1, 1>(black, gaps, row, found);
    const Rows playable = gaps.load(row) & ~found.five;
    store(candidates.overline, row, found.overline & playable);
    store(candidates.double_four, row, found.fours.two & playable);
    store(candidates.possible_threes, row, found.threes.two & playable);
  }
  return candidates;
}

}  // namespace tianyuan
