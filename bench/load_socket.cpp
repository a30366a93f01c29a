#include "bench/load_socket.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace tianyuan::load {
namespace {

sockaddr_in address(const char* host, std::uint16_t port) {
  sockaddr_in at{};
  at.sin_family = AF_INET;
  at.sin_port = htons(port);
  ::inet_pton(AF_INET, host, &at.sin_addr);
  return at;
}

}  // namespace

std::string masked_frame(std::string_view text) {
  std::string frame{'\x81'};
  if (text.size() < 126) {
    frame += static_cast<char>(0x80 | text.size());
  } else {
    frame += '\xfe';
    frame += static_cast<char>(text.size() >> 8);
    frame += static_cast<char>(text.size());
  }
  frame.append(4, '\0');
  return frame.append(text);
}

Socket::Socket(int epoll, std::uint16_t port, const char* from, int receive_buffer)
    : epoll_(epoll), fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  if (receive_buffer > 0) {
    ::setsockopt(fd_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
  }
  const int on = 1;
  ::setsockopt(fd_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  ::setsockopt(fd_, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
  const sockaddr_in here = address(from, 0), there = address("127.0.0.1", port);
  if (::bind(fd_, reinterpret_cast<const sockaddr*>(&here), sizeof here) != 0 ||
      ::connect(fd_, reinterpret_cast<const sockaddr*>(&there), sizeof there) != 0) {
    const int reason = errno;
    ::close(fd_);
    throw std::runtime_error(std::string("cannot connect: ") + std::strerror(reason));
  }
  epoll_event event{};
  event.events = watched_ = EPOLLIN;
  event.data.ptr = this;
  ::epoll_ctl(epoll_, EPOLL_CTL_ADD, fd_, &event);
}

Socket::~Socket() {
  shut();
}

void Socket::shut() {
  if (fd_ < 0) return;
  ::close(fd_);
  fd_ = -1;
}

void Socket::upgrade() {
  send(
      "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
}

void Socket::send(std::string_view bytes) {
  if (fd_ < 0) return;
  out_.append(bytes);
  write();
}

void Socket::write() {
  while (fd_ >= 0 && sent_ < out_.size()) {
    const auto sent =
        ::send(fd_, out_.data() + sent_, out_.size() - sent_, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno != EAGAIN) return shut();
    if (sent < 0) break;
    sent_ += static_cast<std::size_t>(sent);
  }
  if (sent_ == out_.size()) {
    out_.clear();
    sent_ = 0;
  }
  watch();
}

void Socket::watch() {
  if (fd_ < 0) return;
  const std::uint32_t wanted =
      (wants_to_read() || !upgraded_ ? EPOLLIN : 0u) | (out_.empty() ? 0u : EPOLLOUT);
  if (wanted == watched_) return;
  epoll_event event{};
  event.events = watched_ = wanted;
  event.data.ptr = this;
  ::epoll_ctl(epoll_, EPOLL_CTL_MOD, fd_, &event);
}

void Socket::ready(std::uint32_t events) {
  if ((events & (EPOLLHUP | EPOLLERR)) != 0 && (events & EPOLLIN) == 0) return shut();
  if ((events & EPOLLIN) != 0) read();
  if ((events & EPOLLOUT) != 0) write();
}

void Socket::read() {
  std::array<char, 64 * 1024> bytes;
  const auto got = ::recv(fd_, bytes.data(), bytes.size(), MSG_DONTWAIT);
  if (got < 0 && errno == EAGAIN) return;
  if (got <= 0) return shut();
  in_.append(bytes.data(), static_cast<std::size_t>(got));
  if (!upgraded_) {
    const auto end = in_.find("\r\n\r\n");
    if (end == std::string::npos) return;
    if (!in_.starts_with("HTTP/1.1 101")) return shut();
    in_.erase(0, end + 4);
    upgraded_ = true;
    on_open();
    watch();
  }
  take();
}

void Socket::take() {
  std::size_t at = 0;
  while (fd_ >= 0 && in_.size() - at >= 2) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(in_[at + i]); };
    std::size_t size = byte(1) & 127, head = 2;
    if (size == 126) head = 4;
    if (size == 127) head = 10;
    if (in_.size() - at < head) break;
    if (head > 2) {
      size = 0;
      for (std::size_t i = 2; i < head; ++i) size = size * 256 + byte(i);
    }
    if (in_.size() - at < head + size) break;
    const int opcode = byte(0) & 15;
    const std::string payload = in_.substr(at + head, size);
    at += head + size;
    if (opcode == 1) on_text(payload);
    if (opcode == 8) shut();
    if (opcode == 9) {
      std::string pong = masked_frame(payload);
      pong[0] = '\x8a';
      send(pong);
    }
  }
  in_.erase(0, at);
}

void turn(int epoll, std::chrono::milliseconds at_most) {
  std::array<epoll_event, 256> events;
  const int count = ::epoll_wait(epoll, events.data(), static_cast<int>(events.size()),
                                 static_cast<int>(at_most.count()));
  for (int i = 0; i < count; ++i) {
    static_cast<Socket*>(events[static_cast<std::size_t>(i)].data.ptr)
        ->ready(events[static_cast<std::size_t>(i)].events);
  }
}

}  // namespace tianyuan::load
