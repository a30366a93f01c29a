#include <filesystem>

#include "db/internal/connection.h"
#include "db/internal/migrate.h"
#include "db/operations.h"

namespace tianyuan::db {
namespace {

using soci::into;

std::string free_name(const std::string& base) {
  std::string name = base;
  for (int number = 2; std::filesystem::exists(name); ++number) {
    name = base + "-" + std::to_string(number);
  }
  return name;
}

Result<void> must_be_sound(Connection& backup) {
  const auto version = schema_version(backup);
  if (!version) return std::unexpected(version.error());
  if (*version == 0) {
    return std::unexpected(Error{Failure::damaged, backup.path() + " is empty, no backup"});
  }
  if (*version > migrations().back().version) {
    return std::unexpected(Error{
        Failure::newer,
        backup.path() + " has version " + std::to_string(*version) + ", newer than this program"});
  }
  return attempt(backup, "checking " + backup.path(), [&]() -> Result<void> {
    std::string verdict;
    backup.sql() << "PRAGMA integrity_check(1)", into(verdict);
    if (verdict == "ok") return {};
    return std::unexpected(Error{Failure::damaged, backup.path() + ": " + verdict});
  });
}

// In WAL mode every open connection holds a lock on the file, so that an exclusive one is had only
// when nobody else has the database open: the server would go on with what it remembers.
Result<void> lock_alone(Connection& target) {
  auto locked =
      target.script("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT", "locking");
  if (!locked && locked.error().failure == Failure::busy) {
    return std::unexpected(Error{
        Failure::busy, target.path() + " is open in the server or another program: stop it first"});
  }
  return locked;
}

Result<void> copy_over(Connection& target, Connection& source) {
  auto* copying = sqlite_api::sqlite3_backup_init(target.handle(), "main", source.handle(), "main");
  if (copying == nullptr) {
    return std::unexpected(Error{
        Failure::other, std::string("restoring: ") + sqlite_api::sqlite3_errmsg(target.handle())});
  }
  sqlite_api::sqlite3_backup_step(copying, -1);
  const int code = sqlite_api::sqlite3_backup_finish(copying);
  if (code == SQLITE_OK) return {};
  return std::unexpected(Error{
      failure_of(code), std::string("restoring: ") + sqlite_api::sqlite3_errmsg(target.handle())});
}

// A file that is no sound database cannot be copied by SQLite; it is put aside as it is.
Result<std::string> put_aside(const std::string& path) {
  const std::string name = free_name(path + ".damaged");
  std::error_code failed;
  std::filesystem::rename(path, name, failed);
  if (failed)
    return std::unexpected(Error{Failure::io, "renaming " + path + ": " + failed.message()});
  for (const char* part : {"-wal", "-shm"}) {
    std::filesystem::rename(path + part, name + part, failed);  // often there is none
  }
  return name;
}

Result<void> note(Connection& target, const std::string& backup, std::string_view who) {
  return attempt(target, "noting the restore", [&] {
    const std::string name(who);
    target.sql() << "INSERT INTO TAuditLog (Who, Action, TableName, RowKey, Note) "
                    "VALUES (:who, 'restore', '', '', :note)",
        soci::use(name), soci::use(backup);
  });
}

// Answers the name of the copy of what was there; empty: an empty file. Failure::damaged: it is no
// sound database, and still as it was.
Result<std::string> replace(Connection& present, Connection& source) {
  const auto version = schema_version(present);
  if (!version) return std::unexpected(version.error());
  if (auto alone = lock_alone(present); !alone) return std::unexpected(alone.error());
  std::string kept;
  if (*version > 0) {
    kept = free_name(present.path() + ".before-restore");
    if (auto copied = backup(present, kept); !copied) return std::unexpected(copied.error());
  }
  if (auto done = copy_over(present, source); !done) return std::unexpected(done.error());
  return kept;
}

}  // namespace

Result<std::string> restore(const std::string& path, const std::string& backup_path,
                            std::string_view who) {
  std::error_code ignored;
  if (std::filesystem::equivalent(path, backup_path, ignored)) {
    return std::unexpected(Error{Failure::refused, "the backup is the database itself"});
  }
  auto source = open_existing(backup_path);
  if (!source) return std::unexpected(source.error());
  if (auto sound = must_be_sound(**source); !sound) return std::unexpected(sound.error());

  std::string kept;
  if (std::filesystem::exists(path, ignored)) {
    auto present = open_existing(path);
    if (!present) return std::unexpected(present.error());
    auto replaced = replace(**present, **source);
    if (replaced) {
      if (auto noted = note(**present, backup_path, who); !noted) {
        return std::unexpected(noted.error());
      }
      return replaced;
    }
    if (replaced.error().failure != Failure::damaged) return replaced;
    present->reset();
    auto aside = put_aside(path);
    if (!aside) return aside;
    kept = *aside;
  }
  OpenOptions options;
  options.path = path;
  auto target = Connection::open(options);
  if (!target) return std::unexpected(target.error());
  if (auto done = copy_over(**target, **source); !done) return std::unexpected(done.error());
  if (auto noted = note(**target, backup_path, who); !noted) return std::unexpected(noted.error());
  return kept;
}

}  // namespace tianyuan::db
