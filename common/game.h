#pragma once

// The referee: one game from settled colours to its end, as a value.
//
//   decide(game, action, moment)  reads only; answers the events that follow, or one refusal
//   apply(game, event)            writes only and cannot fail
//   next_deadline(game)           when Tick is due (flag, grace, offers); nothing: never
//
// What a Tick would have done by the time an action counts comes first: an act of a player whose
// own time was up is refused (`late`); before any other action the events that were due come first
// in the answer.
//
// Clocks, offers, claims, absence and the opening procedure are all in here, because each depends
// on the others; accounts, points and tables are not. Comparable, copyable, replayable; no I/O, no
// time source, no randomness. Thread: none; a value.

#include <array>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "common/board.h"
#include "common/clock.h"
#include "common/forbidden.h"
#include "common/game_event.h"
#include "common/player.h"
#include "common/procedure.h"
#include "common/rule_set.h"

namespace tianyuan {

// F4. Only means anything where the rule set has forbidden moves.
enum class Enforcement : std::uint8_t { claim, lose, refuse };
std::string_view to_string(Enforcement enforcement);
std::optional<Enforcement> parse_enforcement(std::string_view text);

enum class DisconnectClock : std::uint8_t { pause, run };  // X4
std::string_view to_string(DisconnectClock mode);
std::optional<DisconnectClock> parse_disconnect_clock(std::string_view text);

// Frozen when the game starts.
struct GameSettings {
  std::string rule = "freestyle";  // a RuleSet's name
  Enforcement enforcement = Enforcement::refuse;
  ForbiddenOptions forbidden;
  bool centre_first = false;  // Black's first stone must be H8, by rule set or room
  int fifths_max = 12;        // upper limit of a declared N (yamaguchi)
  TimeControl time = HallTime{600'000, 60'000, 20'000};
  DisconnectClock disconnect_clock = DisconnectClock::pause;
  Millis grace_ms = 180'000;          // X1: of each loss of connection
  Millis absence_total_ms = 360'000;  // X1: in all in one game
  int skips_to_lose = 0;              // in a row by one side; 0: off
  int undos_per_player = 3;           // 0: off (professional, coin rooms)
  int false_claims_per_game = 3;      // F4
  // T3: the game begins at this instant, whoever is there, and who is absent for longer than
  // lateness_ms forfeits. 0: no appointment, it begins by Start.
  Millis appointed_ms = 0;
  Millis lateness_ms = 0;
  friend bool operator==(const GameSettings&, const GameSettings&) = default;
};

// What a player, or the hall, asks of the game.
namespace action {
struct PlaceStone {
  Point point;
};
struct Pass {};
struct AnswerSwap {
  bool swap = false;
};
struct ChooseBranch {
  std::string option;
};
struct DeclareFifths {
  int count = 0;
};
struct OfferFifths {
  std::vector<Point> points;
};
struct ChooseFifth {
  Point point;
};
struct ClaimForbidden {};
struct Resign {};
struct LeaveTable {};  // with forfeit
struct OfferDraw {};
struct AnswerDraw {
  int offer = 0;
  bool accept = false;
};
struct RequestUndo {};
struct AnswerUndo {
  int request = 0;
  bool accept = false;
};
// T5, of a referee; `player` of decide() means nothing.
struct PauseClocks {
  event::RefereeMark by;
};
struct ResumeClocks {
  event::RefereeMark by;
};
// While paused: what one player's clock shows from now on. Without a period it stays in the present
// one; byo-yomi counts those used up. His present turn, if it is his, begins anew.
struct SetClock {
  event::RefereeMark by;
  Player player{};
  Millis left_ms = 0;
  std::optional<int> period;
};
struct SplitPool {  // while paused, where time is shared
  event::RefereeMark by;
};
struct Adjudge {  // annulled: to be replayed
  event::RefereeMark by;
  Outcome outcome = Outcome::draw;  // not escape
  std::optional<Player> winner;     // win
};
// From the hall, never from a client:
struct Start {};
struct Tick {};        // time has come to moment.now_ms
struct Disconnect {};  // the player's connection is lost
struct Reconnect {};
struct FreezeGrace {};
struct ThawGrace {};
struct Restore {
  Millis down_ms = 0;
};
}  // namespace action

using Action =
    std::variant<action::PlaceStone, action::Pass, action::AnswerSwap, action::ChooseBranch,
                 action::DeclareFifths, action::OfferFifths, action::ChooseFifth,
                 action::ClaimForbidden, action::Resign, action::LeaveTable, action::OfferDraw,
                 action::AnswerDraw, action::RequestUndo, action::AnswerUndo, action::PauseClocks,
                 action::ResumeClocks, action::SetClock, action::SplitPool, action::Adjudge,
                 action::Start, action::Tick, action::Disconnect, action::Reconnect,
                 action::FreezeGrace, action::ThawGrace, action::Restore>;

enum class RefusalCode : std::uint8_t {
  game_over,
  not_your_turn,
  wrong_act,  // the game waits for another kind of act (`expected` says which)
  occupied,
  forbidden,       // enforcement refuse; `kinds` says why
  outside_area,    // the opening wants the stone within (or outside) a square
  not_an_opening,  // not one of the 26 / 52
  centre_first,
  bad_count,    // declared or offered number out of range
  same_fifth,   // two offered fifths are the same move under a symmetry
  not_offered,  // chosen fifth is none of those offered
  bad_option,
  passing_not_allowed,
  no_offer,      // that draw or undo offer does not stand
  offer_stands,  // one is open already, or one was made this move
  undo_not_allowed,
  claim_not_allowed,  // not White, not the turn right after, used up, or another enforcement
  must_pass,          // no legal point under refuse
  late,         // the player's time was up when it arrived; the Tick that is due says the rest
  paused,       // by a referee: only giving up is possible
  not_paused,   // that act of a referee needs a pause
  not_begun,    // the appointed time has not come, or a player is awaited
  bad_clock,    // no such value can be set: `minimum`..`maximum` ms
  bad_period,   // the time control has no such period: `minimum`..`maximum`
  not_shared,   // the players do not share their time
  bad_verdict,  // a win needs a winner, anything else has none
};
std::string_view to_string(RefusalCode code);  // the same word, stable on the wire

struct Refusal {
  RefusalCode code{};
  ForbiddenKinds kinds;  // forbidden
  int minimum = 0;       // bad_count
  int maximum = 0;
  friend bool operator==(const Refusal&, const Refusal&) = default;
};

// What the game waits for, for prompts and for `expected` in refusals.
enum class Act : std::uint8_t {
  place,
  pass,
  swap,
  branch,
  declare_fifths,
  offer_fifths,
  choose_fifth
};
std::string_view to_string(Act act);

struct Ask {
  Player player{};
  std::vector<Act> acts;  // one, or place + pass
  Colour colour{};        // of the stone to place
  Area area;              // place, offer_fifths
  int count_min = 0;      // declare_fifths; offer_fifths: both the number wanted
  int count_max = 0;
  std::vector<Point> fifths;              // choose_fifth
  std::vector<std::string_view> options;  // branch
  friend bool operator==(const Ask&, const Ask&) = default;
};

// When a command counts. received_at_ms <= now_ms; lag_credit_ms is what the network took and the
// budget gives back. Clocks use received_at_ms - lag_credit_ms, clamped to the time since the
// game's last event.
struct Moment {
  Millis now_ms = 0;
  Millis received_at_ms = 0;
  Millis lag_credit_ms = 0;
  static Moment at(Millis now) { return {now, now, 0}; }
};

// One numbered entry of the record (B4): stones, passes and skipped turns.
struct Move {
  enum class Kind : std::uint8_t { stone, pass, skip };
  Kind kind = Kind::stone;
  Colour colour{};
  Point point;  // stone
  friend bool operator==(const Move&, const Move&) = default;
};

struct Offer {
  int id = 0;
  Player by{};
  friend bool operator==(const Offer&, const Offer&) = default;
};

struct Absence {
  bool absent = false;
  Millis since_ms = 0;
  Millis used_ms = 0;  // of absence_total_ms by earlier losses
  // By a restart of the server (X5): grace_ms whole whatever was used before, never counted.
  bool by_restart = false;
  friend bool operator==(const Absence&, const Absence&) = default;
};

class Game {
 public:
  explicit Game(GameSettings settings);  // settings.rule is known (asserted)

