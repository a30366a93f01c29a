#include "db/internal/sqlite_store.h"

#include <filesystem>

#include "db/internal/books.h"
#include "db/internal/log_insert.h"
#include "db/internal/migrate.h"

namespace tianyuan::db {
namespace {

using soci::into;

// While a program starts: how long it waits for another that holds the lock.
constexpr int kOpenBusyTimeoutMs = 5'000;

Result<void> check_whole(Connection& connection) {
  return attempt(connection, "checking " + connection.path(), [&]() -> Result<void> {
    std::string verdict;
    connection.sql() << "PRAGMA quick_check(1)", into(verdict);
    if (verdict == "ok") return {};
    return std::unexpected(Error{Failure::damaged, connection.path() + ": " + verdict});
  });
}

Result<void> prepare_writer(Connection& connection, const OpenOptions& options) {
  if (options.synchronous != "FULL" && options.synchronous != "NORMAL" &&
      options.synchronous != "OFF") {
    return std::unexpected(Error{Failure::other, "synchronous: " + options.synchronous});
  }
  // A newer file must stay as it is, so its version is read before anything is written.
  const auto version = schema_version(connection);
  if (!version) return std::unexpected(version.error());
  const bool known = *version <= migrations().back().version;
  if (known && *version > 0 && options.quick_check) {
    if (auto whole = check_whole(connection); !whole) return whole;
  }
  if (known) {
    // Checkpoints are asked for (checkpoint_if_above); SQLite's own is the last resort, at 64 MiB.
    auto set = connection.script("PRAGMA synchronous = " + options.synchronous +
                                     "; PRAGMA foreign_keys = ON; PRAGMA cell_size_check = ON; "
                                     "PRAGMA temp_store = MEMORY; PRAGMA journal_mode = WAL; "
                                     "PRAGMA wal_autocheckpoint = 16384",
                                 "setting up " + connection.path());
    if (!set) return set;
    if (options.max_pages > 0) {
      set = connection.script("PRAGMA max_page_count = " + std::to_string(options.max_pages),
                              "setting up " + connection.path());
      if (!set) return set;
    }
  }
  return migrate(connection, migrations());
}

Result<void> prepare_reader(Connection& connection) {
  const auto version = schema_version(connection);
  if (!version) return std::unexpected(version.error());
  const int newest = migrations().back().version;
  if (*version > newest) {
    return std::unexpected(Error{Failure::newer, connection.path() + " has version " +
                                                     std::to_string(*version) + ", newer than " +
                                                     std::to_string(newest)});
  }
  if (*version < newest) {
    return std::unexpected(
        Error{Failure::other, connection.path() + " must be opened for writing once: version " +
                                  std::to_string(*version) + " of " + std::to_string(newest)});
  }
  return connection.script("PRAGMA query_only = ON; PRAGMA temp_store = MEMORY",
                           "setting up " + connection.path());
}

}  // namespace

SqliteStore::SqliteStore(std::unique_ptr<Connection> connection)
    : connection_(std::move(connection)) {}

SqliteStore::~SqliteStore() = default;

Result<std::unique_ptr<Store>> SqliteStore::open(const OpenOptions& options) {
  auto connection = Connection::open(options);
  if (!connection) return std::unexpected(connection.error());
  (*connection)->set_busy_timeout(kOpenBusyTimeoutMs);
  auto ready =
      options.read_only ? prepare_reader(**connection) : prepare_writer(**connection, options);
  if (!ready) return std::unexpected(ready.error());
  (*connection)->set_busy_timeout(options.busy_timeout_ms);
  std::unique_ptr<SqliteStore> store(new SqliteStore(std::move(*connection)));
  if (!options.read_only) store->log_insert_ = std::make_unique<LogInsert>(store->sql());
  if (auto watching = store->start_watching(); !watching) {
    return std::unexpected(watching.error());
  }
  return std::unique_ptr<Store>(std::move(store));
}

Result<std::unique_ptr<Store>> Store::open(const OpenOptions& options) {
  return SqliteStore::open(options);
}

Result<void> SqliteStore::start_watching() {
  return attempt(*connection_, "reading the audit log", [&] {
    Integer audit = 0, ledger = 0;
    sql() << "SELECT coalesce(max(AuditId), 0) FROM TAuditLog", into(audit);
    sql() << "SELECT coalesce(max(LedgerId), 0) FROM TScoreLedger", into(ledger);
    last_audit_ = audit;
    last_ledger_ = ledger;
  });
}

Result<std::int64_t> SqliteStore::data_version() {
  return attempt(*connection_, "data_version", [&]() -> std::int64_t {
    Integer version = 0;
    sql() << "PRAGMA data_version", into(version);
    return version;
  });
}

Result<std::vector<Id>> SqliteStore::changed_users() {
  return attempt(*connection_, "changed users", [&] {
    std::vector<Id> users;
    Integer seen_audit = last_audit_, seen_ledger = last_ledger_, user = 0, audit = 0, ledger = 0;
    // One statement, so that both are read at the same instant. The plus: by LedgerId, where the
    // news is at the end, not by the index on GameId.
    soci::statement changed =
        (sql().prepare << "SELECT UserId, max(AuditId), max(LedgerId) FROM ("
                          "SELECT UserId, AuditId, 0 AS LedgerId FROM TAuditLog "
                          "WHERE AuditId > :audit AND UserId IS NOT NULL "
                          "UNION ALL SELECT UserId, 0, LedgerId FROM TScoreLedger "
                          "WHERE LedgerId > :ledger AND +GameId IS NULL AND UserId <> 0) "
                          "GROUP BY UserId ORDER BY UserId",
         soci::use(seen_audit), soci::use(seen_ledger), into(user), into(audit), into(ledger));
    changed.execute();
    while (changed.fetch()) {
      users.push_back(user);
      last_audit_ = std::max<Id>(last_audit_, audit);
      last_ledger_ = std::max<Id>(last_ledger_, ledger);
    }
    return users;
  });
}

Result<std::vector<Announcement>> SqliteStore::announcements_since(Id id) {
  return attempt(*connection_, "announcements", [&] {
    std::vector<Announcement> found;
    Integer since = id, number = 0, at = 0;
    std::string words;
    soci::statement newer =
        (sql().prepare << "SELECT AnnouncementId, At, Text FROM TAnnouncement "
                          "WHERE AnnouncementId > :since ORDER BY AnnouncementId",
         soci::use(since), into(number), into(at), into(words));
    newer.execute();
    while (newer.fetch()) found.push_back({number, at, words});
    return found;
  });
}

Result<Id> SqliteStore::newest_announcement() {
  return attempt(*connection_, "newest announcement", [&]() -> Id {
    Integer newest = 0;
    sql() << "SELECT coalesce(max(AnnouncementId), 0) FROM TAnnouncement", into(newest);
    return newest;
  });
}

Result<void> SqliteStore::checkpoint_if_above(std::int64_t wal_bytes) {
  std::error_code none;  // no WAL yet: nothing to do
  const auto size = std::filesystem::file_size(connection_->path() + "-wal", none);
  if (none || static_cast<std::int64_t>(size) <= wal_bytes) return {};
  // The passive one does the work without the lock; what TRUNCATE then holds it for is the rest.
  for (const char* mode : {"PASSIVE", "TRUNCATE"}) {
    Integer busy = 0, pages = 0, done = 0;
    auto ran = attempt(*connection_, "checkpoint", [&] {
      sql() << "PRAGMA wal_checkpoint(" << mode << ")", into(busy), into(pages), into(done);
    });
    if (!ran) return ran;
    if (busy != 0) {
      return std::unexpected(Error{Failure::busy, "checkpoint: a reader or writer is in the way"});
    }
  }
  return {};
}

Result<void> SqliteStore::backup_to(const std::string& path) {
  return backup(*connection_, path);
}

Result<std::int64_t> SqliteStore::ledger_difference() {
  return attempt(*connection_, "comparing sums with the ledger",
                 [&]() -> std::int64_t { return books_difference(sql()); });
}

}  // namespace tianyuan::db
