#include "common/procedure.h"

#include "common/assert.h"

namespace tianyuan {

Procedure Procedure::begin(const RuleSet& rule) {
  Procedure procedure;
  procedure.step = rule.opening.empty() ? OpeningStep::kOpeningOver : 0;
  return procedure;
}

const OpeningStep* Procedure::current(const RuleSet& rule) const {
  return opening_over() ? nullptr : &rule.opening[static_cast<std::size_t>(step)];
}

Player Procedure::actor(const RuleSet& rule) const {
  const OpeningStep* now = current(rule);
  if (now == nullptr) return player_of(to_move);
  switch (now->actor) {
    case Actor::first:
      return Player::first;
    case Actor::second:
      return Player::second;
    case Actor::black:
      return black;
    case Actor::white:
      return other(black);
    case Actor::placer:
      return placer;
    case Actor::other_than_placer:
      return other(placer);
  }
  return black;
}

std::string_view Procedure::option_name(const RuleSet& rule, int option) const {
  const OpeningStep* now = current(rule);
  const bool known =
      now != nullptr && option >= 0 && option < static_cast<int>(now->options.size());
  return known ? now->options[static_cast<std::size_t>(option)] : std::string_view();
}

void Procedure::stone(const RuleSet& rule, Colour colour) {
  placer = actor(rule);
  if (const OpeningStep* now = current(rule)) {
    // A kept fifth is Black's stone although White's choice put it there.
    if (now->kind == StepKind::choose_fifth) placer = black;
    advance(rule);
  }
  to_move = opposite(colour);
}

void Procedure::swap(const RuleSet& rule, bool swapped) {
  if (swapped) black = other(black);
  advance(rule);
}

void Procedure::branch(const RuleSet& rule, int option) {
  const OpeningStep* now = current(rule);
  TIANYUAN_ASSERT(now != nullptr && option >= 0 && option < static_cast<int>(now->branches.size()));
  step = now->branches[static_cast<std::size_t>(option)];
}

void Procedure::declare(const RuleSet& rule, int count) {
  declared = count;
  advance(rule);
}

void Procedure::offer(const RuleSet& rule) {
  advance(rule);
}

void Procedure::advance(const RuleSet& rule) {
  const OpeningStep* now = current(rule);
  if (now == nullptr) return;
  step = now->next == OpeningStep::kNextStep ? step + 1 : now->next;
  if (step >= static_cast<int>(rule.opening.size())) step = OpeningStep::kOpeningOver;
}

}  // namespace tianyuan
