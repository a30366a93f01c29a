// Settlement: S1, S3, S5, R8, X3. Amounts by table, idempotence, the room's numbers as they stand.

#include "support.h"

namespace tianyuan::db::test {
namespace {

struct Expected {
  std::string name;
  GameResult result;
  std::array<std::int64_t, 2> score;
  std::array<std::int64_t, 2> coins;  // with a stake of 10 and RunPublish 8
  std::int64_t house;                 // of those, to the house
  std::array<int, 5> first;           // wins losses draws escapes finished
};

const Expected kOutcomes[] = {
    {"win", won_by(Player::first), {4, -4}, {10, -10}, 0, {1, 0, 0, 0, 1}},
    {"loss", won_by(Player::second), {-4, 4}, {-10, 10}, 0, {0, 1, 0, 0, 1}},
    {"draw", drawn(), {0, 0}, {0, 0}, 0, {0, 0, 1, 0, 1}},
    {"escape of the first", escaped_by(Player::first), {-8, 0}, {-8, 0}, 8, {0, 0, 0, 1, 1}},
    {"escape of the second", escaped_by(Player::second), {0, -8}, {0, -8}, 8, {0, 0, 0, 0, 1}},
    {"both lose", both_lost(), {-4, -4}, {0, 0}, 0, {0, 1, 0, 0, 1}},
    {"annulled", annulled(), {0, 0}, {0, 0}, 0, {0, 0, 0, 0, 0}},
};

}  // namespace

TEST_CASE("each outcome moves what S1 and S3 say", "[settle]") {
  for (const auto& expected : kOutcomes) {
    for (const bool coins : {false, true}) {
      INFO(expected.name << (coins ? " in a coin room" : ""));
      Hall hall;
      Operator sql(hall.path);
      const auto house_before = sql.number("SELECT Coins FROM TUserBase WHERE UserId = 0");
      const auto settled = hall.play(1, expected.result, coins ? 8 : 1, "casual", coins ? 10 : 0);
      const bool counted = expected.result.outcome != Outcome::annulled;
      CHECK(settled.counted == counted);
      CHECK(settled.not_counted_why == (counted ? "" : "annulled"));
      CHECK(settled.coins == coins);
      for (std::size_t i = 0; i < 2; ++i) {
        const auto& player = settled.players[i];
        CHECK(player.user == (i == 0 ? hall.first : hall.second));
        CHECK(player.change == expected.score[i]);
        CHECK(player.score_in_kind == expected.score[i]);
        CHECK(player.score_in_all == expected.score[i]);
        CHECK(player.coins_change == (coins ? expected.coins[i] : 0));
        CHECK(player.coins == 1000 + (coins ? expected.coins[i] : 0));
        CHECK(player.finished == (counted ? 1 : 0));
      }
      const User user = good(hall.store->user_by_id(hall.first));
      CHECK(user.wins == expected.first[0]);
      CHECK(user.losses == expected.first[1]);
      CHECK(user.draws == expected.first[2]);
      CHECK(user.escapes == expected.first[3]);
      CHECK(user.finished == expected.first[4]);
      CHECK(settled.players[0].escapes == user.escapes);
      CHECK(
          sql.number("SELECT count(*) FROM TScoreLedger WHERE GameId = 1 AND Currency = 'score'") ==
          (counted ? 2 : 0));
      CHECK(sql.number("SELECT Coins FROM TUserBase WHERE UserId = 0") - house_before ==
            (coins ? expected.house : 0));
      CHECK(sql.number("SELECT sum(Coins) FROM TUserBase") == 0);
      CHECK(good(hall.store->ledger_difference()) == 0);
      const GameSummary game = good(hall.store->game(1));
      CHECK(game.result == expected.result);
      CHECK(game.score_changes == expected.score);
      CHECK(game.ended_at_ms == kNoonMs + 60'000);
      CHECK(game.move_count == 2);
      CHECK(game.names == std::array<std::string, 2>{"alice", "bob"});
    }
  }
}

TEST_CASE("what R8 does not count writes no ledger row", "[settle]") {
  struct Case {
    std::string why, setting;
    bool guest, is_private;
  };
  const Case cases[] = {{"private", "CountPrivate", false, true},
                        {"guest", "CountGuests", true, false}};
  for (const auto& example : cases) {
    for (const bool room_counts : {false, true}) {
      INFO(example.why << " counted by the room: " << room_counts);
      Hall hall;
      Operator sql(hall.path);
      if (example.guest) hall.second = hall.person("visitor", true);
      if (room_counts) {
        REQUIRE(sql.run("UPDATE TGameRoomBase SET " + example.setting + " = 1 WHERE RoomId = 1") ==
                "");
      }
      hall.start(1);
      CloseGame close = hall.ending(1, won_by(Player::first));
      close.is_private = example.is_private;
      const Settlement settled = good(hall.settle(close));
      CHECK(settled.counted == room_counts);
      CHECK(settled.not_counted_why == (room_counts ? "" : example.why));
      CHECK(settled.players[0].change == (room_counts ? 4 : 0));
      CHECK(sql.number("SELECT count(*) FROM TScoreLedger WHERE GameId = 1") ==
            (room_counts ? 2 : 0));
      CHECK(sql.ask("SELECT Counted FROM TGameBase WHERE GameId = 1") == (room_counts ? "1" : "0"));
      CHECK(good(hall.store->ledger_difference()) == 0);
    }
  }
}

TEST_CASE("a pair counts five games a day, whoever is first, and begins anew the next day",
          "[settle]") {
  Hall hall;
  Id game = 0;
  for (int i = 0; i < 5; ++i) {
    const Settlement settled =
        hall.play(++game, won_by(i % 2 == 0 ? Player::first : Player::second));
    CHECK(settled.counted);
    std::swap(hall.first, hall.second);
  }
  const Settlement sixth = hall.play(++game, escaped_by(Player::first));
  CHECK_FALSE(sixth.counted);
  CHECK(sixth.not_counted_why == "pair_limit");
  CHECK(sixth.players[0].change == 0);

  SECTION("another opponent still counts") {
    hall.second = hall.person("carol");
    CHECK(hall.play(++game, won_by(Player::first)).counted);
  }
  SECTION("an uncounted game uses up nothing; the next day counts") {
    hall.start(++game);
    CloseGame close = hall.ending(game, won_by(Player::first));
    close.at_ms = kNoonMs + 8 * 3'600'000 - 1;  // the last millisecond of the day in Beijing
    CHECK_FALSE(good(hall.settle(close)).counted);
    hall.start(++game);
    close = hall.ending(game, won_by(Player::first));
    close.at_ms = kNoonMs + 8 * 3'600'000;
    CHECK(good(hall.settle(close)).counted);
  }
  SECTION("the limit is a setting") {
    Operator sql(hall.path);
    REQUIRE(sql.run("UPDATE TSettingBase SET Value = 7 WHERE Key = 'PairGamesPerDay'") == "");
    CHECK(hall.play(++game, won_by(Player::first)).counted);
  }
}

TEST_CASE("points and RunPublish are those that stand when the game is settled", "[settle]") {
  Hall hall;
  hall.start(1);
  Operator sql(hall.path);
  REQUIRE(sql.run("UPDATE TGameRoomBase SET RunPublish = 23, WinPoints = 7 WHERE RoomId = 1") ==
          "");
  CHECK(good(hall.settle(hall.ending(1, escaped_by(Player::second)))).players[1].change == -23);
  CHECK(hall.play(2, won_by(Player::first)).players[0].change == 7);
}

TEST_CASE("a game of a deleted room is settled by the numbers the room had", "[settle]") {
  Hall hall;
  hall.start(1, 2);
  Operator sql(hall.path);
  REQUIRE(sql.run("UPDATE TGameRoomBase SET WinPoints = 9 WHERE RoomId = 2;"
                  "DELETE FROM TGameRoomBase WHERE RoomId = 2") == "");
  const Settlement settled = good(hall.settle(hall.ending(1, won_by(Player::first), 2)));
  CHECK(settled.counted);
  CHECK(settled.players[0].change == 9);
  // A room that never was has no numbers.
  hall.start(2, 77);
  CHECK(good(hall.settle(hall.ending(2, won_by(Player::first), 77))).not_counted_why == "room");
}

TEST_CASE("nobody's coins go below zero", "[settle][coins]") {
  Hall hall;
  Operator sql(hall.path);
  REQUIRE(sql.run("INSERT INTO TScoreLedger (UserId, Currency, Amount, Note) VALUES (2, 'coins', "
                  "-994, 'test'); UPDATE TGameRoomBase SET RunPublish = 50 WHERE RoomId = 8") ==
          "");
  SECTION("the loser pays what he has") {
    const Settlement settled = hall.play(1, won_by(Player::first), 8, "casual", 10);
    CHECK(settled.players[1].coins_change == -6);
    CHECK(settled.players[0].coins_change == 6);
    CHECK(settled.players[1].coins == 0);
    CHECK(settled.players[1].change == -4);
  }
  SECTION("the escaper pays what he has, to the house") {
    const auto house = sql.number("SELECT Coins FROM TUserBase WHERE UserId = 0");
    const Settlement settled = hall.play(1, escaped_by(Player::second), 8, "casual", 10);
    CHECK(settled.players[1].coins_change == -6);
    CHECK(settled.players[0].coins_change == 0);
    CHECK(settled.players[1].change == -50);
    CHECK(sql.number("SELECT Coins FROM TUserBase WHERE UserId = 0") == house + 6);
  }
  SECTION("a plain SQL correction below zero is refused") {
    CHECK(sql.run("INSERT INTO TScoreLedger (UserId, Currency, Amount, Note) "
                  "VALUES (2, 'coins', -7, 'too much')")
              .find("below zero") != std::string::npos);
  }
  CHECK(sql.number("SELECT sum(Coins) FROM TUserBase") == 0);
  CHECK(good(hall.store->ledger_difference()) == 0);
}

TEST_CASE("a game is settled once", "[settle]") {
  Hall hall;
  hall.play(1, won_by(Player::first));
  Operator sql(hall.path);
  const auto ledger = sql.number("SELECT count(*) FROM TScoreLedger");
  const auto log = sql.number("SELECT count(*) FROM TGameEvent");
  CHECK(failure(hall.settle(hall.ending(1, won_by(Player::second)))) == Failure::conflict);
  CHECK(failure(hall.settle(hall.ending(9, won_by(Player::second)))) == Failure::not_found);

  // The same record after a restart, and a batch that holds good rows besides: nothing is kept.
  hall.reopen();
  std::vector<Record> batch{LogRow{1, 4, kNoonMs, "stone", "{}"},
                            hall.ending(1, won_by(Player::second))};
  CHECK(failure(hall.store->commit(batch, settled_text)) == Failure::conflict);
  CHECK(sql.number("SELECT count(*) FROM TScoreLedger") == ledger);
  CHECK(sql.number("SELECT count(*) FROM TGameEvent") == log);
  CHECK(good(hall.store->user_by_id(hall.first)).score_in_all == 4);
  // And the Store goes on.
  CHECK(hall.play(2, won_by(Player::first)).counted);
}

TEST_CASE("two settlements in one batch see each other", "[settle]") {
  Hall hall;
  hall.start(1);
  hall.start(2);
  std::vector<Record> batch{hall.ending(1, won_by(Player::first)),
                            hall.ending(2, won_by(Player::first))};
  const auto settled = good(hall.store->commit(batch, settled_text));
  REQUIRE(settled.size() == 2);
  CHECK(settled[0].game == 1);
  CHECK(settled[0].players[0].score_in_all == 4);
  CHECK(settled[1].players[0].score_in_all == 8);
  CHECK(settled[1].players[0].finished == 2);
  Operator sql(hall.path);
  CHECK(sql.ask("SELECT Payload FROM TGameEvent WHERE GameId = 2 AND Kind = 'settled'") ==
        settled_text(settled[1], kNoonMs + 60'000));
  CHECK(sql.number("SELECT Version FROM TGameEvent WHERE GameId = 2 AND Kind = 'settled'") == 3);
}

TEST_CASE("a correction counts in all, in no kind", "[settle]") {
  Hall hall;
  hall.play(1, won_by(Player::first));
  Operator sql(hall.path);
  CHECK(sql.run("INSERT INTO TScoreLedger (UserId, Currency, Amount) VALUES (1, 'score', 5)") !=
        "");
  REQUIRE(sql.run("INSERT INTO TScoreLedger (UserId, Currency, Amount, Note) "
                  "VALUES (1, 'score', 5, 'a fault of ours')") == "");
  const User user = good(hall.store->user_by_id(1));
  CHECK(user.score_in_all == 9);
  CHECK(user.score_by_kind.at("casual") == 4);
  CHECK(good(hall.store->ledger_difference()) == 0);
}

TEST_CASE("ledger_difference finds what was set by force", "[settle]") {
  Hall hall;
  hall.play(1, won_by(Player::first));
  Operator sql(hall.path);
  REQUIRE(sql.run("DROP TRIGGER TUserScoreFollows;"
                  "UPDATE TUserScore SET Score = Score + 3 WHERE UserId = 1 AND Kind = 'all'") ==
          "");
  CHECK(good(hall.store->ledger_difference()) == 3);
}

}  // namespace tianyuan::db::test
