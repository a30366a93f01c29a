#pragma once

// A few threads with one bounded queue. Each thread can own something that a job needs and that
// belongs to one thread at a time (a read-only Store).

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "db/store.h"

namespace tianyuan::shell {

class Workers {
 public:
  using Job = std::function<void(db::Store&)>;

  // One thread for each store.
  Workers(std::vector<std::unique_ptr<db::Store>> stores, std::size_t queue_limit);
  ~Workers();  // finishes the running jobs and drops the waiting ones
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // false: the queue is full, answer busy. Any thread.
  bool submit(Job job);
  std::size_t waiting() const;
  void stop();

 private:
  void run(db::Store& store);

  const std::size_t queue_limit_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Job> jobs_;
  bool stopping_ = false;
  std::vector<std::unique_ptr<db::Store>> stores_;
  std::vector<std::thread> threads_;
};

}  // namespace tianyuan::shell
