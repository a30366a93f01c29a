#include "server/shell/io_loop.h"

#include <algorithm>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>

namespace tianyuan::shell {

namespace asio = boost::asio;

IoLoop::IoLoop(int index, int count)
    : context_(1), stride_(count), last_id_(index), wheel_timer_(context_) {}

IoLoop::~IoLoop() {
  stop();
}

void IoLoop::start() {
  thread_ = std::thread([this] {
    arm_wheel();
    const auto keep = asio::make_work_guard(context_);
    context_.run();
  });
}

void IoLoop::stop() {
  context_.stop();
  if (thread_.joinable()) thread_.join();
  connections_.clear();
  count_ = 0;
}

SessionId IoLoop::next_id() {
  last_id_ += stride_;
  return last_id_;
}

void IoLoop::post(std::function<void()> work) {
  asio::post(context_, std::move(work));
}

void IoLoop::deliver(std::vector<Outgoing> batch) {
  bool wake = false;
  {
    const std::lock_guard lock(mail_mutex_);
    wake = mail_.empty();
    if (wake) {
      mail_ = std::move(batch);
    } else {
      std::move(batch.begin(), batch.end(), std::back_inserter(mail_));
    }
  }
  if (wake) asio::post(context_, [this] { take_mail(); });
}

void IoLoop::take_mail() {
  std::vector<Outgoing> mail;
  {
    const std::lock_guard lock(mail_mutex_);
    mail.swap(mail_);
  }
  for (Outgoing& outgoing : mail) {
    const auto connection = find(outgoing.session);  // delivering may remove it
    if (connection) connection->deliver(std::move(outgoing));
  }
}

void IoLoop::add(SessionId id, std::shared_ptr<Connection> connection) {
  const auto now = Steady::now();
  schedule(id, connection->check(now));
  connections_.emplace(id, std::move(connection));
  count_ = connections_.size();
}

void IoLoop::remove(SessionId id) {
  connections_.erase(id);
  count_ = connections_.size();
}

std::shared_ptr<Connection> IoLoop::find(SessionId id) {
  const auto it = connections_.find(id);
  return it == connections_.end() ? nullptr : it->second;
}

void IoLoop::close_all(int code, const std::string& reason) {
  std::vector<std::shared_ptr<Connection>> all;
  all.reserve(connections_.size());
  for (const auto& [id, connection] : connections_) all.push_back(connection);
  for (const auto& connection : all) connection->close(code, reason);
}

void IoLoop::let_go_on(SessionId id) {
  paused_.push_back(id);
}

void IoLoop::end_pauses() {
  std::vector<SessionId> paused;
  paused.swap(paused_);
  for (const SessionId id : paused) {
    if (const auto connection = find(id)) connection->go_on();
  }
}

void IoLoop::schedule(SessionId id, Steady::time_point when) {
  const auto ticks = when <= wheel_time_ ? 1 : (when - wheel_time_) / kWheelTick + 1;
  const auto slot = std::clamp<std::int64_t>(ticks, 1, kWheelSlots - 1);
  wheel_[(wheel_at_ + static_cast<std::size_t>(slot)) % kWheelSlots].push_back(id);
}

void IoLoop::arm_wheel() {
  wheel_timer_.expires_at(wheel_time_ + kWheelTick);
  wheel_timer_.async_wait([this](const boost::system::error_code& error) {
    if (!error) turn_wheel();
  });
}

void IoLoop::turn_wheel() {
  const auto now = Steady::now();
  end_pauses();
  while (wheel_time_ + kWheelTick <= now) {
    wheel_time_ += kWheelTick;
    wheel_at_ = (wheel_at_ + 1) % kWheelSlots;
    std::vector<SessionId> due;
    due.swap(wheel_[wheel_at_]);
    for (const SessionId id : due) {
      const auto it = connections_.find(id);
      if (it == connections_.end()) continue;
      const std::shared_ptr<Connection> connection = it->second;  // check() may remove it
      const auto next = connection->check(now);
      if (find(id)) schedule(id, next);
    }
  }
  arm_wheel();
}

}  // namespace tianyuan::shell
