#pragma once

// One thing that people are told: a line whose stable part programs may read (docs/console.md) and
// whose text is in the reader's language. A value.

#include <string>
#include <string_view>
#include <vector>

namespace tianyuan::console {

struct Notice {
  std::string words;               // "stone black H8 move=1 player=first"
  std::string text;                // "Black plays H8."
  std::vector<std::string> block;  // lines that belong to it (diagrams), unindented
};

// "words | text", then the block's lines, each behind a blank.
std::vector<std::string> lines_of(const Notice& notice);

// Whether the notice's first word is `first` and all of `others` are among its stable words.
bool matches(const Notice& notice, std::string_view first, const std::vector<std::string>& others);

}  // namespace tianyuan::console
