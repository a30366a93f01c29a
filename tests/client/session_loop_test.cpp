#include "client/console/session_loop.h"

#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>

using namespace tianyuan;
using namespace tianyuan::console;

TEST_CASE("Retries begin at 0.2 s and never wait longer than 5 s, with jitter") {
  CHECK(retry_delay_ms(0, 12345) == 200);
  for (int attempt = 0; attempt < 40; ++attempt) {
    for (const std::uint32_t chance : {0U, 1U, 77777U, 4'294'967'295U}) {
      const Millis delay = retry_delay_ms(attempt, chance);
      CHECK(delay >= 200);
      CHECK(delay <= 5'000);
    }
  }
  CHECK(retry_delay_ms(10, 0) == 5'000);
  CHECK(retry_delay_ms(10, 2'000) == 3'000);
}

TEST_CASE("The token's file is private, and gone after a logout") {
  char directory[] = "/tmp/tianyuan-token-XXXXXX";
  REQUIRE(mkdtemp(directory) != nullptr);
  const std::string path = std::string(directory) + "/token";
  CHECK(read_token(path).empty());
  CHECK(write_token(path, "abc_-1"));
  CHECK(read_token(path) == "abc_-1");
  struct stat status {};
  REQUIRE(stat(path.c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0600);
  CHECK(write_token(path, "def"));
  CHECK(read_token(path) == "def");
  CHECK(write_token(path, ""));
  CHECK(read_token(path).empty());
  CHECK(write_token(path, ""));
  CHECK_FALSE(write_token(std::string(directory) + "/none/token", "x"));
  rmdir(directory);
}

TEST_CASE("Server addresses are read or refused with the reason") {
  const auto plain = parse_url("ws://127.0.0.1:8080/ws");
  REQUIRE(plain.has_value());
  CHECK(plain->host == "127.0.0.1");
  CHECK(plain->port == "8080");
  CHECK(plain->path == "/ws");
  CHECK(parse_url("ws://example.org")->port == "80");
  CHECK(parse_url("ws://example.org")->path == "/ws");
  CHECK(parse_url("ws://example.org/")->path == "/ws");
  CHECK(parse_url("wss://example.org")->port == "443");
  CHECK(parse_url("ws://[::1]:9000/x")->host == "::1");
  CHECK(parse_url("ws://[::1]:9000/x")->port == "9000");
  CHECK(parse_url("ws://[::1]")->port == "80");
  for (const char* bad :
       {"", "http://x", "ws://", "ws://:80", "ws://x:", "ws://x:a", "ws://[::1", "ws://x:123456"}) {
    INFO(bad);
    CHECK_FALSE(parse_url(bad).has_value());
  }
}
