// What operators type: values refused with a sentence, every change in the audit log, ledgers that
// only grow. All by plain SQL on a connection that knows nothing of the program.

#include <rapidcheck.h>

#include "common/game.h"
#include "common/rule_set.h"
#include "support.h"

namespace tianyuan::db::test {
namespace {

std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("''") : std::string(1, c);
  return out + "'";
}

}  // namespace

TEST_CASE("a bad room value is refused where it is typed, in words", "[schema]") {
  Hall hall;
  Operator sql(hall.path);
  struct Case {
    const char* column;
    const char* bad;
    const char* says;
  };
  const Case cases[] = {
      {"RunPublish", "-3", "RunPublish must be 0 to 100000"},
      {"RunPublish", "100001", "RunPublish must be"},
      {"RunPublish", "'a lot'", "RunPublish"},
      {"RunPublish", "2.5", "RunPublish"},
      {"RunPublish", "NULL", "RunPublish"},
      {"Kind", "'xx'", "Kind must be casual, national or professional"},
      {"OpeningRule", "'renjuu'", "OpeningRule must be the name of a rule set"},
      {"Enforcement", "'ignore'", "Enforcement must be refuse, lose or claim"},
      {"TimeControl", "'10 minutes'", "TimeControl must be hall TOTAL BEFORE AFTER"},
      {"DisconnectClock", "'stop'", "DisconnectClock must be pause or run"},
      {"GraceMs", "0", "GraceMs must be"},
      {"AbsenceTotalMs", "-1", "AbsenceTotalMs must be"},
      {"SkipsToLose", "-1", "SkipsToLose must be"},
      {"UndosPerPlayer", "101", "UndosPerPlayer must be"},
      {"WinPoints", "-1", "WinPoints must be"},
      {"LossPoints", "1", "LossPoints must be"},
      {"DrawPoints", "100001", "DrawPoints must be"},
      {"CoinStake", "-10", "CoinStake must be"},
      {"Capacity", "0", "Capacity must be"},
      {"MaximumEscapeRate", "1.5", "MaximumEscapeRate must be"},
      {"MinimumScore", "'high'", "MinimumScore"},
      {"FifthsMax", "0", "FifthsMax must be"},
      {"OverlineCountsAsFour", "2", "OverlineCountsAsFour must be 0 or 1"},
      {"CentreFirst", "7", "CentreFirst must be 0 or 1"},
      {"QuickMatchOnly", "-1", "QuickMatchOnly must be 0 or 1"},
      {"GuestsAllowed", "'yes'", "GuestsAllowed"},
      {"IsDefault", "2", "IsDefault must be 0 or 1"},
      {"Open", "3", "Open must be 0 or 1"},
      {"CountPrivate", "9", "CountPrivate must be 0 or 1"},
      {"CountGuests", "9", "CountGuests must be 0 or 1"},
      {"Name", "'  '", "Name must have 1 to 40 characters"},
      {"Name", "'a' || char(10) || 'b'", "Name must have 1 to 40 characters"},
      {"Name", "'a' || char(27) || '[31m'", "Name must have 1 to 40 characters"},
      {"Name", "'普通一室'", "UNIQUE"},
      {"RoomId", "77", "RoomId cannot be changed"},
  };
  const auto before = sql.column("SELECT RunPublish || Name || Kind FROM TGameRoomBase");
  const auto audit = sql.number("SELECT count(*) FROM TAuditLog");
  for (const auto& example : cases) {
    const auto said = sql.run("UPDATE TGameRoomBase SET " + std::string(example.column) + " = " +
                              example.bad + " WHERE RoomId = 3");
    INFO(example.column << " = " << example.bad << " said: " << said);
    CHECK(said.find(example.says) != std::string::npos);
  }
  CHECK(sql.column("SELECT RunPublish || Name || Kind FROM TGameRoomBase") == before);
  CHECK(sql.number("SELECT count(*) FROM TAuditLog") == audit);
}

