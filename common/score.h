#pragma once

// Score and rank (requirements S1, S2) as pure functions; the database holds the numbers.

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "common/game_event.h"
#include "common/player.h"

namespace tianyuan {

// A room's numbers as they stand when the game is settled.
struct Points {
  std::int64_t win = 4;
  std::int64_t loss = -4;
  std::int64_t draw = 0;
  std::int64_t run_publish = 8;  // RunPublish: >= 0, subtracted from the escaper
  friend bool operator==(const Points&, const Points&) = default;
};

// What each player's score changes by, by index(Player). Annulled: 0 and 0 (and no ledger rows).
std::array<std::int64_t, 2> score_changes(const GameResult& result, const Points& points);

struct Rank {
  std::int64_t threshold = 0;  // lowest score that has this rank
  std::string name;            // "业余初段"
  std::string name_en;         // "Amateur 1 dan"
  friend bool operator==(const Rank&, const Rank&) = default;
};
std::span<const Rank> default_ranks();  // by rising threshold; the first also holds below zero

// `ranks` sorted by rising threshold, not empty. Scores below the first have the first.
const Rank& rank_of(std::int64_t score, std::span<const Rank> ranks);

// What settling a game changed, as written in the transaction that ended it. The event GameSettled.
struct PlayerSettlement {
  std::int64_t user = 0;
  std::int64_t change = 0;         // of the score; 0 when not counted
  std::int64_t score_in_kind = 0;  // afterwards, in the room's kind
  std::int64_t score_in_all = 0;   // afterwards
  std::int64_t coins_change = 0;
  std::int64_t coins = 0;  // afterwards
  int finished = 0;        // counted games, afterwards
  int escapes = 0;         // of those
  friend bool operator==(const PlayerSettlement&, const PlayerSettlement&) = default;
};
struct Settlement {
  std::int64_t game = 0;
  bool counted = false;
  std::string
      not_counted_why;  // "guest" "private" "pair_limit" "annulled" "room"; empty if counted
  bool coins = false;   // a coin room: coins_change and coins mean something
  std::array<PlayerSettlement, 2> players;  // by index(Player)
  friend bool operator==(const Settlement&, const Settlement&) = default;
};

}  // namespace tianyuan
