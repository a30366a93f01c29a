#pragma once

// Accepts sockets on one endpoint and says who they are. Thread: the loop that it was made with.

#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <string>

#include "server/shell/config.h"

namespace boost::asio {
class io_context;
}

namespace tianyuan::shell {

struct Accepted {
  int native_socket = -1;  // the callee's to close
  bool v6 = false;
  std::string address;
};

class Listener {
 public:
  using Callback = std::function<void(Accepted)>;

  // Bound and listening; accepting begins with start().
  static std::expected<std::unique_ptr<Listener>, std::string> open(
      boost::asio::io_context& context, const Endpoint& endpoint, Callback accepted);
  ~Listener();
  std::uint16_t port() const;
  void start();
  void close();  // on the loop's thread

 private:
  struct Impl;
  explicit Listener(std::shared_ptr<Impl> impl);
  std::shared_ptr<Impl> impl_;
};

}  // namespace tianyuan::shell
