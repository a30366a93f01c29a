#pragma once

// A budget that refills with time. A value; no clock of its own.

#include <algorithm>
#include <chrono>

namespace tianyuan::shell {

using Steady = std::chrono::steady_clock;

class TokenBucket {
 public:
  TokenBucket(double per_second, int burst)
      : per_second_(per_second), burst_(burst), tokens_(burst) {}

  // Takes as many, or none.
  bool take(Steady::time_point now, double count = 1) {
    refill(now);
    if (tokens_ < count) return false;
    tokens_ -= count;
    return true;
  }
  bool empty(Steady::time_point now) {
    refill(now);
    return tokens_ < 1;
  }
  bool full(Steady::time_point now) const {
    TokenBucket then = *this;
    then.refill(now);
    return then.tokens_ >= burst_;
  }
  // Until the next one; zero: there is one.
  std::chrono::milliseconds wait(Steady::time_point now) {
    refill(now);
    if (tokens_ >= 1) return std::chrono::milliseconds(0);
    return std::chrono::milliseconds(static_cast<long>((1 - tokens_) * 1000 / per_second_) + 1);
  }

 private:
  void refill(Steady::time_point now) {
    if (last_ == Steady::time_point{}) last_ = now;
    if (now <= last_) return;
    const double seconds = std::chrono::duration<double>(now - last_).count();
    tokens_ = std::min<double>(burst_, tokens_ + seconds * per_second_);
    last_ = now;
  }

  double per_second_;
  int burst_;
  double tokens_;
  Steady::time_point last_{};
};

}  // namespace tianyuan::shell
