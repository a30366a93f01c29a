#include "db/internal/migrate.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace tianyuan::db {
namespace {

constexpr Integer kApplicationId = 1415137345;  // 'TYHA', as in 0001_hall.sql

Result<void> sync_file(const std::string& path, int flags) {
  const int file = ::open(path.c_str(), flags);
  if (file < 0) {
    return std::unexpected(Error{Failure::io, "opening " + path + ": " + std::strerror(errno)});
  }
  const int outcome = ::fsync(file);
  const int reason = errno;
  ::close(file);
  if (outcome != 0) {
    return std::unexpected(Error{Failure::io, "syncing " + path + ": " + std::strerror(reason)});
  }
  return {};
}

Result<void> apply(Connection& connection, const Migration& step) {
  const std::string what = std::string("migration ") + step.name;
  return in_transaction(connection, what, [&]() -> Result<void> {
    // Another program may have migrated while this one waited for the lock.
    const auto present = schema_version(connection);
    if (!present) return std::unexpected(present.error());
    if (*present >= step.version) return {};
    if (auto run = connection.script(step.sql, what); !run) return run;
    Integer broken = 0;
    connection.sql() << "SELECT count(*) FROM pragma_foreign_key_check", soci::into(broken);
    if (broken != 0) {
      return std::unexpected(Error{Failure::damaged, what + ": leaves rows that refer to nothing"});
    }
    Integer version = step.version;
    std::string name = step.name;
    connection.sql() << "INSERT INTO TSchemaBase (Version, Name, AppliedAt) VALUES (:v, :n, "
                        "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER))",
        soci::use(version), soci::use(name);
    return {};
  });
}

}  // namespace

Result<int> schema_version(Connection& connection) {
  return attempt(connection, "reading " + connection.path(), [&]() -> Result<int> {
    Integer application = 0, tables = 0, version = 0;
    connection.sql() << "PRAGMA application_id", soci::into(application);
    connection.sql() << "SELECT count(*) FROM sqlite_master", soci::into(tables);
    if (tables == 0) return 0;
    if (application != kApplicationId) {
      return std::unexpected(
          Error{Failure::other, connection.path() + " is a database of another program"});
    }
    connection.sql() << "SELECT coalesce(max(Version), 0) FROM TSchemaBase", soci::into(version);
    return static_cast<int>(version);
  });
}

Result<void> migrate(Connection& connection, std::span<const Migration> steps) {
  const auto present = schema_version(connection);
  if (!present) return std::unexpected(present.error());
  const int newest = steps.empty() ? 0 : steps.back().version;
  if (*present > newest) {
    return std::unexpected(
        Error{Failure::newer, connection.path() + " has version " + std::to_string(*present) +
                                  "; this program knows versions up to " + std::to_string(newest) +
                                  ". Run the newer program, or restore an older backup."});
  }
  if (*present == newest) return {};
  if (*present > 0) {
    auto copied = backup(connection, backup_name(connection.path(), *present + 1));
    if (!copied) return copied;
  }
  // Steps may rebuild tables that others refer to; apply() checks the references at the end.
  if (auto off = connection.script("PRAGMA foreign_keys = OFF", "migrating"); !off) return off;
  for (const Migration& step : steps) {
    if (step.version <= *present) continue;
    if (auto done = apply(connection, step); !done) return done;
  }
  return connection.script("PRAGMA foreign_keys = ON", "migrating");
}

std::string backup_name(const std::string& path, int next_version) {
  const std::string base = path + ".before-v" + std::to_string(next_version);
  std::string name = base;
  for (int number = 2; std::filesystem::exists(name); ++number) {
    name = base + "-" + std::to_string(number);
  }
  return name;
}

Result<void> backup(Connection& connection, const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored)) {
    return std::unexpected(Error{Failure::conflict, "backup: " + path + " exists already"});
  }
  std::string partial = path + ".partial";
  std::filesystem::remove(partial, ignored);  // of a backup that was cut off
  auto copied = attempt(connection, "backup to " + path,
                        [&] { connection.sql() << "VACUUM INTO :path", soci::use(partial); });
  // VACUUM INTO does not sync what it wrote.
  if (copied) copied = sync_file(partial, O_RDWR);
  if (copied) {
    // link refuses a name that somebody took in the meantime; rename would overwrite it.
    if (::link(partial.c_str(), path.c_str()) != 0) {
      copied = std::unexpected(Error{errno == EEXIST ? Failure::conflict : Failure::io,
                                     "backup to " + path + ": " + std::strerror(errno)});
    }
  }
  std::filesystem::remove(partial, ignored);
  if (!copied) return copied;
  const auto folder = std::filesystem::absolute(path).parent_path();
  return sync_file(folder.string(), O_RDONLY | O_DIRECTORY);
}

}  // namespace tianyuan::db
