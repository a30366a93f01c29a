#pragma once

// The whole board at once: for every free point what a black stone there makes, as far as that
// needs no look ahead. Eight rows of the board stand in one machine vector, so a line pattern is a
// few shifts and ands for all points together; only the points with two possible threes are left
// for the exact judge (forbidden.cpp).

#include <array>
#include <cstdint>

#include "common/board.h"

namespace tianyuan {

// One bit word a row of the board, bit = column; row 15 is no row and stays 0.
using PointMask = std::array<std::uint16_t, 16>;

struct ForbiddenCandidates {
  // Points where Black makes exactly five are in none of the three.
  PointMask overline{};
  PointMask double_four{};      // without F3
  PointMask possible_threes{};  // two lines or more with a three, if its straight four is playable
};

ForbiddenCandidates forbidden_candidates(const Board& board);

}  // namespace tianyuan
