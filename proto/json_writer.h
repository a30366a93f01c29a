#pragma once

// Appends JSON values to a buffer. Whatever the strings hold, what is written is well-formed: bad
// UTF-8 becomes U+FFFD.

#include <cstdint>
#include <string>
#include <string_view>

namespace tianyuan::proto {

void write_string(std::string& out, std::string_view text);
void write_integer(std::string& out, std::int64_t value);
void write_number(std::string& out, double value);  // finite (asserted)

}  // namespace tianyuan::proto
