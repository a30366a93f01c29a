#pragma once

// A virtual player: what he has been told, and what he does next. He knows nothing but the messages
// that reached him, as a real client does, and reports what contradicts what he was told before.

#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/board.h"
#include "proto/codec.h"
#include "proto/messages.h"
#include "tests/sim/random.h"

namespace tianyuan::sim {

using proto::Id;

// Per thousand of what he does.
struct Character {
  int illegal = 20;    // occupied, off turn, another's game, wrong kind of act
  int duplicate = 30;  // the same request twice
  int quit = 2;        // resigns or leaves with forfeit
  int offer = 20;      // draws and undos
  int chat = 10;
  int sleep = 50;  // does nothing
};

// A game as he has been told of it.
struct KnownGame {
  Id table = 0;
  std::int64_t version = 0;
  int turn = 0;
  Board board;
  std::vector<Point> stones;  // in order, for take-backs
  Player black = Player::first;
  std::optional<Player> me;
  std::optional<proto::AskView> ask;
  std::optional<int> draw_offer, undo_request;
  bool offer_is_mine = false;
  bool over = false;
  proto::ClocksView clocks;
};

class Client : public proto::PendingMethods {
 public:
  // `rooms`: where he plays.
  Client(Id user, std::uint64_t seed, std::vector<Id> rooms);

  Id user() const { return user_; }
  // A new connection: nothing is pending, nobody is signed in yet.
  void connected();
  void disconnected();
  bool signed_in() const { return signed_in_; }
  // A mutilated frame of his went out: from now on he may be answered what he did not ask.
  void garbled() { garbled_ = true; }

  // What he sends now; may be nothing. `calm`: he only plays his game to its end.
  std::vector<std::string> act(bool calm);
  std::string login();

  // A frame that came. Answers the events it showed, for the checkers.
  using Shown = std::vector<std::pair<Id, proto::GameEventView>>;
  Shown receive(const std::string& frame);
  std::vector<std::string> take_violations() { return std::exchange(violations_, {}); }

  const std::map<Id, KnownGame>& games() const { return games_; }
  const std::map<Id, std::int64_t>& scores() const { return scores_; }
  int refusals() const { return refusals_; }
  std::string_view method_of(const proto::RequestId& id) const override;

 private:
  using Requests = std::vector<proto::Request>;
  Requests decide(bool calm);
  Requests play(Id game, KnownGame& known, bool calm);
  Requests answer_ask(Id game, const KnownGame& known);
  Requests offers(Id game, const KnownGame& known);
  Requests misbehave(Id game, const KnownGame& known);
  Requests at_table(bool calm);
  Requests in_hall();
  Point point_for(const KnownGame& known, Colour colour);
  Point any_point() { return Point::from_index(static_cast<int>(random_.below(kPointCount))); }
  std::string frame(proto::Request request);

  void on_result(const proto::Result& result, Shown& shown);
  void on_error(const proto::Error& error);
  void on(const proto::Notification& notification, Shown& shown);
  void on_snapshot(const proto::GameSnapshot& snapshot);
  void on_event(Id game, const proto::GameEventView& event, Shown& shown, bool answered);
  void on_table(const proto::TableView& table);
  void violation(std::string what);

  Id user_;
  Random random_;
  Character character_;
  std::vector<Id> rooms_;
  bool signed_in_ = false;
  bool garbled_ = false;
  std::int64_t last_request_ = 0;
  std::map<std::int64_t, std::string> pending_;
  std::map<Id, KnownGame> games_;
  std::map<Id, std::int64_t> seen_;  // game -> highest version ever shown to him
  std::optional<proto::TableView> table_;
  std::optional<Id> search_;
  bool must_pass_ = false;
  int refused_in_row_ = 0;
  std::vector<Id> tables_seen_;
  std::map<Id, std::int64_t> scores_;
  int guess_ = 0;
  int refusals_ = 0;
  std::vector<std::string> violations_;
};

}  // namespace tianyuan::sim
