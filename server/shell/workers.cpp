#include "server/shell/workers.h"

namespace tianyuan::shell {

Workers::Workers(std::vector<std::unique_ptr<db::Store>> stores, std::size_t queue_limit)
    : queue_limit_(queue_limit), stores_(std::move(stores)) {
  for (const auto& store : stores_) {
    threads_.emplace_back([this, &store = *store] { run(store); });
  }
}

Workers::~Workers() {
  stop();
}

void Workers::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    jobs_.clear();
  }
  wake_.notify_all();
  for (auto& thread : threads_) {
    if (thread.joinable()) thread.join();
  }
}

bool Workers::submit(Job job) {
  {
    const std::lock_guard lock(mutex_);
    if (stopping_ || jobs_.size() >= queue_limit_) return false;
    jobs_.push_back(std::move(job));
  }
  wake_.notify_one();
  return true;
}

std::size_t Workers::waiting() const {
  const std::lock_guard lock(mutex_);
  return jobs_.size();
}

void Workers::run(db::Store& store) {
  for (;;) {
    Job job;
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [this] { return stopping_ || !jobs_.empty(); });
      if (stopping_) return;
      job = std::move(jobs_.front());
      jobs_.pop_front();
    }
    job(store);
  }
}

}  // namespace tianyuan::shell
