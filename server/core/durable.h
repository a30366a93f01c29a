#pragma once

// The core's events that must be on disk before anyone is told of them. The journal turns them into
// rows of TGameEvent and back (server/shell/journal.h); replaying them rebuilds every unfinished
// game. Everything else in the hall (seats without a game, queues, dialogs, chat) is forgotten by a
// restart on purpose.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "common/game.h"
#include "common/score.h"
#include "server/core/room.h"

namespace tianyuan::core {

struct GamePlayer {
  Id user = 0;
  std::string name;
  bool guest = false;
  friend bool operator==(const GamePlayer&, const GamePlayer&) = default;
};

// Colours are settled: the game exists. Followed at once by its GameStarted event.
struct GameOpened {
  Id game = 0;
  Id room = 0;
  Id table = 0;
  std::string kind;  // of the room
  Millis at_ms = 0;
  bool is_private = false;
  std::int64_t stake = 0;
  GameSettings settings;
  std::array<GamePlayer, 2> players;  // by index(Player)
  std::array<int, 2> seats{0, 1};     // the seat of each player
  int games_before = 0;               // at this table, for alternation (R3)
  Player first_before{};              // reserved for the table: who was first in the last game
  friend bool operator==(const GameOpened&, const GameOpened&) = default;
};

struct GameHappened {
  Id game = 0;
  std::int64_t version = 0;  // from 1, without gaps, in each game
  GameEvent event;
  friend bool operator==(const GameHappened&, const GameHappened&) = default;
};

// Written by the database in the transaction that stored GameEnded; comes back as a command.
struct GameSettled {
  Id game = 0;
  Millis at_ms = 0;
  Settlement settlement;
  friend bool operator==(const GameSettled&, const GameSettled&) = default;
};

using Durable = std::variant<GameOpened, GameHappened, GameSettled>;

}  // namespace tianyuan::core
