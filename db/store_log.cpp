// The log of running games: group commit, recovery, pruning.

#include "db/internal/log_insert.h"
#include "db/internal/settle.h"
#include "db/internal/sqlite_store.h"

namespace tianyuan::db {

using soci::into;
using soci::use;

Result<std::vector<Settlement>> SqliteStore::commit(std::span<const Record> batch,
                                                    const SettledPayload& settled_payload) {
  return write("commit", [&]() -> Result<std::vector<Settlement>> {
    std::vector<Settlement> settlements;
    for (const Record& record : batch) {
      if (const auto* row = std::get_if<LogRow>(&record)) {
        log_insert_->run(*row);
      } else if (const auto* open = std::get_if<OpenGame>(&record)) {
        open_game(*open);
      } else if (const auto* act = std::get_if<RefereeAct>(&record)) {
        audit_act(*act);
      } else {
        auto settled = close_game(std::get<CloseGame>(record), settled_payload);
        if (!settled) return std::unexpected(settled.error());
        settlements.push_back(std::move(*settled));
      }
    }
    return settlements;
  });
}

void SqliteStore::open_game(const OpenGame& open) {
  log_insert_->run(open.row);
  const Integer game = open.game, room = open.room, first = open.users[0], second = open.users[1],
                at = open.at_ms;
  sql() << "INSERT INTO TGameBase (GameId, RoomId, Kind, OpeningRule, FirstUserId, SecondUserId, "
           "StartedAt, FirstLogId) "
           "VALUES (:game, :room, :kind, :rule, :first, :second, :at, last_insert_rowid())",
      use(game), use(room), use(open.kind), use(open.rule), use(first), use(second), use(at);
}

void SqliteStore::audit_act(const RefereeAct& act) {
  const std::string who = "user " + std::to_string(act.referee), game = std::to_string(act.game),
                    action = "referee " + act.action;
  const Integer at = act.at_ms, user = act.referee;
  sql() << "INSERT INTO TAuditLog (At, Who, Action, TableName, RowKey, UserId, Note) "
           "VALUES (:at, :who, :action, 'TGameBase', :game, :user, :reason)",
      use(at), use(who), use(action), use(game), use(user), use(act.reason);
}

Result<Settlement> SqliteStore::close_game(const CloseGame& close,
                                           const SettledPayload& settled_payload) {
  auto settled = settle(sql(), close);
  if (!settled) return settled;
  log_insert_->run(LogRow{close.game, close.settled_version, close.at_ms, "settled",
                          settled_payload(*settled, close.at_ms)});
  return settled;
}

Result<Recovery> SqliteStore::recover() {
  return attempt(*connection_, "recovery", [&] {
    Recovery recovery;
    // One snapshot for all of it.
    soci::transaction snapshot(sql());
    Integer next = 1, last_row = 0, last_ended = 0, first_log = 0;
    sql() << "SELECT coalesce(max(GameId), 0) + 1 FROM TGameBase", into(next);
    sql() << "SELECT coalesce((SELECT At FROM TGameEvent ORDER BY LogId DESC LIMIT 1), 0), "
             "coalesce((SELECT max(EndedAt) FROM TGameBase WHERE EndedAt IS NOT NULL), 0)",
        into(last_row), into(last_ended);
    sql() << "SELECT coalesce(min(FirstLogId), 0) FROM TGameBase WHERE EndedAt IS NULL",
        into(first_log);
    recovery.next_game = next;
    recovery.last_at_ms = std::max<std::int64_t>(last_row, last_ended);

    std::map<Id, std::size_t> position;
    Integer game = 0;
    soci::statement running =
        (sql().prepare << "SELECT GameId FROM TGameBase WHERE EndedAt IS NULL ORDER BY GameId",
         into(game));
    running.execute();
    while (running.fetch()) {
      position[game] = recovery.running.size();
      recovery.running.push_back({game, {}});
    }
    Integer version = 0, at = 0;
    std::string kind, payload;
    soci::statement rows =
        (sql().prepare << "SELECT GameId, Version, At, Kind, Payload FROM TGameEvent "
                          "WHERE LogId >= :first ORDER BY LogId",
         use(first_log), into(game), into(version), into(at), into(kind), into(payload));
    if (!recovery.running.empty()) {
      rows.execute();
      while (rows.fetch()) {
        const auto found = position.find(game);
        if (found == position.end()) continue;
        recovery.running[found->second].rows.push_back({game, version, at, kind, payload});
      }
    }
    snapshot.commit();
    return recovery;
  });
}

Result<int> SqliteStore::prune_log(int at_most_rows) {
  // Looks at a window of rows from where the last call stopped, so that old rows of games that
  // still run are not looked at again and again.
  return write("pruning the log", [&]() -> Result<int> {
    Integer from = prune_cursor_, limit = at_most_rows, seen = 0;
    sql() << "SELECT coalesce(max(LogId), 0) FROM (SELECT LogId FROM TGameEvent "
             "WHERE LogId > :from ORDER BY LogId LIMIT :limit)",
        use(from), use(limit), into(seen);
    if (seen == 0) {
      prune_cursor_ = 0;
      return 0;
    }
    soci::statement remove =
        (sql().prepare << "DELETE FROM TGameEvent WHERE LogId > :from AND LogId <= :seen "
                          "AND GameId IN (SELECT GameId FROM TGameBase WHERE EndedAt IS NOT NULL "
                          "AND GameId = TGameEvent.GameId)",
         use(from), use(seen));
    remove.execute(true);
    prune_cursor_ = seen;
    return static_cast<int>(remove.get_affected_rows());
  });
}

}  // namespace tianyuan::db
