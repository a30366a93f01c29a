#pragma once

// One WebSocket connection to the server, opened again and again on demand. Runs its own thread;
// all members may be called from the owner's thread, none blocks. Frames and changes are picked up
// with take(); wake_fd() becomes readable when there are some.
// Errors are values in Closed; nothing throws.

#include <expected>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace tianyuan::console {

struct Url {
  bool tls = false;
  std::string host;
  std::string port;
  std::string path;
  // wss: PEM file of the certificates that are trusted instead of the system's; empty: the
  // system's.
  std::string ca_file;
};
// "ws://host[:port][/path]" and "wss://…"; an IPv6 host in brackets. The path is "/ws" by default.
// The error says in English what is wrong.
std::expected<Url, std::string> parse_url(const std::string& text);

class Connection {
 public:
  struct Opened {};
  struct Frame {
    std::string text;
  };
  struct Closed {           // the attempt failed, or the open connection is gone
    int code = 0;           // WebSocket close code; 0: none came
    std::string reason;     // English, for people
    bool hopeless = false;  // trying again changes nothing: a certificate that is not trusted
  };
  using Event = std::variant<Opened, Frame, Closed>;

  explicit Connection(Url url);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void open();                  // ends in Opened or Closed; one at a time
  void send(std::string text);  // dropped when not open
  void close();                 // politely; ends in Closed
  std::vector<Event> take();
  int wake_fd() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tianyuan::console
