#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <cstdio>

#include "server/shell/config.h"
#include "server/shell/log.h"
#include "server/shell/secrets.h"
#include "server/shell/server.h"

namespace {

// Every socket is a file, and the usual soft limit of 1,024 is that of another age.
void allow_files(int connections) {
  rlimit files{};
  if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return;
  const rlim_t wanted = static_cast<rlim_t>(connections) + 100;
  if (files.rlim_cur >= wanted) return;
  files.rlim_cur = std::min(wanted, files.rlim_max);
  ::setrlimit(RLIMIT_NOFILE, &files);
}

}  // namespace

int main(int argc, char** argv) {
  using namespace tianyuan::shell;
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a file at its limit is a failed write, not the end
  const auto config = load_config(argc, argv);
  if (!config) {
    std::fputs(config.error().text.c_str(), config.error().code == 0 ? stdout : stderr);
    return config.error().code;
  }
  if (config->check_only) {
    std::printf("The configuration is good: players on %s, operators on %s, database %s.\n",
                to_string(config->listen).c_str(), to_string(config->admin_listen).c_str(),
                config->database.c_str());
    return 0;
  }
  set_up_log(config->log_level);
  if (!set_up_secrets()) {
    log_error("start.failed", {{"detail", "libsodium cannot work on this machine"}});
    return kExitStart;
  }
  allow_files(config->limits.connections);
  const auto server = Server::create(*config);
  if (!server) {
    log_error("start.failed", {{"detail", server.error()}});
    return kExitStart;
  }
  return (*server)->run();
}
