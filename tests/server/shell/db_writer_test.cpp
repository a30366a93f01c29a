// Nothing is told before it is on disk, and everything is told in the order of its inputs.

#include "server/shell/db_writer.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "fake_store.h"

using namespace tianyuan;
using namespace tianyuan::shell;
using namespace std::chrono_literals;

namespace {

core::Effect mark(core::SessionId number) {
  return core::effect::Close{number, 1000, {}};
}
core::SessionId number_of(const core::Effect& effect) {
  return std::get<core::effect::Close>(effect).session;
}
DbWriter::Output move(core::SessionId number) {
  db::LogRow row;
  row.game = number;
  return {{row}, {mark(number)}, {}};
}
DbWriter::Output refusal(core::SessionId number) {
  return {{}, {mark(number)}, {}};
}

// A writer with a fake store, and what came out of it.
struct Bench {
  explicit Bench(Limits limits = {}) {
    script = std::make_shared<FakeStore::Script>();
    DbWriter::Callbacks callbacks;
    callbacks.release = [this](std::span<const core::Effect> effects) {
      const std::lock_guard lock(mutex);
      for (const auto& effect : effects) {
        released.push_back(number_of(effect));
        records_when_released.push_back(script->records());
      }
      changed.notify_all();
    };
    callbacks.settled = [this](core::GameSettled one) {
      const std::lock_guard lock(mutex);
      settled.push_back(one.game);
      released_when_settled.push_back(released.size());
    };
    callbacks.poll = [](db::Store&) {};
    callbacks.failed = [this](std::string, bool was_locked) {
      const std::lock_guard lock(mutex);
      failed = true;
      locked = was_locked;
      changed.notify_all();
    };
    writer = std::make_unique<DbWriter>(std::make_unique<FakeStore>(script), limits, time, health,
                                        metrics, std::move(callbacks));
    writer->start();
  }
  ~Bench() {
    script->hold(false);
    writer->stop();
  }

  template <class Condition>
  void wait(Condition condition) {
    std::unique_lock lock(mutex);
    changed.wait(lock, condition);
  }
  void wait_for(std::size_t count) {
    wait([&] { return released.size() >= count; });
  }

