#pragma once

// How many columns UTF-8 text takes on a terminal, and text made safe to print there. Independent
// of the locale, so that drawings are the same everywhere. Thread: none; pure functions.

#include <string>
#include <string_view>

namespace tianyuan::console {

// Columns of one code point: 2 for wide East Asian characters, 0 for combining marks, else 1.
int code_point_width(char32_t c);

// Decodes one code point at `at` and moves `at` past it; a broken sequence gives U+FFFD for a byte.
char32_t next_code_point(std::string_view text, std::size_t& at);

int display_width(std::string_view text);

// Blanks added on the right (or left) up to `columns`; longer text is left as it is.
std::string pad_right(std::string_view text, int columns);
std::string pad_left(std::string_view text, int columns);

// At most `columns` wide, never half a character; what is cut ends in "…".
std::string clip(std::string_view text, int columns);
// Exactly `columns` wide: clipped, then padded on the right.
std::string fit(std::string_view text, int columns);

// Text from the network: control characters, escape sequences' introducers, line breaks and
// direction overrides become "·", broken UTF-8 becomes U+FFFD; the joiner of emoji
// is left out, because terminals disagree on the width of what it joins. What remains cannot move
// the cursor.
std::string printable(std::string_view text);

// The same as one word of a stable line: blanks become "_"; empty becomes "-".
std::string word(std::string_view text);

}  // namespace tianyuan::console
