// How fast the referee is, on one thread, over the engine games of tests/data: moves decided and
// applied a second, games replayed from their events a second, and a Game's size. Every figure is
// the median of several rounds.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "common/game.h"
#include "common/sgf.h"

namespace {

using namespace tianyuan;
using SteadyClock = std::chrono::steady_clock;

constexpr int kRounds = 15;

struct Played {
  GameSettings settings;
  std::vector<GameEvent> events;
};

std::vector<Record> read_games() {
  std::ifstream file(std::string(TIANYUAN_TEST_DATA) + "/games/engine-renju.sgf");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  auto records = read_sgf(text);
  if (!records) {
    std::fprintf(stderr, "%s\n", to_string(records.error()).c_str());
    std::exit(1);
  }
  return std::move(records->records);
}

// Plays a record from its start; the number of its moves is the measure.
Played play(const Record& record, Enforcement enforcement) {
  Played played;
  played.settings.rule = "renju";
  played.settings.enforcement = enforcement;
  Game game(played.settings);
  Millis now = 1'000'000;
  const auto act = [&](Player player, const Action& action) {
    now += 500;
    auto events = decide(game, player, action, Moment::at(now));
    for (GameEvent& event : *events) {
      apply(game, event);
      played.events.push_back(std::move(event));
    }
  };
  act(Player::first, action::Start{});
  for (const Move& move : record.moves) {
    act(game.player_of(move.colour), action::PlaceStone{move.point});
  }
  return played;
}

template <typename Work>
double median_seconds(const Work& work) {
  std::vector<double> seconds;
  for (int round = 0; round < kRounds; ++round) {
    const auto start = SteadyClock::now();
    work();
    seconds.push_back(std::chrono::duration<double>(SteadyClock::now() - start).count());
  }
  std::ranges::nth_element(seconds, seconds.begin() + kRounds / 2);
  return seconds[kRounds / 2];
}

}  // namespace

int main() {
  const std::vector<Record> records = read_games();
  std::vector<Played> played;
  std::size_t moves = 0;
  for (const Record& record : records) {
    played.push_back(play(record, Enforcement::lose));
    moves += record.moves.size();
  }
  const double deciding = median_seconds([&] {
    for (const Record& record : records) play(record, Enforcement::lose);
  });
  std::size_t over = 0;
  const double replaying = median_seconds([&] {
    for (const Played& one : played) {
      Game game(one.settings);
      for (const GameEvent& event : one.events) apply(game, event);
      over += game.over();
    }
  });
  if (over != records.size() * kRounds) {
    std::fprintf(stderr, "a replayed game is not over\n");
    return 1;
  }
  std::printf("moves decided and applied: %.0f a second (%.2f us each)\n",
              static_cast<double>(moves) / deciding, deciding * 1e6 / static_cast<double>(moves));
  std::printf("games replayed:            %.0f a second (%.2f us an event)\n",
              static_cast<double>(records.size()) / replaying,
              replaying * 1e6 / static_cast<double>(moves));
  std::printf("sizeof(Game):              %zu bytes, and %zu a move with undo\n", sizeof(Game),
              sizeof(Move) + 2 * sizeof(PlayerClock));
  return 0;
}
