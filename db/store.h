#pragma once

// The database (docs/architecture.md, "Database"). Table names are those that operators know:
// TGameRoomBase, TUserBase, TUserSession, TRankBase, TGameBase, TGameEvent, TScoreLedger,
// TAuditLog, TSettingBase; views VLadder, VEscapeRate.
//
// Thread: a Store is one connection and belongs to one thread at a time. The server has one writer
// (the db writer) and a reader for each worker. Nothing throws; every call says in its Result what
// went wrong.

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "db/types.h"

namespace tianyuan::db {

struct OpenOptions {
  std::string path;
  bool read_only = false;            // readers: no migration, no writes
  int busy_timeout_ms = 0;           // how long SQLite itself waits for a lock before Failure::busy
  std::string synchronous = "FULL";  // FULL, or NORMAL / OFF for measurements only
  std::string vfs;  // tests: a VFS that forgets unsynced writes; empty: the default
  // Writers: read the whole file once for damage (about a second a GB). Off: damage shows when a
  // damaged page is read.
  bool quick_check = true;
  std::int64_t max_pages = 0;  // a quota in pages of 4 KiB, above it Failure::full; 0: none
};

class Store {
 public:
  // Creates the file where missing, refuses a damaged or newer one, takes a backup beside it before
  // any migration of existing data, migrates.
  static Result<std::unique_ptr<Store>> open(const OpenOptions& options);
  virtual ~Store() = default;

  // ---- writer: the log. One transaction (BEGIN IMMEDIATE); all of it or nothing of it. Answers
  // the settlements of the CloseGame records in it, in order. `settled_payload` makes the log row's
  // payload of a settlement. After Failure::io the Store refuses every further write.
  using SettledPayload = std::function<std::string(const Settlement&, std::int64_t at_ms)>;
  virtual Result<std::vector<Settlement>> commit(std::span<const Record> batch,
                                                 const SettledPayload& settled_payload) = 0;
  virtual Result<Recovery> recover() = 0;
  virtual Result<int> prune_log(int at_most_rows) = 0;  // rows of ended games; how many went

  // ---- writer: people. `at_ms` is now.
  virtual Result<User> create_user(std::string_view name, std::string_view name_key,
                                   std::string_view password_hash, bool guest,
                                   std::int64_t at_ms) = 0;
  virtual Result<User> promote_guest(Id user, std::string_view name, std::string_view name_key,
                                     std::string_view password_hash, std::int64_t at_ms) = 0;
  virtual Result<void> set_password(Id user, std::string_view password_hash,
                                    std::int64_t at_ms) = 0;
  virtual Result<void> delete_account(Id user, std::int64_t at_ms) = 0;
  // R6: what a player says of another, for the operators: a row of TAuditLog, Action 'report', who
  // it is about as UserId and RowKey, the words as Note. not_found: there is no such player.
  virtual Result<void> report_player(Id by, Id about, std::string_view text,
                                     std::int64_t at_ms) = 0;
  // R6, kept until it is taken back. not_found: there is no such player to block; refused: the list
  // is full (kMostBlocked).
  virtual Result<void> block_player(Id user, Id blocked, bool block, std::int64_t at_ms) = 0;
  virtual Result<void> forget_blocks(Id user) = 0;
  // A new series; its first token names it. The newest 20 of an account stay.
  virtual Result<void> create_session(Id user, std::string_view token_hash, std::int64_t at_ms) = 0;
  // The two tokens of a series that may be shown from now on. not_found: it was revoked.
  virtual Result<void> rotate_session(std::string_view series_hash, std::string_view token_hash,
                                      std::string_view next_token_hash) = 0;
  virtual Result<void> revoke_session(std::string_view series_hash) = 0;
  // All of an account, but for one; empty: that one too.
  virtual Result<void> revoke_sessions(Id user, std::string_view but_series_hash = {}) = 0;
  // S3: an empty purse gets TSettingBase.DailyReliefCoins once a day; answers the coins given, 0
  // when there is nothing to give. Guests get none. Call when somebody signs in.
  virtual Result<std::int64_t> daily_relief(Id user, std::int64_t at_ms) = 0;

  // ---- reading, any Store
  virtual Result<User> user_by_key(std::string_view name_key) = 0;      // not_found
  virtual Result<User> user_by_id(Id user) = 0;                         // not_found
  virtual Result<Session> session(std::string_view series_hash) = 0;    // not_found
  virtual Result<std::vector<Id>> blocked_by(Id user) = 0;
  virtual Result<std::vector<std::string>> reserved_names() = 0;  // TReservedName
  virtual Result<std::vector<Room>> rooms() = 0;
  virtual Result<std::vector<Rank>> ranks() = 0;
  virtual Result<std::map<std::string, std::string>> settings() = 0;  // TSettingBase
  virtual Result<LadderPage> ladder_page(std::string_view kind, int page,
                                         int page_size) = 0;  // kind "" = all
  virtual Result<LadderPage> ladder_around(std::string_view kind, Id user, int neighbours) = 0;
  virtual Result<GameSummary> game(Id game) = 0;
  virtual Result<std::string> game_events(Id game) = 0;  // the JSON array of an ended game
  virtual Result<GamesPage> games_of(Id user, int page,
                                     int page_size) = 0;  // user 0: everybody's, newest first

  // ---- watching what others write (operators with sqlite3, tianyuan-admin)
  virtual Result<std::int64_t> data_version() = 0;  // changes when another connection committed
  // Users whose flags, name or ledger changed since the last call (by TAuditLog and new ledger
  // rows).
  virtual Result<std::vector<Id>> changed_users() = 0;
  // What operators say to all: those above that id, in order.
  virtual Result<std::vector<Announcement>> announcements_since(Id id) = 0;
  virtual Result<Id> newest_announcement() = 0;  // 0: none yet; where a starting server begins

  // ---- operations
  virtual Result<void> checkpoint_if_above(std::int64_t wal_bytes) = 0;
  virtual Result<void> backup_to(const std::string& path) = 0;  // VACUUM INTO
  virtual Result<std::int64_t>
  ledger_difference() = 0;  // score - sum of the ledger over all; 0 when sound
};

}  // namespace tianyuan::db
