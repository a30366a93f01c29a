// What operators look at.

#include <algorithm>

#include "db/internal/books.h"
#include "db/internal/connection.h"
#include "db/operations.h"

namespace tianyuan::db {

using soci::into;
using soci::use;

Result<PlayersPage> Operations::players(const PlayerFilter& filter, int page, int page_size) {
  return attempt(*connection_, "listing players", [&] {
    const std::string part = filter.name_contains;
    const Integer muted = filter.only_muted, banned = filter.only_banned, guests = filter.guests,
                  size = std::clamp(page_size, 1, 1'000),
                  offset = (std::max<Integer>(page, 1) - 1) * size;
    const std::string chosen =
        "FROM TUserBase u LEFT JOIN TUserScore s ON s.UserId = u.UserId AND s.Kind = 'all' "
        "WHERE u.UserId > 0 AND (:part = '' OR instr(lower(u.Name), lower(:part)) > 0) "
        "AND (:muted = 0 OR u.Muted = 1) AND (:banned = 0 OR u.Banned = 1) "
        "AND (:guests = 1 OR u.Guest = 0) ";
    soci::transaction snapshot(connection_->sql());
    Integer count = 0;
    connection_->sql() << "SELECT count(*) " << chosen, use(part, "part"), use(muted, "muted"),
        use(banned, "banned"), use(guests, "guests"), into(count);
    PlayersPage answer;
    answer.page = std::max(page, 1);
    answer.pages = count == 0 ? 1 : static_cast<int>((count + size - 1) / size);
    PlayerRow row;
    Integer id = 0, guest = 0, is_muted = 0, is_banned = 0, deleted = 0, score = 0, coins = 0,
            games = 0, escapes = 0, created = 0;
    soci::statement rows =
        (connection_->sql().prepare
             << "SELECT u.UserId, u.Name, u.Guest, u.Muted, u.Banned, u.Deleted, u.Roles, "
                "coalesce(s.Score, 0), u.Coins, coalesce(s.Finished, 0), coalesce(s.Escapes, 0), "
                "u.CreatedAt "
             << chosen << "ORDER BY u.UserId LIMIT :size OFFSET :offset",
         use(part, "part"), use(muted, "muted"), use(banned, "banned"), use(guests, "guests"),
         use(size, "size"), use(offset, "offset"), into(id), into(row.name), into(guest),
         into(is_muted), into(is_banned), into(deleted), into(row.roles), into(score), into(coins),
         into(games), into(escapes), into(created));
    rows.execute();
    while (rows.fetch()) {
      row.id = id;
      row.guest = guest != 0;
      row.muted = is_muted != 0;
      row.banned = is_banned != 0;
      row.deleted = deleted != 0;
      row.score = score;
      row.coins = coins;
      row.games = static_cast<int>(games);
      row.escapes = static_cast<int>(escapes);
      row.created_at_ms = created;
      answer.players.push_back(row);
    }
    snapshot.commit();
    return answer;
  });
}

Result<std::vector<Cell>> Operations::room(Id room) {
  return attempt(*connection_, "reading a room", [&]() -> Result<std::vector<Cell>> {
    std::vector<Cell> cells;
    std::string name;
    soci::statement columns =
        (connection_->sql().prepare << "SELECT name FROM pragma_table_info('TGameRoomBase')",
         into(name));
    columns.execute();
    while (columns.fetch()) cells.push_back({name, std::nullopt});
    const Integer id = room;
    for (Cell& cell : cells) {
      std::string value;
      soci::indicator there = soci::i_null;
      // CAST: SOCI reads a column without it by the type that the table declares.
      connection_->sql() << "SELECT CAST(" << cell.column
                         << " AS TEXT) FROM TGameRoomBase WHERE RoomId = :id",
          use(id), into(value, there);
      if (!connection_->sql().got_data()) {
        return std::unexpected(Error{Failure::not_found, "no room has id " + std::to_string(room)});
      }
      if (there == soci::i_ok) cell.value = value;
    }
    return cells;
  });
}

Result<std::vector<Setting>> Operations::settings() {
  return attempt(*connection_, "reading settings", [&] {
    std::vector<Setting> found;
    Setting setting;
    Integer value = 0, minimum = 0, maximum = 0;
    soci::statement rows =
        (connection_->sql().prepare << "SELECT Key, Value, Minimum, Maximum, Description "
                                       "FROM TSettingBase ORDER BY Key",
         into(setting.key), into(value), into(minimum), into(maximum), into(setting.description));
    rows.execute();
    while (rows.fetch()) {
      setting.value = value;
      setting.minimum = minimum;
      setting.maximum = maximum;
      found.push_back(setting);
    }
    return found;
  });
}

Result<std::vector<AuditEntry>> Operations::audit(std::optional<Id> user, int newest) {
  return attempt(*connection_, "reading the audit log", [&] {
    std::vector<AuditEntry> found;
    AuditEntry entry;
    const Integer whom = user.value_or(-1), limit = std::clamp(newest, 1, 10'000);
    Integer id = 0, at = 0;
    soci::statement rows =
        (connection_->sql().prepare
             << "SELECT AuditId, At, Who, Action, TableName, RowKey, coalesce(OldValues, ''), "
                "coalesce(NewValues, ''), Note FROM TAuditLog "
                "WHERE :user = -1 OR UserId = :user ORDER BY AuditId DESC LIMIT :limit",
         use(whom, "user"), use(limit, "limit"), into(id), into(at), into(entry.who),
         into(entry.action), into(entry.table), into(entry.row), into(entry.old_values),
         into(entry.new_values), into(entry.note));
    rows.execute();
    while (rows.fetch()) {
      entry.id = id;
      entry.at_ms = at;
      found.push_back(entry);
    }
    return found;
  });
}

Result<Checkup> Operations::check() {
  return attempt(*connection_, "checking the database", [&] {
    soci::session& sql = connection_->sql();
    Checkup checkup;
    std::string line;
    {
      soci::statement lines = (sql.prepare << "PRAGMA integrity_check(20)", into(line));
      lines.execute();
      while (lines.fetch()) {
        if (line != "ok") checkup.damage.push_back(line);
      }
    }
    checkup.ledger_difference = books_difference(sql);
    Integer games = 0, running = 0, accounts = 0, log_rows = 0, bytes = 0;
    sql << "SELECT count(*), count(*) - count(EndedAt) FROM TGameBase", into(games), into(running);
    sql << "SELECT count(*) - 1 FROM TUserBase", into(accounts);
    sql << "SELECT count(*) FROM TGameEvent", into(log_rows);
    sql << "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
        into(bytes);
    checkup.games = games;
    checkup.running = running;
    checkup.accounts = accounts;
    checkup.log_rows = log_rows;
    checkup.bytes = bytes;
    return checkup;
  });
}

}  // namespace tianyuan::db
