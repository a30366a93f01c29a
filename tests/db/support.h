#pragma once

// Real SQLite files in a directory of their own, and a second connection that plays the operator.

#include <catch2/catch.hpp>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "db/store.h"

struct sqlite3;

namespace tianyuan::db::test {

class TempDir {
 public:
  TempDir();
  ~TempDir();
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;
  std::string file(const std::string& name) const { return (path_ / name).string(); }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// What an operator does with the sqlite3 program, through the same library: no SOCI, no Store.
class Operator {
 public:
  explicit Operator(const std::string& path, int busy_timeout_ms = 0);
  ~Operator();
  Operator(const Operator&) = delete;
  Operator& operator=(const Operator&) = delete;

  std::string run(const std::string& sql);  // "" when it went well, else the message
  // The first column of the first row as text; "NULL" for NULL, "NONE" without a row.
  std::string ask(const std::string& sql);
  std::int64_t number(const std::string& sql) { return std::stoll(ask(sql)); }
  std::vector<std::string> column(const std::string& sql);

 private:
  sqlite3* handle_ = nullptr;
};

// Fails the test with the message when the Result is an error.
template <class T>
T good(Result<T> result) {
  if (!result) FAIL("unexpected failure: " << result.error().message);
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}

inline Failure failure(const auto& result) {
  REQUIRE_FALSE(result.has_value());
  return result.error().failure;
}

std::unique_ptr<Store> open(const std::string& path, const std::string& synchronous = "OFF");

constexpr std::int64_t kNoonMs = 1'800'000'000'000;  // 2027-01-15 08:00 UTC, 16:00 in Beijing

// A hall with two people (ids 1 and 2) in it.
struct Hall {
  // OFF: a test asks what is stored, not what survives a power cut, and a busy disk would take
  // minutes. faulty_disk_test and operator_cli_test run with FULL, the default outside of tests.
  explicit Hall(std::string synchronous = "OFF");
  TempDir dir;
  std::string path;
  std::string synchronous;
  std::unique_ptr<Store> store;
  Id first = 0, second = 0;

  Id person(const std::string& name, bool guest = false);
  void start(Id game, Id room = 1, const std::string& kind = "casual");
  CloseGame ending(Id game, GameResult result, Id room = 1, const std::string& kind = "casual");
  Result<Settlement> settle(const CloseGame& close);
  Settlement play(Id game, GameResult result, Id room = 1, const std::string& kind = "casual",
                  std::int64_t stake = 0);
  void reopen();
};

GameResult won_by(Player winner);
GameResult drawn();
GameResult escaped_by(Player loser);
GameResult both_lost();
GameResult annulled();

std::string settled_text(const Settlement& settlement, std::int64_t at_ms);

}  // namespace tianyuan::db::test
