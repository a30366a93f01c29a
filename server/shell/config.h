#pragma once

// The server's configuration: built-in defaults, then a TOML file, then TIANYUAN_* variables, then
// flags. config/tianyuan.example.toml explains every key.

#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "server/shell/limits.h"

namespace tianyuan::shell {

struct Endpoint {
  std::string host = "127.0.0.1";
  std::uint16_t port = 0;  // 0: any free one
  friend bool operator==(const Endpoint&, const Endpoint&) = default;
};

// "127.0.0.1:8080", "[::1]:8080", ":8080" (all addresses).
std::expected<Endpoint, std::string> parse_endpoint(const std::string& text);
std::string to_string(const Endpoint& endpoint);

struct Config {
  std::string database = "var/tianyuan.db";
  Endpoint listen{"127.0.0.1", 8080};
  Endpoint admin_listen{"127.0.0.1", 8081};  // /metrics and /readyz
  std::string ports_file;                    // where to write the ports once listening; for tests
  int io_threads = 1;                        // 1: the core runs on the same loop
  int hash_threads = 1;                      // Argon2id: 64 MiB and 60 ms each
  std::string log_level = "info";            // trace debug info warn error
  std::vector<std::string> origins;          // besides our own host: "https://play.example"
  std::vector<std::string> trusted_proxies;  // addresses whose X-Forwarded-For is believed
  std::string tls_certificate;               // PEM chain; empty: plain
  std::string tls_key;
  std::string synchronous = "FULL";
  std::string web_root;  // folder of the web client; empty: a plain page
  bool check_only = false;
  Limits limits;
};

// What the command line led to: a configuration to run with, or a text for the user and the code to
// exit with (--help, --version, a mistake).
struct Exit {
  int code = 0;
  std::string text;
};
std::expected<Config, Exit> load_config(int argc, const char* const* argv);

inline constexpr const char* kVersion = "0.1.0";

}  // namespace tianyuan::shell
