#pragma once

// What the core knows of rooms and people: copies of database rows, refreshed by commands.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/clock.h"
#include "common/game.h"
#include "common/score.h"

namespace tianyuan::core {

using Id = std::int64_t;

// A room's row in TGameRoomBase, as read last. Rule set, enforcement, clock and stake are frozen in
// a game when it starts; points and RunPublish are read by the database when it is settled (they
// are here to be shown).
struct RoomConfig {
  Id id = 0;
  std::string name;
  std::string kind;  // "casual" "national" "professional"
  std::string rule;
  Enforcement enforcement = Enforcement::refuse;
  bool overline_counts_as_four = false;
  bool centre_first = false;
  int fifths_max = 12;
  TimeControl time;
  DisconnectClock disconnect_clock = DisconnectClock::pause;
  Millis grace_ms = 180'000;
  Millis absence_total_ms = 360'000;
  int skips_to_lose = 0;
  int undos_per_player = 3;
  Points points;
  std::int64_t stake = 0;  // coins; 0: no coin room
  bool quick_match_only = false;
  int capacity = 400;  // people in it
  std::optional<std::int64_t> minimum_score;
  std::optional<double> maximum_escape_rate;
  bool guests_allowed = true;
  bool is_default = false;
  bool open = true;            // closed: games run on, none begins
  bool count_private = false;  // R8
  bool count_guests = false;
  friend bool operator==(const RoomConfig&, const RoomConfig&) = default;
};

// A signed-in person, as the database knows him.
struct Profile {
  Id user = 0;
  std::string name;
  bool guest = false;
  bool muted = false;
  bool banned = false;
  std::vector<std::string> roles;
  std::map<std::string, std::int64_t> score_by_kind;  // missing: 0
  std::int64_t score_in_all = 0;
  std::int64_t coins = 0;
  int finished = 0;
  int escapes = 0;
  friend bool operator==(const Profile&, const Profile&) = default;
};

}  // namespace tianyuan::core
