// Accounts over real sockets.

#include <catch2/catch.hpp>

#include "running_server.h"

using namespace tianyuan::shell;
using nlohmann::json;

namespace {

std::string reason_of(const json& message) {
  return message.is_object() && message.contains("error")
             ? message["error"]["data"]["reason"].get<std::string>()
             : message.dump();
}

// A client with its upgrade done.
struct Player {
  explicit Player(const RunningServer& server) : client(server.port()) { client.upgrade(); }
  json call(const std::string& method, const json& params = json::object()) {
    return client.call(++id, method, params);
  }
  RawClient client;
  int id = 0;
};

const json kTom = {{"name", "Tom"}, {"password", "correct horse"}};

}  // namespace

TEST_CASE("register, log in, resume, log out") {
  RunningServer server;
  std::string token;
  {
    Player tom(server);
    const auto in = tom.call("session.register", kTom);
    REQUIRE(in.contains("result"));
    CHECK(in["result"]["user"]["name"] == "Tom");
    CHECK_FALSE(in["result"]["user"].value("guest", false));
    token = in["result"]["token"];
    CHECK(token.size() == 43);
    CHECK(reason_of(tom.call("session.login", kTom)) == "already_signed_in");
  }
  {
    Player tom(server);
    const auto in = tom.call("session.login", kTom);
    REQUIRE(in.contains("result"));
    CHECK(in["result"]["token"] != token);
  }
  Player tom(server);
  const auto in = tom.call("session.resume", {{"token", token}});
  REQUIRE(in.contains("result"));
  CHECK(in["result"]["user"]["name"] == "Tom");
  CHECK(tom.call("session.logout").contains("result"));
  CHECK(reason_of(tom.call("session.resume", {{"token", token}})) == "bad_token");
  CHECK(tom.call("session.login", kTom).contains("result"));
}

TEST_CASE("what does not get in") {
  RunningServer server;
  {
    Player tom(server);
    REQUIRE(tom.call("session.register", kTom).contains("result"));
  }
  Player other(server);
  CHECK(reason_of(other.call("session.register",
                             {{"name", "tom"}, {"password", "correct horse"}})) == "name_taken");
  CHECK(
      reason_of(other.call("session.register", {{"name", "T0m"}, {"password", "correct horse"}})) ==
      "name_taken");  // a zero for an o
  CHECK(reason_of(other.call("session.register",
                             {{"name", "a\u202eb"}, {"password", "correct horse"}})) == "bad_name");
  CHECK(reason_of(other.call("session.register", {{"name", "Ann"}, {"password", "short"}})) ==
        "invalid_params");
  CHECK(reason_of(other.call("session.login", {{"name", "Tom"}, {"password", "wrong horse"}})) ==
        "bad_credentials");
  CHECK(reason_of(other.call("session.login", {{"name", "Nobody"}, {"password", "wrong horse"}})) ==
        "bad_credentials");
  CHECK(reason_of(other.call("session.login", {{"name", "a' OR '1'='1' --"},
                                               {"password", "wrong horse"}})) == "bad_credentials");
  CHECK(reason_of(other.call("session.resume", {{"token", std::string(43, 'A')}})) == "bad_token");
}

TEST_CASE("after so many wrong passwords one waits, also with the right one") {
  Config config;
  config.limits.password_failures_burst = 2;
  config.limits.password_failures_per_second = 0.001;
  RunningServer server(config);
  {
    Player tom(server);
    REQUIRE(tom.call("session.register", kTom).contains("result"));
  }
  Player thief(server);
  for (int i = 0; i < 2; ++i) {
    CHECK(reason_of(thief.call("session.login", {{"name", "Tom"}, {"password", "wrong horse"}})) ==
          "bad_credentials");
  }
  CHECK(reason_of(thief.call("session.login", kTom)) == "rate_limited");
}

