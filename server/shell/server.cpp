#include "server/shell/server.h"

#include <unistd.h>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <csignal>
#include <filesystem>
#include <fstream>

#include "proto/codec.h"
#include "server/shell/accounts.h"
#include "server/shell/core_loop.h"
#include "server/shell/directory.h"
#include "server/shell/heartbeat.h"
#include "server/shell/instance_lock.h"
#include "server/shell/io_loop.h"
#include "server/shell/listener.h"
#include "server/shell/log.h"
#include "server/shell/origin.h"
#include "server/shell/recovery.h"
#include "server/shell/routes.h"
#include "server/shell/session.h"
#include "server/shell/tls.h"
#include "server/shell/upkeep.h"

namespace tianyuan::shell {

namespace asio = boost::asio;

namespace {

constexpr std::chrono::seconds kHousekeeping{1};
constexpr std::chrono::milliseconds kLookForEmpty{20};
// For what waits to reach the disk at the end; longer only if the database is locked.
constexpr std::chrono::seconds kDrainLimit{10};
constexpr std::chrono::milliseconds kGoodbye{2'000};  // for all sockets to close at the end
constexpr int kReaders = 1;
constexpr int kPruneRows = 500;  // a small batch: some milliseconds

db::OpenOptions reader_options(const Config& config) {
  db::OpenOptions options;
  options.path = config.database;
  options.read_only = true;
  options.busy_timeout_ms = 2'000;
  return options;
}

std::expected<std::vector<std::unique_ptr<db::Store>>, std::string> open_readers(
    const Config& config, int count) {
  std::vector<std::unique_ptr<db::Store>> stores;
  for (int i = 0; i < count; ++i) {
    auto store = db::Store::open(reader_options(config));
    if (!store) return std::unexpected(store.error().message);
    stores.push_back(std::move(*store));
  }
  return stores;
}

}  // namespace

class Server::Impl final : public Portal {
 public:
  Impl(const Config& config, InstanceLock lock, std::unique_ptr<db::Store> store,
       Recovered recovered, std::vector<std::unique_ptr<db::Store>> readers,
       std::vector<std::unique_ptr<db::Store>> hash_readers,
       std::unique_ptr<db::Store> upkeep_store, std::shared_ptr<TlsContext> tls,
       std::vector<core::Command> first_commands, std::unique_ptr<Directory> directory,
       std::unique_ptr<Health> health);
  ~Impl() override;

  std::expected<void, std::string> listen();
  int run();
  void stop() {
    asio::post(control_, [this] { drain(); });
  }

  std::uint16_t port() const { return listener_->port(); }
  std::uint16_t admin_port() const { return admin_listener_->port(); }

  void http(const HttpRequest& request, HttpReply reply) override {
    routes_.handle(request, std::move(reply));
  }
  std::optional<HttpResponse> refuse_upgrade(const HttpRequest& request) override;
  std::unique_ptr<FrameSink> open(SessionId session, const HttpRequest& request,
                                  Channel& channel) override;

 private:
  DbWriter::Callbacks callbacks();
  std::vector<Mailbox*> boxes();
  void accept(Accepted accepted, bool admin);
  void poll(db::Store& store);
  void housekeeping();
  void drain();
  void end(int code, int close_code, const std::string& reason);
  void wait_for_empty(Steady::time_point until);
  void write_ports_file() const;

  const Config config_;
  const InstanceLock lock_;  // until all else is gone
  std::unique_ptr<Health> health_;
  std::unique_ptr<Directory> directory_;
  Metrics metrics_;
  AddressBook addresses_;
  Heartbeat heartbeat_;
  std::int64_t down_ms_;
  TimeSource time_;
  std::shared_ptr<TlsContext> tls_;

