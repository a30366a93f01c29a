// The ladder (S4): order, shared places, neighbours, who is not on it; lists of games.

#include <rapidcheck.h>

#include <algorithm>

#include "support.h"

namespace tianyuan::db::test {
namespace {

void give(Operator& sql, Id user, std::int64_t amount) {
  REQUIRE(sql.run("INSERT INTO TScoreLedger (UserId, Currency, Amount, Note) VALUES (" +
                  std::to_string(user) + ", 'score', " + std::to_string(amount) + ", 'test')") ==
          "");
}

}  // namespace

TEST_CASE("by score, then by who came first; equal scores share a place", "[ladder]") {
  Hall hall;
  Operator sql(hall.path);
  std::vector<Id> users{hall.first, hall.second};
  for (const char* name : {"c", "d", "e", "f"}) users.push_back(hall.person(name));
  const std::int64_t scores[] = {10, 30, 20, 30, -5, 20};
  for (std::size_t i = 0; i < users.size(); ++i) give(sql, users[i], scores[i]);

  const LadderPage all = good(hall.store->ladder_page("", 1, 10));
  REQUIRE(all.entries.size() == 6);
  CHECK(all.players == 6);
  CHECK(all.pages == 1);
  const std::vector<std::pair<int, Id>> expected{{1, users[1]}, {1, users[3]}, {3, users[2]},
                                                 {3, users[5]}, {5, users[0]}, {6, users[4]}};
  for (std::size_t i = 0; i < 6; ++i) {
    CHECK(all.entries[i].place == expected[i].first);
    CHECK(all.entries[i].user == expected[i].second);
  }
  const LadderPage second = good(hall.store->ladder_page("", 2, 4));
  CHECK(second.pages == 2);
  REQUIRE(second.entries.size() == 2);
  CHECK(second.entries[0].place == 5);
  const LadderPage split = good(hall.store->ladder_page("", 2, 3));  // cuts a shared place
  CHECK(split.entries[0].place == 3);
  CHECK(split.entries[1].place == 5);
  CHECK(good(hall.store->ladder_page("", 9, 4)).entries.empty());
  CHECK(good(hall.store->ladder_page("", 0, 0)).entries.size() == 1);  // bounded, not an error
  CHECK(
      good(hall.store->ladder_page("casual", 1, 10)).entries.empty());  // corrections: in all only
  CHECK(good(hall.store->ladder_page("no such kind", 1, 10)).players == 0);

  const LadderPage around = good(hall.store->ladder_around("", users[5], 1));
  REQUIRE(around.entries.size() == 3);
  CHECK(around.entries[0].user == users[2]);
  CHECK(around.entries[1].user == users[5]);
  CHECK(around.entries[1].place == 3);
  CHECK(around.entries[2].user == users[0]);
  CHECK(good(hall.store->ladder_around("", users[1], 2)).entries.size() == 3);
  CHECK(good(hall.store->ladder_around("", users[4], 2)).entries.size() == 3);
  CHECK(good(hall.store->ladder_around("", users[4], 0)).entries.at(0).user == users[4]);
  CHECK(failure(hall.store->ladder_around("casual", users[4], 2)) == Failure::not_found);
  CHECK(failure(hall.store->ladder_around("", 404, 2)) == Failure::not_found);

  // The view that people read says the same.
  CHECK(sql.column("SELECT Place || ':' || UserId FROM VLadder WHERE Kind = 'all' "
                   "ORDER BY Place, UserId") ==
        std::vector<std::string>{"1:2", "1:4", "3:3", "3:6", "5:1", "6:5"});
}

TEST_CASE("each kind has its ladder; banned, guests and deleted are on none", "[ladder]") {
  Hall hall;
  Operator sql(hall.path);
  hall.play(1, won_by(Player::first), 1, "casual");
  hall.play(2, won_by(Player::second), 4, "national");
  hall.play(3, won_by(Player::second), 7, "professional");
  CHECK(good(hall.store->ladder_page("casual", 1, 9)).entries.at(0).user == hall.first);
  CHECK(good(hall.store->ladder_page("national", 1, 9)).entries.at(0).user == hall.second);
  const LadderEntry top = good(hall.store->ladder_page("", 1, 9)).entries.at(0);
  CHECK(top.user == hall.second);
  CHECK(top.score == 4);
  CHECK(top.games == 3);
  CHECK(top.wins == 2);
  CHECK(top.losses == 1);
  REQUIRE(sql.run("UPDATE TUserBase SET Banned = 1 WHERE UserId = 2") == "");
  CHECK(good(hall.store->ladder_page("", 1, 9)).players == 1);
  CHECK(failure(hall.store->ladder_around("", 2, 1)) == Failure::not_found);
  hall.play(4, won_by(Player::second));  // while banned
  CHECK(good(hall.store->ladder_page("", 1, 9)).players == 1);
  REQUIRE(sql.run("UPDATE TUserBase SET Banned = 0 WHERE UserId = 2") == "");
  CHECK(good(hall.store->ladder_page("", 1, 9)).players == 2);
  // A guest whom a room counts has a score, and no place.
  REQUIRE(sql.run("UPDATE TGameRoomBase SET CountGuests = 1 WHERE RoomId = 1") == "");
  hall.second = hall.person("visitor", true);
  CHECK(hall.play(5, won_by(Player::second)).counted);
  CHECK(good(hall.store->ladder_page("", 1, 9)).players == 2);
  CHECK(good(hall.store->user_by_id(hall.second)).score_in_all == 4);
  good(hall.store->promote_guest(hall.second, "v", "v", "h", 1));
  CHECK(good(hall.store->ladder_page("", 1, 9)).players == 3);
}

TEST_CASE("games are listed newest first, of one or of all", "[ladder][games]") {
  Hall hall;
  const Id carol = hall.person("carol");
  for (Id game = 1; game <= 5; ++game) hall.play(game, won_by(Player::first));
  std::swap(hall.first, hall.second);
  hall.start(6);
  hall.second = carol;
  hall.play(7, drawn());
  const GamesPage page = good(hall.store->games_of(1, 1, 4));
  CHECK(page.pages == 2);
  REQUIRE(page.games.size() == 4);
  CHECK(page.games[0].game == 6);
  CHECK_FALSE(page.games[0].ended_at_ms.has_value());
  CHECK_FALSE(page.games[0].result.has_value());
  CHECK(page.games[1].game == 5);
  CHECK(good(hall.store->games_of(1, 2, 4)).games.size() == 2);
  CHECK(good(hall.store->games_of(carol, 1, 4)).games.size() == 1);
  CHECK(good(hall.store->games_of(0, 1, 100)).games.size() == 7);
  CHECK(good(hall.store->games_of(404, 1, 4)).pages == 1);
  CHECK(failure(hall.store->game(404)) == Failure::not_found);
  CHECK(failure(hall.store->game_events(6)) == Failure::not_found);  // still running
}

TEST_CASE("random histories keep the books straight", "[property]") {
  CHECK(rc::check("score = ledger, coins sum to 0, nobody below 0, places right", [] {
    Hall hall;
    Operator sql(hall.path);
    std::vector<Id> users{hall.first, hall.second, hall.person("c"), hall.person("d"),
                          hall.person("g", true)};
    REQUIRE(sql.run("UPDATE TSettingBase SET Value = 2 WHERE Key = 'PairGamesPerDay'") == "");
    const int games = *rc::gen::inRange(1, 14);
    for (Id game = 1; game <= games; ++game) {
      const auto a = *rc::gen::inRange<std::size_t>(0, users.size());
      const auto b = (a + *rc::gen::inRange<std::size_t>(1, users.size())) % users.size();
      hall.first = users[a];
      hall.second = users[b];
      const auto result = *rc::gen::element(won_by(Player::first), won_by(Player::second), drawn(),
                                            escaped_by(Player::first), escaped_by(Player::second),
                                            both_lost(), annulled());
      const auto kind = *rc::gen::element<std::string>("casual", "national", "professional");
      const auto run_publish = *rc::gen::inRange(0, 2'000);
      REQUIRE(sql.run("UPDATE TGameRoomBase SET RunPublish = " + std::to_string(run_publish)) ==
              "");
      hall.start(game, 1, kind);
      CloseGame close = hall.ending(game, result, 1, kind);
      close.stake = *rc::gen::element(0, 10, 700);
      close.is_private = *rc::gen::weightedElement<bool>({{4, false}, {1, true}});
      good(hall.settle(close));
      if (*rc::gen::inRange(0, 6) == 0) hall.reopen();
    }
    RC_ASSERT(good(hall.store->ledger_difference()) == 0);
    RC_ASSERT(sql.number("SELECT sum(Amount) FROM TScoreLedger WHERE Currency = 'coins'") == 0);
    RC_ASSERT(sql.number("SELECT count(*) FROM TUserBase WHERE Coins < 0 AND UserId <> 0") == 0);
    RC_ASSERT(
        sql.number("SELECT count(*) FROM (SELECT 1 FROM TScoreLedger WHERE GameId IS NOT NULL "
                   "GROUP BY GameId, UserId, Currency HAVING count(*) > 1)") == 0);
    const LadderPage ladder = good(hall.store->ladder_page("", 1, 100));
    for (std::size_t i = 0; i < ladder.entries.size(); ++i) {
      const auto above = std::count_if(
          ladder.entries.begin(), ladder.entries.end(),
          [&](const LadderEntry& other) { return other.score > ladder.entries[i].score; });
      RC_ASSERT(ladder.entries[i].place == above + 1);
      if (i > 0) RC_ASSERT(ladder.entries[i - 1].score >= ladder.entries[i].score);
    }
  }));
}

}  // namespace tianyuan::db::test
