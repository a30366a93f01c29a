#pragma once

// What a player did at a turn, as one comparable text: the memory by which a repeated request gets
// its old answer. It is a function of the stored events, so a restart does not lose it.

#include <optional>
#include <string>

#include "common/game.h"

namespace tianyuan::core {

struct PlayerAct {
  Player player{};
  std::string text;
};

// Of an action; empty for those that the hall itself takes.
std::string act_text(const Action& action);

// Of the event that the action led to; nothing when no player's act shows in it.
std::optional<PlayerAct> act_of(const GameEventBody& body);

}  // namespace tianyuan::core
