#pragma once

// What a black stone makes on one line: the geometry of five, overline, four and three, without the
// question whether a three's stones are playable. The exact judge (forbidden.cpp) asks that.

#include "common/line.h"

namespace tianyuan {

// Always judged with the stone placed. Through the stone only the nearest gap on either side can be
// filled to extend its row, so a line has at most two completions: a low and a high one.
struct LineShape {
  static constexpr int kNone = -1;

  int from = 0;    // bit of the first stone of the unbroken row through the stone
  int length = 0;  // of that row; the rest is set only when it is below five

  int four_low = kNone;   // bit where one more stone makes exactly five
  int four_high = kNone;  // the same beyond the high end
  int long_low = kNone;   // bit where one more stone makes an overline (F3)
  int long_high = kNone;
  int three_low = kNone;  // bit where one more stone makes a straight four
  int three_high = kNone;

  bool five() const { return length == 5; }
  bool overline() const { return length > 5; }
  bool three() const { return three_low != kNone || three_high != kNone; }

  // Different fours through the stone: the straight four's two completions belong to one.
  int fours() const {
    const int completions = (four_low != kNone) + (four_high != kNone);
    return completions == 2 && length == 4 ? 1 : completions;
  }
  // F3: a row one short of an overline counts besides. Rows are told apart by their stones.
  int fours_with_overlines() const { return fours() + (long_low != kNone) + (long_high != kNone); }
};

// `black` and `free` are the line's words; bit `at` is free.
inline LineShape line_shape(unsigned black, unsigned free, int at) {
  // Room for looking below bit 0: nothing there is black or free.
  constexpr int kGuard = 8;
  const unsigned stones = (black << kGuard) | (1u << (at + kGuard));
  const unsigned gaps = free << kGuard;
  const auto is_black = [&](int bit) { return ((stones >> bit) & 1) != 0; };
  const auto is_gap = [&](int bit) { return ((gaps >> bit) & 1) != 0; };

  const int low_run = run_below(stones, at + kGuard);
  const int high_run = run_above(stones, at + kGuard);
  const int from = at + kGuard - low_run;
  LineShape shape;
  shape.from = from - kGuard;
  shape.length = low_run + 1 + high_run;
  if (shape.length >= 5) return shape;

  const int low = from - 1;
  const int high = from + shape.length;
  const bool low_gap = is_gap(low);
  const bool high_gap = is_gap(high);
  const int beyond_low = low_gap ? run_below(stones, low) : 0;
  const int beyond_high = high_gap ? run_above(stones, high) : 0;

  if (low_gap) {
    const int filled = shape.length + 1 + beyond_low;
    if (filled == 5) shape.four_low = low - kGuard;
    if (filled > 5) shape.long_low = low - kGuard;
    const int end = low - beyond_low - 1;
    if (filled == 4 && is_gap(end) && !is_black(end - 1) && high_gap && beyond_high == 0) {
      shape.three_low = low - kGuard;
    }
  }
  if (high_gap) {
    const int filled = shape.length + 1 + beyond_high;
    if (filled == 5) shape.four_high = high - kGuard;
    if (filled > 5) shape.long_high = high - kGuard;
    const int end = high + beyond_high + 1;
    if (filled == 4 && is_gap(end) && !is_black(end + 1) && low_gap && beyond_low == 0) {
      shape.three_high = high - kGuard;
    }
  }
  return shape;
}

}  // namespace tianyuan
