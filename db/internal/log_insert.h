#pragma once

// The statement that every move runs, prepared once and bound to its own members. Internal to db/.

#include "db/internal/sqlite_store.h"

namespace tianyuan::db {

struct SqliteStore::LogInsert {
  Integer game = 0, version = 0, at = 0;
  std::string kind, payload;
  soci::statement statement;

  explicit LogInsert(soci::session& sql)
      : statement((sql.prepare << "INSERT INTO TGameEvent (GameId, Version, At, Kind, Payload) "
                                  "VALUES (:game, :version, :at, :kind, :payload)",
                   soci::use(game), soci::use(version), soci::use(at), soci::use(kind),
                   soci::use(payload))) {}

  void run(const LogRow& row) {
    game = row.game;
    version = row.version;
    at = row.at_ms;
    kind = row.kind;
    payload = row.payload;
    statement.execute(true);
  }
};

}  // namespace tianyuan::db
