#include "server/shell/config.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <optional>
#include <thread>

namespace tianyuan::shell {
namespace {

int default_io_threads() {
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()) - 1);
}

// One option that can also be set by TIANYUAN_<NAME>.
template <class Value>
CLI::Option* add(CLI::App& app, const std::string& name, Value& value, const std::string& help) {
  std::string variable = "TIANYUAN_";
  for (const char c : name) variable += c == '-' ? '_' : static_cast<char>(std::toupper(c));
  return app.add_option("--" + name, value, help)->envname(variable)->capture_default_str();
}

void add_milliseconds(CLI::App& app, const std::string& name, std::chrono::milliseconds& value,
                      const std::string& help) {
  std::string variable = "TIANYUAN_";
  for (const char c : name) variable += c == '-' ? '_' : static_cast<char>(std::toupper(c));
  app.add_option_function<std::int64_t>(
         "--" + name, [&value](std::int64_t ms) { value = std::chrono::milliseconds(ms); }, help)
      ->envname(variable)
      ->default_str(std::to_string(value.count()))
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{86'400'000}));
}

void add_limits(CLI::App& app, Limits& l) {
  const auto group = "Limits";
  add(app, "connections", l.connections, "sockets in all")
      ->group(group)
      ->check(CLI::Range(1, 1'000'000));
  add(app, "connections-per-address", l.connections_per_address, "sockets of one address")
      ->group(group)
      ->check(CLI::Range(1, 1'000'000));
  add(app, "frames-per-second", l.frames_per_second, "requests of one session, on average")
      ->group(group)
      ->check(CLI::Range(0.1, 1e6));
  add(app, "frames-burst", l.frames_burst, "requests of one session at once")
      ->group(group)
      ->check(CLI::Range(1, 1'000'000));
  add(app, "address-frames-per-second", l.address_frames_per_second, "requests of one address")
      ->group(group)
      ->check(CLI::Range(0.1, 1e7));
  add(app, "address-frames-burst", l.address_frames_burst, "requests of one address at once")
      ->group(group)
      ->check(CLI::Range(1, 10'000'000));
  add(app, "bytes-per-second", l.bytes_per_second, "bytes of requests of one session, on average")
      ->group(group)
      ->check(CLI::Range(1e3, 1e9));
  add(app, "bytes-burst", l.bytes_burst, "bytes of requests of one session at once")
      ->group(group)
      ->check(CLI::Range(16'384, 1'000'000'000));
  add(app, "tables-per-second", l.tables_per_second, "tables set up by one session, on average")
      ->group(group)
      ->check(CLI::Range(0.001, 1e6));
  add(app, "tables-burst", l.tables_burst, "tables set up by one session at once")
      ->group(group)
      ->check(CLI::Range(1, 1'000'000));
  add(app, "new-accounts-per-second", l.new_accounts_per_second,
      "accounts and guests of one address")
      ->group(group)
      ->check(CLI::Range(0.001, 1e6));
  add(app, "new-accounts-burst", l.new_accounts_burst, "accounts and guests of one address at once")
      ->group(group)
      ->check(CLI::Range(1, 1'000'000));
  add(app, "password-failures-burst", l.password_failures_burst,
      "wrong passwords before one has to wait")
      ->group(group)
      ->check(CLI::Range(1, 1'000'000));
  add(app, "password-failures-per-second", l.password_failures_per_second,
      "how fast they are forgotten")
      ->group(group)
      ->check(CLI::Range(0.0001, 1e6));
  add(app, "outbox-bytes", l.outbox_bytes, "unsent bytes before a slow reader is cut off")
      ->group(group)
      ->check(CLI::Range(16'384, 1 << 30));
  add_milliseconds(app, "ping-interval-ms", l.ping_interval, "silence before a ping");
  add_milliseconds(app, "silence-timeout-ms", l.silence_timeout,
                   "silence before a player is absent");
  add_milliseconds(app, "write-timeout-ms", l.write_timeout, "for one message to leave");
  add_milliseconds(app, "header-timeout-ms", l.header_timeout, "for an HTTP request to arrive");
  add_milliseconds(app, "lock-deadline-ms", l.lock_deadline,
                   "how long another program may hold the database's lock");
  add(app, "lag-credit-ms", l.lag_credit_ms, "network time given back, at most, a move")
      ->group(group)
      ->check(CLI::Range(0, 1'000));
}

std::optional<std::string> check(const Config& c) {
  if (c.tls_certificate.empty() != c.tls_key.empty()) {
    return "tls-certificate and tls-key go together: set both or neither";
  }
  if (c.limits.silence_timeout <= c.limits.ping_interval) {
    return "silence-timeout-ms must be longer than ping-interval-ms";
  }
  return std::nullopt;
}

}  // namespace

std::expected<Endpoint, std::string> parse_endpoint(const std::string& text) {
  const auto bad = [&] {
    return std::unexpected("'" + text + "' is no address: write 127.0.0.1:8080 or [::1]:8080");
  };
  const auto colon = text.rfind(':');
  if (colon == std::string::npos) return bad();
  Endpoint endpoint;
  endpoint.host = text.substr(0, colon);
  if (endpoint.host.empty()) endpoint.host = "0.0.0.0";
  if (endpoint.host.front() == '[') {
    if (endpoint.host.back() != ']') return bad();
    endpoint.host = endpoint.host.substr(1, endpoint.host.size() - 2);
  } else if (endpoint.host.find(':') != std::string::npos) {
    return bad();
  }
  const char* first = text.data() + colon + 1;
  const char* last = text.data() + text.size();
  const auto parsed = std::from_chars(first, last, endpoint.port);
  if (parsed.ec != std::errc{} || parsed.ptr != last || first == last) return bad();
  return endpoint;
}

std::string to_string(const Endpoint& endpoint) {
  const bool v6 = endpoint.host.find(':') != std::string::npos;
  return (v6 ? "[" + endpoint.host + "]" : endpoint.host) + ":" + std::to_string(endpoint.port);
}

std::expected<Config, Exit> load_config(int argc, const char* const* argv) {
  Config config;
  config.io_threads = default_io_threads();
  std::string listen = to_string(config.listen);
  std::string admin_listen = to_string(config.admin_listen);

  CLI::App app("tianyuan-server: the game server of Tianyuan (gomoku and renju online)",
               "tianyuan-server");
  app.set_config("--config", "", "a TOML file; see config/tianyuan.example.toml")
      ->envname("TIANYUAN_CONFIG");
  app.set_version_flag("--version", std::string("tianyuan-server ") + kVersion);
  app.allow_config_extras(false);
  app.add_flag("--check-config", config.check_only, "read the configuration, say it and exit");
  add(app, "database", config.database, "the SQLite database");
  add(app, "listen", listen, "where players connect");
  add(app, "admin-listen", admin_listen, "where /metrics and /readyz are");
  add(app, "ports-file", config.ports_file, "write the ports in use to this file");
  add(app, "io-threads", config.io_threads, "threads for sockets")->check(CLI::Range(1, 64));
  add(app, "hash-threads", config.hash_threads, "threads for password hashes")
      ->check(CLI::Range(1, 16));
  add(app, "log-level", config.log_level, "how much to log")
      ->check(CLI::IsMember({"trace", "debug", "info", "warn", "error"}));
  add(app, "origin", config.origins, "a web origin that may connect, besides our own host");
  add(app, "trusted-proxy", config.trusted_proxies, "an address whose X-Forwarded-For is believed");
  add(app, "tls-certificate", config.tls_certificate, "PEM file: serve wss and https");
  add(app, "tls-key", config.tls_key, "PEM file of its private key");
  add(app, "web-root", config.web_root, "folder of the web client");
  add(app, "synchronous", config.synchronous,
      "SQLite's synchronous; other than FULL can lose moves")
      ->check(CLI::IsMember({"FULL", "NORMAL", "OFF"}));
  add_limits(app, config.limits);

  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& done) {
    std::ostringstream out;
    app.exit(done, out, out);
    return std::unexpected(Exit{0, out.str()});
  } catch (const CLI::Error& mistake) {
    return std::unexpected(Exit{2, std::string("tianyuan-server: ") + mistake.what() + "\n"});
  }
  for (auto [text, endpoint] :
       {std::pair{&listen, &config.listen}, std::pair{&admin_listen, &config.admin_listen}}) {
    const auto parsed = parse_endpoint(*text);
    if (!parsed) return std::unexpected(Exit{2, "tianyuan-server: " + parsed.error() + "\n"});
    *endpoint = *parsed;
  }
  if (const auto mistake = check(config)) {
    return std::unexpected(Exit{2, "tianyuan-server: " + *mistake + "\n"});
  }
  return config;
}

}  // namespace tianyuan::shell
