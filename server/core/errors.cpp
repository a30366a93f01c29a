#include "server/core/errors.h"

#include <utility>

namespace tianyuan::core {
namespace {

using proto::Error;
using proto::ErrorCode;

Error error(ErrorCode code, std::string message, std::string field = {},
            std::string expected = {}) {
  Error made;
  made.code = code;
  made.message = std::move(message);
  made.field = std::move(field);
  made.expected = std::move(expected);
  return made;
}

std::string acts_of(const std::optional<Ask>& ask) {
  std::string text;
  if (!ask) return text;
  for (const Act act : ask->acts) {
    if (!text.empty()) text += " or ";
    text += to_string(act);
  }
  return text + " by the " + std::string(to_string(ask->player)) + " player";
}

std::string area_of(const std::optional<Ask>& ask) {
  if (!ask) return {};
  const std::string side = std::to_string(2 * ask->area.half_width + 1);
  return std::string(ask->area.outside ? "outside" : "within") + " the central " + side + "x" +
         side;
}

std::string count_of(const Refusal& refusal) {
  return std::to_string(refusal.minimum) + ".." + std::to_string(refusal.maximum);
}

}  // namespace

std::unexpected<Error> fail(ErrorCode code, std::string message, std::string field,
                            std::string expected) {
  return std::unexpected(error(code, std::move(message), std::move(field), std::move(expected)));
}

Error error_of(const Refusal& refusal, const std::optional<Ask>& ask) {
  switch (refusal.code) {
    case RefusalCode::game_over:
      return error(ErrorCode::game_over, "the game is over");
    case RefusalCode::not_your_turn:
      return error(ErrorCode::not_your_turn, "it is not your turn", {}, acts_of(ask));
    case RefusalCode::wrong_act:
      return error(ErrorCode::wrong_act, "the game waits for another act", {}, acts_of(ask));
    case RefusalCode::occupied:
      return error(ErrorCode::occupied, "a stone stands there", "point", "an empty point");
    case RefusalCode::forbidden: {
      Error made = error(ErrorCode::forbidden, "the point is forbidden for Black", "point",
                         "a point that is not forbidden");
      made.kinds = to_string(refusal.kinds);
      return made;
    }
    case RefusalCode::outside_area:
      return error(ErrorCode::outside_area, "the opening wants the stone elsewhere", "point",
                   area_of(ask));
    case RefusalCode::not_an_opening:
      return error(ErrorCode::not_an_opening, "these stones are none of the rule's openings",
                   "point", area_of(ask));
    case RefusalCode::centre_first:
      return error(ErrorCode::centre_first, "Black's first stone belongs on the centre", "point",
                   "H8");
    case RefusalCode::bad_count:
      return error(ErrorCode::bad_count, "that number is out of range", "count", count_of(refusal));
    case RefusalCode::same_fifth:
      return error(ErrorCode::same_fifth, "two of the points are the same move by symmetry",
                   "points", "points that differ under every symmetry of the position");
    case RefusalCode::not_offered:
      return error(ErrorCode::not_offered, "that point was not offered", "point",
                   "one of the offered points");
    case RefusalCode::bad_option:
      return error(ErrorCode::bad_option, "there is no such option", "option",
                   "one of the options in `ask`");
    case RefusalCode::passing_not_allowed:
      return error(ErrorCode::passing_not_allowed, "passing is not allowed now");
    case RefusalCode::no_offer:
      return error(ErrorCode::no_offer, "that offer does not stand");
    case RefusalCode::offer_stands:
      return error(ErrorCode::offer_stands, "an offer stands, or was made this move");
    case RefusalCode::undo_not_allowed:
      return error(ErrorCode::undo_not_allowed, "no stone can be taken back now");
    case RefusalCode::claim_not_allowed:
      return error(ErrorCode::claim_not_allowed, "a forbidden move cannot be claimed now");
    case RefusalCode::must_pass:
      return error(ErrorCode::must_pass, "no legal point is left: pass", {}, "game.pass");
    case RefusalCode::paused:
      return error(ErrorCode::paused, "a referee has paused the game");
    case RefusalCode::not_paused:
      return error(ErrorCode::not_paused, "the game is not paused", {}, "referee.pause first");
    case RefusalCode::not_begun:
      return error(ErrorCode::not_begun,
                   "the game has not begun: its time has not come, or a player "
                   "is awaited");
    case RefusalCode::bad_clock:
      return error(ErrorCode::bad_clock, "this clock cannot be set to that", "left_ms",
                   count_of(refusal));
    case RefusalCode::bad_period:
      return error(ErrorCode::bad_period, "the time control has no such period", "period",
                   count_of(refusal));
    case RefusalCode::not_shared:
      return error(ErrorCode::not_shared, "the players do not share their time");
    case RefusalCode::bad_verdict:
      return error(ErrorCode::bad_verdict, "a win needs a winner, anything else has none",
                   "winner");
    case RefusalCode::late:  // the hall ticks the game and answers with the turn that follows
      return error(ErrorCode::stale, "your time was up");
  }
  return error(ErrorCode::internal_error, "unknown refusal");
}

Error stale(int present_turn) {
  Error made =
      error(ErrorCode::stale, "the turn has moved on", "turn", std::to_string(present_turn));
  made.turn = present_turn;
  return made;
}

}  // namespace tianyuan::core
