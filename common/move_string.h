#pragma once

// The plain move string (B5): "h8h9j10--": points in either case, "--" a pass, "~~" a skipped turn;
// spaces and line ends between moves are passed over.

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "common/record.h"

namespace tianyuan {

std::string to_move_string(const std::vector<Move>& moves);
std::expected<std::vector<Move>, RecordError> parse_move_string(std::string_view text);

}  // namespace tianyuan
