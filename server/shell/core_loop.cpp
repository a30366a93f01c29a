#include "server/shell/core_loop.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <variant>

#include "server/shell/log.h"
#include "server/shell/secrets.h"

namespace tianyuan::shell {

namespace asio = boost::asio;
using Steady = std::chrono::steady_clock;

namespace {

constexpr std::chrono::seconds kCensusInterval{1};
// Between two ticks, so that a deadline that a tick left standing cannot keep the thread busy.
constexpr std::chrono::milliseconds kTickGap{1};

struct Opened {
  SessionId session = 0;
};
struct Quiesce {
  std::function<void()> done;
};

bool is_game_request(const core::Command& command) {
  const auto* request = std::get_if<core::command::ClientRequest>(&command);
  return request && request->request.index() >= proto::Request(proto::request::Place{}).index() &&
         request->request.index() <= proto::Request(proto::request::AnswerUndo{}).index();
}

}  // namespace

struct CoreLoop::Arrival {
  std::variant<core::Command, Opened, Quiesce> what;
  std::int64_t received_at_ms = 0;
  std::int64_t lag_credit_ms = 0;
  Steady::time_point received{};
  bool is_request = false;
};

class CoreLoop::Impl {
 public:
  Impl(asio::io_context& context, core::Core core, Journal journal, const Limits& limits,
       TimeSource& time, DbWriter& writer, Delivery& delivery, Metrics& metrics)
      : context_(context),
        core_(std::move(core)),
        journal_(std::move(journal)),
        limits_(limits),
        time_(time),
        writer_(writer),
        delivery_(delivery),
        metrics_(metrics),
        timer_(context),
        census_timer_(context) {}

  bool request(Arrival arrival) {
    if (writer_.stalled() || writer_.waiting() >= limits_.writer_queue) return false;
    return put(std::move(arrival), /*bounded=*/true);
  }

  // Returns false only for a bounded arrival at a full queue.
  bool put(Arrival arrival, bool bounded) {
    bool wake = false;
    {
      const std::lock_guard lock(mutex_);
      if (bounded && requests_waiting_ >= limits_.core_queue) return false;
      if (bounded) ++requests_waiting_;
      wake = queue_.empty();
      queue_.push_back(std::move(arrival));
    }
    if (wake) asio::post(context_, [this] { drain(); });
    return true;
  }

  void start(core::Output first) {
    asio::post(context_, [this, first = std::move(first)]() mutable {
      store(std::move(first), nullptr);
      hand_over();
      arm();
      take_census();
    });
  }

  std::int64_t time_now(Steady::time_point steady) const { return time_.now(steady); }

 private:
  void drain();
  void submit(core::Command command, const Arrival* arrival);
  void store(core::Output output, const Arrival* arrival);
  void hand_over();
  void arm();
  void on_timer();
  void take_census();

  asio::io_context& context_;
  core::Core core_;
  Journal journal_;
  const Limits limits_;
  TimeSource& time_;
  DbWriter& writer_;
  Delivery& delivery_;
  Metrics& metrics_;

  std::mutex mutex_;
  std::vector<Arrival> queue_;
  std::size_t requests_waiting_ = 0;

