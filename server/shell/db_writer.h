#pragma once

// The one thread that writes to the database. It takes everything that waits as one transaction,
// and only what is on disk is let go: an acknowledged move is a durable move.
//
//   idle: at once. Under load: at most one commit a millisecond, and between two the lock is free
//   for half of the time that one took, half a millisecond at least, so that operators can write.
//   locked by another program: the batch is kept and tried again; after Limits::lock_warning time
//   stands still, stalled() is true and /readyz says why; after lock_deadline: failed().
//   any other failure: nothing is let go any more; failed().
//
// Threads: push, run, idle, stalled from any; the callbacks are called on the writer's thread.

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "db/store.h"
#include "server/core/core.h"
#include "server/shell/health.h"
#include "server/shell/limits.h"
#include "server/shell/metrics.h"
#include "server/shell/time_source.h"

namespace tianyuan::shell {

class DbWriter {
 public:
  // One output of the core: what must be stored before what may be told.
  struct Output {
    std::vector<db::Record> records;
    std::vector<core::Effect> effects;
    std::optional<std::chrono::steady_clock::time_point> received;  // of a game request, measured
  };

  struct Callbacks {
    std::function<void(std::span<const core::Effect>)> release;
    std::function<void(core::GameSettled)> settled;
    std::function<void(db::Store&)> poll;                         // every poll_interval
    std::function<void(std::string reason, bool locked)> failed;  // once; nothing follows
  };

  // A job answers nothing, or busy to be tried again (it must then go on where it was), or another
  // failure, which stops the server. Expected failures (a name taken) are the job's own affair.
  using Job = std::function<db::Result<void>(db::Store&)>;

  DbWriter(std::unique_ptr<db::Store> store, const Limits& limits, TimeSource& time, Health& health,
           Metrics& metrics, Callbacks callbacks);
  ~DbWriter();  // stop()
  DbWriter(const DbWriter&) = delete;
  DbWriter& operator=(const DbWriter&) = delete;

  void start();
  void push(std::vector<Output> outputs);
  void run(Job job);  // after everything pushed before it
  // True when everything pushed has been released: then a reader need not wait.
  bool idle() const { return outstanding_.load(std::memory_order_acquire) == 0; }
  bool stalled() const { return stalled_.load(std::memory_order_acquire); }
  std::size_t waiting() const { return outstanding_.load(std::memory_order_acquire); }
  void stop();  // what waits is dropped: run a job to know that all is done

 private:
  void loop();
  void pace(std::unique_lock<std::mutex>& lock);
  bool commit(std::vector<Output>& outputs);
  bool run_jobs(std::deque<Job>& jobs);
  bool wait_for_lock(std::chrono::steady_clock::time_point since, const std::string& message);
  void unlocked();
  void release(const std::vector<Output>& outputs);
  void fail(const std::string& what, bool locked = false);

  const std::unique_ptr<db::Store> store_;
  const Limits limits_;
  TimeSource& time_;
  Health& health_;
  Metrics& metrics_;
  const Callbacks callbacks_;

  std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<Output> outputs_;
  std::deque<Job> jobs_;
  bool stopping_ = false;
  std::atomic<std::size_t> outstanding_{0};
  std::atomic<bool> stalled_{false};

  // The writer's thread only.
  std::chrono::steady_clock::time_point commit_began_{};
  std::chrono::steady_clock::time_point commit_ended_{};
  std::chrono::steady_clock::time_point next_poll_{};
  bool dead_ = false;
  std::thread thread_;
};

}  // namespace tianyuan::shell
