#include "server/shell/accounts.h"

#include "proto/limits.h"
#include "server/shell/db_rows.h"
#include "server/shell/log.h"
#include "server/shell/secrets.h"

namespace tianyuan::shell {

using proto::ErrorCode;
namespace request = proto::request;

namespace {

constexpr std::int64_t kBusyRetryMs = 1'000;
constexpr int kGuestNameTries = 5;  // 90 million names; five misses mean something else is wrong

std::string check_password(std::string_view password) {
  const auto characters = count_characters(password);
  if (!characters) return "UTF-8 text";
  if (*characters < proto::kMinPasswordCharacters || password.size() > proto::kMaxPasswordBytes) {
    return "8 characters or more, at most 256 bytes";
  }
  return {};
}

bool is_account_request(const proto::Request& r) {
  return std::holds_alternative<request::Register>(r) ||
         std::holds_alternative<request::Login>(r) || std::holds_alternative<request::Guest>(r) ||
         std::holds_alternative<request::Resume>(r) || std::holds_alternative<request::Logout>(r) ||
         std::holds_alternative<request::ChangePassword>(r) ||
         std::holds_alternative<request::DeleteAccount>(r) ||
         std::holds_alternative<request::ChatBlock>(r) ||
         std::holds_alternative<request::ChatReport>(r);
}

bool needs_sign_in(const proto::Request& r) {
  return std::holds_alternative<request::Logout>(r) ||
         std::holds_alternative<request::ChangePassword>(r) ||
         std::holds_alternative<request::DeleteAccount>(r) ||
         std::holds_alternative<request::ChatBlock>(r) ||
         std::holds_alternative<request::ChatReport>(r);
}

}  // namespace

Accounts::Accounts(DbWriter& writer, CoreLoop& core, Delivery& delivery, Workers& hashers,
                   AddressBook& addresses, const Directory& directory, const Limits& limits)
    : writer_(writer),
      core_(core),
      delivery_(delivery),
      hashers_(hashers),
      addresses_(addresses),
      directory_(directory),
      hashes_per_address_(limits.hash_queue_per_address) {}

void Accounts::refuse(const AskPtr& ask, ErrorCode code, std::string field, std::string expected,
                      std::optional<std::int64_t> retry_after_ms) {
  done(ask);
  proto::Error error;
  error.code = code;
  error.field = std::move(field);
  error.expected = std::move(expected);
  error.retry_after_ms = retry_after_ms;
  delivery_.refuse(ask->caller.session, ask->request, std::move(error));
}

void Accounts::done(const AskPtr& ask) {
  const std::lock_guard lock(mutex_);
  busy_.erase(ask->caller.session);
}

bool Accounts::handle(const Caller& caller, const proto::ClientMessage& message) {
  const proto::Request& r = message.request;
  if (!is_account_request(r)) return false;
  const auto ask = std::make_shared<const Ask>(Ask{caller, message.id});
  {
    const std::lock_guard lock(mutex_);
    if (!busy_.insert(caller.session).second) {
      proto::Error error;
      error.code = ErrorCode::busy;
      error.message = "The account request before this one is not answered yet.";
      error.retry_after_ms = kBusyRetryMs;
      delivery_.refuse(caller.session, message.id, std::move(error));
      return true;
    }
  }
  const bool signed_in = caller.identity.user != 0;
  const bool promotion = signed_in && caller.identity.guest;
  if (needs_sign_in(r) && !signed_in) return refuse(ask, ErrorCode::not_signed_in), true;
  if (!needs_sign_in(r) && signed_in &&
      !(promotion && std::holds_alternative<request::Register>(r))) {
    return refuse(ask, ErrorCode::already_signed_in), true;
  }
  if (writer_.stalled()) return refuse(ask, ErrorCode::busy, {}, {}, kBusyRetryMs), true;

  if (const auto* q = std::get_if<request::Register>(&r)) sign_up(ask, *q);
  if (const auto* q = std::get_if<request::Login>(&r)) log_in(ask, *q);
  if (const auto* q = std::get_if<request::Guest>(&r)) guest(ask, *q);
  if (const auto* q = std::get_if<request::Resume>(&r)) resume(ask, *q);
  if (std::holds_alternative<request::Logout>(r)) log_out(ask);
  if (const auto* q = std::get_if<request::ChangePassword>(&r)) change_password(ask, *q);
  if (const auto* q = std::get_if<request::DeleteAccount>(&r)) delete_account(ask, *q);
  if (const auto* q = std::get_if<request::ChatBlock>(&r)) block(ask, *q);
  if (const auto* q = std::get_if<request::ChatReport>(&r)) report(ask, *q);
  return true;
}

bool Accounts::begin_hash(const std::string& address) {
  const std::lock_guard lock(mutex_);
  int& waiting = hashing_[address];
  if (waiting >= hashes_per_address_) return false;
  ++waiting;
  return true;
}

void Accounts::end_hash(const std::string& address) {
  const std::lock_guard lock(mutex_);
  const auto waiting = hashing_.find(address);
  if (--waiting->second == 0) hashing_.erase(waiting);
}

void Accounts::hash_job(const AskPtr& ask, Workers::Job job) {
  const std::string& address = ask->caller.address;
  if (!begin_hash(address)) return refuse(ask, ErrorCode::busy, {}, {}, kBusyRetryMs);
  const bool taken = hashers_.submit([this, ask, job = std::move(job)](db::Store& store) {
    job(store);
    end_hash(ask->caller.address);
  });
  if (taken) return;
  end_hash(address);
  refuse(ask, ErrorCode::busy, {}, {}, kBusyRetryMs);
}

std::expected<Name, std::string> Accounts::free_name(const std::string& text) const {
  auto name = check_name(text);
  if (name && directory_.reserved_names()->hold(*name)) {
    return std::unexpected("reads like the house's own");
  }
  return name;
}

void Accounts::sign_up(const AskPtr& ask, const request::Register& r) {
  auto name = free_name(r.name);
  if (!name)
    return refuse(ask, ErrorCode::bad_name, "name", "a name that " + name.error() + " is refused");
  if (auto wanted = check_password(r.password); !wanted.empty()) {
    return refuse(ask, ErrorCode::bad_password, "password", std::move(wanted));
  }
  if (!addresses_.new_account(ask->caller.address, Steady::now())) {
    return refuse(ask, ErrorCode::rate_limited, {}, {}, kBusyRetryMs);
  }
  hash_job(ask, [this, ask, name = *name, password = r.password](db::Store&) mutable {
    std::string hash = hash_password(password);
    if (hash.empty()) return refuse(ask, ErrorCode::busy, {}, {}, kBusyRetryMs);
    create(ask, std::move(name), std::move(hash), /*guest=*/false);
  });
}

void Accounts::guest(const AskPtr& ask, const request::Guest& r) {
  Name name;
  if (!r.name.empty()) {
    auto checked = free_name(r.name);
    if (!checked) {
      return refuse(ask, ErrorCode::bad_name, "name",
                    "a name that " + checked.error() + " is refused");
    }
    name = std::move(*checked);
  }
  if (!addresses_.new_account(ask->caller.address, Steady::now())) {
    return refuse(ask, ErrorCode::rate_limited, {}, {}, kBusyRetryMs);
  }
  create(ask, std::move(name), {}, /*guest=*/true);
}

void Accounts::create(const AskPtr& ask, Name name, std::string hash, bool guest) {
  writer_.run([this, ask, name = std::move(name), hash = std::move(hash), guest,
               next = DbWriter::Job()](db::Store& store) mutable -> db::Result<void> {
    if (next) return next(store);  // the row is there; the session was not
    const bool nameless = name.key.empty();
    const auto& identity = ask->caller.identity;
    db::Result<db::User> user;
    for (int i = 0; i < (nameless ? kGuestNameTries : 1); ++i) {
      const Name& wanted = nameless ? guest_name(random_words()[0]) : name;
      user =
          identity.user != 0
              ? store.promote_guest(identity.user, wanted.shown, wanted.key, hash, wall_clock_ms())
              : store.create_user(wanted.shown, wanted.key, hash, guest, wall_clock_ms());
      if (user || user.error().failure != db::Failure::conflict) break;
    }
    if (!user && user.error().failure == db::Failure::conflict) {
      return refuse(ask, ErrorCode::name_taken, "name"), db::Result<void>{};
    }
    if (!user && user.error().failure == db::Failure::refused) {
      return refuse(ask, ErrorCode::bad_name, "name"), db::Result<void>{};
    }
    if (!user && user.error().failure == db::Failure::not_found) {
      return refuse(ask, ErrorCode::internal_error), db::Result<void>{};
    }
    if (!user) return std::unexpected(user.error());
    log_info("account.created", {{"user", user->id}, {"guest", guest}, {"name", user->name}});
    next = sign_in_job(ask, user->id, new_token(), /*new_session=*/true);
    return next(store);
  });
}

void Accounts::log_in(const AskPtr& ask, const request::Login& r) {
  const auto name = check_name(r.name);
  // A name that nobody can have fails like one that nobody has.
  const Name asked = name ? *name : Name{r.name.substr(0, proto::kMaxNameBytes), {}};
  if (!addresses_.may_try_password(ask->caller.address, asked.key, Steady::now())) {
    return refuse(ask, ErrorCode::rate_limited, {}, {}, 10 * kBusyRetryMs);
  }
  if (r.password.size() > proto::kMaxPasswordBytes) {
    return refuse(ask, ErrorCode::bad_credentials);
  }
  hash_job(ask, [this, ask, asked, password = r.password](db::Store& store) {
    check_login(ask, asked, password, store);
  });
}

void Accounts::check_login(const AskPtr& ask, const Name& name, const std::string& password,
                           db::Store& store) {
  const auto user =
      name.key.empty()
          ? db::Result<db::User>(std::unexpected(db::Error{db::Failure::not_found, {}}))
          : store.user_by_key(name.key);
  if (!user && user.error().failure != db::Failure::not_found) {
    log_error("login.read", {{"detail", user.error().message}});
    return refuse(ask, ErrorCode::busy, {}, {}, kBusyRetryMs);
  }
  bool right = false;
  if (user && !user->password_hash.empty() && !user->deleted) {
    right = verify_password(user->password_hash, password);
  } else {
    pretend_to_verify(password);
  }
  if (!right) {
    addresses_.password_failed(ask->caller.address, name.key, Steady::now());
    log_warn("login.failed", {{"name", name.shown}, {"address", ask->caller.address}});
    return refuse(ask, ErrorCode::bad_credentials);
  }
  if (user->banned) return refuse(ask, ErrorCode::banned);
  writer_.run(sign_in_job(ask, user->id, new_token(), /*new_session=*/true));
}

void Accounts::with_own_password(const AskPtr& ask, std::string password,
                                 std::function<void(const db::User&)> then) {
  const std::string key = "user:" + std::to_string(ask->caller.identity.user);
  if (!addresses_.may_try_password(ask->caller.address, key, Steady::now())) {
    return refuse(ask, ErrorCode::rate_limited, {}, {}, 10 * kBusyRetryMs);
  }
  hash_job(ask, [this, ask, key, password = std::move(password),
                 then = std::move(then)](db::Store& store) {
    const auto user = store.user_by_id(ask->caller.identity.user);
    if (!user) return refuse(ask, ErrorCode::busy, {}, {}, kBusyRetryMs);
    // A guest has no password to know.
    if (!user->password_hash.empty() && !verify_password(user->password_hash, password)) {
      addresses_.password_failed(ask->caller.address, key, Steady::now());
      return refuse(ask, ErrorCode::bad_credentials);
    }
    then(*user);
  });
}

void Accounts::change_password(const AskPtr& ask, const request::ChangePassword& r) {
  // A guest has no password; he gets one when he registers.
  if (ask->caller.identity.guest) return refuse(ask, ErrorCode::bad_credentials);
  if (auto wanted = check_password(r.new_password); !wanted.empty()) {
    return refuse(ask, ErrorCode::bad_password, "new_password", std::move(wanted));
  }
  with_own_password(ask, r.old_password, [this, ask, fresh = r.new_password](const db::User& user) {
    std::string hash = hash_password(fresh);
    if (hash.empty()) return refuse(ask, ErrorCode::busy, {}, {}, kBusyRetryMs);
    // Every other session of the account ends; this one's token stays good.
    writer_.run([this, ask, id = user.id, hash = std::move(hash),
                 step = 0](db::Store& store) mutable -> db::Result<void> {
      if (step == 0) {
        if (auto set = store.set_password(id, hash, wall_clock_ms()); !set) return set;
        step = 1;
      }
      auto revoked = store.revoke_sessions(id, ask->caller.identity.series_hash);
      if (!revoked) return revoked;
      done(ask);
      delivery_.answer(ask->caller.session, ask->request, proto::result::Ok{});
      log_info("account.password_changed", {{"user", id}});
      return {};
    });
  });
}

void Accounts::delete_account(const AskPtr& ask, const request::DeleteAccount& r) {
  with_own_password(ask, r.password, [this, ask](const db::User& user) {
    writer_.run([this, ask, id = user.id](db::Store& store) -> db::Result<void> {
      if (auto gone = store.delete_account(id, wall_clock_ms()); !gone) return gone;
      done(ask);
      delivery_.identify(ask->caller.session, {});
      core_.submit(core::command::SignedOut{ask->caller.session, ask->request});
      log_info("account.deleted", {{"user", id}});
      return {};
    });
  });
}

// Durable first, then in the core: from the answer on he is not heard.
void Accounts::block(const AskPtr& ask, const request::ChatBlock& r) {
  const db::Id by = ask->caller.identity.user;
  if (r.user == by) return refuse(ask, ErrorCode::unknown_user, "user", "another player");
  writer_.run([this, ask, by, r](db::Store& store) -> db::Result<void> {
    const auto stored = store.block_player(by, r.user, r.block, wall_clock_ms());
    if (!stored && stored.error().failure == db::Failure::not_found) {
      return refuse(ask, ErrorCode::unknown_user, "user"), db::Result<void>{};
    }
    if (!stored && stored.error().failure == db::Failure::refused) {
      return refuse(ask, ErrorCode::block_list_full, "user",
                    "at most " + std::to_string(db::kMostBlocked) + " players"),
             db::Result<void>{};
    }
    if (!stored) return stored;
    done(ask);
    core_.submit(core::command::BlockChanged{by, r.user, r.block});
    delivery_.answer(ask->caller.session, ask->request, proto::result::Ok{});
    return {};
  });
}

void Accounts::report(const AskPtr& ask, const request::ChatReport& r) {
  if (!addresses_.report(ask->caller.address, Steady::now())) {
    return refuse(ask, ErrorCode::rate_limited, {}, {}, 20 * kBusyRetryMs);
  }
  writer_.run([this, ask, r](db::Store& store) -> db::Result<void> {
    const db::Id by = ask->caller.identity.user;
    const auto done_so = store.report_player(by, r.user, r.text, wall_clock_ms());
    if (!done_so && done_so.error().failure == db::Failure::not_found) {
      return refuse(ask, ErrorCode::unknown_user, "user"), db::Result<void>{};
    }
    if (!done_so) return done_so;
    done(ask);
    delivery_.answer(ask->caller.session, ask->request, proto::result::Ok{});
    log_info("player.reported", {{"by", by}, {"about", r.user}});
    return {};
  });
}

}  // namespace tianyuan::shell