TEST_CASE("the table takes every rule set and mode that the rule library has", "[schema]") {
  Hall hall;
  Operator sql(hall.path);
  for (const RuleSet& rule : rule_sets()) {
    INFO(rule.name);
    CHECK(sql.run("UPDATE TGameRoomBase SET OpeningRule = " + quoted(std::string(rule.name))) ==
          "");
  }
  for (const auto mode : {Enforcement::claim, Enforcement::lose, Enforcement::refuse}) {
    CHECK(sql.run("UPDATE TGameRoomBase SET Enforcement = " +
                  quoted(std::string(to_string(mode)))) == "");
  }
  for (const auto mode : {DisconnectClock::pause, DisconnectClock::run}) {
    CHECK(sql.run("UPDATE TGameRoomBase SET DisconnectClock = " +
                  quoted(std::string(to_string(mode)))) == "");
  }
  for (const Room& room : good(hall.store->rooms())) {
    CHECK(find_rule_set(room.rule) != nullptr);
    CHECK(parse_time_control(room.time_control).has_value());
    CHECK(parse_enforcement(room.enforcement).has_value());
  }
}

TEST_CASE("TimeControl is taken exactly when the program can read it", "[schema][property]") {
  Hall hall;
  Operator sql(hall.path);
  const auto agree = [&](const std::string& text) {
    const bool taken =
        sql.run("UPDATE TGameRoomBase SET TimeControl = " + quoted(text) + " WHERE RoomId = 1")
            .empty();
    if (taken != parse_time_control(text).has_value()) {
      FAIL_CHECK("disagree on \"" << text << "\": the table " << (taken ? "takes" : "refuses"));
    }
    return taken == parse_time_control(text).has_value();
  };
  for (const char* text : {"hall 600000 60000 20000",
                           "hall 1000 1000 1000",
                           "hall 86400000 86400000 86400000",
                           "hall 86400001 1000 1000",
                           "hall 999 1000 1000",
                           "hall 600000 60000",
                           "hall 600000 60000 2e4",
                           "hall 600000 60000 20000 1000",
                           "hall 600000  60000 20000",
                           " hall 600000 60000 20000",
                           "hall 600000 60000 20000 ",
                           "hall 0600000 60000 20000",
                           "hall 600000 060000 20000",
                           "hall",
                           "hall ",
                           "",
                           "HALL 600000 60000 20000",
                           "sudden 600000",
                           "sudden 999",
                           "sudden 0600000",
                           "sudden 99999999999999999999",
                           "sudden -600000",
                           "sudden 600000 ",
                           "sudden 600000 1000",
                           "fischer 300000 5000",
                           "fischer 300000 0",
                           "fischer 300000",
                           "byoyomi 600000 30000 3",
                           "byoyomi 600000 30000 0",
                           "byoyomi 600000 30000 100",
                           "byoyomi 600000 30000 101",
                           "shared 1200000",
                           "shared 1",
                           "periods 3600000/40,900000/15",
                           "periods 3600000",
                           "periods 3600000,900000/15",
                           "periods 3600000/0",
                           "periods 3600000/1000",
                           "periods 3600000/1001",
                           "periods 3600000/",
                           "periods /40",
                           "periods 3600000/40/2",
                           "periods 3600000,,900000",
                           "periods 3600000,",
                           "periods ,3600000",
                           "periods 999",
                           "periods 86400001/4",
                           "periods 3600000/04",
                           "periods 03600000/4",
                           "periods 3600000 /4",
                           "hall\n600000 60000 20000",
                           "periods 3600000/40 900000/15"}) {
    agree(text);
  }
  CHECK(rc::check("near the forms too", [&] {
    const auto kind = *rc::gen::element<std::string>("hall", "sudden", "fischer", "periods",
                                                     "byoyomi", "shared", "hal", "");
    const auto pieces = *rc::gen::container<std::vector<std::string>>(
        rc::gen::element<std::string>("600000", "60000", "1000", "999", "86400001", "0", "40", "05",
                                      " ", " ", " ", "/", ",", "-", ".", "1001"));
    std::string text = kind + " ";
    for (const auto& piece : pieces) text += piece;
    RC_ASSERT(agree(text));
  }));
}

