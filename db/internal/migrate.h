#pragma once

// Bringing a database to the program's version. Internal to db/.

#include <span>
#include <string>

#include "db/internal/connection.h"

namespace tianyuan::db {

struct Migration {
  int version = 0;  // from 1, without gaps
  const char* name = "";
  const char* sql = "";
};

std::span<const Migration> migrations();  // those in db/migrations, embedded when it is built

// 0: an empty file. Failure::damaged: no database; Failure::other: another program's.
Result<int> schema_version(Connection& connection);

// Runs the steps above the database's version, each in one transaction. Before the first step on
// existing data a copy is left beside the file (backup_name). Failure::newer: nothing is touched.
Result<void> migrate(Connection& connection, std::span<const Migration> steps);

// `tianyuan.db` at version 1 -> `tianyuan.db.before-v2`, with `-2`, `-3`, ... when that is taken.
std::string backup_name(const std::string& path, int next_version);

// A consistent copy, complete and synced before it appears under its name. Refuses (conflict) a
// name that is taken.
Result<void> backup(Connection& connection, const std::string& path);

}  // namespace tianyuan::db
