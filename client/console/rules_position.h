#pragma once

// Positions and move strings as `tianyuan rules` reads them.

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "common/board.h"
#include "common/point.h"

namespace tianyuan::console {

// "h8": points are written small here, as in the files that this command reads.
std::string small_name(Point point);

// One point after the other, "h8h9j10", blanks between them allowed; the error names the offending
// text.
std::expected<std::vector<Point>, std::string> parse_moves(std::string_view text);

// {"black":["h8",…],"white":[…]}: "white" may be missing, other members mean nothing. Refuses a
// point named twice and a position with a finished five, each with its reason.
std::expected<Board, std::string> parse_position(std::string_view json);

}  // namespace tianyuan::console
