#pragma once

// One game as the server tells it: the snapshot that the client holds, kept up to date by events.
// Judges nothing: what is legal, over or whose turn it is comes from the server alone.
// Thread: none; a value. Instants (`now_ms`) are the client's own steady milliseconds.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "common/board.h"
#include "proto/messages.h"

namespace tianyuan::console {

class GameModel {
 public:
  GameModel(proto::GameSnapshot snapshot, Millis now_ms);

  enum class Applied {
    fresh,      // the state has moved on by this event
    known,      // an event seen before: nothing changed
    gap,        // events are missing in between: nothing changed, ask the server to sync
    uncertain,  // applied, but what it did to the position must be asked for (take-backs, branches)
  };
  Applied apply(const proto::GameEventView& event, Millis now_ms);

  const proto::GameSnapshot& state() const { return state_; }
  const Board& board() const { return board_; }
  proto::Id id() const { return state_.game; }
  bool over() const { return state_.result.has_value(); }
  // By appointment, and its time has not come.
  bool agreed_only() const {
    return state_.appointed_at_ms > 0 && !over() && !state_.ask && !state_.pause &&
           !state_.waiting && state_.moves.empty() && !state_.clocks.running;
  }
  const std::optional<proto::AskView>& ask() const { return state_.ask; }

  std::optional<Player> player_of(proto::Id user) const;  // nothing: a watcher
  Colour colour_of(Player player) const {
    return player == state_.black ? Colour::black : Colour::white;
  }
  const proto::UserView& user(Player player) const { return state_.players[index(player)]; }
  const proto::UserView& user(Colour colour) const {
    return user(colour == Colour::black ? state_.black : other(state_.black));
  }
  std::optional<Point> last_stone() const;
  const std::vector<Point>& winning_row() const;
  const std::vector<Point>& offered_fifths() const { return offered_; }

  // As shown at `now_ms`: never below 0, standing still while the connection is lost.
  Millis left_ms(Player player, Millis now_ms) const;
  std::optional<Millis> move_left_ms(Millis now_ms) const;
  std::optional<Millis> grace_left_ms(Player player, Millis now_ms) const;  // nothing: present
  void stop_clocks(Millis now_ms) { stopped_at_ms_ = now_ms; }
  void set_connection(Player player, bool connected, Millis grace_left_ms, Millis now_ms);
  void set_result(const proto::ResultView& result);

 private:
  void rebuild_board();
  void take_back(int stones);
  Millis elapsed_ms(Millis now_ms) const;

  proto::GameSnapshot state_;
  Board board_;
  std::vector<Point> offered_;  // fifths on offer, until one is kept
  Millis clocks_at_ms_ = 0;     // when state_.clocks arrived
  std::array<Millis, 2> grace_at_ms_{};
  std::optional<Millis> stopped_at_ms_;
};

}  // namespace tianyuan::console
