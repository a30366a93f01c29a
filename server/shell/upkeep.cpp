#include "server/shell/upkeep.h"

#include "server/shell/log.h"

namespace tianyuan::shell {

Upkeep::Upkeep(std::unique_ptr<db::Store> store, const Limits& limits)
    : store_(std::move(store)), limits_(limits), thread_([this] { run(); }) {}

Upkeep::~Upkeep() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

void Upkeep::run() {
  std::unique_lock lock(mutex_);
  while (!wake_.wait_for(lock, limits_.checkpoint_interval, [this] { return stopping_; })) {
    lock.unlock();
    const auto done = store_->checkpoint_if_above(limits_.checkpoint_bytes);
    // Somebody in the way is no news; the next round tries again.
    if (!done && done.error().failure != db::Failure::busy) {
      log_warn("database.checkpoint", {{"detail", done.error().message}});
    }
    lock.lock();
  }
}

}  // namespace tianyuan::shell
