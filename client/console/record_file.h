#pragma once

// Reading a record whatever its format, told by its first bytes: RenLib, SGF, Piskvork, or else a
// move string.

#include <expected>
#include <string_view>

#include "common/record.h"

namespace tianyuan::console {

std::expected<Records, RecordError> read_any_record(std::string_view bytes);

}  // namespace tianyuan::console
