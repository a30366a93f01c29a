#pragma once

// A Store that keeps what is committed in memory and fails or waits as a test tells it to. Only the
// log part works; the rest answers not_found.

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>

#include "db/store.h"

namespace tianyuan::shell {

class FakeStore final : public db::Store {
 public:
  // What the next commits do: succeed (none), or fail so. The last one stays in force.
  struct Script {
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<std::optional<db::Failure>> answers;
    bool held = false;  // commits wait until let go
    std::vector<std::vector<db::Record>> committed;
    int tries = 0;
    std::optional<db::Recovery> recovery;  // what a start finds

    void hold(bool on) {
      const std::lock_guard lock(mutex);
      held = on;
      changed.notify_all();
    }
    void answer(std::optional<db::Failure> failure) {
      const std::lock_guard lock(mutex);
      answers.push_back(failure);
    }
    std::size_t records() {
      const std::lock_guard lock(mutex);
      std::size_t sum = 0;
      for (const auto& batch : committed) sum += batch.size();
      return sum;
    }
    void wait_for_tries(int wanted) {
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return tries >= wanted; });
    }
  };

  explicit FakeStore(std::shared_ptr<Script> script) : script_(std::move(script)) {}

  db::Result<std::vector<Settlement>> commit(std::span<const db::Record> batch,
                                             const SettledPayload& settled_payload) override {
    std::unique_lock lock(script_->mutex);
    ++script_->tries;
    script_->changed.notify_all();
    script_->changed.wait(lock, [this] { return !script_->held; });
    if (!script_->answers.empty()) {
      const auto failure = script_->answers.front();
      if (script_->answers.size() > 1) script_->answers.pop_front();
      if (failure) return std::unexpected(db::Error{*failure, "as the test wants it"});
    }
    script_->committed.emplace_back(batch.begin(), batch.end());
    std::vector<Settlement> settlements;
    for (const db::Record& record : batch) {
      if (const auto* close = std::get_if<db::CloseGame>(&record)) {
        Settlement settlement;
        settlement.game = close->game;
        settled_payload(settlement, close->at_ms);
        settlements.push_back(settlement);
      }
    }
    return settlements;
  }

  db::Result<db::Recovery> recover() override {
    if (script_->recovery) return *script_->recovery;
    return none();
  }
  db::Result<int> prune_log(int) override { return 0; }
  db::Result<db::User> create_user(std::string_view, std::string_view, std::string_view, bool,
                                   std::int64_t) override {
    return none();
  }
  db::Result<db::User> promote_guest(db::Id, std::string_view, std::string_view, std::string_view,
                                     std::int64_t) override {
    return none();
  }
  db::Result<void> set_password(db::Id, std::string_view, std::int64_t) override { return none(); }
  db::Result<void> delete_account(db::Id, std::int64_t) override { return none(); }
  db::Result<void> report_player(db::Id, db::Id, std::string_view, std::int64_t) override {
    return none();
  }
  db::Result<void> block_player(db::Id, db::Id, bool, std::int64_t) override { return none(); }
  db::Result<void> forget_blocks(db::Id) override { return none(); }
  db::Result<void> create_session(db::Id, std::string_view, std::int64_t) override {
    return none();
  }
  db::Result<void> rotate_session(std::string_view, std::string_view, std::string_view) override {
    return none();
  }
  db::Result<void> revoke_session(std::string_view) override { return none(); }
  db::Result<void> revoke_sessions(db::Id, std::string_view) override { return none(); }
  db::Result<std::int64_t> daily_relief(db::Id, std::int64_t) override { return 0; }
  db::Result<db::User> user_by_key(std::string_view) override { return none(); }
  db::Result<db::User> user_by_id(db::Id) override { return none(); }
  db::Result<db::Session> session(std::string_view) override { return none(); }
  db::Result<std::vector<db::Id>> blocked_by(db::Id) override { return std::vector<db::Id>{}; }
  db::Result<std::vector<std::string>> reserved_names() override { return reserved_names_; }
  db::Result<std::vector<db::Room>> rooms() override { return rooms_; }
  db::Result<std::vector<Rank>> ranks() override { return ranks_; }
  db::Result<std::map<std::string, std::string>> settings() override { return none(); }
  db::Result<db::LadderPage> ladder_page(std::string_view, int, int) override { return none(); }
  db::Result<db::LadderPage> ladder_around(std::string_view, db::Id, int) override {
    return none();
  }
  db::Result<db::GameSummary> game(db::Id) override { return none(); }
  db::Result<std::string> game_events(db::Id) override { return none(); }
  db::Result<db::GamesPage> games_of(db::Id, int, int) override { return none(); }
  db::Result<std::int64_t> data_version() override { return data_version_; }
  db::Result<std::vector<db::Id>> changed_users() override { return std::vector<db::Id>{}; }
  db::Result<std::vector<db::Announcement>> announcements_since(db::Id id) override {
    std::vector<db::Announcement> newer;
    for (const auto& one : announcements_) {
      if (one.id > id) newer.push_back(one);
    }
    return newer;
  }
  db::Result<db::Id> newest_announcement() override {
    return announcements_.empty() ? 0 : announcements_.back().id;
  }
  db::Result<void> checkpoint_if_above(std::int64_t) override { return {}; }
  db::Result<void> backup_to(const std::string&) override { return {}; }
  db::Result<std::int64_t> ledger_difference() override { return 0; }

  // What the reading calls answer; for a test that runs on one thread.
  std::vector<db::Room> rooms_;
  std::vector<Rank> ranks_;
  std::vector<db::Announcement> announcements_;
  std::vector<std::string> reserved_names_;
  std::int64_t data_version_ = 1;

 private:
  static std::unexpected<db::Error> none() {
    return std::unexpected(db::Error{db::Failure::not_found, "the fake has none"});
  }
  std::shared_ptr<Script> script_;
};

}  // namespace tianyuan::shell
