// db_writer FILE: commits batches as the server's writer does (moves, openings, settlements; half a
// millisecond without the lock between two) until its standard input ends; then prints how many
// commits and settled games there were.

#include <poll.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <thread>

#include "db/store.h"

using namespace tianyuan;
using namespace tianyuan::db;

namespace {

bool input_ended() {
  pollfd input{STDIN_FILENO, POLLIN, 0};
  return ::poll(&input, 1, 0) > 0;
}

std::vector<Record> next_batch(Id game, Id first, Id second) {
  std::vector<Record> batch;
  OpenGame open;
  open.game = game;
  open.room = 3;
  open.kind = "casual";
  open.rule = "freestyle";
  open.users = {first, second};
  open.at_ms = 1'800'000'000'000 + game * 20'000'000;
  open.row = {game, 0, open.at_ms, "opened", "{}"};
  batch.push_back(open);
  for (int i = 1; i <= 40; ++i) {
    batch.push_back(LogRow{game, i, open.at_ms + i, "stone", std::string(250, '.')});
  }
  CloseGame close;
  close.game = game;
  close.room = 3;
  close.kind = "casual";
  close.users = open.users;
  close.result = {Outcome::win, EndReason::five, Player::first, Player::second};
  close.at_ms = open.at_ms + 41;
  close.events = "[]";
  close.settled_version = 41;
  batch.push_back(close);
  return batch;
}

}  // namespace

int main(int, char** arguments) {
  OpenOptions options;
  options.path = arguments[1];
  auto store = Store::open(options);
  if (!store) return std::fprintf(stderr, "%s\n", store.error().message.c_str()), 1;
  const auto first = (*store)->create_user("first", "first", "h", false, 1);
  const auto second = (*store)->create_user("second", "second", "h", false, 1);
  if (!first || !second) return 1;
  std::puts("writing");
  std::fflush(stdout);
  int commits = 0, settled = 0;
  for (Id game = 1; !input_ended();) {
    const auto done =
        (*store)->commit(next_batch(game, first->id, second->id),
                         [](const Settlement&, std::int64_t) { return std::string("{}"); });
    if (done) {
      ++commits;
      ++game;
      settled += static_cast<int>(done->size());
    } else if (done.error().failure != Failure::busy) {
      return std::fprintf(stderr, "%s\n", done.error().message.c_str()), 1;
    }
    if (commits % 100 == 0) (void)(*store)->checkpoint_if_above(64 << 20);
    std::this_thread::sleep_for(std::chrono::microseconds(500));
  }
  std::printf("%d %d\n", commits, settled);
  return (*store)->ledger_difference() == 0 ? 0 : 1;
}
