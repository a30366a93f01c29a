// The log: group commit, recovery, pruning, and what happens when the database cannot take it.

#include "support.h"

namespace tianyuan::db::test {

TEST_CASE("what was committed comes back in order after a reopen", "[log]") {
  Hall hall;
  CHECK(good(hall.store->recover()).next_game == 1);
  CHECK(good(hall.store->recover()).last_at_ms == 0);
  hall.start(5);
  hall.start(6);
  hall.play(7, drawn());
  std::vector<Record> batch;
  for (int i = 1; i <= 3; ++i) {
    batch.push_back(
        LogRow{5, i, kNoonMs + 100'000 + i, "stone", R"({"n":)" + std::to_string(i) + "}"});
    batch.push_back(LogRow{6, i, kNoonMs + 100'000 + i, "stone", "{}"});
  }
  CHECK(good(hall.store->commit(batch, settled_text)).empty());
  hall.reopen();
  const Recovery recovery = good(hall.store->recover());
  CHECK(recovery.next_game == 8);
  CHECK(recovery.last_at_ms == kNoonMs + 100'003);
  REQUIRE(recovery.running.size() == 2);
  CHECK(recovery.running[0].game == 5);
  REQUIRE(recovery.running[0].rows.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(recovery.running[0].rows[i].version == static_cast<std::int64_t>(i));
  }
  CHECK(recovery.running[0].rows[0].kind == "opened");
  CHECK(recovery.running[0].rows[3].payload == R"({"n":3})");
  CHECK(recovery.running[0].rows[3].at_ms == kNoonMs + 100'003);
  CHECK(recovery.running[1].rows.size() == 4);
}

TEST_CASE("ids and times of 64 bits, and any text, come back whole", "[log]") {
  Hall hall;
  const Id game = (Id{1} << 53) - 2;
  const std::string payload = "{\"text\":\"\xe5\xa4\xa9\xe5\x85\x83 'quoted' \\\\ \"}";
  hall.start(game);
  const Record row = LogRow{game, 1, kNoonMs, "stone", payload};
  good(hall.store->commit({&row, 1}, settled_text));
  const Recovery recovery = good(hall.store->recover());
  CHECK(recovery.next_game == game + 1);
  CHECK(recovery.running.at(0).rows.at(1).payload == payload);
}

TEST_CASE("a game is opened once, and a batch is kept whole or not at all", "[log]") {
  Hall hall;
  hall.start(1);
  OpenGame again;
  again.game = 1;
  again.room = 1;
  again.kind = "casual";
  again.rule = "freestyle";
  again.users = {hall.first, hall.second};
  again.row = {1, 0, kNoonMs, "opened", "{}"};
  std::vector<Record> batch{LogRow{1, 1, kNoonMs, "stone", "{}"}, again};
  CHECK(failure(hall.store->commit(batch, settled_text)) == Failure::conflict);
  Operator sql(hall.path);
  CHECK(sql.number("SELECT count(*) FROM TGameEvent") == 1);
  batch.pop_back();
  good(hall.store->commit(batch, settled_text));
  CHECK(sql.number("SELECT count(*) FROM TGameEvent") == 2);
}

TEST_CASE("pruning takes the rows of ended games and loses nothing", "[log]") {
  Hall hall;
  hall.start(1);  // stays, below all others
  for (Id game = 2; game <= 20; ++game) hall.play(game, drawn());
  hall.start(21);
  int gone = 0;
  for (int call = 0; call < 40; ++call) gone += good(hall.store->prune_log(3));
  CHECK(gone == 19 * 2);
  Operator sql(hall.path);
  CHECK(sql.column("SELECT DISTINCT GameId FROM TGameEvent ORDER BY 1") ==
        std::vector<std::string>{"1", "21"});
  CHECK(good(hall.store->game_events(2)).find("alice") != std::string::npos);
  hall.reopen();
  const Recovery recovery = good(hall.store->recover());
  CHECK(recovery.running.size() == 2);
  CHECK(recovery.next_game == 22);
  CHECK(recovery.last_at_ms == kNoonMs + 60'000);
}

TEST_CASE("the log's last instant outlives its rows", "[log]") {
  Hall hall;
  hall.play(1, drawn());
  while (good(hall.store->prune_log(100)) > 0) {
  }
  Operator sql(hall.path);
  REQUIRE(sql.number("SELECT count(*) FROM TGameEvent") == 0);
  CHECK(good(hall.store->recover()).last_at_ms == kNoonMs + 60'000);
}

TEST_CASE("a lock held by another program is busy; the same batch goes in afterwards", "[log]") {
  Hall hall;
  hall.start(1);
  Operator sql(hall.path);
  REQUIRE(sql.run("BEGIN IMMEDIATE; UPDATE TGameRoomBase SET RunPublish = 11 WHERE RoomId = 1") ==
          "");
  std::vector<Record> batch{LogRow{1, 1, kNoonMs, "stone", "{}"},
                            hall.ending(1, escaped_by(Player::first))};
  for (int i = 0; i < 3; ++i) {
    CHECK(failure(hall.store->commit(batch, settled_text)) == Failure::busy);
  }
  CHECK(good(hall.store->user_by_id(1)).score_in_all == 0);  // reading is not hindered
  REQUIRE(sql.run("COMMIT") == "");
  const auto settled = good(hall.store->commit(batch, settled_text));
  CHECK(settled.at(0).players[0].change == -11);
}

TEST_CASE("an operator's half-done transaction is not seen", "[log]") {
  Hall hall;
  Operator sql(hall.path);
  REQUIRE(sql.run("BEGIN IMMEDIATE; UPDATE TGameRoomBase SET RunPublish = 99") == "");
  CHECK(good(hall.store->rooms()).at(0).points.run_publish == 8);
  REQUIRE(sql.run("ROLLBACK") == "");
}

TEST_CASE("operators write between commits, both ways", "[log]") {
  Hall hall;
  hall.start(1);
  Operator sql(hall.path, 2'000);
  const auto before = good(hall.store->data_version());
  for (int i = 1; i <= 50; ++i) {
    const Record row = LogRow{1, i, kNoonMs + i, "stone", "{}"};
    good(hall.store->commit({&row, 1}, settled_text));
    REQUIRE(sql.run("UPDATE TGameRoomBase SET RunPublish = " + std::to_string(i)) == "");
    CHECK(good(hall.store->rooms()).at(0).points.run_publish == i);
  }
  CHECK(good(hall.store->data_version()) != before);
  CHECK(sql.number("SELECT count(*) FROM TGameEvent WHERE GameId = 1") == 51);
}

TEST_CASE("a reader left open neither stops commits nor sees half of one", "[log]") {
  Hall hall;
  OpenOptions options;
  options.path = hall.path;
  options.read_only = true;
  auto reader = good(Store::open(options));
  Operator old_snapshot(hall.path);
  REQUIRE(old_snapshot.run("BEGIN; SELECT * FROM TGameBase") == "");
  hall.play(1, won_by(Player::first));
  CHECK(good(reader->user_by_id(hall.first)).score_in_all == 4);
  CHECK(good(reader->game(1)).result == won_by(Player::first));
  CHECK(failure(reader->create_user("x", "x", "", true, 1)) == Failure::read_only);
  const Record row = LogRow{1, 1, 1, "stone", "{}"};
  CHECK(failure(reader->commit({&row, 1}, settled_text)) == Failure::read_only);
}

TEST_CASE("a full disk is full: nothing of the batch is kept, and later it goes on", "[log]") {
  Hall hall;
  hall.start(1);
  Operator sql(hall.path);
  const auto pages = sql.number("PRAGMA page_count");
  hall.store.reset();
  OpenOptions options;
  options.path = hall.path;
  options.max_pages = pages + 4;
  hall.store = good(Store::open(options));
  std::vector<Record> batch;
  for (int i = 1; i <= 400; ++i) {
    batch.push_back(LogRow{1, i, kNoonMs, "stone", std::string(1'000, 'x')});
  }
  CHECK(failure(hall.store->commit(batch, settled_text)) == Failure::full);
  CHECK(sql.number("SELECT count(*) FROM TGameEvent") == 1);
  CHECK(good(hall.store->ledger_difference()) == 0);
  batch.resize(2);
  good(hall.store->commit(batch, settled_text));
  CHECK(sql.number("SELECT count(*) FROM TGameEvent") == 3);
}

TEST_CASE("checkpoints keep the WAL small and say when a reader is in the way", "[log]") {
  Hall hall;
  hall.start(1);
  std::vector<Record> batch;
  for (int i = 1; i <= 500; ++i) {
    batch.push_back(LogRow{1, i, kNoonMs, "stone", std::string(2'000, 'x')});
  }
  good(hall.store->commit(batch, settled_text));
  const auto wal = hall.path + "-wal";
  REQUIRE(std::filesystem::file_size(wal) > 1'000'000);
  good(hall.store->checkpoint_if_above(64 << 20));
  CHECK(std::filesystem::file_size(wal) > 1'000'000);  // not above: left alone
  Operator reader(hall.path);
  REQUIRE(reader.run("BEGIN; SELECT * FROM TGameBase") == "");
  const Record row = LogRow{1, 501, kNoonMs, "stone", "{}"};
  good(hall.store->commit({&row, 1}, settled_text));
  CHECK(failure(hall.store->checkpoint_if_above(1'000'000)) == Failure::busy);
  REQUIRE(reader.run("COMMIT") == "");
  good(hall.store->checkpoint_if_above(1'000'000));
  CHECK(std::filesystem::file_size(wal) == 0);
  CHECK(good(hall.store->recover()).running.at(0).rows.size() == 502);
}

}  // namespace tianyuan::db::test
