#pragma once

// Two people at one screen (A5), without a server: the same referee, the same commands and the same
// lines as in a game over the network. Uncounted, without clocks. Pure. Thread: owned by one.

#include <string>
#include <vector>

#include "client/console/commands.h"
#include "client/console/language.h"
#include "client/console/notice.h"
#include "common/game.h"
#include "proto/messages.h"

namespace tianyuan::console {

class LocalTable {
 public:
  // rule is a RuleSet's name (asserted).
  LocalTable(std::string rule, Enforcement enforcement, Language language, bool ascii);

  // What is told at the beginning: the game and whose turn it is.
  std::vector<Notice> greeting() const;
  // One command of whoever is to act. Offers are agreed at once: both sit here. `undo` takes back
  // the last act, an end of the game included; `redo` does it again until something else is done.
  std::vector<Notice> perform(const Command& command);
  bool over() const { return game_.over(); }
  const Game& game() const { return game_; }
  // As a server would show it.
  proto::GameSnapshot snapshot() const;

 private:
  struct Deed {
    Player player{};
    Action action;
  };
  struct Step {  // what one command did
    Game before;
    std::vector<Deed> deeds;
  };

  std::vector<Notice> act(Player player, const Action& action);
  std::vector<Notice> perform_acts(const std::vector<Deed>& deeds);
  std::vector<Notice> agree_to_draw(Player player);
  std::vector<Notice> take_back();
  std::vector<Notice> do_again();
  std::vector<Notice> show(const Command& command) const;
  std::vector<Notice> ask() const;

  Game game_;
  std::vector<Step> done_;
  std::vector<std::vector<Deed>> undone_;  // the next to do again is the last
  int take_backs_ = 0;
  Language language_;
  bool ascii_;
  std::int64_t version_ = 0;
};

}  // namespace tianyuan::console