  asio::io_context control_{1};  // signals, housekeeping, the end; runs in run()
  std::vector<std::unique_ptr<IoLoop>> loops_;
  std::unique_ptr<IoLoop> core_context_;  // with several I/O threads: the core's own
  Delivery delivery_;
  Workers hashers_;
  Workers readers_;
  std::unique_ptr<Upkeep> upkeep_;
  std::unique_ptr<DbWriter> writer_;
  std::unique_ptr<CoreLoop> core_;
  Queries queries_;
  std::unique_ptr<Accounts> accounts_;
  Routes routes_;
  std::unique_ptr<Listener> listener_;
  std::unique_ptr<Listener> admin_listener_;
  asio::steady_timer timer_{control_};
  asio::steady_timer end_timer_{control_};
  std::size_t next_loop_ = 0;
  std::atomic<bool> draining_{false};
  bool ending_ = false;
  int exit_code_ = 0;
  int polls_ = 0;
};

Server::Impl::Impl(const Config& config, InstanceLock lock, std::unique_ptr<db::Store> store,
                   Recovered recovered, std::vector<std::unique_ptr<db::Store>> readers,
                   std::vector<std::unique_ptr<db::Store>> hash_readers,
                   std::unique_ptr<db::Store> upkeep_store, std::shared_ptr<TlsContext> tls,
                   std::vector<core::Command> first_commands, std::unique_ptr<Directory> directory,
                   std::unique_ptr<Health> health)
    : config_(config),
      lock_(std::move(lock)),
      health_(std::move(health)),
      directory_(std::move(directory)),
      addresses_(config.limits),
      heartbeat_(config.database),
      down_ms_(0),
      time_(std::max(wall_clock_ms(), recovered.last_at_ms)),
      tls_(std::move(tls)),
      delivery_(boxes(), metrics_),
      hashers_(std::move(hash_readers), config.limits.hash_queue),
      readers_(std::move(readers), config.limits.reader_queue),
      queries_(readers_, *directory_, delivery_),
      routes_(config_, queries_, *health_, metrics_) {
  const std::int64_t last_alive = std::max(recovered.last_at_ms, heartbeat_.last_ms());
  const std::int64_t now = time_.now();
  if (last_alive > 0) down_ms_ = std::max<std::int64_t>(0, now - last_alive);
  heartbeat_.beat();
  log_info("recovered", {{"games", recovered.games}, {"down_ms", down_ms_}});

  writer_ = std::make_unique<DbWriter>(std::move(store), config_.limits, time_, *health_, metrics_,
                                       callbacks());
  core::Output first = recovered.core.resume(now, down_ms_, recovered.next_game);
  core_ = std::make_unique<CoreLoop>(
      core_context_ ? core_context_->context() : loops_[0]->context(), std::move(recovered.core),
      std::move(recovered.journal), config_.limits, time_, *writer_, delivery_, metrics_);
  core_->start(std::move(first));
  for (core::Command& command : first_commands) core_->submit(std::move(command));
  upkeep_ = std::make_unique<Upkeep>(std::move(upkeep_store), config_.limits);
  accounts_ = std::make_unique<Accounts>(*writer_, *core_, delivery_, hashers_, addresses_,
                                         *directory_, config_.limits);
}

Server::Impl::~Impl() {
  for (auto& loop : loops_) loop->stop();
  if (core_context_) core_context_->stop();
  hashers_.stop();
  readers_.stop();
  writer_->stop();
}

// Called while the members before delivery_ exist: makes the loops.
std::vector<Mailbox*> Server::Impl::boxes() {
  std::vector<Mailbox*> all;
  for (int i = 0; i < config_.io_threads; ++i) {
    loops_.push_back(std::make_unique<IoLoop>(i, config_.io_threads));
    all.push_back(loops_.back().get());
  }
  if (config_.io_threads > 1) core_context_ = std::make_unique<IoLoop>(0, 1);
  return all;
}

DbWriter::Callbacks Server::Impl::callbacks() {
  DbWriter::Callbacks callbacks;
  callbacks.release = [this](std::span<const core::Effect> effects) { delivery_.release(effects); };
  callbacks.settled = [this](core::GameSettled settled) {
    core_->submit(core::command::Settled{std::move(settled)});
  };
  callbacks.poll = [this](db::Store& store) { poll(store); };
  callbacks.failed = [this](const std::string& reason, bool locked) {
    asio::post(control_, [this, reason, locked] {
      end(locked ? kExitLocked : kExitStorage, 1011, "the server has to stop");
    });
  };
  return callbacks;
}

// On the writer's thread, every 250 ms.
void Server::Impl::poll(db::Store& store) {
  auto commands = directory_->poll(store);
  if (!commands) {
    if (commands.error().failure != db::Failure::busy) {
      log_warn("database.poll", {{"detail", commands.error().message}});
    }
    return;
  }
  for (core::Command& command : *commands) {
    if (const auto* changed = std::get_if<core::command::ProfileChanged>(&command)) {
      accounts_->close_revoked(store, changed->profile.user);
    }
    core_->submit(std::move(command));
  }
  if (++polls_ % 4 != 0 || !writer_->idle()) return;
  const auto pruned = store.prune_log(kPruneRows);
  if (!pruned && pruned.error().failure != db::Failure::busy) {
    log_warn("database.prune", {{"detail", pruned.error().message}});
  }
}

std::expected<void, std::string> Server::Impl::listen() {
  auto listener = Listener::open(loops_[0]->context(), config_.listen,
                                 [this](Accepted accepted) { accept(std::move(accepted), false); });
  if (!listener) return std::unexpected(listener.error());
  auto admin = Listener::open(loops_[0]->context(), config_.admin_listen,
                              [this](Accepted accepted) { accept(std::move(accepted), true); });
  if (!admin) return std::unexpected(admin.error());
  listener_ = std::move(*listener);
  admin_listener_ = std::move(*admin);
  return {};
}

void Server::Impl::accept(Accepted accepted, bool admin) {
  std::size_t open = 0;
  for (const auto& loop : loops_) open += loop->connections();
  const bool proxy =
      real_address(accepted.address, "0.0.0.0", config_.trusted_proxies) != accepted.address;
  std::shared_ptr<AddressSlot> slot;
  if (!proxy && !admin) slot = addresses_.connect(accepted.address);
  const bool full = open >= static_cast<std::size_t>(config_.limits.connections);
  if (!admin && (full || (!proxy && !slot))) {
    ::close(accepted.native_socket);
    return;
  }
  IoLoop& loop = *loops_[next_loop_++ % loops_.size()];
  loop.post([this, &loop, accepted = std::move(accepted), admin, slot = std::move(slot)]() mutable {
    ConnectionOptions options;
    options.id = loop.next_id();
    options.address = accepted.address;
    options.admin = admin;
    options.slot = std::move(slot);
    if (!admin) options.tls = tls_;
    const SessionId id = options.id;
    auto connection = make_connection(loop, accepted.native_socket, accepted.v6, std::move(options),
                                      *this, config_.limits, metrics_);
    if (!connection) {
      ::close(accepted.native_socket);
      return;
    }
    loop.add(id, connection);
    connection->start();
  });
}

std::optional<HttpResponse> Server::Impl::refuse_upgrade(const HttpRequest& request) {
  if (draining_) return error_response(503, "the server is stopping");
  if (!request.origin.empty() && !origin_allowed(request.origin, request.host, config_.origins)) {
    log_warn("origin.refused", {{"origin", request.origin}, {"address", request.address}});
    return error_response(403, "this origin may not connect");
  }
  if (!request.subprotocols.empty() &&
      !offers_subprotocol(request.subprotocols, proto::kSubprotocol)) {
    return error_response(400, "the subprotocol is tianyuan.v1");
  }
  return std::nullopt;
}

std::unique_ptr<FrameSink> Server::Impl::open(SessionId session, const HttpRequest& request,
                                              Channel& channel) {
  const std::string address =
      real_address(request.address, request.forwarded_for, config_.trusted_proxies);
  std::unique_ptr<AddressSlot> slot;
  if (address != request.address) {
    slot = addresses_.connect(address);
    if (!slot) return nullptr;
  }
  return std::make_unique<Session>(
      session, address, std::move(slot), channel,
      SessionServices{*core_, *accounts_, queries_, addresses_, time_, metrics_, config_.limits});
}

void Server::Impl::housekeeping() {
  heartbeat_.beat();
  std::error_code ignored;
  const auto wal = std::filesystem::file_size(config_.database + "-wal", ignored);
  metrics_.wal_bytes(ignored ? 0 : wal);
  metrics_.hash_queue(hashers_.waiting());
  metrics_.reader_queue(readers_.waiting());
  if (tls_) {
    const std::string mistake = tls_->reload_if_changed();
    if (!mistake.empty()) log_error("tls.reload", {{"detail", mistake}});
  }
  timer_.expires_after(kHousekeeping);
  timer_.async_wait([this](const boost::system::error_code& error) {
    if (!error) housekeeping();
  });
}

void Server::Impl::write_ports_file() const {
  if (config_.ports_file.empty()) return;
  const std::string temporary = config_.ports_file + ".new";
  std::ofstream(temporary) << "{\"port\":" << port() << ",\"admin_port\":" << admin_port() << "}\n";
  std::error_code ignored;
  std::filesystem::rename(temporary, config_.ports_file, ignored);
}

int Server::Impl::run() {
  asio::signal_set signals(control_, SIGTERM, SIGINT);
  std::function<void()> wait_for_signal = [&] {
    signals.async_wait([&](const boost::system::error_code& error, int number) {
      if (error) return;
      log_info("signal", {{"number", number}});
      drain();
      wait_for_signal();
    });
  };
  wait_for_signal();
  writer_->start();
  listener_->start();
  admin_listener_->start();
  if (core_context_) core_context_->start();
  for (auto& loop : loops_) loop->start();
  housekeeping();
  write_ports_file();
  log_info("listening", {{"host", config_.listen.host},
                         {"port", port()},
                         {"admin_port", admin_port()},
                         {"tls", tls_ != nullptr},
                         {"io_threads", config_.io_threads},
                         {"database", config_.database}});
  const auto keep = asio::make_work_guard(control_);
  control_.run();
  return exit_code_;
}

// SIGTERM: players are told, what waits is written, running games stay on disk.
void Server::Impl::drain() {
  if (draining_.exchange(true)) {
    if (!ending_) end(0, 1001, "the server is stopping");  // the second signal: at once
    return;
  }
  health_->set_problem("draining", "the server is stopping");
  log_info("draining");
  loops_[0]->post([this] { listener_->close(); });
  core_->submit(core::command::Drain{"The server is stopping; running games come back with it."});
  end_timer_.expires_after(kDrainLimit);
  end_timer_.async_wait([this](const boost::system::error_code& error) {
    if (!error) end(kExitLocked, 1001, "the server is stopping");
  });
  core_->quiesce(
      [this] { asio::post(control_, [this] { end(0, 1001, "the server is stopping"); }); });
}

void Server::Impl::end(int code, int close_code, const std::string& reason) {
  if (ending_) return;
  ending_ = true;
  draining_ = true;
  exit_code_ = code;
  heartbeat_.beat();
  loops_[0]->post([this] { listener_->close(); });
  for (auto& loop : loops_) {
    loop->post([&loop = *loop, close_code, reason] { loop.close_all(close_code, reason); });
  }
  wait_for_empty(Steady::now() + kGoodbye);
}

void Server::Impl::wait_for_empty(Steady::time_point until) {
  std::size_t open = 0;
  for (const auto& loop : loops_) open += loop->connections();
  if (open == 0 || Steady::now() >= until) {
    log_info("stopped", {{"exit_code", exit_code_}, {"sockets_cut", open}});
    control_.stop();
    return;
  }
  end_timer_.expires_after(kLookForEmpty);
  end_timer_.async_wait([this, until](const boost::system::error_code& error) {
    if (!error) wait_for_empty(until);
  });
}

Server::Server(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Server::~Server() = default;

std::expected<std::unique_ptr<Server>, std::string> Server::create(const Config& config) {
  std::shared_ptr<TlsContext> tls;
  if (!config.tls_certificate.empty()) {
    auto loaded = TlsContext::load(config.tls_certificate, config.tls_key);
    if (!loaded) return std::unexpected(loaded.error());
    tls = std::move(*loaded);
  }
  const auto folder = std::filesystem::path(config.database).parent_path();
  std::error_code folder_error;
  if (!folder.empty()) std::filesystem::create_directories(folder, folder_error);
  if (folder_error) {
    return std::unexpected("cannot make " + folder.string() + ": " + folder_error.message());
  }
  auto lock = InstanceLock::take(config.database);
  if (!lock) return std::unexpected(lock.error());
  db::OpenOptions options;
  options.path = config.database;
  options.synchronous = config.synchronous;
  auto store = db::Store::open(options);
  if (!store) return std::unexpected("database " + config.database + ": " + store.error().message);
  auto recovered = recover(**store, core::Limits{});
  if (!recovered) return std::unexpected(recovered.error());
  auto health = std::make_unique<Health>();
  auto directory = std::make_unique<Directory>(*health);
  auto commands = directory->poll(**store);
  if (!commands) return std::unexpected(commands.error().message);
  auto readers = open_readers(config, kReaders);
  if (!readers) return std::unexpected(readers.error());
  auto hash_readers = open_readers(config, config.hash_threads);
  if (!hash_readers) return std::unexpected(hash_readers.error());
  options.quick_check = false;  // the first has looked
  auto upkeep_store = db::Store::open(options);
  if (!upkeep_store) return std::unexpected(upkeep_store.error().message);
  auto impl = std::make_unique<Impl>(
      config, std::move(*lock), std::move(*store), std::move(*recovered), std::move(*readers),
      std::move(*hash_readers), std::move(*upkeep_store), std::move(tls), std::move(*commands),
      std::move(directory), std::move(health));
  if (auto listening = impl->listen(); !listening) return std::unexpected(listening.error());
  return std::unique_ptr<Server>(new Server(std::move(impl)));
}

int Server::run() {
  return impl_->run();
}
void Server::stop() {
  impl_->stop();
}
std::uint16_t Server::port() const {
  return impl_->port();
}
std::uint16_t Server::admin_port() const {
  return impl_->admin_port();
}

}  // namespace tianyuan::shell