TEST_CASE("each change of rooms, ranks, settings and user flags is in the audit log", "[schema]") {
  Hall hall;
  Operator sql(hall.path);
  const auto last = [&](const std::string& column) {
    return sql.ask("SELECT " + column + " FROM TAuditLog ORDER BY AuditId DESC LIMIT 1");
  };
  REQUIRE(sql.run("UPDATE TGameRoomBase SET RunPublish = 20, Open = 0 WHERE RoomId = 3") == "");
  CHECK(last("Who") == "sql");
  CHECK(last("TableName || ' ' || RowKey || ' ' || Action") == "TGameRoomBase 3 update");
  CHECK(last("OldValues") == R"({"RunPublish":8,"Open":1})");
  CHECK(last("NewValues") == R"({"RunPublish":20,"Open":0})");
  CHECK(last("At > 1700000000000") == "1");

  REQUIRE(sql.run("INSERT INTO TGameRoomBase (Name, Kind, OpeningRule) "
                  "VALUES ('新室', 'national', 'renju')") == "");
  CHECK(last("json_extract(NewValues, '$.OpeningRule')") == "renju");
  REQUIRE(sql.run("DELETE FROM TGameRoomBase WHERE Name = '新室'") == "");
  CHECK(last("Action || json_extract(OldValues, '$.Name')") == "delete新室");

  REQUIRE(sql.run("UPDATE TRankBase SET Threshold = 31 WHERE RankId = 2") == "");
  CHECK(last("json_extract(OldValues, '$.Threshold') || json_extract(NewValues, '$.Threshold')") ==
        "3031");
  REQUIRE(sql.run("DELETE FROM TRankBase WHERE RankId = 2") == "");
  CHECK(last("TableName || Action") == "TRankBasedelete");
  REQUIRE(sql.run("INSERT INTO TRankBase (Threshold, Name, NameEn) VALUES (30, '初段', '1 dan')") ==
          "");
  CHECK(last("TableName || Action") == "TRankBaseinsert");

  REQUIRE(sql.run("UPDATE TSettingBase SET Value = 500 WHERE Key = 'StartingCoins'") == "");
  CHECK(last("RowKey || OldValues || NewValues") == R"(StartingCoins{"Value":1000}{"Value":500})");

  for (const char* change : {"Muted = 1", "Banned = 1", "Roles = 'referee admin'", "Name = 'al'"}) {
    REQUIRE(sql.run("UPDATE TUserBase SET " + std::string(change) + " WHERE UserId = 1") == "");
    CHECK(last("TableName || UserId") == "TUserBase1");
  }
  CHECK(last("OldValues || NewValues") == R"({"Name":"alice"}{"Name":"al"})");
  REQUIRE(sql.run("UPDATE TUserBase SET PasswordHash = 'x' WHERE UserId = 1") == "");
  CHECK(last("OldValues || NewValues") ==
        R"({"PasswordHash":"not shown"}{"PasswordHash":"changed"})");
  REQUIRE(sql.run("INSERT INTO TAnnouncement (Text) VALUES ('维护')") == "");
  CHECK(last("TableName || NewValues") == R"(TAnnouncement{"Text":"维护"})");

  const auto rows = sql.number("SELECT count(*) FROM TAuditLog");
  REQUIRE(sql.run("UPDATE TGameRoomBase SET RunPublish = RunPublish; "
                  "UPDATE TUserBase SET Muted = Muted; UPDATE TSettingBase SET Value = Value") ==
          "");
  CHECK(sql.number("SELECT count(*) FROM TAuditLog") == rows);
  hall.play(1, won_by(Player::first));  // scores and coins are the ledger's, not the audit log's
  CHECK(sql.number("SELECT count(*) FROM TAuditLog") == rows);
}

