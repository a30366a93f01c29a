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

// Besides these, what breaks a line or turns the direction of writing: U+2028, U+2029, U+061C,
// U+200E, U+200F, U+202A..U+202E, U+2066..U+206F, U+FFF9..U+FFFB. The joiners of emoji and of
// Persian (U+200D, U+200C) are none.
bool has_steering_characters(std::string_view text);

// Something stands in the well-formed text that is neither blank nor of no width.
bool has_visible_characters(std::string_view text);

void append_utf8(std::string& out, char32_t code_point);

}  // namespace tianyuan::proto