  const GameSettings& settings() const { return settings_; }
  const RuleSet& rule() const { return *rule_; }
  const Board& board() const { return board_; }
  const std::vector<Move>& moves() const { return moves_; }
  const ClockState& clocks() const { return clocks_; }
  Player black() const { return procedure_.black; }
  Colour colour_of(Player player) const {
    return player == black() ? Colour::black : Colour::white;
  }
  Player player_of(Colour colour) const { return procedure_.player_of(colour); }
  bool started() const { return started_; }
  bool opening_over() const { return procedure_.opening_over(); }
  // The wire name of a branch of the step that waits; empty: it waits for no such choice.
  std::string_view option_name(int option) const { return procedure_.option_name(rule(), option); }
  int declared_fifths() const { return procedure_.declared; }           // 0: none
  const std::vector<Point>& offered_fifths() const { return fifths_; }  // stay for the record
  bool over() const { return result_.has_value(); }
  const std::optional<GameResult>& result() const { return result_; }
  const std::vector<Point>& winning_points() const { return row_; }

  // Counts stones, passes, skips, decisions and take-backs; only grows. A command names the turn it
  // was meant for; anything else is stale.
  int turn() const { return turn_; }

  // Nothing once the game is over, before Start, while paused, while a player is awaited, and while
  // an event's own consequence is still to be applied (the swap that follows when Black is taken in
  // swap2).
  std::optional<Ask> ask() const;

