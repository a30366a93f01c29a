#pragma once

// SGF FF[4], GM[4] (B5): games on the 15x15 board, one or more a file; of variations the main line
// is kept. A pass is an empty move; a skipped turn is an empty move with our own property SKIP[1];
// offered fifths stand in our own property FIFTHS before the fifth stone. RU carries the rule set's
// name; the numbers 0, 1, 4 of engine matches are understood.

#include <expected>
#include <span>
#include <string>
#include <string_view>

#include "common/record.h"

namespace tianyuan {

std::expected<Records, RecordError> read_sgf(std::string_view text);
std::string write_sgf(std::span<const Record> records);

}  // namespace tianyuan
