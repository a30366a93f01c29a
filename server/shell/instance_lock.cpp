#include "server/shell/instance_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

namespace tianyuan::shell {
namespace {

std::string reason(int error) {
  return std::generic_category().message(error);
}

// The holder's process number, as it wrote it; empty when it has not yet.
std::string holder(int descriptor) {
  std::array<char, 16> text{};
  const auto length = ::pread(descriptor, text.data(), text.size(), 0);
  std::string number;
  for (ssize_t i = 0; i < length && text[i] >= '0' && text[i] <= '9'; ++i) number += text[i];
  return number;
}

}  // namespace

std::expected<InstanceLock, std::string> InstanceLock::take(const std::string& database) {
  const std::string path = database + ".lock";
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (descriptor < 0) {
    return std::unexpected("cannot make " + path + ": " + reason(errno));
  }
  InstanceLock lock(descriptor);
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    const int error = errno;
    if (error != EWOULDBLOCK) {
      return std::unexpected("cannot lock " + path + ": " + reason(error));
    }
    const std::string number = holder(descriptor);
    return std::unexpected("another tianyuan-server" +
                           (number.empty() ? std::string() : " (process " + number + ")") +
                           " uses " + database + "; stop it, or name another --database");
  }
  // Only for that message: the lock holds whether or not the number could be written.
  const std::string number = std::to_string(::getpid()) + "\n";
  if (::ftruncate(descriptor, 0) == 0) {
    [[maybe_unused]] const auto written = ::pwrite(descriptor, number.data(), number.size(), 0);
  }
  return lock;
}

InstanceLock::InstanceLock(InstanceLock&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)) {}

InstanceLock::~InstanceLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace tianyuan::shell
