#include "tests/sim/shrink.h"

#include <array>

namespace tianyuan::sim {
namespace {

constexpr std::array<std::pair<const char*, int Faults::*>, 7> kFaults{{
    {"--cut", &Faults::cut},
    {"--crash", &Faults::crash},
    {"--second-tab", &Faults::second_tab},
    {"--garbage", &Faults::garbage},
    {"--slow-storage", &Faults::slow_storage},
    {"--reload-rooms", &Faults::reload_rooms},
    {"--jump", &Faults::jump},
}};

bool fails(const Options& options) {
  return !simulate(options).violations.empty();
}

}  // namespace

Options shrink(const Options& failing) {
  Options smallest = failing;
  const auto try_it = [&](Options smaller) {
    if (fails(smaller)) smallest = smaller;
  };
  for (const auto& [name, fault] : kFaults) {
    Options without = smallest;
    without.faults.*fault = 0;
    try_it(without);
  }
  for (int players = smallest.players / 2; players >= 2; players /= 2) {
    Options fewer = smallest;
    fewer.players = players;
    try_it(fewer);
  }
  // Another history altogether may fail much sooner.
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    Options other = smallest;
    other.seed = smallest.seed + 1'000'000 * seed;
    const Report report = simulate(other);
    if (report.violations.empty()) continue;
    if (smallest.most_steps != 0 && report.steps >= smallest.most_steps) continue;
    smallest = other;
    smallest.most_steps = report.steps + 1;
  }
  return smallest;
}

std::string command_line(const Options& options) {
  std::string line = "tianyuan-sim --seed " + std::to_string(options.seed) + " --games " +
                     std::to_string(options.games) + " --players " +
                     std::to_string(options.players);
  if (options.most_steps != 0) line += " --steps " + std::to_string(options.most_steps);
  for (const auto& [name, fault] : kFaults)
    line += std::string(" ") + name + " " + std::to_string(options.faults.*fault);
  return line;
}

}  // namespace tianyuan::sim