TEST_CASE("a guest plays at once and becomes a player with all that he has") {
  RunningServer server;
  Player guest(server);
  const auto in = guest.call("session.guest", {{"name", ""}});
  REQUIRE(in.contains("result"));
  CHECK(in["result"]["user"]["guest"] == true);
  CHECK(in["result"]["user"]["name"].get<std::string>().starts_with("访客-"));
  CHECK(reason_of(guest.call("session.change_password",
                             {{"old_password", "xxxxxxxx"}, {"new_password", "yyyyyyyy"}})) ==
        "bad_credentials");
  const auto promoted = guest.call("session.register", kTom);
  REQUIRE(promoted.contains("result"));
  CHECK(promoted["result"]["user"]["id"] == in["result"]["user"]["id"]);
  CHECK(promoted["result"]["user"]["name"] == "Tom");
  CHECK_FALSE(promoted["result"]["user"].value("guest", false));
  const auto profile = guest.call("player.profile", {{"user", 0}});
  CHECK(profile["result"]["user"]["name"] == "Tom");
}

TEST_CASE("a new password ends the other sessions, not this one") {
  RunningServer server;
  std::string old_token, token;
  {
    Player tom(server);
    old_token = tom.call("session.register", kTom)["result"]["token"];
  }
  Player tom(server);
  token = tom.call("session.login", kTom)["result"]["token"];
  CHECK(reason_of(tom.call("session.change_password", {{"old_password", "wrong horse"},
                                                       {"new_password", "battery staple"}})) ==
        "bad_credentials");
  CHECK(tom.call("session.change_password",
                 {{"old_password", "correct horse"}, {"new_password", "battery staple"}})
            .contains("result"));
  Player again(server);
  CHECK(reason_of(again.call("session.resume", {{"token", old_token}})) == "bad_token");
  CHECK(reason_of(again.call("session.login", kTom)) == "bad_credentials");
  CHECK(again.call("session.resume", {{"token", token}}).contains("result"));
}

TEST_CASE("a deleted account lets nobody in, and its name is gone from the profile") {
  RunningServer server;
  Player tom(server);
  const auto in = tom.call("session.register", kTom);
  REQUIRE(in.contains("result"));
  CHECK(reason_of(tom.call("session.delete_account", {{"password", "wrong horse"}})) ==
        "bad_credentials");
  CHECK(tom.call("session.delete_account", {{"password", "correct horse"}}).contains("result"));
  CHECK(reason_of(tom.call("session.login", kTom)) == "bad_credentials");
  CHECK(reason_of(tom.call("session.resume", {{"token", in["result"]["token"]}})) == "bad_token");
  CHECK(reason_of(tom.call("player.profile", {{"user", in["result"]["user"]["id"]}})) ==
        "unknown_user");
}

TEST_CASE("the newest session of an account wins") {
  RunningServer server;
  Player first(server);
  const auto in = first.call("session.guest", {{"name", ""}});
  Player second(server);
  REQUIRE(second.call("session.resume", {{"token", in["result"]["token"]}}).contains("result"));
  CHECK(first.client.json()["method"] == "session.replaced");
  CHECK(first.client.json() == 4001);
  CHECK(second.call("session.ping").contains("result"));
}

TEST_CASE("accounts outlive the server") {
  RunningServer server;
  std::string token;
  {
    Player tom(server);
    token = tom.call("session.register", kTom)["result"]["token"];
  }
  CHECK(server.stop() == 0);
  server.start();
  Player tom(server);
  const auto in = tom.call("session.resume", {{"token", token}});
  REQUIRE(in.contains("result"));
  CHECK(in["result"]["user"]["name"] == "Tom");
}

TEST_CASE("a report reaches the operators' log") {
  RunningServer server;
  Player one(server), two(server);
  const auto in = one.call("session.guest", {{"name", ""}});
  CHECK(reason_of(two.call("chat.report", {{"user", 1}, {"text", "noise"}})) == "not_signed_in");
  two.call("session.guest", {{"name", ""}});
  const json about = in["result"]["user"]["id"];
  CHECK(two.call("chat.report", {{"user", about}, {"text", "noise"}}).contains("result"));
  CHECK(reason_of(two.call("chat.report", {{"user", 999'999}, {"text", "noise"}})) ==
        "unknown_user");
}
