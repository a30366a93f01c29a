// tianyuan-sim: one seed, one history; or many seeds, one after the other. A failing seed prints
// its history, is shrunk, and says how to repeat it.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>

#include "tests/sim/options.h"
#include "tests/sim/shrink.h"

namespace {

using namespace tianyuan::sim;

void print(const Options& options, const Report& report) {
  std::printf(
      "seed %llu: %d games (%d won, %d drawn, %d escapes, %d annulled), %llu steps, %d requests, "
      "%d refusals, %d cuts, %d crashes, %d commits, trace %016llx\n",
      static_cast<unsigned long long>(options.seed), report.games, report.wins, report.draws,
      report.escapes, report.annulled, static_cast<unsigned long long>(report.steps),
      report.requests, report.refusals, report.cuts, report.crashes, report.commits,
      static_cast<unsigned long long>(report.trace_hash));
  std::fflush(stdout);
}

void print_failure(const Options& options, const Report& report) {
  for (const std::string& line : report.history) std::printf("  %s\n", line.c_str());
  std::printf("seed %llu breaks:\n", static_cast<unsigned long long>(options.seed));
  for (const std::string& what : report.violations) std::printf("  %s\n", what.c_str());
  std::printf("repeat: %s\n", command_line(options).c_str());
  std::fflush(stdout);
  const Options smaller = shrink(options);
  std::printf("smaller: %s\n", command_line(smaller).c_str());
}

}  // namespace

int main(int argc, char** argv) {
  // A history of 100 games is short enough to be read; more games are more seeds.
  constexpr int kGamesASeed = 100;
  Options options;
  int games = 200;
  CLI::App app{"Plays the hall against faults of every kind; one seed is one history."};
  app.add_option("--games", games, "Ended games in all")->capture_default_str();
  app.add_option("--seed", options.seed, "The first seed")->capture_default_str();
  app.add_option("--players", options.players)->check(CLI::Range(2, 1000))->capture_default_str();
  app.add_option("--steps", options.most_steps, "A seed's steps at most; 0: any");
  // Thousandths of a step; crash: of three thousand.
  app.add_option("--cut", options.faults.cut)->capture_default_str();
  app.add_option("--crash", options.faults.crash)->capture_default_str();
  app.add_option("--second-tab", options.faults.second_tab)->capture_default_str();
  app.add_option("--garbage", options.faults.garbage)->capture_default_str();
  app.add_option("--slow-storage", options.faults.slow_storage)->capture_default_str();
  app.add_option("--reload-rooms", options.faults.reload_rooms)->capture_default_str();
  app.add_option("--jump", options.faults.jump)->capture_default_str();
  CLI11_PARSE(app, argc, argv);

  int played = 0;
  while (played < games) {
    options.games = std::min(games - played, kGamesASeed);
    const Report report = simulate(options);
    print(options, report);
    if (!report.violations.empty()) {
      print_failure(options, report);
      return 1;
    }
    played += std::max(report.games, 1);
    options.seed += 1;
  }
  std::printf("%d games, 0 violations\n", played);
  return 0;
}
