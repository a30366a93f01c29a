// The shell's small pure parts: budgets, instants, addresses, origins, targets, log fields, health.

#include <catch2/catch.hpp>

#include "server/shell/address_book.h"
#include "server/shell/health.h"
#include "server/shell/http.h"
#include "server/shell/log.h"
#include "server/shell/origin.h"
#include "server/shell/secrets.h"
#include "server/shell/time_source.h"
#include "server/shell/token_bucket.h"

using namespace tianyuan::shell;
using namespace std::chrono_literals;

TEST_CASE("a token bucket gives its burst, then its rate") {
  const Steady::time_point start = Steady::time_point{} + 1h;
  TokenBucket bucket(10, 3);
  CHECK(bucket.take(start));
  CHECK(bucket.take(start));
  CHECK(bucket.take(start));
  CHECK_FALSE(bucket.take(start));
  CHECK(bucket.wait(start) <= 101ms);
  CHECK_FALSE(bucket.take(start + 90ms));
  CHECK(bucket.take(start + 110ms));
  CHECK_FALSE(bucket.take(start + 110ms));
  CHECK(bucket.full(start + 1h));
  CHECK(bucket.take(start + 1h));
  CHECK_FALSE(bucket.full(start + 1h));
  // A clock that seems to go back gives nothing away.
  CHECK(bucket.take(start));
  CHECK(bucket.take(start));
  CHECK_FALSE(bucket.take(start));
}

TEST_CASE("instants stand still while frozen and never go back") {
  const auto start = TimeSource::Steady::time_point{} + 1h;
  TimeSource time(1'000'000, start);
  CHECK(time.now(start + 5s) == 1'005'000);
  CHECK(time.steady_at(1'005'000) == start + 5s);
  time.freeze(start + 6s);
  CHECK(time.now(start + 6s) == 1'006'000);
  CHECK(time.now(start + 60s) == 1'006'000);
  time.freeze(start + 50s);  // again: no matter
  time.thaw(start + 66s);
  CHECK(time.now(start + 66s) == 1'006'000);
  CHECK(time.now(start + 67s) == 1'007'000);
  CHECK(time.steady_at(1'007'000) == start + 67s);
  time.thaw(start + 68s);
  CHECK(time.now(start + 68s) == 1'008'000);
}

TEST_CASE("an address has so many sockets and no more") {
  Limits limits;
  limits.connections_per_address = 2;
  AddressBook book(limits);
  auto one = book.connect("192.0.2.1");
  auto two = book.connect("192.0.2.1");
  CHECK(one);
  CHECK(two);
  CHECK_FALSE(book.connect("192.0.2.1"));
  CHECK(book.connect("192.0.2.2"));
  one.reset();
  CHECK(book.connect("192.0.2.1"));
}

TEST_CASE("an address has its frames, bytes and tables, and no other pays for it") {
  Limits limits;
  limits.address_frames_burst = 3;
  limits.address_frames_per_second = 1;
  limits.address_bytes_burst = 1'000;
  limits.address_bytes_per_second = 100;
  limits.address_tables_burst = 2;
  limits.address_tables_per_second = 1;
  AddressBook book(limits);
  const auto now = Steady::time_point{} + 1h;
  for (int i = 0; i < 3; ++i) CHECK(book.frame("192.0.2.1", 100, now));
  CHECK_FALSE(book.frame("192.0.2.1", 100, now));
  CHECK(book.frame("192.0.2.2", 900, now));
  CHECK_FALSE(book.frame("192.0.2.2", 101, now));
  CHECK(book.frame("192.0.2.2", 150, now + 1s));
  for (int i = 0; i < 2; ++i) CHECK(book.table("192.0.2.1", now));
  CHECK_FALSE(book.table("192.0.2.1", now));
  CHECK(book.table("192.0.2.2", now));
  CHECK(book.table("192.0.2.1", now + 1s));
}

TEST_CASE("only wrong passwords use up the budget, for the address and for the name") {
  Limits limits;
  limits.password_failures_burst = 2;
  limits.password_failures_per_second = 1;
  AddressBook book(limits);
  const auto now = Steady::time_point{} + 1h;
  for (int i = 0; i < 10; ++i) CHECK(book.may_try_password("192.0.2.1", "tom", now));
  book.password_failed("192.0.2.1", "tom", now);
  book.password_failed("192.0.2.1", "tom", now);
  CHECK_FALSE(book.may_try_password("192.0.2.1", "ann", now));  // the address
  CHECK_FALSE(book.may_try_password("192.0.2.2", "tom", now));  // the name
  CHECK(book.may_try_password("192.0.2.2", "ann", now));
  CHECK(book.may_try_password("192.0.2.1", "tom", now + 2s));
}

