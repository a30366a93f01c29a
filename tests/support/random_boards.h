#pragma once

// Boards for comparing referees: plain random ones and ones made to be hard. Deterministic in the
// seed. None of them is meant to be reachable by play; the judges must agree all the same.

#include <cstdint>
#include <random>

#include "common/board.h"

namespace tianyuan::test {

using Random = std::mt19937_64;

// Uniformly scattered stones, Black's share and the density drawn too.
Board scattered_board(Random& random);

// Black shapes thrown onto the board along lines (threes, split threes, fours with gaps) with few
// White stones, so that threes hang on other threes.
Board tangled_board(Random& random);

// Stones mirrored or turned about the centre, edges and corners crowded.
Board crowded_edge_board(Random& random);

// One of the three kinds by turns.
Board any_board(Random& random, std::uint64_t number);

// The board under one of the eight symmetries, 0..7; and where a point goes.
Point turned(Point point, int symmetry);
Board turned(const Board& board, int symmetry);

}  // namespace tianyuan::test
