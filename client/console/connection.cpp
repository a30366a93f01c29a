#include "client/console/connection.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/websocket/error.hpp>
#include <chrono>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

#include "client/console/link.h"
#include "common/assert.h"

namespace tianyuan::console {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using tcp = asio::ip::tcp;

constexpr std::chrono::milliseconds kCloseTimeout{500};

}  // namespace

std::expected<Url, std::string> parse_url(const std::string& text) {
  Url url;
  std::string rest;
  if (text.starts_with("ws://")) {
    rest = text.substr(5);
  } else if (text.starts_with("wss://")) {
    url.tls = true;
    rest = text.substr(6);
  } else {
    return std::unexpected("a server is given as ws[s]://HOST[:PORT][/PATH], not '" + text + "'");
  }
  const std::size_t slash = rest.find('/');
  url.path = slash == std::string::npos || slash + 1 == rest.size() ? "/ws" : rest.substr(slash);
  std::string authority = rest.substr(0, slash);
  std::size_t colon = authority.rfind(':');
  if (authority.starts_with('[')) {
    const std::size_t end = authority.find(']');
    if (end == std::string::npos) return std::unexpected("']' is missing in '" + text + "'");
    url.host = authority.substr(1, end - 1);
    colon = end + 1 < authority.size() ? end + 1 : std::string::npos;
  } else {
    url.host = authority.substr(0, colon);
  }
  url.port = colon == std::string::npos ? (url.tls ? "443" : "80") : authority.substr(colon + 1);
  const bool digits = !url.port.empty() && url.port.size() <= 5 &&
                      url.port.find_first_not_of("0123456789") == std::string::npos;
  if (url.host.empty() || !digits) return std::unexpected("no host or port in '" + text + "'");
  return url;
}

// Everything but the inbox is touched by the thread of `io_` alone.
class Connection::Impl {
 public:
  explicit Impl(Url url)
      : url_(std::move(url)),
        wake_fd_(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)),
        work_(asio::make_work_guard(io_)),
        resolver_(io_),
        last_breath_(io_) {
    TIANYUAN_ASSERT(wake_fd_ >= 0);
    thread_ = std::thread([this] { io_.run(); });
  }

  ~Impl() {
    asio::post(io_, [this] { quit(); });
    thread_.join();
    ::close(wake_fd_);
  }

  void open() {
    asio::post(io_, [this] { start(); });
  }
  void send(std::string text) {
    asio::post(io_, [this, text = std::move(text)]() mutable {
      if (!present_ || !present_->open) return;
      present_->outbox.push_back(std::move(text));
      if (present_->outbox.size() == 1) write(present_);
    });
  }
  void close() {
    asio::post(io_, [this] { begin_close(); });
  }
  std::vector<Event> take() {
    std::uint64_t count = 0;
    [[maybe_unused]] const auto got = ::read(wake_fd_, &count, sizeof count);
    const std::scoped_lock lock(mutex_);
    return std::exchange(inbox_, {});
  }
  int wake_fd() const { return wake_fd_; }

 private:
  // One attempt and the connection that comes of it. Its callbacks keep it alive, and fall silent
  // once it is no longer the present one.
  struct Attempt {
    std::unique_ptr<Link> link;
    std::deque<std::string> outbox;
    bool open = false;
  };
  using Handle = std::shared_ptr<Attempt>;

  void tell(Event event) {
    {
      const std::scoped_lock lock(mutex_);
      inbox_.push_back(std::move(event));
    }
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto put = ::write(wake_fd_, &one, sizeof one);
  }

  void start() {
    auto link = make_link(io_, url_);
    if (!link) return tell(Closed{0, link.error(), true});
    present_ = std::make_shared<Attempt>();
    present_->link = std::move(*link);
    resolver_.async_resolve(url_.host, url_.port,
                            [this, attempt = present_](const beast::error_code& error,
                                                       const tcp::resolver::results_type& found) {
                              if (attempt != present_) return;
                              if (error) return fail(error);
                              connect(attempt, found);
                            });
  }

  void connect(const Handle& attempt, const tcp::resolver::results_type& found) {
    attempt->link->connect(found, [this, attempt](const beast::error_code& refused) {
      if (attempt != present_) return;
      if (refused) return fail(refused);
      attempt->link->shake_hands([this, attempt](const beast::error_code& error) {
        if (attempt != present_) return;
        if (error) return fail(error);
        attempt->open = true;
        tell(Opened{});
        read(attempt);
      });
    });
  }

  void read(const Handle& attempt) {
    attempt->link->read([this, attempt](const beast::error_code& error) {
      if (attempt != present_) return;
      if (error) return fail(error);
      tell(Frame{attempt->link->take()});
      read(attempt);
    });
  }

  void write(const Handle& attempt) {
    attempt->link->write(attempt->outbox.front(), [this, attempt](const beast::error_code& error) {
      if (error) return;  // the reader hears of it too
      attempt->outbox.pop_front();
      if (!attempt->outbox.empty()) write(attempt);
    });
  }

  void begin_close() {
    if (!present_ || !present_->open) return;
    present_->open = false;
    present_->link->close([attempt = present_](const beast::error_code&) {});
  }

  void fail(const beast::error_code& error) {
    Closed closed;
    closed.reason = error.message();
    if (error == websocket::error::closed) {
      closed.code = present_->link->close_code();
      closed.reason = present_->link->close_reason();
    } else if (const std::string why = present_->link->why_not_trusted(); !why.empty()) {
      closed.reason = "the server's certificate is not trusted: " + why;
      closed.hopeless = true;
    }
    present_.reset();
    tell(std::move(closed));
    if (quitting_) io_.stop();
  }

  // Says good-bye, but a peer that does not answer must not keep the program.
  void quit() {
    quitting_ = true;
    if (!present_ || !present_->open) return io_.stop();
    begin_close();
    last_breath_.expires_after(kCloseTimeout);
    last_breath_.async_wait([this](const boost::system::error_code&) { io_.stop(); });
  }

  Url url_;
  int wake_fd_;
  std::mutex mutex_;  // guards inbox_
  std::vector<Event> inbox_;

  asio::io_context io_{1};
  asio::executor_work_guard<asio::io_context::executor_type> work_;
  tcp::resolver resolver_;
  asio::steady_timer last_breath_;
  Handle present_;
  bool quitting_ = false;
  std::thread thread_;
};

Connection::Connection(Url url) : impl_(std::make_unique<Impl>(std::move(url))) {}
Connection::~Connection() = default;
void Connection::open() {
  impl_->open();
}
void Connection::send(std::string text) {
  impl_->send(std::move(text));
}
void Connection::close() {
  impl_->close();
}
std::vector<Connection::Event> Connection::take() {
  return impl_->take();
}
int Connection::wake_fd() const {
  return impl_->wake_fd();
}

}  // namespace tianyuan::console
