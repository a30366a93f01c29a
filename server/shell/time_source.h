#pragma once

// The instants of the game log: wall-clock milliseconds since 1970 at start (or the log's last, if
// later), then steady time added; so they never decrease and no change of the wall clock is felt.
// They stand still while the database is locked by another program: nobody's clock pays for that.
//
// Thread: any.

#include <atomic>
#include <chrono>
#include <cstdint>

namespace tianyuan::shell {

class TimeSource {
 public:
  using Steady = std::chrono::steady_clock;

  explicit TimeSource(std::int64_t start_ms, Steady::time_point start = Steady::now())
      : start_ms_(start_ms), start_(start) {}

  std::int64_t now(Steady::time_point steady = Steady::now()) const {
    const std::int64_t frozen = frozen_at_.load(std::memory_order_acquire);
    return frozen != kRunning ? frozen : running(steady);
  }

  // When `at_ms` will have come, as long as nothing is frozen.
  Steady::time_point steady_at(std::int64_t at_ms) const {
    return start_ + std::chrono::milliseconds(at_ms - start_ms_ + held_ms_.load());
  }

  bool frozen() const { return frozen_at_.load(std::memory_order_acquire) != kRunning; }
  void freeze(Steady::time_point steady = Steady::now()) {
    if (!frozen()) frozen_at_.store(running(steady), std::memory_order_release);
  }
  void thaw(Steady::time_point steady = Steady::now()) {
    const std::int64_t frozen = frozen_at_.load();
    if (frozen == kRunning) return;
    held_ms_.fetch_add(running(steady) - frozen);
    frozen_at_.store(kRunning, std::memory_order_release);
  }

 private:
  static constexpr std::int64_t kRunning = INT64_MIN;

  std::int64_t running(Steady::time_point steady) const {
    return start_ms_ - held_ms_.load() +
           std::chrono::duration_cast<std::chrono::milliseconds>(steady - start_).count();
  }

  const std::int64_t start_ms_;
  const Steady::time_point start_;
  std::atomic<std::int64_t> held_ms_{0};
  std::atomic<std::int64_t> frozen_at_{kRunning};
};

inline std::int64_t wall_clock_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

}  // namespace tianyuan::shell
