#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/clock.h"

namespace tianyuan::sim {

// Faults planted on purpose, each of which the checkers must find.
enum class Plant : std::uint8_t {
  none,
  ack_before_commit,     // effects leave before their events are stored
  double_settlement,     // a game is settled twice
  clock_not_restored,    // a restart takes time from a clock
  event_skipped,         // a client is not told of one event
  stone_lost_on_replay,  // a restart forgets a game's last stored event
};

// How often each fault strikes, in thousandths of a step.
struct Faults {
  int cut = 6;    // a connection breaks
  int crash = 1;  // the server dies, its unsynced tail with it
  int second_tab = 3;
  int garbage = 5;         // a mutilated frame
  int slow_storage = 300;  // a commit does not happen though it could
  int reload_rooms = 2;    // an operator changes RunPublish
  int jump = 2;            // time leaps
  static Faults none() { return {0, 0, 0, 0, 0, 0, 0}; }
};

struct Options {
  std::uint64_t seed = 1;
  int games = 100;  // ended ones; then all faults heal
  int players = 16;
  Faults faults;
  Plant plant = Plant::none;
  std::uint64_t most_steps = 0;  // 0: as many as it takes
};

struct Report {
  std::vector<std::string> violations;  // empty: sound
  std::vector<std::string> history;     // the last lines before the first violation
  std::uint64_t trace_hash = 0;         // of everything sent, received and stored
  std::uint64_t steps = 0;
  int games = 0, crashes = 0, cuts = 0, commits = 0, requests = 0, refusals = 0;
  int wins = 0, draws = 0, escapes = 0, annulled = 0;
};

// One seed is one history.
Report simulate(const Options& options);

}  // namespace tianyuan::sim
