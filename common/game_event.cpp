// The words of the game's enumerations: stable strings of the protocol, the database and records.
// Each table is in the order of its enumeration.

#include "common/game_event.h"

#include <array>

#include "common/game.h"
#include "common/words.h"

namespace tianyuan {
namespace {

constexpr std::array<std::string_view, 5> kOutcomes{"win", "draw", "both_lose", "escape",
                                                    "annulled"};
constexpr std::array<std::string_view, 15> kReasons{
    "five",       "forbidden", "claimed",   "resigned", "left_table", "time",    "skips",   "late",
    "board_full", "passes",    "agreement", "asleep",   "absence",    "referee", "shutdown"};
constexpr std::array<std::string_view, 3> kAnswers{"accepted", "declined", "lapsed"};
constexpr std::array<std::string_view, 3> kEnforcements{"claim", "lose", "refuse"};
constexpr std::array<std::string_view, 2> kDisconnectClocks{"pause", "run"};
constexpr std::array<std::string_view, 26> kRefusals{
    "game_over",        "not_your_turn",     "wrong_act",           "occupied",   "forbidden",
    "outside_area",     "not_an_opening",    "centre_first",        "bad_count",  "same_fifth",
    "not_offered",      "bad_option",        "passing_not_allowed", "no_offer",   "offer_stands",
    "undo_not_allowed", "claim_not_allowed", "must_pass",           "late",       "paused",
    "not_paused",       "not_begun",         "bad_clock",           "bad_period", "not_shared",
    "bad_verdict"};
constexpr std::array<std::string_view, 7> kActs{
    "place", "pass", "swap", "branch", "declare_fifths", "offer_fifths", "choose_fifth"};

static_assert(kReasons.size() == static_cast<std::size_t>(EndReason::shutdown) + 1);
static_assert(kRefusals.size() == static_cast<std::size_t>(RefusalCode::bad_verdict) + 1);
static_assert(kActs.size() == static_cast<std::size_t>(Act::choose_fifth) + 1);

}  // namespace

std::string_view to_string(Outcome outcome) {
  return word_of(outcome, kOutcomes);
}
std::optional<Outcome> parse_outcome(std::string_view text) {
  return parse_word<Outcome>(text, kOutcomes);
}

std::string_view to_string(EndReason reason) {
  return word_of(reason, kReasons);
}
std::optional<EndReason> parse_end_reason(std::string_view text) {
  return parse_word<EndReason>(text, kReasons);
}

std::string_view to_string(OfferAnswer answer) {
  return word_of(answer, kAnswers);
}
std::optional<OfferAnswer> parse_offer_answer(std::string_view text) {
  return parse_word<OfferAnswer>(text, kAnswers);
}

std::string_view to_string(Enforcement enforcement) {
  return word_of(enforcement, kEnforcements);
}
std::optional<Enforcement> parse_enforcement(std::string_view text) {
  return parse_word<Enforcement>(text, kEnforcements);
}

std::string_view to_string(DisconnectClock mode) {
  return word_of(mode, kDisconnectClocks);
}
std::optional<DisconnectClock> parse_disconnect_clock(std::string_view text) {
  return parse_word<DisconnectClock>(text, kDisconnectClocks);
}

const event::RefereeMark* referee_mark(const GameEventBody& body) {
  return std::visit(
      [](const auto& e) -> const event::RefereeMark* {
        if constexpr (requires { e.by; })
          return &e.by;
        else
          return nullptr;
      },
      body);
}

std::string_view to_string(RefusalCode code) {
  return word_of(code, kRefusals);
}

std::string_view to_string(Act act) {
  return word_of(act, kActs);
}

}  // namespace tianyuan
