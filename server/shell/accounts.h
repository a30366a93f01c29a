#pragma once

// session.register login guest resume logout change_password delete_account, chat.block,
// chat.report: what
// writes to the database about people. Passwords are hashed in the hash pool, rows are written by
// the db writer, and a proven session is handed to the core, which answers. Everything else is
// answered from here.
//
// Thread: handle from any I/O thread.

#include <expected>
#include <mutex>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "server/shell/address_book.h"
#include "server/shell/core_loop.h"
#include "server/shell/db_writer.h"
#include "server/shell/delivery.h"
#include "server/shell/directory.h"
#include "server/shell/names.h"
#include "server/shell/workers.h"

namespace tianyuan::shell {

// Who asks.
struct Caller {
  SessionId session = 0;
  std::string address;
  Identity identity;  // user 0: not signed in
};

class Accounts {
 public:
  Accounts(DbWriter& writer, CoreLoop& core, Delivery& delivery, Workers& hashers,
           AddressBook& addresses, const Directory& directory, const Limits& limits);

  // False: no request of ours.
  bool handle(const Caller& caller, const proto::ClientMessage& message);

  // Who is signed in on which socket, so that a session that is revoked can be closed. From the
  // socket's thread.
  void entered(const Caller& caller);
  void left(const Caller& caller);
  // Closes an account's socket whose session was revoked in the database. On the writer's thread.
  void close_revoked(db::Store& store, db::Id user);

 private:
  struct Ask {  // one request on its way
    Caller caller;
    proto::RequestId request;
  };
  using AskPtr = std::shared_ptr<const Ask>;

  // A name that people may have and that is not kept for the house; else what it does wrong.
  std::expected<Name, std::string> free_name(const std::string& text) const;
  void sign_up(const AskPtr& ask, const proto::request::Register& request);
  void log_in(const AskPtr& ask, const proto::request::Login& request);
  void guest(const AskPtr& ask, const proto::request::Guest& request);
  void resume(const AskPtr& ask, const proto::request::Resume& request);
  void log_out(const AskPtr& ask);
  void change_password(const AskPtr& ask, const proto::request::ChangePassword& request);
  void delete_account(const AskPtr& ask, const proto::request::DeleteAccount& request);

  void block(const AskPtr& ask, const proto::request::ChatBlock& request);
  void report(const AskPtr& ask, const proto::request::ChatReport& request);

  void create(const AskPtr& ask, Name name, std::string hash, bool guest);
  void check_login(const AskPtr& ask, const Name& name, const std::string& password,
                   db::Store& store);
  // Verifies the caller's own password in the hash pool, then goes on there.
  void with_own_password(const AskPtr& ask, std::string password,
                         std::function<void(const db::User&)> then);
  void hash_job(const AskPtr& ask, Workers::Job job);
  bool begin_hash(const std::string& address);
  void end_hash(const std::string& address);
  db::Result<void> end_series(const AskPtr& ask, db::Store& store, const std::string& series,
                              db::Id user);
  void close_live(db::Id user, const std::string& series);
  DbWriter::Job sign_in_job(const AskPtr& ask, db::Id user, std::string token, bool new_session);

  void refuse(const AskPtr& ask, proto::ErrorCode code, std::string field = {},
              std::string expected = {}, std::optional<std::int64_t> retry_after_ms = {});
  void done(const AskPtr& ask);

  DbWriter& writer_;
  CoreLoop& core_;
  Delivery& delivery_;
  Workers& hashers_;
  AddressBook& addresses_;
  const Directory& directory_;
  const int hashes_per_address_;

  std::mutex mutex_;
  std::unordered_map<std::string, int> hashing_;  // by address: passwords that wait or are hashed
  std::unordered_set<SessionId> busy_;  // one account request a session at a time
  struct Live {
    SessionId session = 0;
    std::string series_hash;
  };
  std::unordered_map<db::Id, Live> live_;  // by user
};

}  // namespace tianyuan::shell
