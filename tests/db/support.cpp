#include "support.h"

#include <sqlite3.h>
#include <stdlib.h>

namespace tianyuan::db::test {

TempDir::TempDir() {
  std::string pattern = (std::filesystem::temp_directory_path() / "tianyuan-db-XXXXXX").string();
  REQUIRE(::mkdtemp(pattern.data()) != nullptr);
  path_ = pattern;
}

TempDir::~TempDir() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

Operator::Operator(const std::string& path, int busy_timeout_ms) {
  REQUIRE(sqlite3_open(path.c_str(), &handle_) == SQLITE_OK);
  sqlite3_busy_timeout(handle_, busy_timeout_ms);
  sqlite3_exec(handle_, "PRAGMA synchronous = OFF", nullptr, nullptr, nullptr);
}

Operator::~Operator() {
  sqlite3_close(handle_);
}

std::string Operator::run(const std::string& sql) {
  char* message = nullptr;
  if (sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, &message) == SQLITE_OK) return "";
  std::string said = message == nullptr ? "failed" : message;
  sqlite3_free(message);
  return said;
}

std::vector<std::string> Operator::column(const std::string& sql) {
  std::vector<std::string> values;
  sqlite3_stmt* statement = nullptr;
  INFO(sql);
  REQUIRE(sqlite3_prepare_v2(handle_, sql.c_str(), -1, &statement, nullptr) == SQLITE_OK);
  while (sqlite3_step(statement) == SQLITE_ROW) {
    const auto* text = sqlite3_column_text(statement, 0);
    values.push_back(text == nullptr ? "NULL" : reinterpret_cast<const char*>(text));
  }
  sqlite3_finalize(statement);
  return values;
}

std::string Operator::ask(const std::string& sql) {
  const auto values = column(sql);
  return values.empty() ? "NONE" : values.front();
}

std::unique_ptr<Store> open(const std::string& path, const std::string& synchronous) {
  OpenOptions options;
  options.path = path;
  options.synchronous = synchronous;
  return good(Store::open(options));
}

Hall::Hall(std::string how_synchronous)
    : path(dir.file("tianyuan.db")),
      synchronous(std::move(how_synchronous)),
      store(open(path, synchronous)) {
  first = person("alice");
  second = person("bob");
}

Id Hall::person(const std::string& name, bool guest) {
  return good(store->create_user(name, name, guest ? "" : "$argon2id$hash", guest, kNoonMs)).id;
}

void Hall::start(Id game, Id room, const std::string& kind) {
  OpenGame open;
  open.game = game;
  open.room = room;
  open.kind = kind;
  open.rule = "freestyle";
  open.users = {first, second};
  open.at_ms = kNoonMs;
  open.row = {game, 0, kNoonMs, "opened", R"({"format":1})"};
  const Record record = open;
  good(store->commit({&record, 1}, settled_text));
}

CloseGame Hall::ending(Id game, GameResult result, Id room, const std::string& kind) {
  CloseGame close;
  close.game = game;
  close.room = room;
  close.kind = kind;
  close.users = {first, second};
  close.result = result;
  close.black = Player::first;
  close.moves = "h8h9";
  close.move_count = 2;
  close.at_ms = kNoonMs + 60'000;
  close.events = R"([{"format":1,"players":[{"name":"alice"},{"name":"bob"}]}])";
  close.settled_version = 3;
  return close;
}

Result<Settlement> Hall::settle(const CloseGame& close) {
  const Record record = close;
  auto settled = store->commit({&record, 1}, settled_text);
  if (!settled) return std::unexpected(settled.error());
  REQUIRE(settled->size() == 1);
  return settled->front();
}

Settlement Hall::play(Id game, GameResult result, Id room, const std::string& kind,
                      std::int64_t stake) {
  start(game, room, kind);
  CloseGame close = ending(game, result, room, kind);
  close.stake = stake;
  return good(settle(close));
}

void Hall::reopen() {
  store.reset();
  store = open(path, synchronous);
}

GameResult won_by(Player winner) {
  return {Outcome::win, EndReason::five, winner, other(winner)};
}
GameResult drawn() {
  return {Outcome::draw, EndReason::agreement, std::nullopt, std::nullopt};
}
GameResult escaped_by(Player loser) {
  return {Outcome::escape, EndReason::absence, std::nullopt, loser};
}
GameResult both_lost() {
  return {Outcome::both_lose, EndReason::referee, std::nullopt, std::nullopt};
}
GameResult annulled() {
  return {Outcome::annulled, EndReason::shutdown, std::nullopt, std::nullopt};
}

std::string settled_text(const Settlement& settlement, std::int64_t at_ms) {
  return R"({"game":)" + std::to_string(settlement.game) + R"(,"at":)" + std::to_string(at_ms) +
         "}";
}

}  // namespace tianyuan::db::test
