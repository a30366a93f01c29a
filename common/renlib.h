#pragma once

// RenLib's .lib (B5), read only: a binary tree of moves of which the main line (the first child of
// each move) is kept, with its comments.

#include <expected>
#include <string_view>

#include "common/record.h"

namespace tianyuan {

std::expected<Records, RecordError> read_renlib(std::string_view bytes);

}  // namespace tianyuan
