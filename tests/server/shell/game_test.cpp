// A whole game through sockets, core and database, and one that outlives the server.

#include <sqlite3.h>

#include <array>
#include <catch2/catch.hpp>
#include <thread>

#include "running_server.h"

using namespace tianyuan::shell;
using nlohmann::json;

namespace {

struct Player {
  explicit Player(const RunningServer& server)
      : client(std::make_unique<RawClient>(server.port())) {
    client->upgrade();
  }
  json call(const std::string& method, const json& params = json::object()) {
    return client->call(++id, method, params);
  }
  // The next notification of that name, those before it being dropped.
  json expect(const std::string& method) {
    for (;;) {
      json message;
      if (client->notifications.empty()) {
        message = client->json();
      } else {
        message = client->notifications.front();
        client->notifications.erase(client->notifications.begin());
      }
      if (!message.is_object()) throw std::runtime_error("closed while waiting for " + method);
      if (message.value("method", "") == method) return message["params"];
    }
  }
  std::unique_ptr<RawClient> client;
  int id = 0;
  std::string token;
};

struct Match {
  explicit Match(const RunningServer& server, int room = 1) : one(server), two(server) {
    one.token = one.call("session.guest", {{"name", ""}})["result"]["token"];
    two.token = two.call("session.guest", {{"name", ""}})["result"]["token"];
    const auto user = [](Player& player) {
      return player.call("player.profile", {{"user", 0}})["result"]["user"]["id"];
    };
    const json first_user = user(one);
    REQUIRE(one.call("match.start", {{"room", room}}).contains("result"));
    REQUIRE(two.call("match.start", {{"room", room}}).contains("result"));
    const json game = one.expect("match.found")["game"];
    two.expect("match.found");
    id = game["game"];
    turn = game["turn"];
    const std::size_t black_index = game["black"] == "first" ? 0 : 1;
    const bool one_is_black = game["players"][black_index]["id"] == first_user;
    black = one_is_black ? &one : &two;
    white = one_is_black ? &two : &one;
  }
  json place(Player& player, const std::string& point) {
    const auto answer = player.call("game.place", {{"game", id}, {"turn", turn}, {"point", point}});
    if (answer.contains("result")) turn = answer["result"]["turn"];
    return answer;
  }
  Player one, two;
  Player* black = nullptr;
  Player* white = nullptr;
  std::int64_t id = 0;
  int turn = 0;
};

}  // namespace

TEST_CASE("a game from quick match to its record") {
  Config config;
  config.io_threads = GENERATE(1, 3);
  RunningServer server(config);
  Match game(server);
  const std::vector<std::string> moves = {"H8", "H9", "I8", "I9", "J8", "J9", "K8", "K9", "L8"};
  for (std::size_t i = 0; i < moves.size(); ++i) {
    Player& mover = i % 2 == 0 ? *game.black : *game.white;
    INFO(moves[i]);
    REQUIRE(game.place(mover, moves[i]).contains("result"));
  }
  const auto over = game.white->expect("game.over");
  CHECK(over["result"]["outcome"] == "win");
  CHECK(over["result"]["winner_colour"] == "black");
  CHECK(over["not_counted_why"] == "guest");
  game.black->expect("game.over");

  const auto record = game.black->call("record.get", {{"game", game.id}});
  CHECK(record["result"]["moves"].size() == 9);
  RawClient http(server.port());
  const std::string path = "/api/v1/games/" + std::to_string(game.id);
  CHECK(json::parse(http.get(path).body) == record["result"]);
  CHECK(json::parse(http.get(path + ".json").body) == record["result"]);
  const auto sgf = http.get(path + ".sgf");
  CHECK(sgf.status == 200);
  CHECK(sgf.body.find("GM[4]") != std::string::npos);
  CHECK(sgf.body.find("RE[B+") != std::string::npos);
  CHECK(http.get(path + ".psq").status == 200);
  CHECK(http.get(path + ".gif").status == 404);
}

TEST_CASE("a running game comes back with the server, and both play on") {
  Config config;
  config.io_threads = GENERATE(1, 3);
  RunningServer server(config);
  Match game(server, 4);
  REQUIRE(game.place(*game.black, "H8").contains("result"));
  REQUIRE(game.place(*game.white, "H9").contains("result"));
  CHECK(server.stop() == 0);
  server.start();

  for (Player* player : {game.black, game.white}) {
    player->client = std::make_unique<RawClient>(server.port());
    player->client->upgrade();
    const auto in = player->call("session.resume", {{"token", player->token}});
    REQUIRE(in.contains("result"));
    const json& snapshot = in["result"]["game"];
    REQUIRE(snapshot.is_object());
    CHECK(snapshot["game"] == game.id);
    CHECK(snapshot["moves"].size() == 2);
    CHECK(snapshot["moves"][0]["move"] == "H8");
    game.turn = snapshot["turn"];
  }
  CHECK(game.place(*game.black, "H8")["error"]["data"]["reason"] == "occupied");
  CHECK(game.place(*game.black, "J10").contains("result"));
  CHECK(game.white->expect("game.event")["event"].is_object());
  CHECK(game.white->call("game.resign", {{"game", game.id}}).contains("result"));
  CHECK(game.black->expect("game.over")["result"]["reason"] == "resigned");
  RawClient http(server.port());
  const auto record =
      json::parse(http.get("/api/v1/games/" + std::to_string(game.id) + ".json").body);
  CHECK(record["moves"].size() == 3);
}

