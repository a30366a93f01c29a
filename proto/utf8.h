#pragma once

// UTF-8 as the protocol needs it. No state; callable from any thread.

#include <cstddef>
#include <string>
#include <string_view>

namespace tianyuan::proto {

// Bytes of the well-formed character at `text[at]` (1..4), or 0: overlong, surrogate, above
// U+10FFFF, cut off or a stray byte. `at` is within the text.
std::size_t utf8_length(std::string_view text, std::size_t at);

// Code points of a well-formed text.
std::size_t utf8_characters(std::string_view text);

// A control character (U+0000..U+001F, U+007F..U+009F) stands in the well-formed text.
bool has_control_characters(std::string_view text);

void append_utf8(std::string& out, char32_t code_point);

}  // namespace tianyuan::proto
