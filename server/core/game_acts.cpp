#include "server/core/game_acts.h"

#include <string_view>

#include "server/core/overloaded.h"

namespace tianyuan::core {
namespace {

std::string with(std::string_view word, const std::string& rest) {
  return std::string(word) + " " + rest;
}

std::string with(std::string_view word, const std::vector<Point>& points) {
  std::string text(word);
  for (const Point point : points) text += " " + to_string(point);
  return text;
}

}  // namespace

std::string act_text(const Action& act) {
  return std::visit(
      Overloaded{
          [](const action::PlaceStone& a) { return with("place", to_string(a.point)); },
          [](const action::Pass&) { return std::string("pass"); },
          [](const action::AnswerSwap& a) { return with("swap", a.swap ? "yes" : "no"); },
          [](const action::ChooseBranch& a) { return with("branch", a.option); },
          [](const action::DeclareFifths& a) { return with("declare", std::to_string(a.count)); },
          [](const action::OfferFifths& a) { return with("offer", a.points); },
          [](const action::ChooseFifth& a) { return with("choose", to_string(a.point)); },
          [](const action::ClaimForbidden&) { return std::string("claim"); },
          [](const action::Resign&) { return std::string("resign"); },
          [](const action::LeaveTable&) { return std::string("leave"); },
          [](const action::OfferDraw&) { return std::string("draw"); },
          [](const action::AnswerDraw& a) {
            return with("answer_draw", std::to_string(a.offer) + (a.accept ? " yes" : " no"));
          },
          [](const action::RequestUndo&) { return std::string("undo"); },
          [](const action::AnswerUndo& a) {
            return with("answer_undo", std::to_string(a.request) + (a.accept ? " yes" : " no"));
          },
          [](const auto&) { return std::string(); },
      },
      act);
}

std::optional<PlayerAct> act_of(const GameEventBody& body) {
  using Act = std::optional<PlayerAct>;
  const auto act = [](Player player, const Action& a) { return PlayerAct{player, act_text(a)}; };
  return std::visit(
      Overloaded{
          [&](const event::StonePlaced& e) -> Act {
            return act(e.player, action::PlaceStone{e.point});
          },
          [&](const event::Passed& e) -> Act { return act(e.player, action::Pass{}); },
          [&](const event::SwapAnswered& e) -> Act {
            return act(e.player, action::AnswerSwap{e.swapped});
          },
          // The option's wire name is not in the event: the live answer remembers it.
          [&](const event::BranchChosen&) -> Act { return std::nullopt; },
          [&](const event::FifthsDeclared& e) -> Act {
            return act(e.player, action::DeclareFifths{e.count});
          },
          [&](const event::FifthsOffered& e) -> Act {
            return act(e.player, action::OfferFifths{e.points});
          },
          [&](const event::FifthChosen& e) -> Act {
            return act(e.player, action::ChooseFifth{e.point});
          },
          [&](const event::DrawOffered& e) -> Act { return act(e.player, action::OfferDraw{}); },
          [&](const event::UndoRequested& e) -> Act {
            return act(e.player, action::RequestUndo{});
          },
          [&](const event::ClaimRejected& e) -> Act {
            return act(e.player, action::ClaimForbidden{});
          },
          [&](const event::GameEnded& e) -> Act {
            if (e.result.reason == EndReason::claimed && e.result.winner)
              return act(*e.result.winner, action::ClaimForbidden{});
            if (e.result.reason == EndReason::resigned && e.result.loser)
              return act(*e.result.loser, action::Resign{});
            return std::nullopt;
          },
          [&](const auto&) -> Act { return std::nullopt; },
      },
      body);
}

}  // namespace tianyuan::core
