#pragma once

// The SGF syntax alone (FF[4]): games as lists of nodes along their main line. Knows no game and no
// property; common/sgf.h makes records of it.

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "common/record.h"

namespace tianyuan {

struct SgfProperty {
  std::string name;                 // capitals only: "GaMe" of old files is "GM"
  std::vector<std::string> values;  // escapes undone, line ends are '\n'
  int line = 0;                     // of the name
  int column = 0;
};
struct SgfNode {
  std::vector<SgfProperty> properties;
  int line = 0;  // of the ';'
  int column = 0;
  const SgfProperty* find(std::string_view name) const;  // null: not in this node
};
struct SgfGame {
  std::vector<SgfNode> nodes;  // at least the root
  int variations = 0;          // read and left out
};
struct SgfFile {
  std::vector<SgfGame> games;
  std::vector<std::string> warnings;
};

std::expected<SgfFile, RecordError> parse_sgf(std::string_view text);

// `\` and `]` escaped, as a property value stands in a file.
std::string escape_sgf(std::string_view text);

}  // namespace tianyuan
