#pragma once

// Puts the server together, starts it and takes it down.

#include <cstdint>
#include <expected>
#include <memory>
#include <string>

#include "server/shell/config.h"

namespace tianyuan::shell {

// What a process that ends says to the one that started it.
inline constexpr int kExitStart = 1;     // could not start; the reason is in the log
inline constexpr int kExitConfig = 2;    // a mistake in the configuration
inline constexpr int kExitStorage = 74;  // the database failed (EX_IOERR)
inline constexpr int kExitLocked = 75;   // locked for too long (EX_TEMPFAIL): start again

class Server {
 public:
  // Opens the database, brings back the running games, listens. What went wrong, in one line.
  static std::expected<std::unique_ptr<Server>, std::string> create(const Config& config);
  ~Server();

  // Serves until SIGTERM, SIGINT, stop() or a failure of the database; the exit code.
  int run();
  void stop();  // as SIGTERM; any thread

  std::uint16_t port() const;
  std::uint16_t admin_port() const;

 private:
  class Impl;
  explicit Server(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace tianyuan::shell
