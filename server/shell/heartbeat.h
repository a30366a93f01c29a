#pragma once

#include <cstdint>
#include <string>
#include <utility>

namespace tianyuan::shell {

// A file beside the database, touched every second: tells a restart since when the server is down,
// also when nobody moved for minutes before the crash.
class Heartbeat {
 public:
  explicit Heartbeat(std::string database) : path_(std::move(database) + ".alive") {}
  std::int64_t last_ms() const;  // 0: never
  void beat() const;

 private:
  std::string path_;
};

}  // namespace tianyuan::shell