TEST_CASE("ledger and audit log only grow, whatever is typed", "[schema]") {
  Hall hall;
  hall.play(1, won_by(Player::first));
  Operator sql(hall.path);
  const auto ledger =
      sql.column("SELECT LedgerId || '/' || UserId || '/' || Amount FROM TScoreLedger");
  const auto audit = sql.number("SELECT count(*) FROM TAuditLog");
  for (const char* attempt :
       {"UPDATE TScoreLedger SET Amount = 100", "DELETE FROM TScoreLedger",
        "INSERT OR REPLACE INTO TScoreLedger (LedgerId, UserId, Currency, Amount, Note) "
        "VALUES (1, 1, 'coins', 5, 'x')",
        "INSERT OR REPLACE INTO TScoreLedger (GameId, UserId, Currency, Kind, Amount, Reason) "
        "VALUES (1, 1, 'score', 'casual', 99, 'game')",
        "UPDATE OR REPLACE TScoreLedger SET UserId = 2 WHERE GameId = 1",
        "UPDATE TAuditLog SET Who = 'nobody'", "DELETE FROM TAuditLog",
        "INSERT OR REPLACE INTO TAuditLog (AuditId, Who, Action, TableName, RowKey) "
        "VALUES (1, 'x', 'x', 'x', 'x')"}) {
    INFO(attempt);
    CHECK(sql.run(attempt).find("append-only") != std::string::npos);
  }
  CHECK(
      sql.run("UPDATE TUserScore SET Score = 1000 WHERE UserId = 1").find("sum of TScoreLedger") !=
      std::string::npos);
  CHECK(sql.run("UPDATE TUserBase SET Coins = 9999 WHERE UserId = 1").find("sum of TScoreLedger") !=
        std::string::npos);
  CHECK(sql.run("INSERT INTO TScoreLedger (UserId, Currency, Amount, Note) "
                "VALUES (404, 'score', 5, 'whom?')")
            .find("no such UserId") != std::string::npos);
  CHECK(sql.run("DELETE FROM TUserBase WHERE UserId = 1").find("never removed") !=
        std::string::npos);
  CHECK(sql.run("UPDATE TUserBase SET UserId = 50 WHERE UserId = 1").find("cannot be changed") !=
        std::string::npos);
  CHECK(sql.run("INSERT INTO TSettingBase VALUES ('StartingCoin', 1, 0, 2, '')").find("unknown") !=
        std::string::npos);
  CHECK(sql.run("UPDATE TSettingBase SET Value = -1 WHERE Key = 'StartingCoins'")
            .find("between Minimum and Maximum") != std::string::npos);
  CHECK(sql.run("UPDATE TSettingBase SET Maximum = 1").find("only Value") != std::string::npos);
  CHECK(sql.column("SELECT LedgerId || '/' || UserId || '/' || Amount FROM TScoreLedger") ==
        ledger);
  CHECK(sql.number("SELECT count(*) FROM TAuditLog") == audit);
  CHECK(good(hall.store->ledger_difference()) == 0);
}

TEST_CASE("what is being played cannot be edited away; what has ended can be removed", "[schema]") {
  Hall hall;
  Operator sql(hall.path);
  hall.play(1, won_by(Player::first));
  hall.start(2);
  const auto log = sql.column("SELECT LogId || Payload FROM TGameEvent");
  for (const char* attempt :
       {"UPDATE TGameEvent SET Payload = 'x'", "UPDATE TGameEvent SET Version = 7 WHERE GameId = 1",
        "DELETE FROM TGameEvent", "DELETE FROM TGameEvent WHERE GameId = 2",
        "DELETE FROM TGameBase", "DELETE FROM TGameBase WHERE EndedAt IS NULL",
        "UPDATE TGameBase SET GameId = GameId + 100",
        "UPDATE TGameBase SET FirstUserId = 0 WHERE GameId = 1"}) {
    INFO(attempt);
    CHECK(sql.run(attempt) != "");
  }
  CHECK(sql.run("DELETE FROM TGameBase").find("this game runs") != std::string::npos);
  CHECK(sql.column("SELECT LogId || Payload FROM TGameEvent") == log);
  CHECK(sql.number("SELECT count(*) FROM TGameBase") == 2);
  CHECK(good(hall.store->recover()).running.size() == 1);

  CHECK(good(hall.store->prune_log(100)) > 0);  // the program's own removal goes on
  CHECK(sql.number("SELECT count(DISTINCT GameId) FROM TGameEvent") == 1);
  CHECK(sql.run("DELETE FROM TGameBase WHERE GameId = 1") == "");
}

