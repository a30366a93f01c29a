// Rows and settlements a second through db::Store, on the disk that holds the given folder: what
// one commit costs (an fsync) and what batches gain. bench_db FOLDER [FULL|NORMAL|OFF] [seconds]

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "db/store.h"

using namespace tianyuan;
using namespace tianyuan::db;

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMoveBytes = 330;       // a stone's payload with its clocks
constexpr std::size_t kGameBytes = 50 * 330;  // the events of an ended game
constexpr std::int64_t kCheckpointBytes = 16 << 20;
constexpr Id kPlayers = 2'000;

void must(bool fine, const char* what) {
  if (fine) return;
  std::fprintf(stderr, "%s failed\n", what);
  std::exit(1);
}

// Calls `once` (which answers how many it did) for so many seconds; per second, and the calls.
template <class Once>
void measure(const char* what, double seconds, Once&& once) {
  const auto began = Clock::now();
  double done = 0;
  int calls = 0;
  double spent = 0;
  while (spent < seconds) {
    done += once();
    ++calls;
    spent = std::chrono::duration<double>(Clock::now() - began).count();
  }
  std::printf("%-34s %10.0f /s in %8.1f commits/s\n", what, done / spent, calls / spent);
}

void moves(Store& store, int batch_size, double seconds) {
  std::int64_t version = 0;
  const std::string what = "log rows, batches of " + std::to_string(batch_size);
  measure(what.c_str(), seconds, [&] {
    std::vector<Record> batch;
    for (int i = 0; i < batch_size; ++i) {
      batch.push_back(LogRow{1, ++version, 1, "stone", std::string(kMoveBytes, 'x')});
    }
    must(store.commit(batch, {}).has_value(), "commit");
    must(store.checkpoint_if_above(kCheckpointBytes).has_value(), "checkpoint");
    return batch_size;
  });
}

void games(Store& store, const std::vector<Id>& players, double seconds) {
  constexpr int kBatch = 16;
  Id game = 0;
  measure("games opened and settled", seconds, [&] {
    std::vector<Record> batch;
    for (int i = 0; i < kBatch; ++i) {
      ++game;
      OpenGame open;
      open.game = game;
      open.room = 1;
      open.kind = "casual";
      open.rule = "freestyle";
      const auto at = static_cast<std::size_t>(game);
      open.users = {players[at % players.size()], players[(at * 7 + 1) % players.size()]};
      if (open.users[0] == open.users[1]) open.users[1] = players[(at + 1) % players.size()];
      open.at_ms = game * 1'000;
      open.row = {game, 0, open.at_ms, "opened", "{}"};
      batch.push_back(open);
      CloseGame close;
      close.game = game;
      close.room = 1;
      close.kind = "casual";
      close.users = open.users;
      close.result = {Outcome::win, EndReason::five, Player::first, Player::second};
      close.at_ms = open.at_ms + 1;
      close.events = std::string(kGameBytes, ' ');
      close.settled_version = 1;
      batch.push_back(close);
    }
    must(store.commit(batch, [](const Settlement&, std::int64_t) { return std::string("{}"); })
             .has_value(),
         "commit");
    must(store.checkpoint_if_above(kCheckpointBytes).has_value(), "checkpoint");
    return kBatch;
  });
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: bench_db FOLDER [FULL|NORMAL|OFF] [seconds]\n");
    return 2;
  }
  const double seconds = argc > 3 ? std::atof(argv[3]) : 3;
  std::string folder = std::string(argv[1]) + "/tianyuan-bench-XXXXXX";
  must(::mkdtemp(folder.data()) != nullptr, "making a folder");
  {
    OpenOptions options;
    options.path = folder + "/bench.db";
    if (argc > 2) options.synchronous = argv[2];
    auto store = Store::open(options);
    must(store.has_value(), "opening");
    for (const int size : {1, 8, 64, 512}) moves(**store, size, seconds);
    std::vector<Id> players;
    for (Id i = 0; i < kPlayers; ++i) {
      const std::string name = "p" + std::to_string(i);
      const auto user = (*store)->create_user(name, name, "h", false, 1);
      must(user.has_value(), "creating an account");
      players.push_back(user->id);
    }
    games(**store, players, seconds);
    must((*store)->ledger_difference() == 0, "the ledger");
  }
  std::filesystem::remove_all(folder);
  return 0;
}
