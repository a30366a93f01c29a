// What operators write is noticed; what makes no sense is told and changes nothing.

#include "server/shell/directory.h"

#include <catch2/catch.hpp>

#include "fake_store.h"
#include "server/shell/db_rows.h"

using namespace tianyuan;
using namespace tianyuan::shell;

namespace {

db::Room room(db::Id id) {
  db::Room row;
  row.id = id;
  row.name = "room " + std::to_string(id);
  row.kind = "casual";
  row.rule = "freestyle";
  row.enforcement = "refuse";
  row.time_control = "hall 600000 60000 20000";
  row.disconnect_clock = "pause";
  row.grace_ms = 180'000;
  row.absence_total_ms = 360'000;
  row.capacity = 400;
  return row;
}

struct Bench {
  Bench() : store(std::make_shared<FakeStore::Script>()), directory(health) {
    store.rooms_ = {room(1), room(2)};
    store.ranks_ = {{0, "初学者", "Beginner"}, {30, "业余初段", "Amateur 1 dan"}};
  }
  std::vector<core::Command> poll() {
    auto commands = directory.poll(store);
    REQUIRE(commands);
    return std::move(*commands);
  }
  std::vector<core::RoomConfig> rooms(const std::vector<core::Command>& commands) {
    for (const auto& command : commands) {
      if (const auto* loaded = std::get_if<core::command::RoomsLoaded>(&command)) {
        return loaded->rooms;
      }
    }
    return {};
  }
  FakeStore store;
  Health health;
  Directory directory;
};

}  // namespace

TEST_CASE("rooms and ranks are read at first, then when somebody else wrote") {
  Bench bench;
  CHECK(bench.rooms(bench.poll()).size() == 2);
  CHECK(bench.poll().empty());
  bench.store.rooms_[0].points.run_publish = 20;
  CHECK(bench.poll().empty());  // nobody else has committed
  ++bench.store.data_version_;
  const auto rooms = bench.rooms(bench.poll());
  REQUIRE(rooms.size() == 2);
  CHECK(rooms[0].points.run_publish == 20);
}

TEST_CASE("a bad row is told and the last good one stays") {
  Bench bench;
  bench.poll();
  struct Case {
    const char* what;
    std::function<void(db::Room&)> spoil;
  };
  const std::vector<Case> cases = {
      {"rule", [](db::Room& r) { r.rule = "chess"; }},
      {"enforcement", [](db::Room& r) { r.enforcement = "shout"; }},
      {"time control", [](db::Room& r) { r.time_control = "soon"; }},
      {"disconnect clock", [](db::Room& r) { r.disconnect_clock = ""; }},
      {"kind", [](db::Room& r) { r.kind = "secret"; }},
      {"name", [](db::Room& r) { r.name = ""; }},
      {"RunPublish", [](db::Room& r) { r.points.run_publish = -1; }},
      {"capacity", [](db::Room& r) { r.capacity = 0; }},
  };
  for (const Case& one : cases) {
    bench.store.rooms_ = {room(1), room(2)};
    bench.store.rooms_[1].points.win = 9;  // a good change beside the bad one
    one.spoil(bench.store.rooms_[0]);
    ++bench.store.data_version_;
    bench.poll();
    INFO(one.what);
    CHECK(bench.health.ready());
    CHECK(bench.health.json().find("room 1") != std::string::npos);
    CHECK(bench.health.json().find(one.what) != std::string::npos);
  }
  bench.store.rooms_ = {room(1), room(2)};
  ++bench.store.data_version_;
  const auto rooms = bench.rooms(bench.poll());
  REQUIRE(rooms.size() == 2);
  CHECK(rooms[0] == to_config(room(1)));
  CHECK(bench.health.json().find("room 1") == std::string::npos);
}

TEST_CASE("a room that never was good is left out, a deleted one goes") {
  Bench bench;
  bench.store.rooms_[0].rule = "chess";
  CHECK(bench.rooms(bench.poll()).size() == 1);
  bench.store.rooms_ = {room(2), room(3)};
  ++bench.store.data_version_;
  const auto rooms = bench.rooms(bench.poll());
  REQUIRE(rooms.size() == 2);
  CHECK(rooms[0].id == 2);
  CHECK(rooms[1].id == 3);
}

TEST_CASE("ranks that do not rise are refused") {
  Bench bench;
  bench.poll();
  bench.store.ranks_ = {{0, "a", "a"}, {0, "b", "b"}};
  ++bench.store.data_version_;
  bench.poll();
  CHECK(bench.directory.ranks()->at(1).threshold == 30);
  CHECK(bench.health.json().find("ranks") != std::string::npos);
}

TEST_CASE("reserved names are read again when somebody wrote") {
  Bench bench;
  const auto held = [&](const char* name) {
    return bench.directory.reserved_names()->hold(*check_name(name));
  };
  bench.store.reserved_names_ = {"admin"};
  bench.poll();
  CHECK(held("admin"));
  CHECK_FALSE(held("judge"));
  bench.store.reserved_names_ = {"judge"};
  ++bench.store.data_version_;
  CHECK(bench.poll().empty());  // nothing for the hall
  CHECK(held("judge"));
  CHECK_FALSE(held("admin"));
}

TEST_CASE("announcements are told once, and not those of before the start") {
  Bench bench;
  bench.store.announcements_ = {{5, 0, "old"}};
  bench.poll();
  bench.store.announcements_.push_back({6, 0, "new"});
  ++bench.store.data_version_;
  const auto commands = bench.poll();
  int announced = 0;
  for (const auto& command : commands) {
    if (const auto* one = std::get_if<core::command::Announce>(&command)) {
      ++announced;
      CHECK(one->text == "new");
    }
  }
  CHECK(announced == 1);
  ++bench.store.data_version_;
  CHECK(bench.poll().empty());
}