TEST_CASE("nothing typed stands in the way of a running game's settlement", "[schema]") {
  Hall hall;
  Operator sql(hall.path);
  hall.start(1);
  const std::pair<const char*, const char*> attempts[] = {
      {"INSERT INTO TScoreLedger (GameId, UserId, Currency, Kind, Amount, Reason) "
       "VALUES (1, 1, 'score', 'casual', 5, 'game')",
       "a correction has no GameId"},
      {"UPDATE TGameBase SET EndedAt = 1, Outcome = 'win'", "ended by the server"},
      {"INSERT INTO TGameBase (GameId, RoomId, Kind, OpeningRule, FirstUserId, SecondUserId, "
       "StartedAt, FirstLogId) VALUES (2, 1, 'casual', 'freestyle', 1, 2, 1, 1)",
       "opened by the server"},
      {"INSERT INTO TUserBase (UserId, Name, CreatedAt) VALUES (9223372036854775807, 'x', 1)",
       "UserId must be"},
      {"INSERT INTO TUserBase (UserId, Name, CreatedAt) VALUES (-7, 'x', 1)", "UserId must be"},
      {"INSERT INTO TGameRoomBase (RoomId, Name, Kind, OpeningRule) "
       "VALUES (9007199254740993, 'far', 'casual', 'freestyle')",
       "RoomId must be"},
      {"INSERT INTO TGameRoomBase (RoomId, Name, Kind, OpeningRule) "
       "VALUES (0, 'zero', 'casual', 'freestyle')",
       "RoomId must be"},
      {"INSERT INTO TScoreLedger (LedgerId, UserId, Currency, Amount, Note) "
       "VALUES (9223372036854775807, 1, 'score', 1, 'far')",
       "LedgerId must be"},
  };
  for (const auto& [attempt, says] : attempts) {
    INFO(attempt);
    CHECK(sql.run(attempt).find(says) != std::string::npos);
  }
  CHECK(good(hall.settle(hall.ending(1, won_by(Player::first)))).counted);
  CHECK(sql.run("UPDATE TGameBase SET EndedAt = NULL, Outcome = NULL").find("stay so") !=
        std::string::npos);
  hall.play(2, won_by(Player::second));
  CHECK(hall.person("carol") == 3);
  CHECK(good(hall.store->ledger_difference()) == 0);
}

TEST_CASE("one room is the default, whichever was marked last", "[schema]") {
  Hall hall;
  Operator sql(hall.path);
  const auto is_default = [&] {
    return sql.column("SELECT RoomId FROM TGameRoomBase WHERE IsDefault = 1");
  };
  CHECK(is_default() == std::vector<std::string>{"1"});
  REQUIRE(sql.run("UPDATE TGameRoomBase SET IsDefault = 1 WHERE RoomId = 4") == "");
  CHECK(is_default() == std::vector<std::string>{"4"});
  REQUIRE(sql.run("INSERT INTO TGameRoomBase (RoomId, Name, Kind, OpeningRule, IsDefault) "
                  "VALUES (20, 'x', 'casual', 'freestyle', 1)") == "");
  CHECK(is_default() == std::vector<std::string>{"20"});
}

TEST_CASE("the last rank stays, and the views answer", "[schema]") {
  Hall hall;
  hall.play(1, won_by(Player::first));
  hall.play(2, escaped_by(Player::second));
  Operator sql(hall.path);
  CHECK(sql.ask("SELECT Name || ' ' || Score || ' ' || RankName FROM VLadder "
                "WHERE Kind = 'all' AND Place = 1") == "alice 4 初学者");
  CHECK(sql.ask("SELECT RankName FROM VUserScore WHERE Name = 'bob' AND Score < 0") == "初学者");
  CHECK(sql.ask("SELECT EscapeRate FROM VEscapeRate WHERE Name = 'bob'") == "0.5");
  CHECK(
      sql.ask("SELECT FirstName || Outcome || Winner || FirstChange FROM VGame WHERE GameId = 1") ==
      "alicewinfirst4");
  REQUIRE(sql.run("UPDATE TRankBase SET Threshold = 4 WHERE RankId = 2") == "");
  CHECK(sql.ask("SELECT RankName FROM VUserScore WHERE Name = 'alice' AND Kind = 'all'") ==
        "业余初段");
  CHECK(sql.run("DELETE FROM TRankBase").find("at least one rank") != std::string::npos);
  CHECK(good(hall.store->ranks()).size() == 21);
}

}  // namespace tianyuan::db::test
