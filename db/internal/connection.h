#pragma once

// One connection over SOCI, and the few places where SQLite shows through it. Internal to db/.
//
// What SOCI 4.0.3 leaves to us: extended error codes, scripts of many statements, BEGIN IMMEDIATE
// (its own transaction sends a plain BEGIN, and read-then-write then fails when an operator wrote
// in between). A SELECT must be read to its end or dropped at once, or its snapshot stays. Integers
// are read into long long only: SOCI cuts wider values silently.

#include <soci/soci.h>
#include <soci/sqlite3/soci-sqlite3.h>

#include <memory>
#include <string>
#include <string_view>
#include <type_traits>

#include "db/store.h"

namespace tianyuan::db {

using Integer = long long;  // what SOCI binds to SQLite's 64-bit INTEGER

class Connection {
 public:
  // Opens (and creates unless read_only) the file; checks nothing in it.
  static Result<std::unique_ptr<Connection>> open(const OpenOptions& options);

  soci::session& sql() { return session_; }
  sqlite_api::sqlite3* handle();
  const std::string& path() const { return path_; }
  bool read_only() const { return read_only_; }

  // Many statements, no values in them (migrations, pragmas).
  Result<void> script(const std::string& statements, std::string_view what);
  void rollback();  // never fails; does nothing outside a transaction
  void set_busy_timeout(int timeout_ms);

  // The failure that SQLite's extended result code stands for.
  Error error(const soci::soci_error& caught, std::string_view what);

 private:
  Connection(const std::string& parameters, const OpenOptions& options);

  soci::session session_;
  std::string path_;
  bool read_only_ = false;
};

Failure failure_of(int extended_code);

// For reading and writing, but only a file that is there.
Result<std::unique_ptr<Connection>> open_existing(const std::string& path);

// Runs `body` (which may throw soci_error, and may itself answer a Result) and answers its value.
template <class Body>
auto attempt(Connection& connection, std::string_view what, Body&& body) {
  using Value = std::invoke_result_t<Body>;
  if constexpr (requires(Value value) { value.error(); }) {
    try {
      return Value(body());
    } catch (const soci::soci_error& caught) {
      return Value(std::unexpected(connection.error(caught, what)));
    }
  } else {
    using Answer = Result<Value>;
    try {
      if constexpr (std::is_void_v<Value>) {
        body();
        return Answer();
      } else {
        return Answer(body());
      }
    } catch (const soci::soci_error& caught) {
      return Answer(std::unexpected(connection.error(caught, what)));
    }
  }
}

// `body` answers a Result; all of what it wrote is kept, or, when it fails, nothing.
template <class Body>
auto in_transaction(Connection& connection, std::string_view what, Body&& body) {
  auto answer = attempt(connection, what, [&] {
    connection.sql() << "BEGIN IMMEDIATE";
    auto inner = body();
    if (inner) connection.sql() << "COMMIT";
    return inner;
  });
  if (!answer) connection.rollback();
  return answer;
}

// Who the audit log names, for the rest of the transaction; "" when it ends (plain SQL again).
void set_actor(soci::session& sql, std::string_view who);
void clear_actor(soci::session& sql);

}  // namespace tianyuan::db
