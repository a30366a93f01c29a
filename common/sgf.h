#pragma once

// SGF FF[4], GM[4] (B5): games on the 15x15 board, one or more a file; of variations the main line
// is kept. A pass is an empty move; a skipped turn is an empty move with our own property SKIP[1].
// What an opening rule decided stands at the move after which it was decided: offered fifths in our
// own property FIFTHS, and as labels (LB) for every other program; swaps, stated numbers and
// branches in our own ACT, as in ACT[P2 swap][P1 N=3]. ON carries the opening's name, RU the rule
// set's; the numbers 0, 1, 4 of engine matches are understood.

#include <expected>
#include <span>
#include <string>
#include <string_view>

#include "common/record.h"

namespace tianyuan {

std::expected<Records, RecordError> read_sgf(std::string_view text);
std::string write_sgf(std::span<const Record> records);

}  // namespace tianyuan
