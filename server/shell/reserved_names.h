#pragma once

// The names that nobody may take, TReservedName: the house's own, its staff's, and what would be
// mistaken for no name at all. A value; thread: any.

#include <span>
#include <string>
#include <vector>

#include "server/shell/names.h"

namespace tianyuan::shell {

class ReservedNames {
 public:
  ReservedNames() = default;
  // A row is a name; `*` at its beginning or end stands for anything.
  explicit ReservedNames(std::span<const std::string> rows);

  // It looks like one of them (names.h: the same key), as it stands or by its letters alone:
  // ADMlN, a-d-m-i-n and admin007 are admin.
  bool hold(const Name& name) const;

 private:
  struct Pattern {
    std::string key;
    bool anything_before = false;
    bool anything_behind = false;
  };
  bool match(const std::string& key) const;
  std::vector<Pattern> patterns_;
};

}  // namespace tianyuan::shell
