#pragma once

// Rule sets as data. An opening is a list of steps for the one interpreter (procedure.h); adding a
// rule adds a table row, never a class. Steps and sources of each: docs/rules.md.
// Names are stable strings in the protocol, the database and the records.

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "common/point.h"

namespace tianyuan {

enum class RowToWin : std::uint8_t { five_or_more, exactly_five };

// Who acts in a step. `placer` is the player who made the last placing.
enum class Actor : std::uint8_t { first, second, black, white, placer, other_than_placer };

enum class StepKind : std::uint8_t {
  place,           // one stone of `colour` within `area`
  offer_swap,      // that side may swap colours; the other must accept
  declare_fifths,  // states how many fifth stones: count_min..count_max
  offer_fifths,    // offers that many, no two the same under a symmetry of the position
  choose_fifth,    // the other keeps one
  choose_branch,   // picks one of `branches`
  take_colour,     // no question: the colours change as soon as a branch leads here (swap2)
};

// The square of side 2 * half_width + 1 round tengen; 7 is the whole board. `outside` turns it into
// its complement (pro, long-pro). Third stones of the 26 and 52 openings also need White 2 to touch
// tengen, which the steps before them guarantee.
struct Area {
  int half_width = 7;
  bool outside = false;

  constexpr bool contains(Point point) const {
    const auto off = [](int value) { return value < 0 ? -value : value; };
    const bool inside = off(point.column() - kTengen.column()) <= half_width &&
                        off(point.row() - kTengen.row()) <= half_width;
    return inside != outside;
  }
  friend bool operator==(const Area&, const Area&) = default;
};

struct OpeningStep {
  StepKind kind = StepKind::place;
  Actor actor = Actor::black;
  Colour colour = Colour::black;  // place
  Area area;                      // place, offer_fifths
  bool shows_opening = false;     // place: part of showing one of the 26 (or 52) openings
  int count_min = 0;              // declare_fifths; offer_fifths with a fixed number: both equal
  int count_max = 0;              // 0 in offer_fifths: the declared number
  // choose_branch: index of the first step of each branch, and the wire name of each option
  std::vector<int> branches;
  std::vector<std::string_view> options;
  int next = kNextStep;                 // index of the step that follows, or one of the two below
  static constexpr int kNextStep = -1;  // the one after this
  static constexpr int kOpeningOver = -2;  // play by turns
};

struct RuleSet {
  std::string_view name;  // "freestyle", "renju", "rif", "yamaguchi", ...
  RowToWin black = RowToWin::five_or_more;
  RowToWin white = RowToWin::five_or_more;
  bool forbidden_moves = false;  // then Black's row to win is exactly_five
  bool passing = false;          // after the opening and the first three moves (W2)
  bool centre_first = false;     // Black's first stone must be H8 (B3); a room may add it
  std::vector<OpeningStep> opening;
};

std::span<const RuleSet> rule_sets();
const RuleSet* find_rule_set(std::string_view name);  // null: unknown

}  // namespace tianyuan
