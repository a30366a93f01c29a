#pragma once

// Store over one SOCI session. Internal to db/; the bodies are in store_*.cpp by subject.

#include "db/internal/connection.h"

namespace tianyuan::db {

class SqliteStore final : public Store {
 public:
  static Result<std::unique_ptr<Store>> open(const OpenOptions& options);
  ~SqliteStore() override;

  Result<std::vector<Settlement>> commit(std::span<const Record> batch,
                                         const SettledPayload& settled_payload) override;
  Result<Recovery> recover() override;
  Result<int> prune_log(int at_most_rows) override;

  Result<User> create_user(std::string_view name, std::string_view name_key,
                           std::string_view password_hash, bool guest, std::int64_t at_ms) override;
  Result<User> promote_guest(Id user, std::string_view name, std::string_view name_key,
                             std::string_view password_hash, std::int64_t at_ms) override;
  Result<void> set_password(Id user, std::string_view password_hash, std::int64_t at_ms) override;
  Result<void> delete_account(Id user, std::int64_t at_ms) override;
  Result<void> report_player(Id by, Id about, std::string_view text, std::int64_t at_ms) override;
  Result<void> block_player(Id user, Id blocked, bool block, std::int64_t at_ms) override;
  Result<void> forget_blocks(Id user) override;
  Result<void> create_session(Id user, std::string_view token_hash, std::int64_t at_ms) override;
  Result<void> rotate_session(std::string_view series_hash, std::string_view token_hash,
                              std::string_view next_token_hash) override;
  Result<void> revoke_session(std::string_view series_hash) override;
  Result<void> revoke_sessions(Id user, std::string_view but_series_hash) override;
  Result<std::int64_t> daily_relief(Id user, std::int64_t at_ms) override;

  Result<User> user_by_key(std::string_view name_key) override;
  Result<User> user_by_id(Id user) override;
  Result<Session> session(std::string_view series_hash) override;
  Result<std::vector<Id>> blocked_by(Id user) override;
  Result<std::vector<std::string>> reserved_names() override;
  Result<std::vector<Room>> rooms() override;
  Result<std::vector<Rank>> ranks() override;
  Result<std::map<std::string, std::string>> settings() override;
  Result<LadderPage> ladder_page(std::string_view kind, int page, int page_size) override;
  Result<LadderPage> ladder_around(std::string_view kind, Id user, int neighbours) override;
  Result<GameSummary> game(Id game) override;
  Result<std::string> game_events(Id game) override;
  Result<GamesPage> games_of(Id user, int page, int page_size) override;

  Result<std::int64_t> data_version() override;
  Result<std::vector<Id>> changed_users() override;
  Result<std::vector<Announcement>> announcements_since(Id id) override;
  Result<Id> newest_announcement() override;

  Result<void> checkpoint_if_above(std::int64_t wal_bytes) override;
  Result<void> backup_to(const std::string& path) override;
  Result<std::int64_t> ledger_difference() override;

 private:
  struct LogInsert;  // the one hot statement, prepared once

  explicit SqliteStore(std::unique_ptr<Connection> connection);

  soci::session& sql() { return connection_->sql(); }
  // Every write goes through these: after Failure::io there are none, and reads stay possible.
  template <class Body>
  auto write(std::string_view what, Body&& body) -> std::invoke_result_t<Body>;

  void open_game(const OpenGame& open);
  void audit_act(const RefereeAct& act);
  Result<Settlement> close_game(const CloseGame& close, const SettledPayload& settled_payload);
  void forget_name(Id user, const std::string& old_name, const std::string& new_name);
  void grant_starting_coins(Id user, std::int64_t at_ms);
  Result<User> load_user(Id user);
  std::vector<LadderEntry> ladder_rows(const std::string& kind, long long offset, int limit);
  Result<void> start_watching();

  std::unique_ptr<Connection> connection_;
  std::unique_ptr<LogInsert> log_insert_;
  bool failed_ = false;  // a write may or may not be on disk: nothing more is written
  Id last_audit_ = 0;    // what changed_users has seen
  Id last_ledger_ = 0;
  Id prune_cursor_ = 0;
};

template <class Body>
auto SqliteStore::write(std::string_view what, Body&& body) -> std::invoke_result_t<Body> {
  if (failed_) {
    return std::unexpected(Error{Failure::io, std::string(what) + ": an earlier write failed"});
  }
  if (connection_->read_only()) {
    return std::unexpected(Error{Failure::read_only, std::string(what) + ": opened for reading"});
  }
  auto answer = in_transaction(*connection_, what, body);
  if (!answer && answer.error().failure == Failure::io) failed_ = true;
  return answer;
}

inline std::string text(std::string_view view) {
  return std::string(view);
}

inline Error not_found(std::string_view what) {
  return Error{Failure::not_found, std::string(what)};
}

}  // namespace tianyuan::db
