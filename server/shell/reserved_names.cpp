#include "server/shell/reserved_names.h"

#include <algorithm>

namespace tianyuan::shell {

ReservedNames::ReservedNames(std::span<const std::string> rows) {
  for (std::string_view row : rows) {
    Pattern pattern;
    if (row.starts_with('*')) {
      pattern.anything_before = true;
      row.remove_prefix(1);
    }
    if (row.ends_with('*')) {
      pattern.anything_behind = true;
      row.remove_suffix(1);
    }
    pattern.key = look_of(row);
    if (!pattern.key.empty()) patterns_.push_back(std::move(pattern));
  }
}

bool ReservedNames::match(const std::string& key) const {
  return std::ranges::any_of(patterns_, [&](const Pattern& pattern) {
    if (pattern.anything_before && pattern.anything_behind) return key.contains(pattern.key);
    if (pattern.anything_before) return key.ends_with(pattern.key);
    if (pattern.anything_behind) return key.starts_with(pattern.key);
    return key == pattern.key;
  });
}

bool ReservedNames::hold(const Name& name) const {
  return match(name.key) || match(look_of(letters_of(name.shown)));
}

}  // namespace tianyuan::shell
