#pragma once

// The 26 openings by name (O11) and the sameness of fifth stones (O14).

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "common/board.h"
#include "common/point.h"

namespace tianyuan {

struct OpeningName {
  std::string_view code;     // "D4", "I7"; RIF's D1..D13, I1..I13
  std::string_view chinese;  // "花月"
  std::string_view english;  // romanised Japanese as RIF writes it: "Kagetsu"
};

// Any orientation of the shape; nothing when the three points are none of the 26.
std::optional<OpeningName> opening_name(Point black1, Point white2, Point black3);
std::span<const OpeningName> opening_names();  // 26, D1.. then I1..

// O14: two fifth stones on this four-stone position (two black, two white) are the same move iff a
// symmetry of the coloured shape maps one to the other (board edges play no part).
bool same_fifth(const Board& four_stones, Point a, Point b);

// The free points that are the same fifth move, in groups of two and more; groups and points in the
// order of their index.
std::vector<std::vector<Point>> same_fifth_groups(const Board& four_stones);

}  // namespace tianyuan
