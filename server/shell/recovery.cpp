#include "server/shell/recovery.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tianyuan::shell {

std::expected<Recovered, std::string> recover(db::Store& store, const core::Limits& limits) {
  auto log = store.recover();
  if (!log) return std::unexpected("the game log cannot be read: " + log.error().message);
  Recovered recovered{core::Core(limits), {}, log->last_at_ms, log->next_game, log->running.size()};
  for (const db::RunningGame& game : log->running) {
    for (const db::LogRow& row : game.rows) {
      const auto event = recovered.journal.restore(row);
      if (!event) return std::unexpected("the game log is damaged: " + event.error());
      recovered.core.replay(*event);
    }
  }
  return recovered;
}

std::int64_t Heartbeat::last_ms() const {
  struct stat facts {};
  if (::stat(path_.c_str(), &facts) != 0) return 0;
  return std::int64_t{facts.st_mtim.tv_sec} * 1000 + facts.st_mtim.tv_nsec / 1'000'000;
}

void Heartbeat::beat() const {
  const int file = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
  if (file < 0) return;
  ::futimens(file, nullptr);
  ::close(file);
}

}  // namespace tianyuan::shell
