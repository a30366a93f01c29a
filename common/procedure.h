#pragma once

// The one interpreter of all opening rules: where a game stands between its first stone and play by
// turns, and whose act comes next. A small value; decide() tries steps on a copy, apply() on the
// game's own. Knows stones only by their colour: areas, occupied points and forbidden moves are the
// referee's business.

#include <string_view>

#include "common/player.h"
#include "common/point.h"
#include "common/rule_set.h"

namespace tianyuan {

struct Procedure {
  int step = OpeningStep::kOpeningOver;  // index into RuleSet::opening
  Player black = Player::first;          // who holds Black now
  Player placer = Player::first;         // who made the last placing
  Colour to_move = Colour::black;        // whose stone is next, once the opening is over
  int declared = 0;                      // number of fifth stones stated

  static Procedure begin(const RuleSet& rule);

  bool opening_over() const { return step == OpeningStep::kOpeningOver; }
  // The step that waits for an act; null once the opening is over.
  const OpeningStep* current(const RuleSet& rule) const;
  Player player_of(Colour colour) const { return colour == Colour::black ? black : other(black); }
  Player actor(const RuleSet& rule) const;  // whose act comes next
  // The wire name of a branch of the step that waits; empty: it waits for no such choice.
  std::string_view option_name(const RuleSet& rule, int option) const;

  // Acts as they have happened, by whoever `actor` named.
  void stone(const RuleSet& rule, Colour colour);
  void turn_passes() { to_move = opposite(to_move); }  // a pass, or a skip after the opening
  void swap(const RuleSet& rule, bool swapped);
  void branch(const RuleSet& rule, int option);
  void declare(const RuleSet& rule, int count);
  void offer(const RuleSet& rule);

  friend bool operator==(const Procedure&, const Procedure&) = default;

 private:
  void advance(const RuleSet& rule);
};

}  // namespace tianyuan
