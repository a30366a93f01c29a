#pragma once

// One WebSocket of a load generator: epoll, no library, as little work a frame as possible, because
// the generator shares its processors with the server that it measures. Thread: one.

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace tianyuan::load {

using Clock = std::chrono::steady_clock;

std::string masked_frame(std::string_view text);  // with a mask of zeros

class Socket {
 public:
  // Connects from that loopback address; throws std::runtime_error where the machine refuses.
  Socket(int epoll, std::uint16_t port, const char* from, int receive_buffer = 0);
  virtual ~Socket();
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;

  bool open() const { return fd_ >= 0; }
  void upgrade();  // asks for /ws; on_open() tells
  void send(std::string_view bytes);
  void send_text(std::string_view text) { send(masked_frame(text)); }
  std::size_t unsent() const { return out_.size() - sent_; }
  void shut();

  void ready(std::uint32_t events);  // from the loop

 protected:
  virtual void on_open() {}
  virtual void on_text(std::string_view) {}
  virtual bool wants_to_read() const { return true; }

 private:
  void read();
  void take();
  void write();
  void watch();

  int epoll_;
  int fd_ = -1;
  bool upgraded_ = false;
  std::uint32_t watched_ = 0;
  std::string in_, out_;
  std::size_t sent_ = 0;
};

// Waits for events and hands them out, for at most that long.
void turn(int epoll, std::chrono::milliseconds at_most);

}  // namespace tianyuan::load
