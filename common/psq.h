#pragma once

// Piskvork's .psq (B5): one game, moves as "x,y,milliseconds" from 1, y from above. Dialects differ
// in header, footer and spaces; the moves end at the first line that is none. Rule, result and
// passes have no place in it.

#include <expected>
#include <string>
#include <string_view>

#include "common/record.h"

namespace tianyuan {

std::expected<Records, RecordError> read_psq(std::string_view text);
// Refused: a pass or a skipped turn. Names are kept where they cannot be taken for moves.
std::expected<std::string, RecordError> write_psq(const Record& record);

}  // namespace tianyuan
