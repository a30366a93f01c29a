// Accounts, sessions, coins outside games, and what others change while the server runs.

#include <algorithm>

#include "support.h"

namespace tianyuan::db::test {

TEST_CASE("an account is found by key, id and token", "[people]") {
  Hall hall;
  const User alice = good(hall.store->user_by_key("alice"));
  CHECK(alice.id == hall.first);
  CHECK(alice.password_hash == "$argon2id$hash");
  CHECK_FALSE(alice.guest);
  CHECK(alice.coins == 1000);
  CHECK(alice.score_by_kind.empty());
  CHECK(failure(hall.store->create_user("ALICE", "alice", "h", false, 1)) == Failure::conflict);
  CHECK(failure(hall.store->user_by_key("nobody")) == Failure::not_found);
  CHECK(failure(hall.store->user_by_id(404)) == Failure::not_found);
  good(hall.store->create_session(hall.first, "token-1", kNoonMs));
  hall.reopen();
  CHECK(good(hall.store->session("token-1")).user == alice.id);
  CHECK(failure(hall.store->session("token-2")) == Failure::not_found);
  CHECK(failure(hall.store->create_session(hall.second, "token-1", 1)) == Failure::conflict);
  CHECK(failure(hall.store->create_session(404, "token-9", 1)) == Failure::not_found);
  good(hall.store->revoke_session("token-1"));
  CHECK(failure(hall.store->session("token-1")) == Failure::not_found);
}

TEST_CASE("a session is a series of tokens, of which the store keeps two", "[people]") {
  Hall hall;
  good(hall.store->create_session(hall.first, "one", kNoonMs));
  CHECK(good(hall.store->session("one")).token_hash == "one");
  CHECK(good(hall.store->session("one")).next_token_hash.empty());
  good(hall.store->rotate_session("one", "one", "two"));
  good(hall.store->rotate_session("one", "two", "three"));
  hall.reopen();
  const Session kept = good(hall.store->session("one"));
  CHECK(kept.user == hall.first);
  CHECK(kept.token_hash == "two");
  CHECK(kept.next_token_hash == "three");
  CHECK(failure(hall.store->session("two")) == Failure::not_found);
  CHECK(failure(hall.store->rotate_session("two", "two", "four")) == Failure::not_found);
  good(hall.store->create_session(hall.first, "other", kNoonMs));
  good(hall.store->revoke_sessions(hall.first, "one"));
  CHECK(good(hall.store->session("one")).token_hash == "two");
  CHECK(failure(hall.store->session("other")) == Failure::not_found);
}

TEST_CASE("a name is data, whatever stands in it", "[people]") {
  Hall hall;
  const std::string name = "Robert'); DROP TABLE TUserBase;--";
  const Id user = hall.person(name);
  CHECK(good(hall.store->user_by_key(name)).id == user);
  CHECK(failure(hall.store->user_by_key("' OR '1'='1")) == Failure::not_found);
  CHECK(failure(hall.store->create_user("", "empty", "h", false, 1)) == Failure::refused);
}

TEST_CASE("twenty sessions an account, the newest", "[people]") {
  Hall hall;
  for (int i = 0; i < 25; ++i) {
    good(hall.store->create_session(hall.first, "t" + std::to_string(i), kNoonMs + i));
  }
  good(hall.store->create_session(hall.second, "other", kNoonMs));
  CHECK(failure(hall.store->session("t4")) == Failure::not_found);
  CHECK(good(hall.store->session("t5")).user == hall.first);
  CHECK(good(hall.store->session("t24")).user == hall.first);
  good(hall.store->revoke_sessions(hall.first));
  CHECK(failure(hall.store->session("t24")) == Failure::not_found);
  CHECK(good(hall.store->session("other")).user == hall.second);
}

TEST_CASE("a guest who registers keeps his games and gets his coins then", "[people]") {
  Hall hall;
  const Id guest = hall.person("visitor", true);
  CHECK(good(hall.store->user_by_id(guest)).guest);
  CHECK(good(hall.store->user_by_id(guest)).coins == 0);
  hall.second = guest;
  hall.play(1, won_by(Player::second));
  CHECK(failure(hall.store->promote_guest(guest, "alice", "alice", "h", 2)) == Failure::conflict);
  const User user = good(hall.store->promote_guest(guest, "dora", "dora", "hash", kNoonMs));
  CHECK(user.id == guest);
  CHECK_FALSE(user.guest);
  CHECK(user.name == "dora");
  CHECK(user.coins == 1000);
  CHECK(good(hall.store->games_of(guest, 1, 10)).games.size() == 1);
  CHECK(failure(hall.store->promote_guest(guest, "dora2", "dora2", "h", 3)) == Failure::conflict);
  CHECK(failure(hall.store->promote_guest(404, "x", "x", "h", 3)) == Failure::not_found);
  Operator sql(hall.path);
  CHECK(sql.ask("SELECT Who FROM TAuditLog ORDER BY AuditId DESC LIMIT 1") == "server");
  CHECK(sql.ask("SELECT Who FROM TAuditActor") == "NULL");
  CHECK(good(hall.store->ledger_difference()) == 0);
}

TEST_CASE("a deleted account leaves the ledger, not the name", "[people]") {
  Hall hall;
  hall.play(1, won_by(Player::first));
  good(hall.store->create_session(hall.first, "token", kNoonMs));
  good(hall.store->delete_account(hall.first, kNoonMs));
  CHECK(failure(hall.store->user_by_key("alice")) == Failure::not_found);
  CHECK(failure(hall.store->session("token")) == Failure::not_found);
  const User user = good(hall.store->user_by_id(hall.first));
  CHECK(user.deleted);
  CHECK(user.name == "deleted-1");
  CHECK(user.score_in_all == 4);
  CHECK(good(hall.store->ladder_page("", 1, 10)).entries.size() == 1);
  CHECK(good(hall.store->game(1)).names[0] == "deleted-1");
  CHECK(good(hall.store->game_events(1)) ==
        R"([{"format":1,"players":[{"name":"deleted-1"},{"name":"bob"}]}])");
  Operator sql(hall.path);
  CHECK(sql.number("SELECT count(*) FROM TAuditLog WHERE OldValues LIKE '%alice%'") == 0);
  CHECK(hall.person("alice") != hall.first);  // the name is free again
  CHECK(good(hall.store->ledger_difference()) == 0);
  CHECK(failure(hall.store->delete_account(404, 1)) == Failure::not_found);
}

TEST_CASE("blocks are kept, once each, and at most 500", "[people][blocks]") {
  Hall hall;
  auto& store = *hall.store;
  good(store.block_player(hall.first, hall.second, true, kNoonMs));
  good(store.block_player(hall.first, hall.second, true, kNoonMs + 1));
  hall.reopen();
  CHECK(good(hall.store->blocked_by(hall.first)) == std::vector<Id>{hall.second});
  CHECK(good(hall.store->blocked_by(hall.second)).empty());
  CHECK(failure(hall.store->block_player(hall.first, 404, true, 1)) == Failure::not_found);
  CHECK(failure(hall.store->block_player(hall.first, 0, true, 1)) == Failure::not_found);
  good(hall.store->block_player(hall.first, hall.second, false, 1));
  good(hall.store->block_player(hall.first, hall.second, false, 1));
  CHECK(good(hall.store->blocked_by(hall.first)).empty());

  Operator sql(hall.path);
  REQUIRE(
      sql.run("WITH RECURSIVE n(i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM n WHERE i < 1499) "
              "INSERT INTO TUserBase (UserId, Name, NameKey, CreatedAt) "
              "SELECT i, 'p' || i, 'p' || i, 0 FROM n; "
              "INSERT INTO TUserBlock SELECT 1, UserId, 0 FROM TUserBase WHERE UserId >= 1000;") ==
      "");
  CHECK(good(hall.store->blocked_by(hall.first)).size() == 500);
  CHECK(failure(hall.store->block_player(hall.first, hall.second, true, 1)) == Failure::refused);
  good(hall.store->block_player(hall.first, 1000, true, 1));  // there already
  good(hall.store->block_player(hall.first, 1000, false, 1));
  good(hall.store->block_player(hall.first, hall.second, true, 1));
  good(hall.store->forget_blocks(hall.first));
  CHECK(good(hall.store->blocked_by(hall.first)).empty());
}

TEST_CASE("a deleted account blocks nobody and is blocked by nobody", "[people][blocks]") {
  Hall hall;
  const Id third = hall.person("carol");
  good(hall.store->block_player(hall.first, hall.second, true, 1));
  good(hall.store->block_player(hall.second, third, true, 1));
  good(hall.store->delete_account(hall.second, 1));
  CHECK(good(hall.store->blocked_by(hall.first)).empty());
  CHECK(good(hall.store->blocked_by(hall.second)).empty());
  CHECK(failure(hall.store->block_player(hall.first, hall.second, true, 1)) == Failure::not_found);
}

TEST_CASE("reserved names are rows that operators change, each change on record", "[people]") {
  Hall hall;
  const auto names = good(hall.store->reserved_names());
  for (const char* name : {"天元", "admin", "administrator", "system", "server", "referee", "裁判",
                           "*管理员*", "系统", "*客服*", "house"}) {
    INFO(name);
    CHECK(std::ranges::find(names, name) != names.end());
  }
  Operator sql(hall.path);
  CHECK(sql.run("DELETE FROM TReservedName WHERE Name = 'house';") == "");
  CHECK(sql.run("INSERT INTO TReservedName (Name, Note) VALUES ('champion', 'a title');") == "");
  CHECK(sql.run("INSERT INTO TReservedName (Name) VALUES ('a*b');").find("* only first or last") !=
        std::string::npos);
  const auto changed = good(hall.store->reserved_names());
  CHECK(std::ranges::find(changed, "house") == changed.end());
  CHECK(std::ranges::find(changed, "champion") != changed.end());
  CHECK(sql.ask("SELECT group_concat(Action || ' ' || RowKey || ' ' || Who, ', ') FROM TAuditLog "
                "WHERE TableName = 'TReservedName'") == "delete house sql, insert champion sql");
}

TEST_CASE("an empty purse gets relief once a day", "[people][coins]") {
  Hall hall;
  Operator sql(hall.path);
  CHECK(good(hall.store->daily_relief(hall.first, kNoonMs)) == 0);  // has 1000
  const auto empty = [&] {
    REQUIRE(sql.run("INSERT INTO TScoreLedger (UserId, Currency, Amount, Note) SELECT 1, 'coins', "
                    "-Coins, 'lost' FROM TUserBase WHERE UserId = 1") == "");
  };
  empty();
  CHECK(good(hall.store->daily_relief(hall.first, kNoonMs)) == 100);
  CHECK(good(hall.store->user_by_id(hall.first)).coins == 100);
  empty();
  CHECK(good(hall.store->daily_relief(hall.first, kNoonMs + 1)) == 0);
  const auto tomorrow = kNoonMs + 8 * 3'600'000;  // midnight in Beijing
  CHECK(good(hall.store->daily_relief(hall.first, tomorrow - 1)) == 0);
  CHECK(good(hall.store->daily_relief(hall.first, tomorrow)) == 100);
  CHECK(good(hall.store->daily_relief(hall.person("g", true), kNoonMs)) == 0);
  CHECK(sql.number("SELECT sum(Coins) FROM TUserBase") == 0);
  CHECK(good(hall.store->ledger_difference()) == 0);
}

TEST_CASE("what others change is noticed, what we commit is not", "[people][watch]") {
  Hall hall;
  CHECK(good(hall.store->changed_users()) == std::vector<Id>{1, 2});  // their starting coins
  Operator sql(hall.path);
  const auto version = good(hall.store->data_version());
  hall.play(1, won_by(Player::first));
  CHECK(good(hall.store->data_version()) == version);
  CHECK(good(hall.store->changed_users()).empty());
  REQUIRE(sql.run("UPDATE TUserBase SET Muted = 1 WHERE UserId = 2; "
                  "INSERT INTO TScoreLedger (UserId, Currency, Amount, Note) "
                  "VALUES (1, 'score', 5, 'gift')") == "");
  CHECK(good(hall.store->data_version()) != version);
  CHECK(good(hall.store->changed_users()) == std::vector<Id>{1, 2});
  CHECK(good(hall.store->changed_users()).empty());
  CHECK(good(hall.store->user_by_id(2)).muted);
  REQUIRE(sql.run("UPDATE TGameRoomBase SET RunPublish = 1") == "");
  CHECK(good(hall.store->changed_users()).empty());
}

TEST_CASE("announcements come once, in order", "[people][watch]") {
  Hall hall;
  CHECK(good(hall.store->newest_announcement()) == 0);
  Operator sql(hall.path);
  REQUIRE(sql.run("INSERT INTO TAnnouncement (Text) VALUES ('one'); "
                  "INSERT INTO TAnnouncement (Text) VALUES ('两')") == "");
  const auto news = good(hall.store->announcements_since(0));
  REQUIRE(news.size() == 2);
  CHECK(news[0].text == "one");
  CHECK(news[1].text == "两");
  CHECK(good(hall.store->announcements_since(news[0].id)).size() == 1);
  CHECK(good(hall.store->newest_announcement()) == news[1].id);
  CHECK(sql.run("INSERT INTO TAnnouncement (Text) VALUES (char(27) || '[2J')") != "");
}

}  // namespace tianyuan::db::test
