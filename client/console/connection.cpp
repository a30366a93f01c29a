#include "client/console/connection.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <boost/asio/connect.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/websocket.hpp>
#include <chrono>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

#include "common/assert.h"
#include "proto/codec.h"

namespace tianyuan::console {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using tcp = asio::ip::tcp;

// A server that has not answered by then is tried anew.
constexpr std::chrono::seconds kConnectTimeout{10};
constexpr std::chrono::seconds kHandshakeTimeout{10};
// Pings go out after half of it without traffic: below the 30 s after which the server takes a
// silent connection for lost (X1), and below the 60 s of common proxies.
constexpr std::chrono::seconds kIdleTimeout{20};
constexpr std::chrono::milliseconds kCloseTimeout{500};
constexpr std::size_t kLargestFrame = 4 * 1024 * 1024;  // the longest list of tables is far below

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
    return std::unexpected("a server is given as ws://HOST[:PORT][/PATH], not '" + text + "'");
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
    explicit Attempt(asio::io_context& io) : stream(io) {}
    websocket::stream<beast::tcp_stream> stream;
    beast::flat_buffer buffer;
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
    present_ = std::make_shared<Attempt>(io_);
    resolver_.async_resolve(
        url_.host, url_.port,
        [this, attempt = present_](const beast::error_code& error,
                                   const tcp::resolver::results_type& found) {
          if (attempt != present_) return;
          if (error) return fail(error);
          beast::get_lowest_layer(attempt->stream).expires_after(kConnectTimeout);
          beast::get_lowest_layer(attempt->stream)
              .async_connect(
                  found, [this, attempt](const beast::error_code& refused, const tcp::endpoint&) {
                    if (attempt != present_) return;
                    if (refused) return fail(refused);
                    handshake(attempt);
                  });
        });
  }

  void handshake(const Handle& attempt) {
    auto& stream = attempt->stream;
    beast::get_lowest_layer(stream).expires_never();
    beast::error_code ignored;
    beast::get_lowest_layer(stream).socket().set_option(tcp::no_delay(true), ignored);
    stream.set_option(websocket::stream_base::timeout{kHandshakeTimeout, kIdleTimeout, true});
    stream.read_message_max(kLargestFrame);
    stream.text(true);
    stream.set_option(websocket::stream_base::decorator([](websocket::request_type& request) {
      request.set(beast::http::field::sec_websocket_protocol,
                  beast::string_view(proto::kSubprotocol.data(), proto::kSubprotocol.size()));
      request.set(beast::http::field::user_agent, "tianyuan-console");
    }));
    const bool ipv6 = url_.host.find(':') != std::string::npos;
    const std::string host = ipv6 ? "[" + url_.host + "]" : url_.host;
    stream.async_handshake(host + ":" + url_.port, url_.path,
                           [this, attempt](const beast::error_code& error) {
                             if (attempt != present_) return;
                             if (error) return fail(error);
                             attempt->open = true;
                             tell(Opened{});
                             read(attempt);
                           });
  }

  void read(const Handle& attempt) {
    attempt->stream.async_read(attempt->buffer,
                               [this, attempt](const beast::error_code& error, std::size_t) {
                                 if (attempt != present_) return;
                                 if (error) return fail(error);
                                 tell(Frame{beast::buffers_to_string(attempt->buffer.data())});
                                 attempt->buffer.consume(attempt->buffer.size());
                                 read(attempt);
                               });
  }

  void write(const Handle& attempt) {
    attempt->stream.async_write(asio::buffer(attempt->outbox.front()),
                                [this, attempt](const beast::error_code& error, std::size_t) {
                                  if (error) return;  // the reader hears of it too
                                  attempt->outbox.pop_front();
                                  if (!attempt->outbox.empty()) write(attempt);
                                });
  }

  void begin_close() {
    if (!present_ || !present_->open) return;
    present_->open = false;
    present_->stream.async_close(websocket::close_code::normal,
                                 [attempt = present_](const beast::error_code&) {});
  }

  void fail(const beast::error_code& error) {
    Closed closed;
    closed.reason = error.message();
    if (error == websocket::error::closed) {
      closed.code = present_->stream.reason().code;
      closed.reason = std::string(present_->stream.reason().reason.c_str());
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