  const std::optional<Offer>& draw_offer() const { return draw_offer_; }
  const std::optional<Offer>& undo_request() const { return undo_request_; }
  const Absence& absence(Player player) const { return absence_[index(player)]; }
  // Instant at which the player's absence becomes an escape; nothing when present or frozen.
  std::optional<Millis> grace_ends_ms(Player player) const;
  bool grace_frozen() const { return grace_frozen_; }
  // T5: the pause that stands, and who ordered it.
  const std::optional<event::RefereeMark>& pause() const { return pause_; }
  // T3: the appointed time has come and somebody has not; at lateness_ends_ms() he forfeits
  // (nothing: nobody is awaited, or that instant stands still).
  bool waiting() const { return waiting_; }
  std::optional<Millis> lateness_ends_ms() const;
  // What the clocks go by: the settings', or sudden death once a shared pool is split.
  const TimeControl& time() const { return time_; }
  int claims_left() const;  // of whoever holds White; 0 where nothing can be claimed
  int undos_left(Player player) const { return undos_left_[index(player)]; }
  // The name of the opening once three stones stand where it has one: "D4", "I7"; else empty.
  std::string opening() const;
  // Where Black may not play now, for showing him: empty in claim rooms, when it is not Black's
  // stone to place, and in rule sets without forbidden moves.
  ForbiddenMap forbidden_shown() const;
  Millis last_event_ms() const { return last_event_ms_; }

  friend bool operator==(const Game&, const Game&);

  friend std::expected<std::vector<GameEvent>, Refusal> decide(const Game& game, Player player,
                                                               const Action& action,
                                                               const Moment& moment);
  friend void apply(Game& game, const GameEvent& event);
  friend std::optional<Millis> next_deadline(const Game& game);

 private:
  friend class Referee;   // decide(), game_decide.cpp
  friend struct Applier;  // apply(), game_apply.cpp

  bool centre_needed(Colour colour) const;
  bool judges_forbidden(Colour colour) const;
  bool passing_allowed() const;
  bool both_present() const { return !absence_[0].absent && !absence_[1].absent; }
  bool no_legal_point() const;
  bool must_pass() const;
  bool absences_stand() const { return grace_frozen_ || pause_; }
  Millis absence_ms(const Absence& absence, Millis at_ms) const;
  int fifths_wanted() const;

  GameSettings settings_;
  const RuleSet* rule_ = nullptr;
  Procedure procedure_;
  bool started_ = false;
  Board board_;
  std::vector<Move> moves_;
  ClockState clocks_;
  std::optional<GameResult> result_;
  std::vector<Point> row_;
  int turn_ = 0;
  int opening_moves_ = 0;      // moves that stood when the opening was over: no undo goes below
  int skips_in_row_ = 0;       // of both sides together, while both are there (T1: asleep)
  std::vector<Point> fifths_;  // offered

  int next_id_ = 1;  // of offers and requests
  std::optional<Offer> draw_offer_;
  std::array<bool, 2> draw_offered_{};  // in the present move of each player
  std::optional<Offer> undo_request_;
  Millis undo_requested_ms_ = 0;
  // The request was made in the asker's own turn: the answerer's clock runs for it, and this is
  // what the asker's turn had used.
  std::optional<Millis> undo_held_ms_;
  std::array<int, 2> undos_left_{};
  // Both clocks as they were before each entry of moves_; empty where there is no undo.
  std::vector<std::array<PlayerClock, 2>> clocks_before_;

  std::optional<ForbiddenKinds>
      claimable_;  // of Black's stone just played, while it can be claimed
  std::array<int, 2> claims_left_{};

  std::array<Absence, 2> absence_{};
  bool grace_frozen_ = false;
  std::optional<event::RefereeMark> pause_;
  Millis paused_ms_ = 0;
  Millis absences_stand_ms_ = 0;  // since when, by a mass drop or a pause
  bool waiting_ = false;
  Millis lateness_ends_ms_ = 0;
  TimeControl time_;
  Millis down_ms_ = 0;  // of the last restart
  Millis last_event_ms_ = 0;
};

// `player` is whoever asks; for a referee's acts, Start, Tick, FreezeGrace, ThawGrace and Restore
// it means nothing. Tick with nothing due answers no events. Events of one decision are applied in
// order, and each event's clocks are those after it.
std::expected<std::vector<GameEvent>, Refusal> decide(const Game& game, Player player,
                                                      const Action& action, const Moment& moment);
void apply(Game& game, const GameEvent& event);
std::optional<Millis> next_deadline(const Game& game);

// Milliseconds until the running player's present limit falls at `now_ms`; nothing: no clock runs,
// or the running one stands still.
std::optional<Millis> move_left_ms(const Game& game, Millis now_ms);
// Total time left of a player at `now_ms`, the running span taken off; never negative.
Millis time_left_ms(const Game& game, Player player, Millis now_ms);

}  // namespace tianyuan
