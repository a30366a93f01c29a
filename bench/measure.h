#pragma once

// Time for the benchmarks: the CPU time of this thread, so that other programs on the machine
// disturb the figures little.

#include <algorithm>
#include <ctime>
#include <functional>
#include <vector>

namespace tianyuan::bench {

inline double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// Seconds of one call, the median of `rounds`.
inline double median_seconds(int rounds, const std::function<void()>& work) {
  std::vector<double> seconds;
  for (int round = 0; round < rounds; ++round) {
    const double start = cpu_seconds();
    work();
    seconds.push_back(cpu_seconds() - start);
  }
  std::ranges::nth_element(seconds, seconds.begin() + rounds / 2);
  return seconds[static_cast<std::size_t>(rounds / 2)];
}

}  // namespace tianyuan::bench