  // The loop's thread only.
  std::vector<Arrival> batch_;
  std::vector<DbWriter::Output> outputs_;
  std::unordered_set<SessionId> open_;
  RandomStock random_;
  asio::steady_timer timer_;
  asio::steady_timer census_timer_;
  std::optional<std::int64_t> armed_for_;
  Steady::time_point earliest_tick_{};
  std::int64_t last_at_ms_ = 0;
  bool quiet_ = false;
};

void CoreLoop::Impl::drain() {
  {
    const std::lock_guard lock(mutex_);
    batch_.swap(queue_);
    requests_waiting_ = 0;
  }
  metrics_.core_queue(batch_.size());
  for (Arrival& arrival : batch_) {
    if (quiet_) break;
    if (const auto* opened = std::get_if<Opened>(&arrival.what)) {
      open_.insert(opened->session);
    } else if (auto* quiesce = std::get_if<Quiesce>(&arrival.what)) {
      quiet_ = true;
      hand_over();
      writer_.run([done = std::move(quiesce->done)](db::Store&) -> db::Result<void> {
        done();
        return {};
      });
    } else {
      submit(std::move(std::get<core::Command>(arrival.what)), &arrival);
    }
  }
  batch_.clear();
  hand_over();
  arm();
}

void CoreLoop::Impl::submit(core::Command command, const Arrival* arrival) {
  if (const auto* closed = std::get_if<core::command::SessionClosed>(&command)) {
    open_.erase(closed->session);
  } else if (const auto* in = std::get_if<core::command::SignedIn>(&command)) {
    if (!open_.contains(in->session)) return;
  }
  core::Input input;
  last_at_ms_ = std::max(last_at_ms_, time_.now());
  input.at_ms = last_at_ms_;
  input.received_at_ms = input.at_ms;
  if (arrival && arrival->is_request) {
    input.received_at_ms = std::min(arrival->received_at_ms, input.at_ms);
    input.lag_credit_ms = arrival->lag_credit_ms;
  }
  input.random = random_.next();
  const bool measured = arrival && is_game_request(command);
  input.command = std::move(command);
  store(core_.submit(input), measured ? arrival : nullptr);
}

void CoreLoop::Impl::store(core::Output output, const Arrival* measured) {
  DbWriter::Output stored;
  stored.records = journal_.records(output, core_);
  stored.effects = std::move(output.effects);
  if (stored.records.empty() && stored.effects.empty()) return;
  if (measured) stored.received = measured->received;
  outputs_.push_back(std::move(stored));
}

// To the disk; or straight out, when there is nothing to store and nothing pending that it saw.
void CoreLoop::Impl::hand_over() {
  if (outputs_.empty()) return;
  if (writer_.idle()) {
    std::size_t i = 0;
    while (i < outputs_.size() && outputs_[i].records.empty()) {
      delivery_.release(outputs_[i].effects);
      if (outputs_[i].received) metrics_.released(Steady::now() - *outputs_[i].received);
      ++i;
    }
    outputs_.erase(outputs_.begin(), outputs_.begin() + static_cast<std::ptrdiff_t>(i));
  }
  if (!outputs_.empty()) writer_.push(std::move(outputs_));
  outputs_.clear();
  metrics_.writer_queue(writer_.waiting());
}

void CoreLoop::Impl::arm() {
  const auto deadline = quiet_ ? std::nullopt : core_.next_deadline();
  if (deadline == armed_for_) return;
  armed_for_ = deadline;
  if (!deadline) {
    timer_.cancel();
    return;
  }
  timer_.expires_at(std::max(time_.steady_at(*deadline), earliest_tick_));
  timer_.async_wait([this](const boost::system::error_code& error) {
    if (!error) on_timer();
  });
}

void CoreLoop::Impl::on_timer() {
  armed_for_.reset();
  if (quiet_) return;
  // Everything received before the deadline comes first.
  drain();
  if (time_.frozen()) {
    // The instant moves away while time stands still; look again soon.
    armed_for_ = INT64_MIN;
    timer_.expires_after(std::chrono::milliseconds(50));
    timer_.async_wait([this](const boost::system::error_code& error) {
      if (!error) on_timer();
    });
    return;
  }
  const auto deadline = core_.next_deadline();
  if (deadline && *deadline <= std::max(last_at_ms_, time_.now())) {
    submit(core::command::Tick{}, nullptr);
    hand_over();
    earliest_tick_ = Steady::now() + kTickGap;
  }
  armed_for_.reset();
  arm();
}

void CoreLoop::Impl::take_census() {
  metrics_.census(core_.census());
  census_timer_.expires_after(kCensusInterval);
  census_timer_.async_wait([this](const boost::system::error_code& error) {
    if (!error) take_census();
  });
}

CoreLoop::CoreLoop(asio::io_context& context, core::Core core, Journal journal,
                   const Limits& limits, TimeSource& time, DbWriter& writer, Delivery& delivery,
                   Metrics& metrics)
    : impl_(std::make_unique<Impl>(context, std::move(core), std::move(journal), limits, time,
                                   writer, delivery, metrics)) {}

CoreLoop::~CoreLoop() = default;

void CoreLoop::opened(SessionId session) {
  Arrival arrival;
  arrival.what = Opened{session};
  impl_->put(std::move(arrival), false);
}

void CoreLoop::closed(SessionId session) {
  submit(core::command::SessionClosed{session});
}

bool CoreLoop::request(SessionId session, proto::RequestId id, proto::Request request,
                       Steady::time_point received, std::int64_t lag_credit_ms) {
  Arrival arrival;
  arrival.what =
      core::Command(core::command::ClientRequest{session, std::move(id), std::move(request)});
  arrival.received = received;
  arrival.received_at_ms = impl_->time_now(received);
  arrival.lag_credit_ms = lag_credit_ms;
  arrival.is_request = true;
  return impl_->request(std::move(arrival));
}

void CoreLoop::submit(core::Command command) {
  Arrival arrival;
  arrival.what = std::move(command);
  impl_->put(std::move(arrival), false);
}

void CoreLoop::quiesce(std::function<void()> done) {
  Arrival arrival;
  arrival.what = Quiesce{std::move(done)};
  impl_->put(std::move(arrival), false);
}

void CoreLoop::start(core::Output first) {
  impl_->start(std::move(first));
}

}  // namespace tianyuan::shell
