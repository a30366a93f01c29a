#pragma once

// Playing a record's moves through the referee. A record holds what left a mark on it, so the
// decisions of an opening rule that did not are taken as the record allows: no swap, the fewest
// fifths, the branch that the following moves fit.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/game.h"
#include "common/record.h"

namespace tianyuan::console {

struct Replayed {
  explicit Replayed(GameSettings settings) : game(std::move(settings)) {}

  Game game;
  std::vector<ForbiddenKinds> kinds;  // of every move that stood; empty but for Black's stones
  std::size_t taken = 0;              // moves that were accepted
  std::optional<Refusal> refusal;     // of the move after those
};

// Settings under which time plays no part but for the skipped turns of the record.
GameSettings timeless(std::string_view rule, Enforcement enforcement, ForbiddenOptions forbidden);

Replayed replay(const GameSettings& settings, const Record& record);

}  // namespace tianyuan::console
