// Who does not want to hear whom (R6), and the names that nobody may take.

#include "db/internal/sqlite_store.h"

namespace tianyuan::db {

using soci::into;
using soci::use;

Result<void> SqliteStore::block_player(Id user, Id blocked, bool block, std::int64_t at_ms) {
  return write("blocking a player", [&]() -> Result<void> {
    const auto known = load_user(blocked);
    if (!known) return std::unexpected(known.error());
    const Integer id = user, other = blocked, at = at_ms;
    if (!block) {
      sql() << "DELETE FROM TUserBlock WHERE UserId = :user AND BlockedUserId = :blocked", use(id),
          use(other);
      return {};
    }
    if (known->deleted) return std::unexpected(not_found("blocking a player: he is gone"));
    Integer count = 0;
    sql() << "SELECT count(*) FROM TUserBlock WHERE UserId = :user AND BlockedUserId <> :blocked",
        use(id), use(other), into(count);
    if (count >= kMostBlocked) {
      return std::unexpected(Error{Failure::refused, "blocking a player: the list is full"});
    }
    sql() << "INSERT INTO TUserBlock (UserId, BlockedUserId, At) VALUES (:user, :blocked, :at) "
             "ON CONFLICT (UserId, BlockedUserId) DO NOTHING",
        use(id), use(other), use(at);
    return {};
  });
}

Result<void> SqliteStore::forget_blocks(Id user) {
  return write("forgetting blocks", [&]() -> Result<void> {
    const Integer id = user;
    sql() << "DELETE FROM TUserBlock WHERE UserId = :user", use(id);
    return {};
  });
}

Result<std::vector<Id>> SqliteStore::blocked_by(Id user) {
  return attempt(*connection_, "reading blocks", [&] {
    std::vector<Id> found;
    const Integer id = user;
    Integer blocked = 0;
    soci::statement rows =
        (sql().prepare << "SELECT BlockedUserId FROM TUserBlock WHERE UserId = :user "
                          "ORDER BY BlockedUserId",
         use(id), into(blocked));
    rows.execute();
    while (rows.fetch()) found.push_back(blocked);
    return found;
  });
}

Result<std::vector<std::string>> SqliteStore::reserved_names() {
  return attempt(*connection_, "reading reserved names", [&] {
    std::vector<std::string> found;
    std::string name;
    soci::statement rows =
        (sql().prepare << "SELECT Name FROM TReservedName ORDER BY Name", into(name));
    rows.execute();
    while (rows.fetch()) found.push_back(name);
    return found;
  });
}

}  // namespace tianyuan::db
