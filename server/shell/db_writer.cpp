#include "server/shell/db_writer.h"

#include <algorithm>

#include "server/shell/journal.h"
#include "server/shell/log.h"

namespace tianyuan::shell {

using Steady = std::chrono::steady_clock;

namespace {

// Between two tries while another program holds the lock; short against a player's patience, long
// against the cost of a try (some 10 µs).
constexpr std::chrono::milliseconds kLockRetry{3};
constexpr std::chrono::milliseconds kLongestGap{20};

}  // namespace

DbWriter::DbWriter(std::unique_ptr<db::Store> store, const Limits& limits, TimeSource& time,
                   Health& health, Metrics& metrics, Callbacks callbacks)
    : store_(std::move(store)),
      limits_(limits),
      time_(time),
      health_(health),
      metrics_(metrics),
      callbacks_(std::move(callbacks)) {}

DbWriter::~DbWriter() {
  stop();
}

void DbWriter::start() {
  thread_ = std::thread([this] { loop(); });
}

void DbWriter::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void DbWriter::push(std::vector<Output> outputs) {
  if (outputs.empty()) return;
  outstanding_.fetch_add(outputs.size(), std::memory_order_acq_rel);
  {
    const std::lock_guard lock(mutex_);
    if (outputs_.empty()) {
      outputs_ = std::move(outputs);
    } else {
      std::move(outputs.begin(), outputs.end(), std::back_inserter(outputs_));
    }
  }
  wake_.notify_one();
}

void DbWriter::run(Job job) {
  {
    const std::lock_guard lock(mutex_);
    jobs_.push_back(std::move(job));
  }
  wake_.notify_one();
}

// Waits until the next commit may begin; what arrives meanwhile joins it.
void DbWriter::pace(std::unique_lock<std::mutex>& lock) {
  // SQLite lets others try again and again: they get the lock as often as it is free. On a slow
  // disk, where a commit takes long, the pause is longer too.
  const Steady::duration half = (commit_ended_ - commit_began_) / 2;
  const auto gap = std::clamp<Steady::duration>(half, limits_.commit_gap, kLongestGap);
  const auto earliest = std::max(commit_began_ + limits_.commit_interval, commit_ended_ + gap);
  wake_.wait_until(lock, earliest, [&] { return stopping_ || Steady::now() >= earliest; });
}

void DbWriter::loop() {
  for (;;) {
    std::vector<Output> outputs;
    std::deque<Job> jobs;
    {
      std::unique_lock lock(mutex_);
      wake_.wait_until(lock, next_poll_,
                       [&] { return stopping_ || !outputs_.empty() || !jobs_.empty(); });
      if (stopping_) return;
      if (!outputs_.empty() || !jobs_.empty()) pace(lock);
      if (stopping_) return;
      outputs.swap(outputs_);
      jobs.swap(jobs_);
    }
    if (dead_) {
      next_poll_ = Steady::now() + limits_.poll_interval;
      continue;
    }
    if (!outputs.empty() && !commit(outputs)) continue;
    if (!jobs.empty() && !run_jobs(jobs)) continue;
    if (Steady::now() >= next_poll_) {
      next_poll_ = Steady::now() + limits_.poll_interval;
      callbacks_.poll(*store_);
    }
  }
}

bool DbWriter::commit(std::vector<Output>& outputs) {
  std::vector<db::Record> records;
  for (Output& output : outputs) {
    std::move(output.records.begin(), output.records.end(), std::back_inserter(records));
  }
  if (records.empty()) {
    release(outputs);
    return true;
  }
  const auto since = Steady::now();
  for (;;) {
    std::vector<core::GameSettled> settled;
    const auto payload = [&](const Settlement& settlement, std::int64_t at_ms) {
      settled.push_back({settlement.game, at_ms, settlement});
      return Journal::settled_payload(settlement, at_ms);
    };
    commit_began_ = Steady::now();
    const auto result = store_->commit(records, payload);
    commit_ended_ = Steady::now();
    if (result) {
      unlocked();
      metrics_.commit(commit_ended_ - commit_began_, records.size());
      for (core::GameSettled& one : settled) callbacks_.settled(std::move(one));
      release(outputs);
      return true;
    }
    if (result.error().failure != db::Failure::busy) {
      fail(result.error().message);
      return false;
    }
    if (!wait_for_lock(since, result.error().message)) return false;
  }
}

bool DbWriter::run_jobs(std::deque<Job>& jobs) {
  const auto since = Steady::now();
  while (!jobs.empty()) {
    const auto result = jobs.front()(*store_);
    if (result) {
      unlocked();
      jobs.pop_front();
      if (jobs.empty() || Steady::now() - since < limits_.jobs_at_once) continue;
      // Games go first: whoever signs in can wait for a commit, a move must not for a hundred people.
      const std::lock_guard lock(mutex_);
      std::move(jobs_.begin(), jobs_.end(), std::back_inserter(jobs));
      jobs_.swap(jobs);
      break;
    }
    if (result.error().failure != db::Failure::busy) {
      fail(result.error().message);
      return false;
    }
    if (!wait_for_lock(since, result.error().message)) return false;
  }
  commit_began_ = since;  // most jobs write: the others' turn comes after them, too
  commit_ended_ = Steady::now();
  return true;
}

// False: give up, for good.
bool DbWriter::wait_for_lock(Steady::time_point since, const std::string& message) {
  metrics_.commit_retry();
  const auto waited = Steady::now() - since;
  if (waited >= limits_.lock_deadline) {
    fail("the database is locked by another program: " + message, /*locked=*/true);
    return false;
  }
  if (waited >= limits_.lock_warning && !stalled_) {
    stalled_.store(true, std::memory_order_release);
    time_.freeze();
    health_.set_problem("database", "locked by another program; requests wait");
    log_warn("database.locked", {{"detail", message}});
  }
  std::unique_lock lock(mutex_);
  wake_.wait_for(lock, kLockRetry, [&] { return stopping_; });
  return !stopping_;
}

void DbWriter::unlocked() {
  if (!stalled_) return;
  time_.thaw();
  stalled_.store(false, std::memory_order_release);
  health_.set_problem("database", "");
  log_info("database.unlocked");
}

void DbWriter::release(const std::vector<Output>& outputs) {
  const auto now = Steady::now();
  std::vector<core::Effect> effects;
  for (const Output& output : outputs) {
    effects.insert(effects.end(), output.effects.begin(), output.effects.end());
    if (output.received) metrics_.released(now - *output.received);
  }
  callbacks_.release(effects);
  outstanding_.fetch_sub(outputs.size(), std::memory_order_acq_rel);
}

void DbWriter::fail(const std::string& what, bool locked) {
  dead_ = true;
  stalled_.store(true, std::memory_order_release);
  time_.freeze();
  health_.set_problem("database", what);
  log_error("database.failed", {{"detail", what}});
  callbacks_.failed(what, locked);
}

}  // namespace tianyuan::shell
