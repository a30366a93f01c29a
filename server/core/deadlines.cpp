#include "server/core/deadlines.h"

namespace tianyuan::core {

void Deadlines::set(DueKey key, std::optional<Millis> at_ms) {
  const auto old = by_key_.find(key);
  if (old != by_key_.end()) {
    if (at_ms == old->second) return;
    by_time_.erase({old->second, key});
    by_key_.erase(old);
  }
  if (!at_ms) return;
  by_key_.emplace(key, *at_ms);
  by_time_.insert({*at_ms, key});
}

std::optional<Millis> Deadlines::next() const {
  if (by_time_.empty()) return std::nullopt;
  return by_time_.begin()->first;
}

std::optional<Millis> Deadlines::at(DueKey key) const {
  const auto found = by_key_.find(key);
  if (found == by_key_.end()) return std::nullopt;
  return found->second;
}

std::vector<DueKey> Deadlines::due(Millis now_ms) const {
  std::vector<DueKey> keys;
  for (const auto& [at_ms, key] : by_time_) {
    if (at_ms > now_ms) break;
    keys.push_back(key);
  }
  return keys;
}

std::vector<DueKey> Deadlines::keys() const {
  std::vector<DueKey> keys;
  keys.reserve(by_key_.size());
  for (const auto& [key, at_ms] : by_key_) keys.push_back(key);
  return keys;
}

}  // namespace tianyuan::core
