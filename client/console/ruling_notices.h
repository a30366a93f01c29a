#pragma once

// What is told of a referee's acts (T5) and of appointed games (T3). Pure. Thread: any.

#include <optional>

#include "client/console/game_model.h"
#include "client/console/language.h"
#include "client/console/notice.h"
#include "proto/messages.h"

namespace tianyuan::console {

// An event of a referee's, `after` it.
Notice tell_ruling(Language language, const proto::GameEventView& event, const GameModel& after);

// A game that is agreed and has not begun.
Notice tell_agreed(Language language, const GameModel& game, std::optional<Player> me);

// What stands in the way of playing on, for whoever comes back or looks in: a pause, or somebody
// who is awaited.
std::optional<Notice> tell_standstill(Language language, const GameModel& game);

}  // namespace tianyuan::console
