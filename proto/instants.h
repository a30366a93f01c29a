#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tianyuan::proto {

// The inverse of iso8601 (codec.h): exactly "YYYY-MM-DDTHH:MM:SS.mmmZ", years 1970..9999.
std::optional<std::int64_t> parse_iso8601(std::string_view text);

}  // namespace tianyuan::proto
