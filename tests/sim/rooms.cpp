#include "tests/sim/rooms.h"

#include "common/rule_set.h"

namespace tianyuan::sim {

std::vector<core::RoomConfig> rooms_of_all_rules() {
  std::vector<core::RoomConfig> rooms;
  const auto add = [&](std::string kind, std::string rule, Enforcement enforcement,
                       TimeControl time) {
    core::RoomConfig room;
    room.id = static_cast<core::Id>(rooms.size()) + 1;
    room.name = rule;
    room.kind = std::move(kind);
    room.rule = std::move(rule);
    room.enforcement = enforcement;
    room.time = std::move(time);
    room.grace_ms = 20'000 + 10'000 * (room.id % 3);
    room.absence_total_ms = 2 * room.grace_ms;
    room.disconnect_clock = room.id % 2 == 0 ? DisconnectClock::run : DisconnectClock::pause;
    room.skips_to_lose = room.id % 4 == 0 ? 3 : 0;
    rooms.push_back(std::move(room));
  };
  const HallTime quick{60'000, 10'000, 5'000};
  add("casual", "freestyle", Enforcement::refuse, quick);
  add("national", "renju", Enforcement::refuse, quick);
  add("national", "renju", Enforcement::lose, quick);
  add("national", "renju", Enforcement::claim, quick);
  add("professional", "rif", Enforcement::claim, quick);
  add("casual", "freestyle", Enforcement::refuse, SuddenDeath{120'000});
  add("casual", "freestyle", Enforcement::refuse, Fischer{60'000, 2'000});
  add("casual", "freestyle", Enforcement::refuse, ByoYomi{20'000, 5'000, 3});
  add("casual", "freestyle", Enforcement::refuse, SharedTime{200'000});
  for (const RuleSet& rule : rule_sets())
    add(rule.forbidden_moves ? "national" : "casual", std::string(rule.name), Enforcement::lose,
        quick);
  return rooms;
}

}  // namespace tianyuan::sim
