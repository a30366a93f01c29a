#pragma once

// The database of the simulator: rows in the journal's real encoding, of which only those that were
// synced survive a crash, and a ledger written in the transaction that ends a game.

#include <deque>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "server/core/core.h"
#include "server/shell/journal.h"
#include "tests/sim/options.h"

namespace tianyuan::sim {

using core::Id;

struct LedgerRow {
  Id game = 0;
  Id user = 0;
  std::int64_t change = 0;
};

class Storage {
 public:
  explicit Storage(Plant plant) : plant_(plant) {}

  // An output of the core that waits for its commit, with the games it touched as they were then.
  struct Waiting {
    core::Output output;
    std::map<Id, Game> games;
    std::map<Id, core::ClosedGame> ended;
  };
  void add(Waiting waiting) { waiting_.push_back(std::move(waiting)); }
  bool idle() const { return waiting_.empty(); }
  std::size_t waiting() const { return waiting_.size(); }

  // One transaction over the first `count` that wait. What it released, and what it settled.
  struct Committed {
    std::vector<core::Effect> effects;
    std::vector<core::GameSettled> settled;
  };
  Committed commit(std::size_t count, Millis now_ms);

  void crash() { waiting_.clear(); }

  // Every unfinished game's events, decoded from what was stored.
  std::vector<core::Durable> recover();
  const std::map<Id, Game>& games_at_last_sync() const { return synced_games_; }
  std::int64_t last_version(Id game) const;  // stored of it; 0: nothing
  Id next_game() const { return next_game_; }
  Millis last_at_ms() const { return last_at_ms_; }

  core::Profile profile(Id user) const;
  Points points;  // as the operator has set them

  // Whether this event of the game is stored, as told; empty: it is. Ended games are remembered by
  // their kinds alone.
  std::string differs(Id game, const proto::GameEventView& shown) const;
  std::vector<std::string> take_violations() { return std::exchange(violations_, {}); }
  std::int64_t ledger_sum(Id user) const;
  const std::vector<LedgerRow>& ledger() const { return ledger_; }

 private:
  void store(const core::Durable& event);
  void check_log(Id id, const Game& played);
  core::GameSettled settle(const core::ClosedGame& closed, Millis now_ms);
  void violation(std::string what) { violations_.push_back(std::move(what)); }

  Plant plant_;
  std::deque<Waiting> waiting_;
  std::map<Id, std::vector<db::LogRow>> running_;
  std::map<Id, std::vector<std::string>> told_as_;  // game -> for each version: kind and point
  std::map<Id, Game> synced_games_;
  std::vector<LedgerRow> ledger_;
  std::set<std::pair<Id, Id>> ledger_keys_;
  std::map<Id, core::Profile> profiles_;
  std::vector<std::string> violations_;
  Id next_game_ = 1;
  Millis last_at_ms_ = 0;
};

}  // namespace tianyuan::sim
