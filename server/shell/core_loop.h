#pragma once

// Runs the core: a queue of inputs in, stamped with time and chance, outputs out to the disk. Lives
// on one io_context (with one I/O thread, on that thread's own).
//
// Threads: every public function from any, unless it says otherwise.

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <unordered_set>
#include <vector>

#include "server/core/core.h"
#include "server/shell/db_writer.h"
#include "server/shell/delivery.h"
#include "server/shell/journal.h"
#include "server/shell/limits.h"
#include "server/shell/metrics.h"
#include "server/shell/time_source.h"

namespace boost::asio {
class io_context;
}

namespace tianyuan::shell {

class CoreLoop {
 public:
  CoreLoop(boost::asio::io_context& context, core::Core core, Journal journal, const Limits& limits,
           TimeSource& time, DbWriter& writer, Delivery& delivery, Metrics& metrics);
  ~CoreLoop();
  CoreLoop(const CoreLoop&) = delete;
  CoreLoop& operator=(const CoreLoop&) = delete;

  // A session's life. Commands about a session that is not open are dropped, so that a sign-in
  // which took long never binds a socket that has gone.
  void opened(SessionId session);
  void closed(SessionId session);

  // A player's request. False: busy (queue full, disk behind, database locked).
  bool request(SessionId session, proto::RequestId id, proto::Request request,
               std::chrono::steady_clock::time_point received, std::int64_t lag_credit_ms);
  // From within; never refused.
  void submit(core::Command command);

  // Takes nothing more and calls back, on the writer's thread, when all before is on disk and
  // released.
  void quiesce(std::function<void()> done);

  // An output made before start (Core::resume): stored and released like any other.
  void start(core::Output first);

 private:
  struct Arrival;
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tianyuan::shell
