#include "common/rule_set.h"

#include <algorithm>

namespace tianyuan {
namespace {

constexpr Area kAnywhere{7, false};

OpeningStep place(Actor actor, Colour colour, Area area) {
  OpeningStep step;
  step.kind = StepKind::place;
  step.actor = actor;
  step.colour = colour;
  step.area = area;
  return step;
}

// By turns: Black places a black stone, White a white one.
OpeningStep black_stone(Area area) {
  return place(Actor::black, Colour::black, area);
}
OpeningStep white_stone(Area area) {
  return place(Actor::white, Colour::white, area);
}

OpeningStep swap_by(Actor actor) {
  OpeningStep step;
  step.kind = StepKind::offer_swap;
  step.actor = actor;
  return step;
}
OpeningStep swap_offer() {
  return swap_by(Actor::other_than_placer);
}

OpeningStep declare(Actor actor, int most) {
  OpeningStep step;
  step.kind = StepKind::declare_fifths;
  step.actor = actor;
  step.count_min = 1;
  step.count_max = most;
  return step;
}

// `count` 0: as many as were declared.
OpeningStep offer(int count) {
  OpeningStep step;
  step.kind = StepKind::offer_fifths;
  step.actor = Actor::black;
  step.colour = Colour::black;
  step.count_min = count;
  step.count_max = count;
  return step;
}
OpeningStep choose() {
  OpeningStep step;
  step.kind = StepKind::choose_fifth;
  step.actor = Actor::white;
  step.colour = Colour::black;
  return step;
}

OpeningStep branch(Actor actor, std::vector<std::string_view> options, std::vector<int> targets) {
  OpeningStep step;
  step.kind = StepKind::choose_branch;
  step.actor = actor;
  step.options = std::move(options);
  step.branches = std::move(targets);
  return step;
}

OpeningStep take_colour() {
  OpeningStep step;
  step.kind = StepKind::take_colour;
  step.next = OpeningStep::kOpeningOver;
  return step;
}

OpeningStep last(OpeningStep step) {
  step.next = OpeningStep::kOpeningOver;
  return step;
}

using Steps = std::vector<OpeningStep>;

// P1 shows the first three stones: one of the 26 (third in the 5x5) or of the 52 (in the 7x7).
Steps shown(int third_half_width) {
  Steps steps{place(Actor::first, Colour::black, {0}), place(Actor::first, Colour::white, {1}),
              place(Actor::first, Colour::black, {third_half_width})};
  for (OpeningStep& step : steps) step.shows_opening = true;
  return steps;
}

Steps operator+(Steps left, Steps right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

Steps rif() {
  return shown(2) + Steps{swap_offer(), white_stone(kAnywhere), offer(2), choose()};
}

Steps yamaguchi(int third_half_width) {
  return shown(third_half_width) + Steps{declare(Actor::placer, 12), swap_offer(),
                                         white_stone(kAnywhere), offer(0), choose()};
}

Steps yamaguchi_variation() {
  return {black_stone({0}), white_stone({1}),       black_stone({3}), declare(Actor::placer, 12),
          swap_offer(),     white_stone(kAnywhere), offer(0),         choose()};
}

// Jonsson and the Soosorv rules: White states the number together with his fourth stone.
Steps white_states(int most) {
  return shown(2) + Steps{swap_offer(),
                          white_stone(kAnywhere),
                          declare(Actor::white, most),
                          swap_offer(),
                          offer(0),
                          choose()};
}

Steps tarannikov() {
  return {black_stone({0}), swap_offer(),     white_stone({1}), swap_offer(),     black_stone({2}),
          swap_offer(),     white_stone({3}), swap_offer(),     black_stone({4}), swap_offer()};
}

Steps taraguchi(int fifths) {
  Steps steps{black_stone({0}), swap_offer(), white_stone({1}), swap_offer(),
              black_stone({2}), swap_offer(), white_stone({3})};
  const int branching = static_cast<int>(steps.size());
  steps.push_back(branch(Actor::other_than_placer, {"place_fifth", "offer_fifths"},
                         {branching + 1, branching + 4}));
  return steps + Steps{swap_offer(), black_stone({4}), last(swap_offer()), offer(fifths), choose()};
}

Steps sakata() {
  return shown(2) + Steps{place(Actor::second, Colour::white, {3}),
                          place(Actor::second, Colour::black, {4}), swap_by(Actor::first)};
}

Steps three_by_first() {
  return {place(Actor::first, Colour::black, kAnywhere),
          place(Actor::first, Colour::white, kAnywhere),
          place(Actor::first, Colour::black, kAnywhere)};
}

Steps swap2() {
  constexpr int kTakeBlack = 4;
  constexpr int kTwoMore = 5;
  return three_by_first() + Steps{branch(Actor::second, {"white", "black", "two_more"},
                                         {OpeningStep::kOpeningOver, kTakeBlack, kTwoMore}),
                                  take_colour(), place(Actor::second, Colour::white, kAnywhere),
                                  place(Actor::second, Colour::black, kAnywhere),
                                  swap_by(Actor::first)};
}

Steps third_outside(int half_width) {
  return {black_stone({0}), white_stone(kAnywhere), black_stone({half_width, true})};
}

RuleSet renju_rule(std::string_view name, Steps opening) {
  RuleSet rule;
  rule.name = name;
  rule.black = RowToWin::exactly_five;
  rule.white = RowToWin::five_or_more;
  rule.forbidden_moves = true;
  rule.passing = true;
  rule.opening = std::move(opening);
  rule.centre_first =
      !rule.opening.empty() && rule.opening.front().area == Area{0, false};  // the rest: by room
  return rule;
}

RuleSet gomoku_rule(std::string_view name, RowToWin row, Steps opening) {
  RuleSet rule;
  rule.name = name;
  rule.black = row;
  rule.white = row;
  rule.opening = std::move(opening);
  rule.centre_first = !rule.opening.empty() && rule.opening.front().area == Area{0, false};
  return rule;
}

std::vector<RuleSet> make_rule_sets() {
  RuleSet renju = renju_rule("renju", {});
  renju.centre_first = true;
  return {
      gomoku_rule("freestyle", RowToWin::five_or_more, {}),
      gomoku_rule("no-forbidden", RowToWin::five_or_more,
                  {black_stone(kAnywhere), white_stone(kAnywhere), black_stone(kAnywhere),
                   swap_by(Actor::white)}),
      gomoku_rule("exact-five", RowToWin::exactly_five, {}),
      gomoku_rule("swap", RowToWin::exactly_five, three_by_first() + Steps{swap_offer()}),
      gomoku_rule("swap2", RowToWin::exactly_five, swap2()),
      gomoku_rule("pro", RowToWin::exactly_five, third_outside(2)),
      gomoku_rule("long-pro", RowToWin::exactly_five, third_outside(3)),
      std::move(renju),
      renju_rule("free", {}),
      renju_rule("rif", rif()),
      renju_rule("yamaguchi", yamaguchi(2)),
      renju_rule("designated", yamaguchi(2)),
      renju_rule("yamaguchi-52", yamaguchi(3)),
      renju_rule("yamaguchi-variation", yamaguchi_variation()),
      renju_rule("tarannikov", tarannikov()),
      renju_rule("taraguchi", taraguchi(5)),
      renju_rule("taraguchi-10", taraguchi(10)),
      renju_rule("jonsson", white_states(3)),
      renju_rule("soosorv", white_states(4)),
      renju_rule("soosorv-8", white_states(8)),
      renju_rule("sakata", sakata()),
  };
}

}  // namespace

std::span<const RuleSet> rule_sets() {
  static const std::vector<RuleSet> table = make_rule_sets();
  return table;
}

const RuleSet* find_rule_set(std::string_view name) {
  const auto rules = rule_sets();
  const auto found = std::find_if(rules.begin(), rules.end(),
                                  [&](const RuleSet& rule) { return rule.name == name; });
  return found == rules.end() ? nullptr : &*found;
}

}  // namespace tianyuan
