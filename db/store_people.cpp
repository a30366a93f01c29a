// Accounts and sessions.

#include "db/internal/sqlite_store.h"

namespace tianyuan::db {
namespace {

using soci::into;
using soci::use;

constexpr Integer kSessionsPerUser = 20;  // devices; a further sign-in ends the oldest

void add_coins(soci::session& sql, Integer user, Integer amount, const std::string& reason,
               Integer at_ms) {
  sql << "INSERT INTO TScoreLedger (UserId, Currency, Amount, Reason, Who, At) "
         "VALUES (:user, 'coins', :amount, :reason, 'server', :at)",
      use(user), use(amount), use(reason), use(at_ms);
}

Integer setting(soci::session& sql, const std::string& key) {
  Integer value = 0;
  sql << "SELECT Value FROM TSettingBase WHERE Key = :key", use(key), into(value);
  return value;
}

}  // namespace

void SqliteStore::grant_starting_coins(Id user, std::int64_t at_ms) {
  const Integer amount = setting(sql(), "StartingCoins");
  if (amount > 0) add_coins(sql(), user, amount, "starting", at_ms);
}

Result<User> SqliteStore::create_user(std::string_view name, std::string_view name_key,
                                      std::string_view password_hash, bool guest,
                                      std::int64_t at_ms) {
  return write("creating an account", [&]() -> Result<User> {
    const std::string shown(name), key(name_key), hash(password_hash);
    const Integer is_guest = guest, at = at_ms;
    Integer user = 0;
    sql() << "INSERT INTO TUserBase (Name, NameKey, PasswordHash, Guest, CreatedAt) "
             "VALUES (:name, :key, :hash, :guest, :at)",
        use(shown), use(key), use(hash), use(is_guest), use(at);
    sql() << "SELECT last_insert_rowid()", into(user);
    if (!guest) grant_starting_coins(user, at_ms);
    return load_user(user);
  });
}

Result<User> SqliteStore::promote_guest(Id user, std::string_view name, std::string_view name_key,
                                        std::string_view password_hash, std::int64_t at_ms) {
  return write("promoting a guest", [&]() -> Result<User> {
    const auto present = load_user(user);
    if (!present) return present;
    if (!present->guest) {
      return std::unexpected(Error{Failure::conflict, "promoting a guest: he is none"});
    }
    const std::string shown(name), key(name_key), hash(password_hash);
    const Integer id = user;
    set_actor(sql(), "server");
    sql() << "UPDATE TUserBase SET Name = :name, NameKey = :key, PasswordHash = :hash, Guest = 0 "
             "WHERE UserId = :user",
        use(shown), use(key), use(hash), use(id);
    clear_actor(sql());
    grant_starting_coins(user, at_ms);
    return load_user(user);
  });
}

Result<void> SqliteStore::set_password(Id user, std::string_view password_hash, std::int64_t) {
  return write("changing a password", [&]() -> Result<void> {
    if (auto known = load_user(user); !known) return std::unexpected(known.error());
    const std::string hash(password_hash);
    const Integer id = user;
    set_actor(sql(), "server");
    sql() << "UPDATE TUserBase SET PasswordHash = :hash WHERE UserId = :user", use(hash), use(id);
    clear_actor(sql());
    return {};
  });
}

Result<void> SqliteStore::report_player(Id by, Id about, std::string_view text,
                                        std::int64_t at_ms) {
  return write("reporting a player", [&]() -> Result<void> {
    if (auto known = load_user(about); !known) return std::unexpected(known.error());
    const std::string who = "user " + std::to_string(by), row = std::to_string(about), words(text);
    const Integer at = at_ms, user = about;
    sql() << "INSERT INTO TAuditLog (At, Who, Action, TableName, RowKey, UserId, Note) "
             "VALUES (:at, :who, 'report', 'TUserBase', :row, :user, :words)",
        use(at), use(who), use(row), use(user), use(words);
    return {};
  });
}

Result<void> SqliteStore::delete_account(Id user, std::int64_t) {
  return write("deleting an account", [&]() -> Result<void> {
    const auto present = load_user(user);
    if (!present) return std::unexpected(present.error());
    const Integer id = user;
    const std::string nameless = "deleted-" + std::to_string(user);
    set_actor(sql(), "server");
    sql() << "UPDATE TUserBase SET Deleted = 1, Name = :name, NameKey = NULL, PasswordHash = '', "
             "Roles = '' WHERE UserId = :user",
        use(nameless), use(id);
    clear_actor(sql());
    sql() << "DELETE FROM TUserSession WHERE UserId = :user", use(id);
    sql() << "DELETE FROM TUserBlock WHERE UserId = :user", use(id);
    sql() << "DELETE FROM TUserBlock WHERE BlockedUserId = :user", use(id);
    forget_name(user, present->name, nameless);
    return {};
  });
}

void SqliteStore::forget_name(Id user, const std::string& old_name, const std::string& new_name) {
  // An ended game's events name its players and referees as a JSON member "name"; nothing else
  // holds a name.
  const Integer id = user;
  sql()
      << "UPDATE TGameBase SET Events = replace(Events, '\"name\":' || json_quote(:old), "
         "'\"name\":' || json_quote(:new)) WHERE Events IS NOT NULL AND GameId IN (SELECT "
         "CAST(RowKey AS INTEGER) FROM TAuditLog WHERE UserId = :user AND Action GLOB 'referee *')",
      use(old_name), use(new_name), use(id);
  for (const char* column : {"FirstUserId", "SecondUserId"}) {
    sql() << "UPDATE TGameBase SET Events = replace(Events, '\"name\":' || json_quote(:old), "
             "'\"name\":' || json_quote(:new)) WHERE Events IS NOT NULL AND "
          << column << " = :user",
        use(old_name), use(new_name), use(id);
  }
}

Result<void> SqliteStore::create_session(Id user, std::string_view token_hash, std::int64_t at_ms) {
  return write("creating a session", [&]() -> Result<void> {
    if (auto known = load_user(user); !known) return std::unexpected(known.error());
    const std::string hash(token_hash);
    const Integer id = user, at = at_ms, keep = kSessionsPerUser;
    sql() << "INSERT INTO TUserSession (SeriesHash, TokenHash, UserId, CreatedAt) "
             "VALUES (:series, :hash, :user, :at)",
        use(hash), use(hash), use(id), use(at);
    sql() << "DELETE FROM TUserSession WHERE SeriesHash IN (SELECT SeriesHash FROM TUserSession "
             "WHERE UserId = :user AND SeriesHash <> :hash "
             "ORDER BY CreatedAt DESC LIMIT -1 OFFSET :keep)",
        use(id), use(hash), use(keep - 1);
    return {};
  });
}

Result<void> SqliteStore::rotate_session(std::string_view series_hash, std::string_view token_hash,
                                         std::string_view next_token_hash) {
  return write("rotating a session's token", [&]() -> Result<void> {
    if (auto known = session(series_hash); !known) return std::unexpected(known.error());
    const std::string series(series_hash), hash(token_hash), next(next_token_hash);
    sql() << "UPDATE TUserSession SET TokenHash = :hash, NextTokenHash = :next "
             "WHERE SeriesHash = :series",
        use(hash), use(next), use(series);
    return {};
  });
}

Result<void> SqliteStore::revoke_session(std::string_view series_hash) {
  return write("revoking a session", [&]() -> Result<void> {
    const std::string series(series_hash);
    sql() << "DELETE FROM TUserSession WHERE SeriesHash = :series", use(series);
    return {};
  });
}

Result<void> SqliteStore::revoke_sessions(Id user, std::string_view but_series_hash) {
  return write("revoking sessions", [&]() -> Result<void> {
    const Integer id = user;
    const std::string series(but_series_hash);
    sql() << "DELETE FROM TUserSession WHERE UserId = :user AND SeriesHash <> :series", use(id),
        use(series);
    return {};
  });
}

Result<std::int64_t> SqliteStore::daily_relief(Id user, std::int64_t at_ms) {
  return write("daily relief", [&]() -> Result<std::int64_t> {
    const auto present = load_user(user);
    if (!present) return std::unexpected(present.error());
    const Integer amount = setting(sql(), "DailyReliefCoins");
    if (present->guest || present->coins > 0 || amount == 0) return 0;
    constexpr Integer kDayMs = 86'400'000;
    const Integer offset = setting(sql(), "DayOffsetMinutes") * 60'000;
    const Integer day_began = at_ms - (at_ms + offset) % kDayMs;
    const Integer id = user;
    Integer given = 0;
    sql() << "SELECT count(*) FROM TScoreLedger WHERE UserId = :user AND Reason = 'relief' "
             "AND At >= :began",
        use(id), use(day_began), into(given);
    if (given != 0) return 0;
    add_coins(sql(), user, amount, "relief", at_ms);
    return amount;
  });
}

}  // namespace tianyuan::db
