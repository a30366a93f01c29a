// tianyuan-sim: one seed, one history; or many seeds, one after the other.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "tests/sim/options.h"

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
  if (report.violations.empty()) return;
  for (const std::string& line : report.history) std::printf("  %s\n", line.c_str());
  std::printf("VIOLATIONS of seed %llu:\n", static_cast<unsigned long long>(options.seed));
  for (const std::string& what : report.violations) std::printf("  %s\n", what.c_str());
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  int games = 200;
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    if (i + 1 == argc) {
      std::fprintf(stderr, "usage: tianyuan-sim [--games N] [--seed S] [--steps N]\n");
      return 2;
    }
    const long long value = std::atoll(argv[++i]);
    if (name == "--games") games = static_cast<int>(value);
    if (name == "--seed") options.seed = static_cast<std::uint64_t>(value);
    if (name == "--steps") options.most_steps = static_cast<std::uint64_t>(value);
  }
  // A history of 100 games is short enough to be read; more games are more seeds.
  int played = 0;
  while (played < games) {
    options.games = 100;
    const Report report = simulate(options);
    print(options, report);
    if (!report.violations.empty()) return 1;
    played += report.games;
    options.seed += 1;
  }
  std::printf("%d games, 0 violations\n", played);
  return 0;
}
