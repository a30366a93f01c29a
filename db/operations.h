#pragma once

// What the people who run a hall do to its database (P1, P2), beside the server or without it: the
// server notices within a second. tianyuan-admin stands over this; plain SQL can do the same.
//
// Each act is one transaction and leaves the name of who did it in TAuditLog. Thread: as Store.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "db/store.h"

namespace tianyuan::db {

class Connection;

// How long an operator's program waits while the server or another program writes.
inline constexpr int kOperatorBusyTimeoutMs = 5'000;

enum class UserFlag : std::uint8_t { muted, banned };

struct PlayerFilter {
  std::string name_contains;  // empty: all
  bool only_muted = false;
  bool only_banned = false;
  bool guests = true;  // false: without them
};
struct PlayerRow {
  Id id = 0;
  std::string name;
  bool guest = false, muted = false, banned = false, deleted = false;
  std::string roles;
  std::int64_t score = 0;  // in all
  std::int64_t coins = 0;
  int games = 0, escapes = 0;
  std::int64_t created_at_ms = 0;
};
struct PlayersPage {
  int page = 1;
  int pages = 1;
  std::vector<PlayerRow> players;
};

struct Cell {  // a column of TGameRoomBase
  std::string column;
  std::optional<std::string> value;  // none: NULL
};

struct Setting {  // TSettingBase
  std::string key;
  std::int64_t value = 0, minimum = 0, maximum = 0;
  std::string description;
};

struct AuditEntry {  // TAuditLog
  Id id = 0;
  std::int64_t at_ms = 0;
  std::string who, action, table, row;
  std::string old_values, new_values;  // JSON or empty
  std::string note;
};

struct Checkup {
  std::vector<std::string> damage;  // what SQLite's integrity check says; empty: sound
  std::int64_t ledger_difference = 0;
  std::int64_t games = 0, running = 0, accounts = 0, log_rows = 0, bytes = 0;
};

class Operations {
 public:
  // Never migrates, never makes a file: the version must be the program's own.
  static Result<std::unique_ptr<Operations>> open(const std::string& path, std::string who);
  ~Operations();

  // "name", "17" or "#17" (a name that looks like a number goes before the id). Deleted accounts by
  // id only. not_found says whom.
  Result<Id> find_user(std::string_view name_or_id);
  Result<PlayersPage> players(const PlayerFilter& filter, int page, int page_size);
  Result<std::vector<Cell>> room(Id room);  // every column, in the table's order
  Result<std::vector<Setting>> settings();
  Result<std::vector<AuditEntry>> audit(std::optional<Id> user, int newest);
  Result<Checkup> check();

  Result<void> set_flag(Id user, UserFlag flag, bool on, std::string_view reason);
  Result<void> set_role(Id user, std::string_view role, bool has);
  Result<void> reset_password(Id user, std::string_view password_hash);  // ends his sessions
  // A ledger row without a game (S5). `currency`: "score" or "coins".
  Result<void> correct(Id user, std::string_view currency, std::int64_t amount,
                       std::string_view reason);
  // Column names as in docs/database.md, in any case. A bad value: refused, in the table's words.
  Result<void> set_room(Id room, std::string_view column, std::optional<std::string> value);
  Result<Id> add_room(const std::vector<Cell>& cells);
  Result<void> delete_room(Id room);  // its games end as they would have
  Result<void> set_setting(std::string_view key, std::int64_t value);
  Result<Id> announce(std::string_view text);
  Result<void> backup_to(const std::string& path);

 private:
  Operations(std::unique_ptr<Connection> connection, std::string who);
  template <class Body>
  auto act(std::string_view action, std::string_view table, Id row, std::optional<Id> user,
           std::string_view note, Body&& body);
  Result<std::string> column_named(std::string_view column);

  std::unique_ptr<Connection> connection_;
  std::string who_;
};

// Puts a backup in the place of the database, whole or not at all. Refuses (busy) while any other
// program has the database open, and a backup that is damaged, foreign or newer. Answers the name
// under which what was there before has been kept; empty: there was nothing.
Result<std::string> restore(const std::string& path, const std::string& backup,
                            std::string_view who);

}  // namespace tianyuan::db