TEST_CASE("quiet addresses are forgotten") {
  AddressBook book(Limits{});
  for (int i = 0; i < 50'000; ++i) book.connect("10.0." + std::to_string(i));
  CHECK(book.size() < 5'000);
}

TEST_CASE("an origin must be our host or an allowed one") {
  const std::vector<std::string> allowed = {"https://play.example"};
  CHECK(origin_allowed("http://127.0.0.1:8080", "127.0.0.1:8080", allowed));
  CHECK(origin_allowed("https://Tianyuan.example", "tianyuan.example", allowed));
  CHECK(origin_allowed("https://tianyuan.example", "tianyuan.example:443", allowed));
  CHECK(origin_allowed("https://play.example", "other.example", allowed));
  CHECK_FALSE(origin_allowed("http://evil.example", "tianyuan.example", allowed));
  CHECK_FALSE(origin_allowed("http://play.example", "tianyuan.example", allowed));
  CHECK_FALSE(origin_allowed("http://127.0.0.1:8081", "127.0.0.1:8080", allowed));
  CHECK_FALSE(origin_allowed("null", "tianyuan.example", allowed));
  CHECK_FALSE(origin_allowed("http://", "", allowed));
  CHECK_FALSE(origin_allowed("file://tianyuan.example", "tianyuan.example", allowed));
  CHECK_FALSE(origin_allowed("https://tianyuan.example.evil.example", "tianyuan.example", allowed));
}

TEST_CASE("a subprotocol is looked for among those offered") {
  CHECK(offers_subprotocol("tianyuan.v1", "tianyuan.v1"));
  CHECK(offers_subprotocol("chat, tianyuan.v1", "tianyuan.v1"));
  CHECK_FALSE(offers_subprotocol("tianyuan.v11", "tianyuan.v1"));
  CHECK_FALSE(offers_subprotocol("chat", "tianyuan.v1"));
}

TEST_CASE("X-Forwarded-For is believed from our proxies only") {
  const std::vector<std::string> proxies = {"10.0.0.1", "10.0.0.2"};
  CHECK(real_address("192.0.2.7", "198.51.100.1", proxies) == "192.0.2.7");
  CHECK(real_address("10.0.0.1", "198.51.100.1", proxies) == "198.51.100.1");
  CHECK(real_address("10.0.0.1", "203.0.113.9, 198.51.100.1, 10.0.0.2", proxies) == "198.51.100.1");
  CHECK(real_address("10.0.0.1", "", proxies) == "10.0.0.1");
  CHECK(real_address("10.0.0.1", "198.51.100.1, nonsense", proxies) == "10.0.0.1");
  CHECK(real_address("10.0.0.1", "2001:db8::1", proxies) == "2001:db8::1");
}

TEST_CASE("targets are taken apart") {
  std::string path;
  std::map<std::string, std::string> query;
  CHECK(parse_target("/api/v1/ladder?kind=national&page=2", path, query));
  CHECK(path == "/api/v1/ladder");
  CHECK(query == std::map<std::string, std::string>{{"kind", "national"}, {"page", "2"}});
  CHECK(parse_target("/a%20b?x=%E5%B0%8F+y&z", path, query));
  CHECK(path == "/a b");
  CHECK(query == std::map<std::string, std::string>{{"x", "小 y"}, {"z", ""}});
  CHECK_FALSE(parse_target("", path, query));
  CHECK_FALSE(parse_target("*", path, query));
  CHECK_FALSE(parse_target("http://host/", path, query));
  CHECK_FALSE(parse_target("/%", path, query));
  CHECK_FALSE(parse_target("/%zz", path, query));
  CHECK_FALSE(parse_target("/a%00b", path, query));
}

TEST_CASE("no text of a user can forge a log line") {
  CHECK(LogField("a", "plain").value() == "plain");
  CHECK(LogField("a", "").value() == "\"\"");
  CHECK(LogField("a", "two words").value() == "\"two words\"");
  CHECK(LogField("a", "x=y").value() == "\"x=y\"");
  CHECK(LogField("a", "one\ntwo").value() == "\"one\\x0atwo\"");
  CHECK(LogField("a", "\x1b[31m").value() == "\"\\x1b[31m\"");
  CHECK(LogField("a", "say \"hi\"\\").value() == "\"say \\\"hi\\\"\\\\\"");
  CHECK(LogField("a", "\xff").value() == "\"\\xff\"");
  CHECK(LogField("a", 42).value() == "42");
}

TEST_CASE("health tells problems and warnings") {
  Health health;
  CHECK(health.ready());
  CHECK(health.json() == R"({"ready":true,"problems":{},"warnings":{}})");
  health.set_warnings("rows", {"room 3: no \"name\""});
  CHECK(health.ready());
  health.set_problem("database", "locked");
  CHECK_FALSE(health.ready());
  CHECK(health.json() == R"({"ready":false,"problems":{"database":"locked"},)"
                         R"("warnings":{"rows":["room 3: no \"name\""]}})");
  health.set_problem("database", "");
  health.set_warnings("rows", {});
  CHECK(health.json() == R"({"ready":true,"problems":{},"warnings":{}})");
}

TEST_CASE("secrets") {
  REQUIRE(set_up_secrets());
  const std::string token = new_token();
  CHECK(token.size() == 43);
  CHECK(token != new_token());
  const std::string first = new_token();
  CHECK(series_hash(first) == token_hash(first));
  const std::string second = next_token(first), third = next_token(second);
  CHECK(second != next_token(first));
  CHECK(second.size() == 87);
  CHECK(third.size() == 87);
  CHECK(series_hash(third) == token_hash(first));
  CHECK(token_hash(third) != token_hash(second));
  CHECK(same_secret(second, std::string(second)));
  CHECK_FALSE(same_secret(second, third));
  CHECK_FALSE(same_secret(second, second.substr(1)));
  CHECK(same_secret("", ""));
  CHECK(token_hash("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  const std::string hash = hash_password("correct horse");
  CHECK(hash.starts_with("$argon2id$"));
  CHECK(verify_password(hash, "correct horse"));
  CHECK_FALSE(verify_password(hash, "correct horsE"));
  CHECK_FALSE(verify_password("", "correct horse"));
  CHECK_FALSE(verify_password("nonsense", "correct horse"));
}
