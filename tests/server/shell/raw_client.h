#pragma once

// A WebSocket and HTTP client on a bare blocking socket, for tests that must send what no library
// sends and see every byte that comes back.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace tianyuan::shell {

class RawClient {
 public:
  explicit RawClient(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    // Nothing measures it: how long anything may take on a busy machine before a test gives up.
    timeval patience{30, 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_port = htons(port);
    ::inet_pton(AF_INET, "127.0.0.1", &at.sin_addr);
    if (::connect(socket_, reinterpret_cast<sockaddr*>(&at), sizeof at) != 0) {
      throw std::runtime_error("cannot connect");
    }
  }
  ~RawClient() { ::close(socket_); }
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;

  int native() const { return socket_; }

  // False: the other side has gone.
  bool send(std::string_view bytes) {
    while (!bytes.empty()) {
      const auto sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }

  // One byte more; false at the end.
  bool read_more() {
    char bytes[16 * 1024];
    const auto got = ::recv(socket_, bytes, sizeof bytes, 0);
    if (got < 0 && errno == ECONNRESET) return false;
    if (got < 0) throw std::runtime_error("nothing came");
    buffer_.append(bytes, static_cast<std::size_t>(got));
    return got > 0;
  }

  // ---- HTTP

  struct Response {
    int status = 0;
    std::string head;
    std::string body;
  };
  Response response() {
    while (buffer_.find("\r\n\r\n") == std::string::npos) {
      if (!read_more()) return {};
    }
    Response r;
    const auto end = buffer_.find("\r\n\r\n");
    r.head = buffer_.substr(0, end);
    buffer_.erase(0, end + 4);
    r.status = std::stoi(r.head.substr(9, 3));
    std::size_t length = 0;
    if (const auto at = r.head.find("Content-Length: "); at != std::string::npos) {
      length = std::stoul(r.head.substr(at + 16));
    }
    while (buffer_.size() < length && read_more()) {
    }
    r.body = buffer_.substr(0, length);
    buffer_.erase(0, length);
    return r;
  }
  Response get(const std::string& target, const std::string& more = {}) {
    send("GET " + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\n" + more + "\r\n");
    return response();
  }
  Response upgrade(const std::string& more = "Sec-WebSocket-Protocol: tianyuan.v1\r\n",
                   const std::string& target = "/ws") {
    return get(target,
               "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
               "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
                   more);
  }

  // ---- WebSocket

  static std::string frame_head(std::size_t size, int opcode, bool final = true) {
    std::string head;
    head += static_cast<char>((final ? 0x80 : 0) | opcode);
    if (size < 126) {
      head += static_cast<char>(0x80 | size);
    } else if (size < 65'536) {
      head += static_cast<char>(0x80 | 126);
      head += static_cast<char>(size >> 8);
      head += static_cast<char>(size);
    } else {
      head += static_cast<char>(0x80 | 127);
      for (int shift = 56; shift >= 0; shift -= 8) {
        head += static_cast<char>(std::uint64_t{size} >> shift);
      }
    }
    return head + std::string(4, '\0');  // a mask of zeros changes nothing
  }
  bool text(const std::string& payload) { return send(frame_head(payload.size(), 1) + payload); }
  bool binary(const std::string& payload) { return send(frame_head(payload.size(), 2) + payload); }

  struct Frame {
    int opcode = 0;
    std::string payload;
    int close_code() const {
      if (opcode != 8 || payload.size() < 2) return 0;
      return static_cast<unsigned char>(payload[0]) * 256 + static_cast<unsigned char>(payload[1]);
    }
  };
  // The next frame that is no ping or pong; none: the socket is closed.
  std::optional<Frame> frame() {
    for (;;) {
      auto next = any_frame();
      if (!next || (next->opcode != 9 && next->opcode != 10)) return next;
    }
  }
  std::optional<Frame> any_frame() {
    if (!need(2)) return std::nullopt;
    Frame frame;
    frame.opcode = buffer_[0] & 15;
    std::size_t size = static_cast<unsigned char>(buffer_[1]) & 127;
    std::size_t head = 2;
    if (size >= 126) {
      const std::size_t bytes = size == 126 ? 2 : 8;
      if (!need(2 + bytes)) return std::nullopt;
      size = 0;
      for (std::size_t i = 0; i < bytes; ++i) {
        size = size * 256 + static_cast<unsigned char>(buffer_[2 + i]);
      }
      head += bytes;
    }
    if (!need(head + size)) return std::nullopt;
    frame.payload = buffer_.substr(head, size);
    buffer_.erase(0, head + size);
    return frame;
  }
  // The next text frame as JSON; the close code as a number; null: the socket is gone.
  nlohmann::json json() {
    const auto next = frame();
    if (!next) return nullptr;
    if (next->opcode == 8) return next->close_code();
    return nlohmann::json::parse(next->payload);
  }
  // Calls and answers the response to that id, other messages being kept.
  nlohmann::json call(int id, const std::string& method,
                      const nlohmann::json& params = nlohmann::json::object()) {
    text(nlohmann::json{{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}}
             .dump());
    for (;;) {
      auto message = json();
      if (!message.is_object() || message.value("id", nlohmann::json()) == id) return message;
      notifications.push_back(std::move(message));
    }
  }

  std::vector<nlohmann::json> notifications;

 private:
  bool need(std::size_t bytes) {
    while (buffer_.size() < bytes) {
      if (!read_more()) return false;
    }
    return true;
  }
  int socket_;
  std::string buffer_;
};

}  // namespace tianyuan::shell
