#pragma once

// When something is due, ordered: the next one is read in constant time, however many tables run.

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "common/clock.h"
#include "server/core/room.h"

namespace tianyuan::core {

enum class Due : std::uint8_t {
  game,         // id: a game; flag, grace
  guess,        // id: a table; R3
  search,       // id: a user; R4, the window widens
  appointment,  // id: a table; T3, nobody came to agree
  seat,         // id: a user; a seat without a game, held while he is away
  mass_drop,    // id: 0; X5, the graces thaw at the latest
};

struct DueKey {
  Due due{};
  Id id = 0;
  friend auto operator<=>(const DueKey&, const DueKey&) = default;
};

class Deadlines {
 public:
  // One instant a key; nothing takes it away.
  void set(DueKey key, std::optional<Millis> at_ms);
  std::optional<Millis> next() const;
  std::optional<Millis> at(DueKey key) const;
  std::vector<DueKey> due(Millis now_ms) const;  // the earliest first
  std::size_t size() const { return by_key_.size(); }
  std::vector<DueKey> keys() const;

 private:
  std::set<std::pair<Millis, DueKey>> by_time_;
  std::map<DueKey, Millis> by_key_;
};

}  // namespace tianyuan::core
