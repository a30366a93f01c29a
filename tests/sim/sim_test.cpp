#include <catch2/catch.hpp>
#include <cstdio>
#include <string>

#include "tests/sim/options.h"
#include "tests/sim/shrink.h"

using namespace tianyuan::sim;

namespace {

std::string described(const Report& report) {
  std::string text;
  for (const std::string& line : report.history) text += line + "\n";
  for (const std::string& what : report.violations) text += "VIOLATION " + what + "\n";
  return text;
}

Options seeded(std::uint64_t seed) {
  Options options;
  options.seed = seed;
  options.games = 100;
  return options;
}

// Some seed among the first few shows the planted fault, and the checkers name it.
std::string found_with(Plant plant) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Options options = seeded(seed);
    options.plant = plant;
    options.faults.crash = 6;
    const Report report = simulate(options);
    if (!report.violations.empty()) {
      std::printf("planted fault %d: seed %llu, step %llu: %s\n", static_cast<int>(plant),
                  static_cast<unsigned long long>(seed),
                  static_cast<unsigned long long>(report.steps), report.violations.front().c_str());
      return report.violations.front();
    }
  }
  return "nothing";
}

}  // namespace

TEST_CASE("Two thousand games with every fault: nothing lost, nobody wronged") {
  int crashes = 0, cuts = 0, escapes = 0, annulled = 0, refusals = 0, games = 0;
  for (std::uint64_t seed = 1; games < 2'000; ++seed) {
    const Report report = simulate(seeded(seed));
    INFO("seed " << seed << "\n" << described(report));
    REQUIRE(report.violations.empty());
    REQUIRE(report.games > 0);
    // A change of behaviour shows as a change of these.
    if (seed <= 3)
      std::printf("seed %llu: trace %016llx, %d games, %llu steps\n",
                  static_cast<unsigned long long>(seed),
                  static_cast<unsigned long long>(report.trace_hash), report.games,
                  static_cast<unsigned long long>(report.steps));
    games += report.games;
    crashes += report.crashes;
    cuts += report.cuts;
    escapes += report.escapes;
    annulled += report.annulled;
    refusals += report.refusals;
  }
  // The faults did strike, or the test means nothing.
  CHECK(crashes > 0);
  CHECK(cuts > 0);
  CHECK(escapes > 0);
  CHECK(annulled > 0);
  CHECK(refusals > 0);
}

TEST_CASE("One seed is one history, to the byte") {
  Options options = seeded(77);
  options.games = 20;
  const Report once = simulate(options);
  const Report twice = simulate(options);
  CHECK(once.trace_hash == twice.trace_hash);
  CHECK(once.steps == twice.steps);
  options.seed = 78;
  CHECK(simulate(options).trace_hash != once.trace_hash);
}

TEST_CASE("Planted faults are found: the checkers can fail") {
  CHECK(found_with(Plant::ack_before_commit).find("stored nothing") != std::string::npos);
  // By the second row itself, or by the score that it leaves: whichever is looked at first.
  const std::string doubled = found_with(Plant::double_settlement);
  CHECK((doubled.find("settled twice") != std::string::npos ||
         doubled.find("is not the ledger's sum") != std::string::npos));
  CHECK(found_with(Plant::clock_not_restored).find("game") != std::string::npos);
  CHECK(found_with(Plant::event_skipped).find("follows") != std::string::npos);
  CHECK(found_with(Plant::stone_lost_on_replay).find("a restart changed game") !=
        std::string::npos);
}

TEST_CASE("A failing history shrinks to a smaller one that fails too") {
  Options options = seeded(1);
  options.plant = Plant::double_settlement;
  const Options smaller = shrink(options);
  CHECK_FALSE(simulate(smaller).violations.empty());
  CHECK(smaller.players < options.players);
  CHECK(smaller.faults.cut == 0);
  CHECK(smaller.faults.crash == 0);
  CHECK(command_line(smaller).find("--players") != std::string::npos);
}
