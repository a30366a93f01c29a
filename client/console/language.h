#pragma once

// Which of the two languages people read. Thread: none; values.

#include <string_view>

namespace tianyuan::console {

enum class Language { english, chinese };

// From the locale as the C library ranks it: LC_ALL, LC_MESSAGES, LANG; the first that is not empty
// decides. "zh…" is Chinese, everything else English.
Language language_of_locale(std::string_view lc_all, std::string_view lc_messages,
                            std::string_view lang);

// Whether that locale (LC_ALL, LC_CTYPE, LANG) writes UTF-8, so that ● and ○ can be drawn.
bool locale_is_utf8(std::string_view lc_all, std::string_view lc_ctype, std::string_view lang);

}  // namespace tianyuan::console
