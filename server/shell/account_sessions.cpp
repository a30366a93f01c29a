// The sessions of accounts: how one begins, comes back by its token, and ends. A session is a series
// of tokens of which the database keeps hashes (docs/protocol.md, "Coming back").

#include "server/shell/accounts.h"
#include "server/shell/db_rows.h"
#include "server/shell/log.h"
#include "server/shell/secrets.h"

namespace tianyuan::shell {

using proto::ErrorCode;
namespace request = proto::request;

namespace {

constexpr int kCloseSignedOut = 4003;  // the session is over: sign in again
constexpr std::size_t kLongestToken = 128;

}  // namespace

// The last step of every way in: a session row where it is new, the profile as the writer sees it
// (so that no settlement can come between), and over to the core, which answers.
DbWriter::Job Accounts::sign_in_job(const AskPtr& ask, db::Id user, std::string token,
                                    bool new_session) {
  return [this, ask, user, token = std::move(token),
          new_session](db::Store& store) mutable -> db::Result<void> {
    const std::int64_t now = wall_clock_ms();
    if (new_session) {
      if (auto created = store.create_session(user, token_hash(token), now); !created) {
        return created;
      }
      new_session = false;
    }
    if (auto relief = store.daily_relief(user, now);
        !relief && relief.error().failure == db::Failure::busy) {
      return std::unexpected(relief.error());
    }
    const auto row = store.user_by_id(user);
    if (!row) return std::unexpected(row.error());
    auto blocked = store.blocked_by(user);
    if (!blocked) return std::unexpected(blocked.error());
    done(ask);
    core_.submit(core::command::SignedIn{ask->caller.session, ask->request, token, to_profile(*row),
                                         std::move(*blocked)});
    log_info("session.signed_in",
             {{"session", ask->caller.session}, {"user", user}, {"address", ask->caller.address}});
    return {};
  };
}

void Accounts::resume(const AskPtr& ask, const request::Resume& r) {
  if (r.token.empty() || r.token.size() > kLongestToken) return refuse(ask, ErrorCode::bad_token);
  writer_.run([this, ask, token = r.token,
               next = DbWriter::Job()](db::Store& store) mutable -> db::Result<void> {
    if (next) return next(store);
    const std::string series = series_hash(token), shown = token_hash(token);
    const auto kept = store.session(series);
    if (!kept && kept.error().failure == db::Failure::not_found) {
      return refuse(ask, ErrorCode::bad_token), db::Result<void>{};
    }
    if (!kept) return std::unexpected(kept.error());
    if (!same_secret(shown, kept->token_hash) && !same_secret(shown, kept->next_token_hash)) {
      return end_series(ask, store, series, kept->user);
    }
    const auto user = store.user_by_id(kept->user);
    if (!user) return std::unexpected(user.error());
    if (user->deleted) return refuse(ask, ErrorCode::bad_token), db::Result<void>{};
    if (user->banned) return refuse(ask, ErrorCode::banned), db::Result<void>{};
    // The token that was shown stays good until the new one is used: an answer that is lost on its
    // way locks nobody out.
    std::string fresh = next_token(token);
    if (auto kept_on = store.rotate_session(series, shown, token_hash(fresh)); !kept_on) {
      return kept_on;
    }
    next = sign_in_job(ask, user->id, std::move(fresh), /*new_session=*/false);
    return next(store);
  });
}

// A token of a known series that is neither its last nor its next was replaced long ago: two people
// have been using it, and one of them should not. Neither goes on without the password.
db::Result<void> Accounts::end_series(const AskPtr& ask, db::Store& store,
                                      const std::string& series, db::Id user) {
  if (auto gone = store.revoke_session(series); !gone) return gone;
  log_warn("session.token_reused", {{"user", user}, {"address", ask->caller.address}});
  close_live(user, series);
  refuse(ask, ErrorCode::bad_token);
  return {};
}

void Accounts::entered(const Caller& caller) {
  if (caller.identity.user == 0) return;
  const std::lock_guard lock(mutex_);
  live_[caller.identity.user] = {caller.session, caller.identity.series_hash};
}

void Accounts::left(const Caller& caller) {
  const std::lock_guard lock(mutex_);
  const auto live = live_.find(caller.identity.user);
  if (live != live_.end() && live->second.session == caller.session) live_.erase(live);
}

void Accounts::close_live(db::Id user, const std::string& series) {
  SessionId session = 0;
  {
    const std::lock_guard lock(mutex_);
    const auto live = live_.find(user);
    if (live == live_.end() || live->second.series_hash != series) return;
    session = live->second.session;
  }
  log_info("session.revoked", {{"session", session}, {"user", user}});
  delivery_.close(session, kCloseSignedOut, "signed out: sign in again");
}

void Accounts::close_revoked(db::Store& store, db::Id user) {
  std::string series;
  {
    const std::lock_guard lock(mutex_);
    const auto live = live_.find(user);
    if (live == live_.end()) return;
    series = live->second.series_hash;
  }
  const auto kept = store.session(series);
  if (!kept && kept.error().failure == db::Failure::not_found) close_live(user, series);
}

void Accounts::log_out(const AskPtr& ask) {
  writer_.run([this, ask](db::Store& store) -> db::Result<void> {
    const auto revoked = store.revoke_session(ask->caller.identity.series_hash);
    if (!revoked && revoked.error().failure != db::Failure::not_found) return revoked;
    if (ask->caller.identity.guest) {  // he cannot come back: nobody is left who blocks
      if (auto gone = store.forget_blocks(ask->caller.identity.user); !gone) return gone;
    }
    done(ask);
    delivery_.identify(ask->caller.session, {});
    core_.submit(core::command::SignedOut{ask->caller.session, ask->request});
    return {};
  });
}

}  // namespace tianyuan::shell
