// Opening: new, damaged, newer, foreign, unwritable files; migrations and the backup before them.

#include <sys/stat.h>

#include <fstream>
#include <iterator>

#include "db/internal/migrate.h"
#include "support.h"

namespace tianyuan::db::test {
namespace {

Failure open_failure(const std::string& path, bool read_only = false) {
  OpenOptions options;
  options.path = path;
  options.read_only = read_only;
  return failure(Store::open(options));
}

std::string bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write_bytes(const std::string& path, const std::string& content) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
}

std::unique_ptr<Connection> connect(const std::string& path) {
  OpenOptions options;
  options.path = path;
  return good(Connection::open(options));
}

// The file that a released version 1 left, as text; every later program must be able to raise it.
void make_version_1(const std::string& path) {
  const std::string dump = bytes(TIANYUAN_TEST_DATA "/db/version-1.sql");
  REQUIRE_FALSE(dump.empty());
  Operator sql(path);
  REQUIRE(sql.run(dump) == "");
}

}  // namespace

TEST_CASE("a missing file is made, with rooms, ranks and settings", "[open]") {
  TempDir dir;
  const auto path = dir.file("new.db");
  auto store = open(path);
  CHECK(good(store->rooms()).size() == 8);
  CHECK(good(store->settings()).at("StartingCoins") == "1000");
  const auto ranks = good(store->ranks());
  CHECK(std::equal(ranks.begin(), ranks.end(), default_ranks().begin(), default_ranks().end()));
  CHECK(failure(store->user_by_id(0)) == Failure::not_found);  // the house is nobody
  CHECK(good(store->ledger_difference()) == 0);
  Operator sql(path);
  CHECK(sql.ask("PRAGMA journal_mode") == "wal");
  CHECK(sql.ask("SELECT DISTINCT Who FROM TAuditLog") == "migration");
  CHECK(sql.ask("SELECT count(*) FROM pragma_table_list WHERE schema = 'main' AND type = 'table' "
                "AND name LIKE 'T%' AND strict = 0") == "0");
  // A second program may have it open at the same time.
  CHECK(good(open(path)->rooms()).size() == 8);
}

