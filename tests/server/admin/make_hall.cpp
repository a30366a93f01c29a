// make_hall FILE: a hall with people and games in it, for the tests of operators' tools. With
// --stay it keeps the database open, as a server does, until its standard input ends, and prints
// the users that it notices as changed.

#include <poll.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>

#include "db/store.h"

using namespace tianyuan;
using namespace tianyuan::db;

namespace {

constexpr std::int64_t kStartMs = 1'800'000'000'000;

template <class T>
T good(Result<T> result) {
  if (!result) {
    std::cerr << result.error().message << "\n";
    std::exit(1);
  }
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}

void open(Store& store, Id game, Id first, Id second) {
  OpenGame record;
  record.game = game;
  record.room = 3;
  record.kind = "casual";
  record.rule = "no-forbidden";
  record.users = {first, second};
  record.at_ms = kStartMs + game * 60'000;
  record.row = {game, 0, record.at_ms, "opened", R"({"format":1})"};
  const Record one = record;
  good(store.commit({&one, 1}, {}));
}

void close(Store& store, Id game, Id first, Id second, GameResult result) {
  CloseGame record;
  record.game = game;
  record.room = 3;
  record.kind = "casual";
  record.users = {first, second};
  record.result = result;
  record.moves = "h8h9i8i9j8j9k8k9l8";
  record.move_count = 9;
  record.at_ms = kStartMs + game * 60'000 + 30'000;
  record.events = "[]";
  record.settled_version = 11;
  const Record one = record;
  good(store.commit({&one, 1}, [](const Settlement&, std::int64_t) { return std::string("{}"); }));
}

void people_and_games(Store& store) {
  const Id alice = good(store.create_user("alice", "alice", "$argon2id$", false, kStartMs)).id;
  const Id bob = good(store.create_user("bob", "bob", "$argon2id$", false, kStartMs)).id;
  const Id ming = good(store.create_user("小明", "小明", "$argon2id$", false, kStartMs)).id;
  good(store.create_user("访客-1", "访客-1", "", true, kStartMs));
  const GameResult won{Outcome::win, EndReason::five, Player::first, Player::second};
  const GameResult fled{Outcome::escape, EndReason::absence, std::nullopt, Player::second};
  for (Id game = 1; game <= 2; ++game) {
    open(store, game, alice, bob);
    close(store, game, alice, bob, won);
  }
  open(store, 3, alice, ming);
  close(store, 3, alice, ming, fled);
  open(store, 4, bob, ming);
}

void stay(Store& store) {
  (void)store.changed_users();
  std::cout << "open" << std::endl;
  for (auto version = good(store.data_version());;) {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    if (::poll(&input, 1, 50) > 0) return;
    const auto now = good(store.data_version());
    if (now == version) continue;
    version = now;
    for (const Id user : good(store.changed_users())) std::cout << "changed " << user << std::endl;
  }
}

}  // namespace

int main(int argc, char** argv) {
  OpenOptions options;
  options.path = argv[1];
  options.busy_timeout_ms = 5'000;
  auto store = good(Store::open(options));
  people_and_games(*store);
  if (argc > 2 && std::string(argv[2]) == "--stay") stay(*store);
  return 0;
}
