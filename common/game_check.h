#pragma once

// What a stored log of a game is held against before it is believed. apply() trusts its events;
// events that come from a disk pass here.

#include <string>

#include "common/game.h"

namespace tianyuan {

// apply(), if the event can come next; else why it cannot, in plain English, and the game is worth
// nothing any more. Judges form and order (whose act, which step, a free point, an open offer,
// clocks that a clock can show), never the rules of play: a game that an earlier version judged
// otherwise stays as it was.
std::string apply_checked(Game& game, const GameEvent& event);

// Why no stored log may end here, between two events that are always stored together; empty: it
// may.
std::string unfinished_step(const Game& game);

}  // namespace tianyuan