TEST_CASE("a damaged file is refused and left as it is", "[open]") {
  TempDir dir;
  const auto path = dir.file("hall.db");
  SECTION("no database at all") {
    write_bytes(path, std::string(10'000, 'x'));
    const auto before = bytes(path);
    CHECK(open_failure(path) == Failure::damaged);
    CHECK(open_failure(path, true) == Failure::damaged);
    CHECK(bytes(path) == before);
  }
  SECTION("cut off") {
    open(path).reset();
    write_bytes(path, bytes(path).substr(0, 20'000));
    CHECK(open_failure(path) == Failure::damaged);
  }
  SECTION("a page overwritten") {
    open(path).reset();
    auto content = bytes(path);
    REQUIRE(content.size() > 5 * 4096);
    for (std::size_t page = 4; page < content.size() / 4096; page += 3) {
      content.replace(page * 4096, 200, std::string(200, '\x5a'));
    }
    write_bytes(path, content);
    CHECK(open_failure(path) == Failure::damaged);
  }
}

TEST_CASE("a newer file is refused, untouched", "[open]") {
  TempDir dir;
  const auto path = dir.file("hall.db");
  open(path).reset();
  Operator sql(path);
  REQUIRE(sql.run("INSERT INTO TSchemaBase VALUES (99, 'future', 1); "
                  "PRAGMA wal_checkpoint(TRUNCATE)") == "");
  const auto before = bytes(path);
  OpenOptions options;
  options.path = path;
  auto refused = Store::open(options);
  CHECK(failure(refused) == Failure::newer);
  CHECK(refused.error().message.find("99") != std::string::npos);
  CHECK(open_failure(path, true) == Failure::newer);
  CHECK(bytes(path) == before);
}

TEST_CASE("another program's database is refused, untouched", "[open]") {
  TempDir dir;
  const auto path = dir.file("other.db");
  {
    Operator sql(path);
    REQUIRE(sql.run("CREATE TABLE Recipes (Name TEXT)") == "");
  }
  const auto before = bytes(path);
  CHECK(open_failure(path) == Failure::other);
  CHECK(bytes(path) == before);
}

TEST_CASE("places where no database can be are an I/O failure", "[open]") {
  TempDir dir;
  CHECK(open_failure(dir.file("no/such/folder.db")) == Failure::io);
  CHECK(open_failure(dir.path().string()) == Failure::io);
  CHECK(open_failure("") == Failure::io);
  CHECK(open_failure(dir.file("quo\"te.db")) == Failure::io);
  CHECK(open_failure(dir.file("missing.db"), true) == Failure::io);
  CHECK_FALSE(std::filesystem::exists(dir.file("missing.db")));
  CHECK(good(open(dir.file("天元 with space.db"))->rooms()).size() == 8);
  // A reader makes no database out of an empty file.
  write_bytes(dir.file("empty.db"), "");
  CHECK(open_failure(dir.file("empty.db"), true) == Failure::other);
}

TEST_CASE("a file of version 1 is raised, its data kept, a copy left beside it",
          "[open][migration]") {
  TempDir dir;
  const auto path = dir.file("old.db");
  make_version_1(path);
  auto store = open(path);
  Operator raised(path), copy(path + ".before-v2");
  CHECK(raised.number("SELECT max(Version) FROM TSchemaBase") == migrations().back().version);
  CHECK(copy.number("SELECT max(Version) FROM TSchemaBase") == 1);
  CHECK(copy.ask("SELECT Name FROM TUserBase WHERE UserId = 1") == "alice");
  const User user = good(store->user_by_key("alice"));
  CHECK(user.score_in_all == 4);
  CHECK(user.coins == 1000);
  // A token of those days is the first of its series.
  CHECK(good(store->session("hash-of-token")).user == 1);
  CHECK(good(store->session("hash-of-token")).token_hash == "hash-of-token");
  CHECK(good(store->game(1)).result == won_by(Player::first));
  CHECK(good(store->recover()).running.at(0).rows.size() == 2);
  CHECK(good(store->rooms()).at(2).points.run_publish == 20);
  CHECK(good(store->ledger_difference()) == 0);
}

TEST_CASE("existing data is copied before a migration, each step is whole or not at all",
          "[open][migration]") {
  TempDir dir;
  const auto path = dir.file("old.db");
  make_version_1(path);
  std::vector<Migration> steps(migrations().begin(), migrations().end());
  const int next = steps.back().version + 1;
  open(path).reset();  // first to the program's own version
  auto connection = connect(path);
  const auto backup = path + ".before-v" + std::to_string(next);

  SECTION("a good step") {
    const std::string sql = "ALTER TABLE TGameRoomBase ADD COLUMN Motto TEXT NOT NULL DEFAULT ''";
    steps.push_back({next, "motto", sql.c_str()});
    good(migrate(*connection, steps));
    CHECK(good(schema_version(*connection)) == next);
    Operator migrated(path), copy(backup);
    CHECK(migrated.number("SELECT count(*) FROM TGameRoomBase WHERE Motto = ''") == 8);
    CHECK(copy.number("SELECT max(Version) FROM TSchemaBase") == next - 1);
    CHECK(copy.ask("SELECT Name FROM TUserBase WHERE UserId = 1") == "alice");
    CHECK(copy.ask("PRAGMA integrity_check") == "ok");
    good(migrate(*connection, steps));  // again: nothing to do, no second copy
    CHECK_FALSE(std::filesystem::exists(backup + "-2"));
    // The program, which knows no such version, says so.
    CHECK(open_failure(path) == Failure::newer);
  }
  SECTION("a step that fails in the middle leaves nothing of itself") {
    steps.push_back({next, "broken", "CREATE TABLE THalf (A INTEGER) STRICT; SELECT nonsense"});
    CHECK_FALSE(migrate(*connection, steps).has_value());
    CHECK(good(schema_version(*connection)) == next - 1);
    Operator sql(path);
    CHECK(sql.number("SELECT count(*) FROM sqlite_master WHERE name = 'THalf'") == 0);
    CHECK(std::filesystem::exists(backup));
    CHECK(good(open(path)->user_by_id(1)).name == "alice");
  }
  SECTION("a step that leaves a dangling reference is refused") {
    steps.push_back(
        {next, "dangling", "DROP TRIGGER TUserBaseStays; DELETE FROM TUserBase WHERE UserId = 1"});
    CHECK(failure(migrate(*connection, steps)) == Failure::damaged);
    CHECK(good(open(path)->user_by_id(1)).name == "alice");
  }
  SECTION("without room for the copy nothing is migrated") {
    REQUIRE(::mkdir((backup + ".partial").c_str(), 0700) == 0);
    write_bytes(backup + ".partial/keep", "in the way");
    steps.push_back({next, "motto", "CREATE TABLE TMotto (A INTEGER) STRICT"});
    CHECK_FALSE(migrate(*connection, steps).has_value());
    CHECK(good(schema_version(*connection)) == next - 1);
  }
}

TEST_CASE("a backup is a database of its own; a name that is taken is refused", "[open][backup]") {
  Hall hall;
  hall.play(1, won_by(Player::first));
  const auto copy = hall.dir.file("copy.db");
  good(hall.store->backup_to(copy));
  CHECK(failure(hall.store->backup_to(copy)) == Failure::conflict);
  hall.play(2, won_by(Player::first));
  auto restored = open(copy);
  CHECK(good(restored->user_by_id(hall.first)).score_in_all == 4);
  CHECK(good(restored->ledger_difference()) == 0);
  CHECK(failure(restored->game(2)) == Failure::not_found);
  CHECK(failure(hall.store->backup_to(hall.dir.file("no/where.db"))) == Failure::io);
  CHECK_FALSE(std::filesystem::exists(copy + ".partial"));
}

}  // namespace tianyuan::db::test
