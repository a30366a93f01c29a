#include "client/console/session_loop.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <utility>
#include <variant>

namespace tianyuan::console {
namespace {

constexpr Millis kFirstRetryMs = 200;
constexpr Millis kLongestRetryMs = 5'000;
constexpr int kMostDoublings = 5;  // 200 ms * 2^5 is beyond the longest already

}  // namespace

Millis retry_delay_ms(int attempt, std::uint32_t random_word) {
  const Millis full =
      std::min(kLongestRetryMs, kFirstRetryMs << std::clamp(attempt, 0, kMostDoublings));
  if (full <= kFirstRetryMs) return full;
  return std::max(kFirstRetryMs, full - static_cast<Millis>(random_word) % (full / 2 + 1));
}

std::string read_token(const std::string& path) {
  std::ifstream in(path);
  std::string token;
  in >> token;
  return token;
}

bool write_token(const std::string& path, const std::string& token) {
  if (token.empty()) return ::unlink(path.c_str()) == 0 || errno == ENOENT;
  // Beside it and then in its place: half a token would be worth nothing.
  const std::string fresh = path + ".new";
  const int fd = ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (fd < 0) return false;
  const std::string line = token + "\n";
  const bool written = ::fchmod(fd, S_IRUSR | S_IWUSR) == 0 &&
                       ::write(fd, line.data(), line.size()) == static_cast<ssize_t>(line.size());
  return ::close(fd) == 0 && written && ::rename(fresh.c_str(), path.c_str()) == 0;
}

Millis steady_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

SessionLoop::SessionLoop(Url url, ClientSettings client, Settings settings, Chance chance)
    : settings_(std::move(settings)),
      chance_(chance),
      client_(std::move(client), std::move(chance)),
      connection_(std::move(url)),
      started_at_ms_(steady_ms()) {
  connection_.open();
}

void SessionLoop::step() {
  const Millis now_ms = steady_ms();
  for (const Connection::Event& event : connection_.take()) {
    if (std::holds_alternative<Connection::Opened>(event)) {
      online_ = true;
      ever_online_ = true;
      attempts_ = 0;
      client_.opened(now_ms);
    } else if (const auto* frame = std::get_if<Connection::Frame>(&event)) {
      client_.received(frame->text, now_ms);
    } else {
      on_closed(std::get<Connection::Closed>(event), now_ms);
    }
  }
  client_.settle();
  if (retry_at_ms_ && now_ms >= *retry_at_ms_) {
    retry_at_ms_.reset();
    connection_.open();
  }
  flush();
}

bool SessionLoop::lost_for_good() const {
  return ever_online_ && !online_ && steady_ms() >= lost_at_ms_ + settings_.reconnect_timeout_ms;
}

void SessionLoop::flush() {
  for (std::string& frame : client_.take_frames()) connection_.send(std::move(frame));
  if (const auto token = client_.take_token(); token && !settings_.token_file.empty()) {
    if (!write_token(settings_.token_file, *token)) {
      client_.refuse({"bad_argument", settings_.token_file});
    }
  }
}

void SessionLoop::on_closed(const Connection::Closed& closed, Millis now_ms) {
  last_failure_ = closed.reason;
  if (online_) client_.closed(closed.code, now_ms);
  const bool was_online = std::exchange(online_, false);
  if (was_online) lost_at_ms_ = now_ms;
  if (client_.stopped()) return;
  const Millis delay = retry_delay_ms(attempts_++, chance_());
  const bool in_vain =
      closed.hopeless || now_ms + delay > started_at_ms_ + settings_.connect_timeout_ms;
  if (!ever_online_ && in_vain) {
    gave_up_ = true;
    return;
  }
  retry_at_ms_ = now_ms + delay;
  if (was_online) client_.tell_retry(delay);
}

}  // namespace tianyuan::console
