// What operators do: each act once, under a name, refused in clear words; restore whole or not at
// all.

#include "db/operations.h"

#include <filesystem>
#include <fstream>

#include "support.h"

namespace tianyuan::db::test {
namespace {

struct Desk : Hall {
  Desk() : operations(good(Operations::open(path, "admin:eve"))), sql(path) {}
  std::string last(const std::string& what) {
    return sql.ask("SELECT " + what + " FROM TAuditLog ORDER BY AuditId DESC LIMIT 1");
  }
  std::unique_ptr<Operations> operations;
  Operator sql;
};

}  // namespace

TEST_CASE("people are found by name or number", "[operations]") {
  Desk desk;
  const Id number = desk.person("17");
  CHECK(good(desk.operations->find_user("alice")) == desk.first);
  CHECK(good(desk.operations->find_user("#2")) == 2);
  CHECK(good(desk.operations->find_user("2")) == 2);
  CHECK(good(desk.operations->find_user("17")) == number);  // the name before the id
  for (const char* nobody :
       {"carol", "", "0", "#0", "99", "-1", "1x", "alice' OR 1=1 --", "天元"}) {
    INFO(nobody);
    const auto found = desk.operations->find_user(nobody);
    CHECK(failure(found) == Failure::not_found);
    CHECK(found.error().message.find(std::string("nobody is called ") + nobody) !=
          std::string::npos);
  }
}

TEST_CASE("flags and roles, with who and why in the audit log, noticed by the server",
          "[operations]") {
  Desk desk;
  good(desk.store->changed_users());
  good(desk.operations->set_flag(desk.first, UserFlag::muted, true, "shouting"));
  CHECK(good(desk.store->user_by_id(1)).muted);
  CHECK(desk.last("Who || '|' || Action || '|' || UserId || '|' || Note") ==
        "admin:eve|mute|1|shouting");
  CHECK(desk.sql.number("SELECT count(*) FROM TAuditLog WHERE Who = 'admin:eve' AND "
                        "Action = 'update' AND NewValues = '{\"Muted\":1}'") == 1);
  CHECK(good(desk.store->changed_users()) == std::vector<Id>{1});
  good(desk.operations->set_flag(desk.first, UserFlag::banned, true, "cheating"));
  CHECK(good(desk.store->user_by_id(1)).banned);
  good(desk.operations->set_flag(desk.first, UserFlag::muted, false, ""));
  good(desk.operations->set_flag(desk.first, UserFlag::banned, false, ""));
  CHECK_FALSE(good(desk.store->user_by_id(1)).banned);
  CHECK(desk.last("Action") == "unban");

  good(desk.operations->set_role(1, "referee", true));
  good(desk.operations->set_role(1, "admin", true));
  good(desk.operations->set_role(1, "referee", true));
  CHECK(good(desk.store->user_by_id(1)).roles == "admin referee");
  good(desk.operations->set_role(1, "admin", false));
  CHECK(good(desk.store->user_by_id(1)).roles == "referee");
  CHECK(failure(desk.operations->set_role(1, "Big Boss", true)) == Failure::refused);
  CHECK(desk.sql.ask("SELECT Who FROM TAuditActor") == "NULL");
}

TEST_CASE("a correction is a ledger row with a reason", "[operations]") {
  Desk desk;
  good(desk.operations->correct(1, "score", 12, "a game judged wrongly"));
  good(desk.operations->correct(1, "score", -2, "too much"));
  good(desk.operations->correct(2, "coins", 50, "a prize"));
  CHECK(good(desk.store->user_by_id(1)).score_in_all == 10);
  CHECK(good(desk.store->user_by_id(2)).coins == 1050);
  CHECK(desk.sql.ask("SELECT Who || '|' || Note || '|' || Amount FROM TScoreLedger "
                     "WHERE UserId = 1 AND Currency = 'score' LIMIT 1") ==
        "admin:eve|a game judged wrongly|12");
  CHECK(failure(desk.operations->correct(1, "score", 5, "  ")) == Failure::refused);
  CHECK(failure(desk.operations->correct(2, "coins", -2'000, "all of it")) == Failure::refused);
  CHECK(failure(desk.operations->correct(2, "gold", 1, "x")) == Failure::refused);
  CHECK(good(desk.store->user_by_id(2)).coins == 1050);
  CHECK(good(desk.store->ledger_difference()) == 0);
  CHECK(desk.sql.ask("SELECT Who FROM TAuditActor") == "NULL");  // the refused left nothing behind
}

TEST_CASE("rooms are changed by column, added, closed and deleted", "[operations]") {
  Desk desk;
  good(desk.operations->set_room(3, "runpublish", "20"));
  CHECK(good(desk.store->rooms()).at(2).points.run_publish == 20);
  good(desk.operations->set_room(3, "MinimumScore", "100"));
  CHECK(good(desk.store->rooms()).at(2).minimum_score == 100);
  good(desk.operations->set_room(3, "MinimumScore", std::nullopt));
  CHECK_FALSE(good(desk.store->rooms()).at(2).minimum_score.has_value());
  const auto bad = desk.operations->set_room(3, "RunPublish", "-3");
  CHECK(failure(bad) == Failure::refused);
  CHECK(bad.error().message.find("RunPublish must be 0 to 100000") != std::string::npos);
  CHECK(failure(desk.operations->set_room(3, "RunPublish", "many")) == Failure::refused);
  const auto column = desk.operations->set_room(3, "Runpublsh; DROP TABLE TGameBase", "1");
  CHECK(failure(column) == Failure::not_found);
  CHECK(column.error().message.find("RunPublish") != std::string::npos);  // shows what there is
  CHECK(failure(desk.operations->set_room(404, "RunPublish", "1")) == Failure::not_found);

  const Id added = good(desk.operations->add_room(
      {{"Name", "新室"}, {"Kind", "national"}, {"OpeningRule", "yamaguchi"}, {"CoinStake", "5"}}));
  CHECK(desk.last("Action || RowKey") == "room add" + std::to_string(added));
  CHECK(good(desk.store->rooms()).back().rule == "yamaguchi");
  CHECK(good(desk.store->rooms()).back().stake == 5);
  CHECK(failure(desk.operations->add_room(
            {{"Name", "x"}, {"Kind", "xx"}, {"OpeningRule", "renju"}})) == Failure::refused);
  CHECK(failure(desk.operations->add_room(
            {{"Name", "新室"}, {"Kind", "casual"}, {"OpeningRule", "renju"}})) ==
        Failure::conflict);
  const auto cells = good(desk.operations->room(added));
  CHECK(std::count_if(cells.begin(), cells.end(), [](const Cell& cell) {
          return cell.column == "CoinStake" && cell.value == "5";
        }) == 1);
  CHECK(failure(desk.operations->room(404)) == Failure::not_found);
  good(desk.operations->delete_room(added));
  CHECK(good(desk.store->rooms()).size() == 8);
  CHECK(failure(desk.operations->delete_room(added)) == Failure::not_found);

  good(desk.operations->set_setting("StartingCoins", 5));
  CHECK(good(desk.store->settings()).at("StartingCoins") == "5");
  CHECK(failure(desk.operations->set_setting("StartingCoins", -5)) == Failure::refused);
  CHECK(failure(desk.operations->set_setting("startingcoin", 5)) == Failure::not_found);
}

TEST_CASE("passwords, announcements, lists, the audit log and the checkup", "[operations]") {
  Desk desk;
  const Id guest = desk.person("visitor", true);
  good(desk.store->create_session(1, "token", kNoonMs));
  good(desk.operations->reset_password(1, "$argon2id$new"));
  CHECK(good(desk.store->user_by_id(1)).password_hash == "$argon2id$new");
  CHECK(failure(desk.store->session("token")) == Failure::not_found);
  CHECK(failure(desk.operations->reset_password(guest, "h")) == Failure::refused);
  const Id id = good(desk.operations->announce("今晚八点维护"));
  CHECK(good(desk.store->announcements_since(0)).at(0).id == id);
  CHECK(failure(desk.operations->announce("")) == Failure::refused);
  CHECK(failure(desk.operations->announce(std::string(501, 'x'))) == Failure::refused);

  good(desk.operations->set_flag(2, UserFlag::muted, true, ""));
  CHECK(good(desk.operations->players({}, 1, 10)).players.size() == 3);
  PlayerFilter filter;
  filter.only_muted = true;
  CHECK(good(desk.operations->players(filter, 1, 10)).players.at(0).id == 2);
  filter = {};
  filter.name_contains = "LIC";
  CHECK(good(desk.operations->players(filter, 1, 10)).players.at(0).name == "alice");
  filter = {};
  filter.guests = false;
  CHECK(good(desk.operations->players(filter, 2, 1)).pages == 2);

  const auto entries = good(desk.operations->audit(std::nullopt, 2));
  REQUIRE(entries.size() == 2);
  CHECK(entries[0].action == "mute");
  CHECK(entries[0].who == "admin:eve");
  CHECK(good(desk.operations->audit(1, 100)).at(0).action == "reset-password");
  for (const auto& entry : good(desk.operations->audit(1, 100))) {
    CHECK(entry.new_values.find("argon2id") == std::string::npos);
  }
  desk.start(1);
  const Checkup checkup = good(desk.operations->check());
  CHECK(checkup.damage.empty());
  CHECK(checkup.ledger_difference == 0);
  CHECK(checkup.running == 1);
  CHECK(checkup.accounts == 3);
}

TEST_CASE("operators wait for the server's lock and for nothing longer", "[operations]") {
  Desk desk;
  CHECK(failure(Operations::open(desk.dir.file("none.db"), "x")) == Failure::not_found);
  CHECK_FALSE(std::filesystem::exists(desk.dir.file("none.db")));
  REQUIRE(desk.sql.run("INSERT INTO TSchemaBase VALUES (99, 'future', 1)") == "");
  CHECK(failure(Operations::open(desk.path, "x")) == Failure::newer);
}

TEST_CASE("restore puts the backup in place, keeps what was there, and never under a server",
          "[operations][backup]") {
  Hall hall;
  hall.play(1, won_by(Player::first));
  const auto copy = hall.dir.file("copy.db");
  auto operations = good(Operations::open(hall.path, "admin:eve"));
  auto sql = std::make_unique<Operator>(hall.path);
  good(operations->backup_to(copy));
  CHECK(sql->ask("SELECT Action || Note FROM TAuditLog ORDER BY AuditId DESC LIMIT 1") ==
        "backup" + copy);
  hall.play(2, won_by(Player::first));

  // Whoever has it open is in the way: a server, idle or not, an operator's sqlite3.
  const auto refused = restore(hall.path, copy, "admin:eve");
  CHECK(failure(refused) == Failure::busy);
  CHECK(refused.error().message.find("stop it first") != std::string::npos);
  CHECK(good(hall.store->user_by_id(1)).score_in_all == 8);
  hall.store.reset();
  operations.reset();
  CHECK(failure(restore(hall.path, copy, "admin:eve")) == Failure::busy);
  sql.reset();

  const auto path = hall.path;
  const auto in_place = [&](Id score) {
    auto store = open(path);
    CHECK(good(store->user_by_id(1)).score_in_all == score);
    CHECK(good(store->ledger_difference()) == 0);
  };

  SECTION("a sound backup") {
    const auto kept = good(restore(path, copy, "admin:eve"));
    CHECK(kept == path + ".before-restore");
    in_place(4);
    CHECK(good(open(kept)->user_by_id(1)).score_in_all == 8);
    CHECK(good(restore(path, kept, "admin:eve")) == path + ".before-restore-2");
    in_place(8);
    Operator after(path);
    CHECK(after.ask("SELECT Who || Action || Note FROM TAuditLog ORDER BY AuditId DESC LIMIT 1") ==
          "admin:everestore" + kept);
  }
  SECTION("a database that is damaged is put aside") {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << std::string(9'000, 'x');
    CHECK(good(restore(path, copy, "admin:eve")) == path + ".damaged");
    in_place(4);
  }
  SECTION("no database yet") {
    const auto fresh = hall.dir.file("fresh.db");
    CHECK(good(restore(fresh, copy, "admin:eve")).empty());
    CHECK(good(open(fresh)->user_by_id(1)).score_in_all == 4);
  }
  SECTION("bad backups change nothing") {
    const auto broken = hall.dir.file("broken.db");
    std::filesystem::copy_file(copy, broken);
    std::filesystem::resize_file(broken, 30'000);
    CHECK(failure(restore(path, broken, "x")) == Failure::damaged);
    std::ofstream(hall.dir.file("empty.db")) << "";
    CHECK(failure(restore(path, hall.dir.file("empty.db"), "x")) == Failure::damaged);
    CHECK(failure(restore(path, hall.dir.file("none.db"), "x")) == Failure::not_found);
    CHECK(failure(restore(path, path, "x")) == Failure::refused);
    {
      Operator newer(copy);
      REQUIRE(newer.run("INSERT INTO TSchemaBase VALUES (99, 'future', 1)") == "");
    }
    CHECK(failure(restore(path, copy, "x")) == Failure::newer);
    in_place(8);
  }
}

}  // namespace tianyuan::db::test
