#pragma once

// What a command answers: one JSON value for --json, and text for a person.

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "db/types.h"

namespace tianyuan::admin {

using Json = nlohmann::ordered_json;

struct Report {
  Json json;
  std::string text;  // lines, each ended
};

// Columns under each other, wide characters counted as two. Numbers are set to the right.
class Table {
 public:
  explicit Table(std::vector<std::string> titles) : rows_{std::move(titles)} {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  std::string text() const;  // "(none)" without rows

 private:
  std::vector<std::vector<std::string>> rows_;
};

// Control characters as \x1B: a name in the database never commands a terminal.
std::string printable(std::string_view text);
std::string utc(std::int64_t at_ms);  // "2026-01-31T09:05:00Z"; "" for 0
std::string_view to_string(db::Failure failure);

}  // namespace tianyuan::admin
