#pragma once

// What an opening rule decided in a game, for its record (O11, B4): who swapped, how many fifth
// stones were stated, which way was taken, which fifths were offered. Follows the game's events;
// judges nothing, and takes nothing from events that do not fit the rule.

#include <cstddef>
#include <string>
#include <vector>

#include "common/game_event.h"
#include "common/procedure.h"
#include "common/rule_set.h"

namespace tianyuan {

struct OpeningAct {
  std::size_t after = 0;  // moves that stood
  Player by{};            // P1 and P2 of docs/rules.md, whatever colours do
  std::string what;       // "swap", "keep", "N=3", or the name of a branch
  friend bool operator==(const OpeningAct&, const OpeningAct&) = default;
};

class OpeningNotes {
 public:
  explicit OpeningNotes(const RuleSet& rule) : rule_(&rule), procedure_(Procedure::begin(rule)) {}

  void take(const GameEventBody& event);  // each of the game, from its first

  const std::vector<OpeningAct>& acts() const { return acts_; }
  const std::vector<Point>& fifths() const { return fifths_; }

 private:
  struct Taker;
  void note(Player by, std::string what) { acts_.push_back({moves_, by, std::move(what)}); }

  const RuleSet* rule_;
  Procedure procedure_;
  std::size_t moves_ = 0;
  std::vector<OpeningAct> acts_;
  std::vector<Point> fifths_;
};

}  // namespace tianyuan