  TimeSource time{1'000};
  Health health;
  Metrics metrics;
  std::shared_ptr<FakeStore::Script> script;
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<core::SessionId> released;
  std::vector<std::size_t> records_when_released;
  std::vector<core::Id> settled;
  std::vector<std::size_t> released_when_settled;
  bool failed = false;
  bool locked = false;
  std::unique_ptr<DbWriter> writer;
};

}  // namespace

TEST_CASE("effects leave in order, after the commit of all that they saw") {
  Bench bench;
  bench.script->hold(true);
  bench.writer->push({move(1)});
  bench.script->wait_for_tries(1);
  // While the first is being written: more of them, with refusals between.
  std::vector<DbWriter::Output> more;
  for (core::SessionId i = 2; i <= 200; ++i) more.push_back(i % 3 == 0 ? refusal(i) : move(i));
  bench.writer->push(std::move(more));
  CHECK_FALSE(bench.writer->idle());
  {
    const std::lock_guard lock(bench.mutex);
    CHECK(bench.released.empty());
  }
  bench.script->hold(false);
  bench.wait_for(200);
  const std::lock_guard lock(bench.mutex);
  std::size_t moves_so_far = 0;
  for (std::size_t i = 0; i < 200; ++i) {
    const auto number = static_cast<core::SessionId>(i + 1);
    REQUIRE(bench.released[i] == number);
    if (number == 1 || number % 3 != 0) ++moves_so_far;
    REQUIRE(bench.records_when_released[i] >= moves_so_far);
  }
  // What waited became one transaction.
  CHECK(bench.script->committed.size() == 2);
}

TEST_CASE("nothing is left outstanding once all is released") {
  Bench bench;
  bench.writer->push({move(1), refusal(2)});
  bench.wait_for(2);
  while (!bench.writer->idle()) std::this_thread::yield();
  CHECK(bench.writer->waiting() == 0);
}

TEST_CASE("a lock held by another program delays and loses nothing") {
  Limits limits;
  limits.lock_warning = 20ms;
  Bench bench(limits);
  for (int i = 0; i < 30; ++i) bench.script->answer(db::Failure::busy);
  bench.script->answer(std::nullopt);
  bench.writer->push({move(1)});
  bench.script->wait_for_tries(2);
  bench.writer->push({move(2)});
  bench.wait_for(2);
  CHECK(bench.released == std::vector<core::SessionId>{1, 2});
  CHECK(bench.script->tries >= 31);
  CHECK_FALSE(bench.failed);
  CHECK(bench.health.ready());
  CHECK_FALSE(bench.writer->stalled());
  CHECK_FALSE(bench.time.frozen());
}

TEST_CASE("a long lock is told, stops time, and ends with the lock") {
  Limits limits;
  limits.lock_warning = 1ms;
  Bench bench(limits);
  bench.script->answer(db::Failure::busy);
  bench.writer->push({move(1)});
  while (!bench.writer->stalled()) std::this_thread::yield();
  while (bench.health.ready()) std::this_thread::yield();
  CHECK(bench.health.json().find("locked") != std::string::npos);
  const auto at = bench.time.now();
  bench.script->wait_for_tries(20);
  CHECK(bench.time.now() == at);
  bench.script->answer(std::nullopt);
  bench.wait_for(1);
  while (bench.writer->stalled()) std::this_thread::yield();
  CHECK(bench.health.ready());
}

TEST_CASE("a lock that never ends is a failure of its own kind") {
  Limits limits;
  limits.lock_warning = 1ms;
  limits.lock_deadline = 30ms;
  Bench bench(limits);
  bench.script->answer(db::Failure::busy);
  bench.writer->push({move(1)});
  bench.wait([&] { return bench.failed; });
  CHECK(bench.locked);
  CHECK(bench.released.empty());
}

TEST_CASE("after any other failure nothing leaves any more") {
  for (const auto failure : {db::Failure::io, db::Failure::full, db::Failure::read_only,
                             db::Failure::damaged, db::Failure::conflict, db::Failure::other}) {
    Bench bench;
    bench.script->answer(std::nullopt);
    bench.script->answer(failure);
    bench.writer->push({move(1)});
    bench.wait_for(1);
    bench.writer->push({move(2), refusal(3)});
    bench.wait([&] { return bench.failed; });
    bench.writer->push({move(4), refusal(5)});
    bench.writer->stop();
    CHECK(bench.released == std::vector<core::SessionId>{1});
    CHECK_FALSE(bench.health.ready());
    CHECK_FALSE(bench.locked);
    CHECK(bench.time.frozen());
  }
}

TEST_CASE("a settlement comes back before what was told of its game's end") {
  Bench bench;
  db::CloseGame close;
  close.game = 42;
  close.at_ms = 7;
  bench.writer->push({{{close}, {mark(1)}, {}}});
  bench.wait_for(1);
  CHECK(bench.settled == std::vector<core::Id>{42});
  CHECK(bench.released_when_settled == std::vector<std::size_t>{0});
}

TEST_CASE("a job runs after everything pushed before it, and again after a lock") {
  Bench bench;
  std::atomic<int> runs{0};
  std::size_t released_then = 0;
  bench.script->hold(true);
  bench.writer->push({move(1)});
  bench.script->wait_for_tries(1);
  bench.writer->push({move(2), refusal(3)});
  bench.writer->run([&](db::Store&) -> db::Result<void> {
    const std::lock_guard lock(bench.mutex);
    if (++runs < 3) return std::unexpected(db::Error{db::Failure::busy, "locked"});
    released_then = bench.released.size();
    bench.released.push_back(99);
    bench.changed.notify_all();
    return {};
  });
  bench.script->hold(false);
  bench.wait([&] { return !bench.released.empty() && bench.released.back() == 99; });
  CHECK(runs == 3);
  CHECK(released_then == 3);
}

TEST_CASE("a move waits for some of the jobs before it, not for a hundred sign-ins; their order stays") {
  Limits limits;
  limits.jobs_at_once = 2ms;
  Bench bench(limits);
  std::vector<int> done;
  std::size_t done_when_released = 0;
  const int jobs = 100;
  for (int i = 0; i < jobs; ++i) {
    bench.writer->run([&, i](db::Store&) -> db::Result<void> {
      std::this_thread::sleep_for(1ms);
      const std::lock_guard lock(bench.mutex);
      if (done.empty()) bench.writer->push({move(1)});
      if (done_when_released == 0 && !bench.released.empty()) done_when_released = done.size();
      done.push_back(i);
      bench.changed.notify_all();
      return {};
    });
  }
  bench.wait([&] { return done.size() == jobs; });
  CHECK(std::ranges::is_sorted(done));
  CHECK(done_when_released > 0);
  CHECK(done_when_released < jobs - 1);
}
