#pragma once

// Checkpoints of the write-ahead log, off the commit path: on a thread and a connection of their
// own. Thread: its own.

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

#include "db/store.h"
#include "server/shell/limits.h"

namespace tianyuan::shell {

class Upkeep {
 public:
  Upkeep(std::unique_ptr<db::Store> store, const Limits& limits);
  ~Upkeep();
  Upkeep(const Upkeep&) = delete;
  Upkeep& operator=(const Upkeep&) = delete;

 private:
  void run();

  const std::unique_ptr<db::Store> store_;
  const Limits limits_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace tianyuan::shell
