#include "server/shell/metrics.h"

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <map>
#include <mutex>

#include "proto/codec.h"

namespace tianyuan::shell {
namespace {

using prometheus::Counter;
using prometheus::Gauge;
using prometheus::Histogram;

Counter& counter(prometheus::Registry& registry, const char* name, const char* help) {
  return prometheus::BuildCounter().Name(name).Help(help).Register(registry).Add({});
}
Gauge& gauge(prometheus::Registry& registry, const char* name, const char* help) {
  return prometheus::BuildGauge().Name(name).Help(help).Register(registry).Add({});
}
Histogram& histogram(prometheus::Registry& registry, const char* name, const char* help,
                     const Histogram::BucketBoundaries& buckets) {
  return prometheus::BuildHistogram().Name(name).Help(help).Register(registry).Add({}, buckets);
}

const Histogram::BucketBoundaries kSeconds = {0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01,
                                              0.025,  0.05,    0.1,    0.25,  0.5,    1,     5};
const Histogram::BucketBoundaries kRows = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024};

constexpr std::size_t kMethods = std::variant_size_v<proto::Request>;

double resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  long total = 0, resident = 0;
  statm >> total >> resident;
  return static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

}  // namespace

struct Metrics::Impl {
  prometheus::Registry registry;
  std::array<Counter*, kMethods> commands{};
  prometheus::Family<Counter>& errors = prometheus::BuildCounter()
                                            .Name("tianyuan_errors_total")
                                            .Help("Refusals, by reason")
                                            .Register(registry);
  std::mutex errors_mutex;
  std::map<proto::ErrorCode, Counter*> error_counters;

  Histogram& commit_seconds =
      histogram(registry, "tianyuan_commit_seconds", "Time of one database commit", kSeconds);
  Histogram& commit_batch =
      histogram(registry, "tianyuan_commit_batch", "Records in one database commit", kRows);
  Counter& commit_retries = counter(registry, "tianyuan_commit_retries_total",
                                    "Commits put off by another program's lock");
  Histogram& move_seconds = histogram(registry, "tianyuan_move_seconds",
                                      "From the receipt of a game request to its answer", kSeconds);
  Gauge& connections = gauge(registry, "tianyuan_connections", "Open sockets");
  Counter& slow_readers = counter(registry, "tianyuan_slow_readers_total", "Sockets cut off");
  Gauge& sessions = gauge(registry, "tianyuan_sessions", "Signed-in sessions");
  Gauge& users = gauge(registry, "tianyuan_users", "People known to the hall");
  Gauge& rooms = gauge(registry, "tianyuan_rooms", "Rooms");
  Gauge& tables = gauge(registry, "tianyuan_tables", "Tables");
  Gauge& games = gauge(registry, "tianyuan_games", "Running games");
  Gauge& searching = gauge(registry, "tianyuan_searching", "Players looking for an opponent");
  Gauge& watching = gauge(registry, "tianyuan_watching", "Watchers");
  Gauge& timers = gauge(registry, "tianyuan_timers", "Instants that the hall waits for");
  Gauge& core_queue = gauge(registry, "tianyuan_core_queue", "Commands waiting for the core");
  Gauge& writer_queue = gauge(registry, "tianyuan_writer_queue", "Outputs waiting for the disk");
  Gauge& hash_queue = gauge(registry, "tianyuan_hash_queue", "Passwords waiting to be hashed");
  Gauge& reader_queue = gauge(registry, "tianyuan_reader_queue", "Reads waiting");
  Gauge& wal_bytes = gauge(registry, "tianyuan_wal_bytes", "Size of the write-ahead log");
  Gauge& resident = gauge(registry, "tianyuan_resident_bytes", "Memory in use");
};

Metrics::Metrics() : impl_(std::make_unique<Impl>()) {
  auto& family = prometheus::BuildCounter()
                     .Name("tianyuan_commands_total")
                     .Help("Requests, by method")
                     .Register(impl_->registry);
  const auto names = proto::method_names();
  for (std::size_t i = 0; i < kMethods; ++i) {
    impl_->commands[i] = &family.Add({{"method", std::string(names[i])}});
  }
}

Metrics::~Metrics() = default;

void Metrics::command(const proto::Request& request) {
  impl_->commands[request.index()]->Increment();
}

void Metrics::error(proto::ErrorCode code) {
  const std::lock_guard lock(impl_->errors_mutex);
  Counter*& counter = impl_->error_counters[code];
  if (!counter) counter = &impl_->errors.Add({{"reason", std::string(proto::reason(code))}});
  counter->Increment();
}

void Metrics::commit(std::chrono::duration<double> took, std::size_t rows) {
  impl_->commit_seconds.Observe(took.count());
  impl_->commit_batch.Observe(static_cast<double>(rows));
}

void Metrics::commit_retry() {
  impl_->commit_retries.Increment();
}

void Metrics::released(std::chrono::duration<double> since_receipt) {
  impl_->move_seconds.Observe(since_receipt.count());
}

void Metrics::connections(int change) {
  impl_->connections.Increment(change);
}

void Metrics::slow_reader() {
  impl_->slow_readers.Increment();
}

void Metrics::census(const core::Core::Census& c) {
  impl_->sessions.Set(c.sessions);
  impl_->users.Set(c.users);
  impl_->rooms.Set(c.rooms);
  impl_->tables.Set(c.tables);
  impl_->games.Set(c.games);
  impl_->searching.Set(c.searching);
  impl_->watching.Set(c.watching);
  impl_->timers.Set(c.timers);
}

void Metrics::core_queue(std::size_t waiting) {
  impl_->core_queue.Set(static_cast<double>(waiting));
}
void Metrics::writer_queue(std::size_t waiting) {
  impl_->writer_queue.Set(static_cast<double>(waiting));
}
void Metrics::hash_queue(std::size_t waiting) {
  impl_->hash_queue.Set(static_cast<double>(waiting));
}
void Metrics::reader_queue(std::size_t waiting) {
  impl_->reader_queue.Set(static_cast<double>(waiting));
}
void Metrics::wal_bytes(std::uintmax_t bytes) {
  impl_->wal_bytes.Set(static_cast<double>(bytes));
}

std::string Metrics::text() const {
  impl_->resident.Set(resident_bytes());
  return prometheus::TextSerializer().Serialize(impl_->registry.Collect());
}

}  // namespace tianyuan::shell
