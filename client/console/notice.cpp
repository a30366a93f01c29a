#include "client/console/notice.h"

#include <algorithm>
#include <sstream>

namespace tianyuan::console {

std::vector<std::string> lines_of(const Notice& notice) {
  std::vector<std::string> lines;
  lines.push_back(notice.text.empty() ? notice.words : notice.words + " | " + notice.text);
  for (const std::string& line : notice.block) lines.push_back(" " + line);
  return lines;
}

bool matches(const Notice& notice, std::string_view first, const std::vector<std::string>& others) {
  std::istringstream in(notice.words);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  if (words.empty() || words.front() != first) return false;
  return std::ranges::all_of(others, [&](const std::string& other) {
    return std::ranges::find(words, other) != words.end();
  });
}

}  // namespace tianyuan::console
