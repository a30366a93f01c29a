#pragma once

// One I/O thread: its io_context, its connections, their letter-box and their timer wheel.

#include <array>
#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <vector>

#include "server/shell/connection.h"
#include "server/shell/delivery.h"

namespace tianyuan::shell {

class IoLoop final : public Mailbox {
 public:
  // Loop `index` of `count`: gives out ids that are `index` modulo `count`.
  IoLoop(int index, int count);
  ~IoLoop() override;

  boost::asio::io_context& context() { return context_; }
  void start();  // its thread
  void stop();   // ends the thread; what is still connected is dropped

  // Any thread.
  void deliver(std::vector<Outgoing> batch) override;
  void post(std::function<void()> work);
  std::size_t connections() const { return count_.load(std::memory_order_relaxed); }

  // This loop's thread.
  SessionId next_id();
  void add(SessionId id, std::shared_ptr<Connection> connection);
  void remove(SessionId id);
  std::shared_ptr<Connection> find(SessionId id);
  void close_all(int code, const std::string& reason);
  void let_go_on(SessionId id);  // with the wheel's next tick

 private:
  // Slots of kWheelTick; a connection is looked at when its slot comes round, and says when next.
  static constexpr std::chrono::milliseconds kWheelTick{250};
  static constexpr std::size_t kWheelSlots = 256;

  void take_mail();
  void end_pauses();
  void schedule(SessionId id, Steady::time_point when);
  void turn_wheel();
  void arm_wheel();

  boost::asio::io_context context_;
  const int stride_;
  SessionId last_id_;
  std::unordered_map<SessionId, std::shared_ptr<Connection>> connections_;
  std::atomic<std::size_t> count_{0};

  std::mutex mail_mutex_;
  std::vector<Outgoing> mail_;

  std::array<std::vector<SessionId>, kWheelSlots> wheel_;
  std::vector<SessionId> paused_;
  std::size_t wheel_at_ = 0;
  Steady::time_point wheel_time_ = Steady::now();
  boost::asio::steady_timer wheel_timer_;
  std::thread thread_;
};

}  // namespace tianyuan::shell
