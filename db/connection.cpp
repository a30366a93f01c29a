#include "db/internal/connection.h"

#include <filesystem>

namespace tianyuan::db {

using sqlite_api::sqlite3_errmsg;

Connection::Connection(const std::string& parameters, const OpenOptions& options)
    : session_(soci::sqlite3, parameters), path_(options.path), read_only_(options.read_only) {
  sqlite_api::sqlite3_extended_result_codes(handle(), 1);
}

sqlite_api::sqlite3* Connection::handle() {
  return static_cast<soci::sqlite3_session_backend*>(session_.get_backend())->conn_;
}

Result<std::unique_ptr<Connection>> Connection::open(const OpenOptions& options) {
  // SOCI's connection string has no escape for its own quotation mark.
  if (options.path.empty() || options.path.find('"') != std::string::npos) {
    return std::unexpected(
        Error{Failure::io, "a database's path must not be empty nor contain \": " + options.path});
  }
  std::string parameters = "dbname=\"" + options.path + "\"";
  if (options.read_only) parameters += " readonly=true";
  if (!options.vfs.empty()) parameters += " vfs=" + options.vfs;
  try {
    return std::unique_ptr<Connection>(new Connection(parameters, options));
  } catch (const soci::sqlite3_soci_error& caught) {
    return std::unexpected(Error{failure_of(caught.result()),
                                 "opening " + options.path + ": " + caught.get_error_message()});
  } catch (const soci::soci_error& caught) {
    return std::unexpected(
        Error{Failure::other, "opening " + options.path + ": " + caught.get_error_message()});
  }
}

Result<void> Connection::script(const std::string& statements, std::string_view what) {
  const int code =
      sqlite_api::sqlite3_exec(handle(), statements.c_str(), nullptr, nullptr, nullptr);
  if (code == SQLITE_OK) return {};
  return std::unexpected(
      Error{failure_of(code), std::string(what) + ": " + sqlite3_errmsg(handle())});
}

void Connection::rollback() {
  // SQLite has rolled back by itself after some failures; a second ROLLBACK only says so.
  if (sqlite_api::sqlite3_get_autocommit(handle()) == 0) {
    sqlite_api::sqlite3_exec(handle(), "ROLLBACK", nullptr, nullptr, nullptr);
  }
}

void Connection::set_busy_timeout(int timeout_ms) {
  sqlite_api::sqlite3_busy_timeout(handle(), timeout_ms);
}

Error Connection::error(const soci::soci_error& caught, std::string_view what) {
  const auto* from_sqlite = dynamic_cast<const soci::sqlite3_soci_error*>(&caught);
  // what() would add the values that were bound, password hashes among them.
  std::string said = caught.get_error_message();
  if (said.starts_with("sqlite3_statement_backend::")) said.erase(0, said.find(": ") + 2);
  // A constraint's name is the sentence that a person is to read.
  constexpr std::string_view kCheck = "CHECK constraint failed: ";
  if (said.starts_with(kCheck)) said.erase(0, kCheck.size());
  return Error{from_sqlite == nullptr ? Failure::other : failure_of(from_sqlite->result()),
               std::string(what) + ": " + said};
}

Failure failure_of(int extended_code) {
  switch (extended_code) {
    case SQLITE_CONSTRAINT_UNIQUE:
    case SQLITE_CONSTRAINT_PRIMARYKEY:
    case SQLITE_CONSTRAINT_ROWID:
      return Failure::conflict;
    case SQLITE_IOERR_NOMEM:
      return Failure::other;
    default:
      break;
  }
  switch (extended_code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return Failure::busy;
    case SQLITE_FULL:
      return Failure::full;
    case SQLITE_READONLY:
    case SQLITE_PERM:
      return Failure::read_only;
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
      return Failure::io;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return Failure::damaged;
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
      return Failure::refused;
    default:
      return Failure::other;
  }
}

Result<std::unique_ptr<Connection>> open_existing(const std::string& path) {
  std::error_code unreadable;
  if (!std::filesystem::exists(path, unreadable)) {
    return std::unexpected(Error{Failure::not_found, "there is no database " + path});
  }
  OpenOptions options;
  options.path = path;
  return Connection::open(options);
}

void set_actor(soci::session& sql, std::string_view who) {
  std::string name(who);
  sql << "UPDATE TAuditActor SET Who = :who", soci::use(name);
}

void clear_actor(soci::session& sql) {
  sql << "UPDATE TAuditActor SET Who = NULL";
}

}  // namespace tianyuan::db
