#pragma once

// Holds the log of running games against itself before a start believes it: Core::replay() trusts
// its events. Cheap beside the reading of the log.
//
// Thread: none; a value.

#include <map>
#include <set>
#include <string>

#include "server/core/durable.h"

namespace tianyuan::core {

class LogCheck {
 public:
  // Takes the next stored event in; else says why it cannot be the next, in plain English, and the
  // rest of that game cannot be judged any more.
  std::string take(const Durable& event);

  // Why the log of this game cannot end where it does; empty: it can.
  std::string unfinished(Id game) const;

 private:
  struct Logged {
    GameOpened opened;
    Game game;
    std::int64_t version = 0;
    bool settled = false;
  };
  std::string on(const GameOpened& event);
  std::string on(const GameHappened& event);
  std::string on(const GameSettled& event);

  std::map<Id, Logged> games_;
  std::set<Id> players_, tables_;  // of games not settled
};

}  // namespace tianyuan::core
