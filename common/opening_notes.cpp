#include "common/opening_notes.h"

#include <utility>

namespace tianyuan {

struct OpeningNotes::Taker {
  OpeningNotes& notes;
  const OpeningStep& step;

  const RuleSet& rule() const { return *notes.rule_; }

  void operator()(const event::StonePlaced& e) const {
    if (step.kind == StepKind::place) stone(e.colour);
  }
  void operator()(const event::FifthChosen&) const {
    if (step.kind == StepKind::choose_fifth) stone(Colour::black);
  }
  void operator()(const event::SwapAnswered& e) const {
    const bool asked = step.kind == StepKind::offer_swap;
    // Taking Black is noted by its branch, the swap that follows goes with it.
    if (!asked && step.kind != StepKind::take_colour) return;
    if (asked) notes.note(e.player, e.swapped ? "swap" : "keep");
    notes.procedure_.swap(rule(), e.swapped);
  }
  void operator()(const event::BranchChosen& e) const {
    const std::string_view name = notes.procedure_.option_name(rule(), e.option);
    if (name.empty()) return;
    notes.note(e.player, std::string(name));
    notes.procedure_.branch(rule(), e.option);
  }
  void operator()(const event::FifthsDeclared& e) const {
    if (step.kind != StepKind::declare_fifths) return;
    notes.note(e.player, "N=" + std::to_string(e.count));
    notes.procedure_.declare(rule(), e.count);
  }
  void operator()(const event::FifthsOffered& e) const {
    if (step.kind != StepKind::offer_fifths) return;
    notes.fifths_ = e.points;
    notes.procedure_.offer(rule());
  }
  template <typename Other>
  void operator()(const Other&) const {}

 private:
  void stone(Colour colour) const {
    ++notes.moves_;
    notes.procedure_.stone(rule(), colour);
  }
};

void OpeningNotes::take(const GameEventBody& event) {
  if (const OpeningStep* step = procedure_.current(*rule_)) std::visit(Taker{*this, *step}, event);
}

}  // namespace tianyuan
