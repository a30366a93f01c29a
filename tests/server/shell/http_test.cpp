// HTTP over real sockets: what is there, what is refused, and how.

#include <catch2/catch.hpp>

#include "running_server.h"

using namespace tianyuan::shell;

TEST_CASE("the pages for players") {
  RunningServer server;
  RawClient client(server.port());
  CHECK(client.get("/healthz").body == "{\"ok\":true}");
  const auto page = client.get("/");
  CHECK(page.status == 200);
  CHECK(page.body.find("/ws") != std::string::npos);
  CHECK(page.head.find("nosniff") != std::string::npos);
  const auto ladder = client.get("/api/v1/ladder?kind=national&page=1");
  CHECK(ladder.status == 200);
  CHECK(nlohmann::json::parse(ladder.body).at("rows").is_array());
  CHECK(nlohmann::json::parse(client.get("/openrpc.json").body).is_object());
  // One connection served them all.
  CHECK(client.get("/healthz").status == 200);
}

TEST_CASE("what is not there, and what may not be") {
  RunningServer server;
  RawClient client(server.port());
  CHECK(client.get("/nothing").status == 404);
  CHECK(client.get("/metrics").status == 404);  // operators' listener only
  CHECK(client.get("/readyz").status == 404);
  CHECK(client.get("/api/v1/games/999999").status == 404);
  CHECK(client.get("/api/v1/games/../../etc/passwd").status == 404);
  CHECK(client.get("/api/v1/games/1e9").status == 404);
  CHECK(client.get("/api/v1/ladder?page=0").status == 400);
  CHECK(client.get("/api/v1/ladder?page=99999999999999999999").status == 400);
  CHECK(client.get("/api/v1/ladder?kind=%27%20OR%201=1").status == 400);
  CHECK(client.get("/%zz").status == 400);
  CHECK(client.get("/ws").status == 426);
  client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n");
  const auto refused = client.response();
  CHECK(refused.status == 405);
  CHECK(refused.head.find("Allow: GET, HEAD") != std::string::npos);
}

TEST_CASE("HEAD answers without a body") {
  RunningServer server;
  RawClient client(server.port());
  client.send("HEAD /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  std::string all;
  while (client.read_more()) {
  }
  RawClient other(server.port());
  CHECK(other.get("/healthz").status == 200);
}

TEST_CASE("what is no HTTP gets 400, what is too large its own code, and the server lives") {
  RunningServer server;
  const std::vector<std::pair<std::string, int>> cases = {
      {"nonsense\r\n\r\n", 400},
      {"GET / HTTP/9.9\r\n\r\n", 400},
      {std::string("\x16\x03\x01\x02\x00", 5) + "\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\nHost x\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\nX: " + std::string(20'000, 'x') + "\r\n\r\n", 431},
      {"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 70000\r\n\r\n" + std::string(70'000, 'x'),
       413},
  };
  for (const auto& [bytes, status] : cases) {
    RawClient client(server.port());
    client.send(bytes);
    INFO(bytes.substr(0, 40));
    CHECK(client.response().status == status);
  }
  RawClient client(server.port());
  CHECK(client.get("/healthz").status == 200);
}

TEST_CASE("the operators' listener") {
  RunningServer server;
  RawClient client(server.admin_port());
  const auto ready = client.get("/readyz");
  CHECK(ready.status == 200);
  CHECK(nlohmann::json::parse(ready.body).at("ready") == true);
  const auto metrics = client.get("/metrics");
  CHECK(metrics.status == 200);
  for (const char* name :
       {"tianyuan_sessions", "tianyuan_games", "tianyuan_commands_total", "tianyuan_commit_seconds",
        "tianyuan_commit_batch", "tianyuan_move_seconds", "tianyuan_wal_bytes",
        "tianyuan_core_queue", "tianyuan_connections"}) {
    INFO(name);
    CHECK(metrics.body.find(name) != std::string::npos);
  }
  CHECK(client.get("/api/v1/ladder").status == 404);
  // No WebSocket there.
  RawClient other(server.admin_port());
  CHECK(other.upgrade().status == 404);
}

TEST_CASE("a request that never ends is cut off") {
  Config config;
  config.limits.header_timeout = std::chrono::milliseconds(300);
  RunningServer server(config);
  RawClient silent(server.port());
  RawClient slow(server.port());
  slow.send("GET / HTTP/1.1\r\nHost: x");
  CHECK_FALSE(silent.read_more());
  CHECK_FALSE(slow.read_more());
}

TEST_CASE("an address has a limit of sockets") {
  Config config;
  config.limits.connections_per_address = 3;
  RunningServer server(config);
  {
    RawClient one(server.port()), two(server.port()), three(server.port());
    CHECK(one.get("/healthz").status == 200);
    CHECK(two.get("/healthz").status == 200);
    CHECK(three.get("/healthz").status == 200);
    RawClient four(server.port());
    CHECK_FALSE(four.read_more());
  }
  // Once they are gone there is room again; when the server has noticed.
  for (;;) {
    RawClient again(server.port());
    if (again.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n") && again.response().status == 200) {
      break;
    }
  }
  SUCCEED();
}
