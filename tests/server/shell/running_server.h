#pragma once

// The real server in this process, on free ports, with a database in a folder of its own.

#include <stdlib.h>

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <thread>

#include "raw_client.h"
#include "server/shell/log.h"
#include "server/shell/secrets.h"
#include "server/shell/server.h"

namespace tianyuan::shell {

class RunningServer {
 public:
  explicit RunningServer(Config config = {}) : config_(std::move(config)) {
    std::string pattern = (std::filesystem::temp_directory_path() / "tianyuan-XXXXXX").string();
    if (!::mkdtemp(pattern.data())) throw std::runtime_error("no folder");
    folder_ = pattern;
    config_.database = folder_ + "/tianyuan.db";
    config_.listen.port = 0;
    config_.admin_listen.port = 0;
    set_up_log("error");
    set_up_secrets();
    try {
      start();
    } catch (...) {
      std::filesystem::remove_all(folder_);
      throw;
    }
  }
  ~RunningServer() {
    if (server_) stop();
    std::filesystem::remove_all(folder_);
  }

  void start() {
    auto made = Server::create(config_);
    if (!made) throw std::runtime_error(made.error());
    server_ = std::move(*made);
    thread_ = std::thread([this] { exit_code_ = server_->run(); });
  }
  // The exit code.
  int stop() {
    server_->stop();
    thread_.join();
    server_.reset();
    return exit_code_;
  }

  std::uint16_t port() const { return server_->port(); }
  std::uint16_t admin_port() const { return server_->admin_port(); }
  const std::string& folder() const { return folder_; }

 private:
  Config config_;
  std::string folder_;
  std::unique_ptr<Server> server_;
  std::thread thread_;
  int exit_code_ = -1;
};

// Signed in as a guest; the answer's result.
inline nlohmann::json sign_in_guest(RawClient& client, const std::string& name = {}) {
  client.upgrade();
  return client.call(1, "session.guest", {{"name", name}});
}

}  // namespace tianyuan::shell
