#pragma once

// Playing a record's moves through the referee. A record holds stones and passes only, so the
// decisions of an opening rule that leave no stone are taken as the record allows: no swap, the
// fewest fifths, the branch that the following stones fit.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/game.h"

namespace tianyuan::console {

struct Replayed {
  explicit Replayed(GameSettings settings) : game(std::move(settings)) {}

  Game game;
  std::vector<ForbiddenKinds> kinds;  // of every move that stood, 0 for White's and passes
  std::size_t taken = 0;              // moves that were accepted
  std::optional<Refusal> refusal;     // of the move after those
};

// Settings under which nothing depends on time.
GameSettings timeless(std::string_view rule, Enforcement enforcement, ForbiddenOptions forbidden);

Replayed replay(const GameSettings& settings, const std::vector<Move>& moves);

}  // namespace tianyuan::console