TEST_CASE("the record of a running game tells nothing of its moves") {
  RunningServer server;
  Match game(server);
  REQUIRE(game.place(*game.black, "H8").contains("result"));
  RawClient http(server.port());
  const std::string path = "/api/v1/games/" + std::to_string(game.id);
  CHECK(http.get(path + ".sgf").status == 404);
  const auto record = http.get(path);
  CHECK(json::parse(record.body).value("moves", json::array()).empty());
}

TEST_CASE("many games at once on several threads") {
  Config config;
  config.io_threads = 3;
  RunningServer server(config);
  constexpr int kPairs = 6;
  std::vector<std::unique_ptr<Match>> games;
  for (int i = 0; i < kPairs; ++i) games.push_back(std::make_unique<Match>(server, 1));
  std::vector<std::thread> threads;
  std::array<std::string, kPairs> outcomes;
  for (int i = 0; i < kPairs; ++i) {
    threads.emplace_back([&, i] {
      Match& game = *games[static_cast<std::size_t>(i)];
      for (int row = 1; row <= 4; ++row) {
        game.place(*game.black, "H" + std::to_string(row));
        game.place(*game.white, "J" + std::to_string(row));
      }
      game.place(*game.black, "H5");
      outcomes[static_cast<std::size_t>(i)] = game.white->expect("game.over")["result"]["reason"];
    });
  }
  for (auto& thread : threads) thread.join();
  for (const std::string& outcome : outcomes) CHECK(outcome == "five");
}

TEST_CASE(
    "while another program holds the lock, a move waits, time stands still, nothing is lost") {
  Config config;
  config.limits.lock_warning = std::chrono::milliseconds(100);
  RunningServer server(config);
  Match game(server);
  REQUIRE(game.place(*game.black, "H8").contains("result"));

  sqlite3* other = nullptr;
  REQUIRE(sqlite3_open((server.folder() + "/tianyuan.db").c_str(), &other) == SQLITE_OK);
  sqlite3_busy_timeout(other, 10'000);
  REQUIRE(sqlite3_exec(other, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr) == SQLITE_OK);
  game.white->client->text(
      json{{"jsonrpc", "2.0"},
           {"id", 1'000},
           {"method", "game.place"},
           {"params", {{"game", game.id}, {"turn", game.turn}, {"point", "H9"}}}}
          .dump());
  RawClient operators(server.admin_port());
  for (;;) {
    const auto ready = operators.get("/readyz");
    if (ready.status == 503) {
      CHECK(ready.body.find("locked") != std::string::npos);
      break;
    }
  }
  // New commands are told to come again; reads go on.
  CHECK(game.black->call("match.start", {{"room", 1}})["error"]["data"]["reason"] == "busy");
  CHECK(game.black->call("player.profile", {{"user", 0}}).contains("result"));
  const auto before = game.black->call("session.ping")["result"]["now"];
  CHECK(game.black->call("session.ping")["result"]["now"] == before);
  CHECK(sqlite3_exec(other, "COMMIT", nullptr, nullptr, nullptr) == SQLITE_OK);
  sqlite3_close(other);

  for (json answer = game.white->client->json();; answer = game.white->client->json()) {
    REQUIRE(answer.is_object());
    if (answer.value("id", 0) == 1'000) {
      REQUIRE(answer.contains("result"));
      game.turn = answer["result"]["turn"];
      break;
    }
  }
  CHECK(game.black->expect("game.event")["event"]["kind"] == "stone");
  CHECK(game.place(*game.black, "I8").contains("result"));
  CHECK(operators.get("/readyz").status == 200);
}

TEST_CASE("what an operator types takes effect while the server runs") {
  RunningServer server;
  Match game(server);
  const auto sql = [&](const std::string& statement) {
    sqlite3* other = nullptr;
    REQUIRE(sqlite3_open((server.folder() + "/tianyuan.db").c_str(), &other) == SQLITE_OK);
    sqlite3_busy_timeout(other, 10'000);
    char* why = nullptr;
    sqlite3_exec(other, statement.c_str(), nullptr, nullptr, &why);
    INFO((why ? why : ""));
    CHECK(why == nullptr);
    sqlite3_free(why);
    sqlite3_close(other);
  };
  sql("UPDATE TGameRoomBase SET RunPublish = 23 WHERE RoomId = 1");
  CHECK(game.black->expect("room.update")["room"]["run_publish"] == 23);
  sql("INSERT INTO TAnnouncement (Text) VALUES ('hello, all')");
  CHECK(game.black->expect("server.announcement")["text"] == "hello, all");
  // Banned while online: closed, and not let in again.
  const json self = game.black->call("player.profile", {{"user", 0}})["result"]["user"]["id"];
  sql("UPDATE TUserBase SET Banned = 1 WHERE UserId = " + self.dump());
  json last = game.black->client->json();
  while (last.is_object()) last = game.black->client->json();
  CHECK(last == 4003);
  Player again(server);
  CHECK(again.call("session.resume", {{"token", game.black->token}})["error"]["data"]["reason"] ==
        "banned");
}
