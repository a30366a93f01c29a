#pragma once

// Forbidden moves (禁手), Black only, exactly as the Renju International Federation defines them,
// to any depth of recursion (requirements F1, F2).
//
//   five      exactly five in an unbroken row; beats everything, so such a point is never forbidden
//   overline  six or more
//   four      four stones to which one more makes a five; two fours may lie on one line
//   three     three stones that one more stone, at a point that is itself not forbidden for Black,
//             turns into a straight four without making a five at the same time

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/board.h"
#include "common/point.h"

namespace tianyuan {

// A set of reasons; empty: the point is not forbidden.
class ForbiddenKinds {
 public:
  enum Kind : std::uint8_t { double_three = 1, double_four = 2, overline = 4 };

  constexpr ForbiddenKinds() = default;
  constexpr explicit ForbiddenKinds(unsigned bits) : bits_(static_cast<std::uint8_t>(bits)) {}

  constexpr bool any() const { return bits_ != 0; }
  constexpr bool has(Kind kind) const { return (bits_ & kind) != 0; }
  constexpr void add(Kind kind) { bits_ = static_cast<std::uint8_t>(bits_ | kind); }
  constexpr unsigned bits() const { return bits_; }

  friend constexpr bool operator==(ForbiddenKinds, ForbiddenKinds) = default;

 private:
  std::uint8_t bits_ = 0;
};

// "33", "44", "overline"; several joined by '+' in that order ("33+overline"); "" for none.
std::string to_string(ForbiddenKinds kinds);
std::optional<ForbiddenKinds> parse_forbidden_kinds(std::string_view text);

struct ForbiddenOptions {
  // F3: a row that Black's next stone would turn into an overline also counts as a four when double
  // fours are counted, and nowhere else.
  bool overline_counts_as_four = false;

  friend bool operator==(const ForbiddenOptions&, const ForbiddenOptions&) = default;
};

// One of the rows that together make a point forbidden.
struct ForbiddenShape {
  enum class Kind : std::uint8_t { three, four, overline };
  Kind kind{};
  std::vector<Point> stones;  // in order along the line, the played point among them
  // Where Black would go on: a three to a straight four that is not forbidden, a four to a five
  // (with F3 an overline); none for an overline.
  std::vector<Point> completions;
  friend bool operator==(const ForbiddenShape&, const ForbiddenShape&) = default;
};
std::string_view to_string(ForbiddenShape::Kind kind);  // "three", "four", "overline"

// Why Black may not play at an empty point (asserted empty).
ForbiddenKinds forbidden_kinds(const Board& board, Point point, ForbiddenOptions options = {});

// The same for every empty point, by Point::index(); occupied points are empty sets.
using ForbiddenMap = std::array<ForbiddenKinds, kPointCount>;
ForbiddenMap forbidden_map(const Board& board, ForbiddenOptions options = {});

// The rows behind forbidden_kinds() at an empty point (asserted empty), so that a client can show
// them: every overline; the fours when there are two or more; the threes likewise.
std::vector<ForbiddenShape> forbidden_shapes(const Board& board, Point point,
                                             ForbiddenOptions options = {});

}  // namespace tianyuan
