#pragma once

// What happened in a game, in the past tense, with its results: replay is apply() alone, so a later
// fix of a rule never rewrites an old game. Bodies name players, not users; the hall knows who is
// who.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "common/clock.h"
#include "common/forbidden.h"
#include "common/player.h"
#include "common/point.h"

namespace tianyuan {

enum class Outcome : std::uint8_t {
  win,  // `winner` won, the other lost
  draw,
  both_lose,  // a loss each (referee, both late)
  escape,     // `loser` escaped; the other's score does not change (X2)
  annulled,   // as if never played: no ledger rows
};

enum class EndReason : std::uint8_t {
  five,       // a row that wins under the rule set
  forbidden,  // Black's forbidden move (enforcement lose, or judged on the last free point)
  claimed,    // White claimed it (enforcement claim)
  resigned,
  left_table,  // left with forfeit
  time,        // ran out in a clock where that loses
  skips,       // too many skips in a row by one side (room setting)
  late,        // T3
  board_full,  // draw
  passes,      // two in a row: draw
  agreement,   // draw
  asleep,      // six skips in a row with both there: draw
  absence,     // escape; annulled when both at the same instant or after a restart
  referee,     // T5
  shutdown,    // annulled after a long outage
};

std::string_view to_string(Outcome outcome);
std::string_view to_string(EndReason reason);
std::optional<Outcome> parse_outcome(std::string_view text);
std::optional<EndReason> parse_end_reason(std::string_view text);

struct GameResult {
  Outcome outcome = Outcome::annulled;
  EndReason reason = EndReason::absence;
  std::optional<Player> winner;  // win
  std::optional<Player> loser;   // win, escape (the escaper)
  friend bool operator==(const GameResult&, const GameResult&) = default;
};

enum class OfferAnswer : std::uint8_t { accepted, declined, lapsed };
std::string_view to_string(OfferAnswer answer);
std::optional<OfferAnswer> parse_offer_answer(std::string_view text);

namespace event {

// T5: who ruled, and why. The game knows nothing else of him; user 0: the rule library itself.
struct RefereeMark {
  std::int64_t user = 0;
  std::string name;
  std::string reason;
  friend bool operator==(const RefereeMark&, const RefereeMark&) = default;
};

struct GameStarted {  // clocks of the first turn start here; T3: or the wait for who is absent
  friend bool operator==(const GameStarted&, const GameStarted&) = default;
};
struct StonePlaced {
  Player player{};
  Colour colour{};
  Point point;
  ForbiddenKinds forbidden;  // as judged when it was played; never shown in a claim room's game
  friend bool operator==(const StonePlaced&, const StonePlaced&) = default;
};
struct Passed {
  Player player{};
  friend bool operator==(const Passed&, const Passed&) = default;
};
struct TurnSkipped {  // T1: the per-move limit ran out
  Player player{};
  bool turn_passes = true;  // false within the first three stones and opening decisions
  bool counted = true;      // false for an absent player
  friend bool operator==(const TurnSkipped&, const TurnSkipped&) = default;
};
struct SwapAnswered {
  Player player{};
  bool swapped = false;
  friend bool operator==(const SwapAnswered&, const SwapAnswered&) = default;
};
struct BranchChosen {
  Player player{};
  int option = 0;  // index into the step's options
  friend bool operator==(const BranchChosen&, const BranchChosen&) = default;
};
struct FifthsDeclared {
  Player player{};
  int count = 0;
  friend bool operator==(const FifthsDeclared&, const FifthsDeclared&) = default;
};
struct FifthsOffered {
  Player player{};
  std::vector<Point> points;
  friend bool operator==(const FifthsOffered&, const FifthsOffered&) = default;
};
struct FifthChosen {  // the stone stands as Black's fifth
  Player player{};
  Point point;
  ForbiddenKinds forbidden;
  friend bool operator==(const FifthChosen&, const FifthChosen&) = default;
};
struct DrawOffered {
  Player player{};
  int offer = 0;  // id, from 1, unique in the game
  friend bool operator==(const DrawOffered&, const DrawOffered&) = default;
};
struct DrawAnswered {
  int offer = 0;
  OfferAnswer answer{};
  friend bool operator==(const DrawAnswered&, const DrawAnswered&) = default;
};
struct UndoRequested {
  Player player{};
  int request = 0;  // id, from 1, unique in the game
  friend bool operator==(const UndoRequested&, const UndoRequested&) = default;
};
struct UndoAnswered {
  int request = 0;
  OfferAnswer answer{};
  int stones_removed = 0;
  friend bool operator==(const UndoAnswered&, const UndoAnswered&) = default;
};
struct ClaimRejected {
  Player player{};
  int claims_left = 0;
  friend bool operator==(const ClaimRejected&, const ClaimRejected&) = default;
};
struct PlayerLeft {  // connection lost; absence begins at at_ms
  Player player{};
  friend bool operator==(const PlayerLeft&, const PlayerLeft&) = default;
};
struct PlayerReturned {
  Player player{};
  friend bool operator==(const PlayerReturned&, const PlayerReturned&) = default;
};
struct GraceFrozen {  // X5, a mass drop: graces stand still
  friend bool operator==(const GraceFrozen&, const GraceFrozen&) = default;
};
struct GraceThawed {
  friend bool operator==(const GraceThawed&, const GraceThawed&) = default;
};
struct Restored {  // X5, after a crash or restart: both absent with a fresh grace, clocks stand
  Millis down_ms = 0;
  friend bool operator==(const Restored&, const Restored&) = default;
};
struct ClocksPaused {  // T5: nobody's time runs, graces and lateness stand still, no moves
  RefereeMark by;
  friend bool operator==(const ClocksPaused&, const ClocksPaused&) = default;
};
struct ClocksResumed {  // by nobody when a pause has lasted as long as one may
  RefereeMark by;
  friend bool operator==(const ClocksResumed&, const ClocksResumed&) = default;
};
struct ClockSet {  // the values are those of `clocks`; an undo does not go back behind them
  RefereeMark by;
  Player player{};
  friend bool operator==(const ClockSet&, const ClockSet&) = default;
};
struct PoolSplit {  // T2: from here each has his half of what was left, and it is sudden death
  RefereeMark by;
  friend bool operator==(const PoolSplit&, const PoolSplit&) = default;
};
struct Adjudged {  // the GameEnded that follows says how
  RefereeMark by;
  friend bool operator==(const Adjudged&, const Adjudged&) = default;
};
struct GameEnded {
  GameResult result;
  std::vector<Point> row;    // the winning row, else empty
  ForbiddenKinds forbidden;  // the forbidden move that lost
  friend bool operator==(const GameEnded&, const GameEnded&) = default;
};

}  // namespace event

using GameEventBody =
    std::variant<event::GameStarted, event::StonePlaced, event::Passed, event::TurnSkipped,
                 event::SwapAnswered, event::BranchChosen, event::FifthsDeclared,
                 event::FifthsOffered, event::FifthChosen, event::DrawOffered, event::DrawAnswered,
                 event::UndoRequested, event::UndoAnswered, event::ClaimRejected, event::PlayerLeft,
                 event::PlayerReturned, event::GraceFrozen, event::GraceThawed, event::Restored,
                 event::ClocksPaused, event::ClocksResumed, event::ClockSet, event::PoolSplit,
                 event::Adjudged, event::GameEnded>;

// The referee's mark on one of his acts; null: it is none.
const event::RefereeMark* referee_mark(const GameEventBody& body);

struct GameEvent {
  Millis at_ms = 0;
  GameEventBody body;
  ClockState clocks;  // after the event
  friend bool operator==(const GameEvent&, const GameEvent&) = default;
};

}  // namespace tianyuan
