#pragma once

// One server a database. Two would hand out the same game numbers and settle each other's games, so
// the second is refused at the start. The lock is the kernel's (flock) on "<database>.lock": it
// ends with the process however that ends, and a file left behind by kill -9 means nothing. It is a
// file of its own because closing any descriptor of the database would drop SQLite's own locks.
//
// Thread: any; held by whoever owns the value.

#include <expected>
#include <string>

namespace tianyuan::shell {

class InstanceLock {
 public:
  // The error is for a person: who holds it, or why the file cannot be made.
  static std::expected<InstanceLock, std::string> take(const std::string& database);

  InstanceLock(InstanceLock&& other) noexcept;
  InstanceLock& operator=(InstanceLock&&) = delete;
  ~InstanceLock();

 private:
  explicit InstanceLock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_ = -1;
};

}  // namespace tianyuan::shell
