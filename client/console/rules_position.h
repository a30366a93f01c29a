#pragma once

// Positions as `tianyuan rules` reads them.

#include <expected>
#include <string>
#include <string_view>

#include "common/board.h"
#include "common/point.h"

namespace tianyuan::console {

// "h8": points are written small here, as in the files that this command reads.
std::string small_name(Point point);

// {"black":["h8",…],"white":[…]}: "white" may be missing, other members mean nothing. Refuses a
// point named twice and a position with a finished five, each with its reason.
std::expected<Board, std::string> parse_position(std::string_view json);

}  // namespace tianyuan::console
