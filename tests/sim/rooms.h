#pragma once

#include <vector>

#include "server/core/room.h"

namespace tianyuan::sim {

// A room for each way to play: enforcements, clocks, opening rules; short times, so that flags fall
// and graces end.
std::vector<core::RoomConfig> rooms_of_all_rules();

}  // namespace tianyuan::sim
