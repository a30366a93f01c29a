#pragma once

// decide()'s workshop, private to the rule library: one action judged against one game. Reads the
// game, keeps the clocks as the events so far leave them, and collects the events.

#include <expected>
#include <utility>
#include <vector>

#include "common/game.h"

namespace tianyuan {

// When an action counts (T4): receipt less what the network took, never before the game's last
// event and never after now.
Millis counts_at(const Game& game, const Moment& moment);

class Referee {
 public:
  using Answer = std::expected<std::vector<GameEvent>, Refusal>;
  struct Check;  // of stored events, game_check.cpp

  Referee(const Game& game, Player player, const Moment& moment);

  Answer operator()(const action::PlaceStone& act);
  Answer operator()(const action::Pass& act);
  Answer operator()(const action::AnswerSwap& act);
  Answer operator()(const action::ChooseBranch& act);
  Answer operator()(const action::DeclareFifths& act);
  Answer operator()(const action::OfferFifths& act);
  Answer operator()(const action::ChooseFifth& act);
  Answer operator()(const action::ClaimForbidden& act);
  Answer operator()(const action::Resign& act);
  Answer operator()(const action::LeaveTable& act);
  Answer operator()(const action::OfferDraw& act);
  Answer operator()(const action::AnswerDraw& act);
  Answer operator()(const action::RequestUndo& act);
  Answer operator()(const action::AnswerUndo& act);
  Answer operator()(const action::PauseClocks& act);
  Answer operator()(const action::ResumeClocks& act);
  Answer operator()(const action::SetClock& act);
  Answer operator()(const action::SplitPool& act);
  Answer operator()(const action::Adjudge& act);
  Answer operator()(const action::Start& act);
  Answer operator()(const action::Tick& act);
  Answer operator()(const action::Disconnect& act);
  Answer operator()(const action::Reconnect& act);
  Answer operator()(const action::FreezeGrace& act);
  Answer operator()(const action::ThawGrace& act);
  Answer operator()(const action::Restore& act);

 private:
  // Both are what a player's own act (move or decision) starts with.
  std::optional<Refusal> refuse_act(StepKind kind) const;  // not his turn, not what is asked
  std::optional<Refusal> refuse_stone(Point point, ForbiddenKinds& kinds) const;
  std::optional<Refusal> refuse_fifths(const std::vector<Point>& points) const;

  void emit(GameEventBody body);
  void lapse_offers();      // those that an act of player_ ends
  void lapse_undo();        // the clock goes back to the asker's turn, if it was that
  void settle_answering();  // the same, without the event
  void take_turn(bool is_move, const Procedure& after);  // player_'s turn ends, the next begins
  void begin_turn_of(Player player);
  bool stands_when_absent(Player player) const;
  bool stands_now() const;  // the running turn, if no referee paused it
  void end(const GameResult& result, std::vector<Point> row = {}, ForbiddenKinds forbidden = {});
  void win_for(Player winner, EndReason reason);

  Answer stone(Point point, Colour colour, ForbiddenKinds kinds);
  void judge_stone(Point point, Colour colour, ForbiddenKinds kinds);
  Answer decision(GameEventBody body, const Procedure& after);
  Answer concede(EndReason reason);
  // Entries of moves that an undo by the player would take back, and the stones among them; 0:
  // none.
  std::pair<int, int> undo_extent(Player asker) const;
  void take_back(Player asker);

  void flag();
  void skip(const HallTime& hall);
  bool turn_passes_on_skip() const;
  void escape();  // a grace is over
  void end_pause(event::RefereeMark by);
  // T3
  void begin();  // the appointed time, or Start
  void await(Player late);
  void arrive();
  void forfeit();

  const Game& game_;
  const Player player_;
  const Millis at_ms_;     // of the events
  const Millis acted_ms_;  // when the player's act counts
  ClockState clocks_;
  bool answering_ = false;  // the answerer's clock runs for an undo request in the asker's turn
  std::vector<GameEvent> events_;
};

}  // namespace tianyuan
