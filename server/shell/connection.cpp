#include "server/shell/connection.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl/ssl_stream.hpp>
#include <boost/beast/websocket.hpp>
#include <boost/beast/websocket/ssl.hpp>
#include <optional>

#include "proto/codec.h"
#include "proto/limits.h"
#include "server/shell/io_loop.h"
#include "server/shell/log.h"
#include "server/shell/metrics.h"
#include "server/shell/tls.h"

namespace tianyuan::shell {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using boost::system::error_code;
using tcp = asio::ip::tcp;

// Plain executors, and no time-outs but our own wheel's: a third of the memory and a quarter of the
// time of Beast's tcp_stream with any_executor (docs/architecture.md).
using Socket = asio::basic_stream_socket<tcp, asio::io_context::executor_type>;
using PlainStream = Socket;
using TlsStream = asio::ssl::stream<Socket>;

constexpr std::size_t kKeepReadBuffer = 4 * 1024;  // a larger one is given back when idle
constexpr auto kFarAway = std::chrono::hours(24);
// A deadline can be brought forward by what happens between two looks; so none is further away.
constexpr std::chrono::seconds kLookAgain{2};

std::string text_of(beast::string_view text) {
  return {text.data(), text.size()};
}

std::string field(const http::request<http::empty_body>& request, http::field name) {
  const auto it = request.find(name);
  return it == request.end() ? std::string() : text_of(it->value());
}

// Several headers of one name, joined as RFC 9110 has it.
std::string fields(const http::request<http::empty_body>& request, beast::string_view name) {
  std::string all;
  const auto range = request.equal_range(name);
  for (auto it = range.first; it != range.second; ++it) {
    if (!all.empty()) all += ", ";
    all += text_of(it->value());
  }
  return all;
}

template <class Stream>
class ConnectionImpl final : public Connection,
                             public std::enable_shared_from_this<ConnectionImpl<Stream>> {
 public:
  ConnectionImpl(IoLoop& loop, Stream stream, ConnectionOptions options, Portal& portal,
                 const Limits& limits, Metrics& metrics)
      : loop_(loop),
        stream_(std::in_place, std::move(stream)),
        options_(std::move(options)),
        portal_(portal),
        limits_(limits),
        metrics_(metrics) {
    metrics_.connections(1);
    expect(limits_.header_timeout);
  }

  ~ConnectionImpl() override { metrics_.connections(-1); }

  void start() override {
    if constexpr (std::is_same_v<Stream, TlsStream>) {
      stream_->async_handshake(asio::ssl::stream_base::server,
                               [self = this->shared_from_this()](const error_code& error) {
                                 if (error) return self->finish();
                                 self->read_request();
                               });
    } else {
      read_request();
    }
  }

  void deliver(Outgoing outgoing) override {
    if (outgoing.identity && sink_) sink_->identified(*outgoing.identity);
    if (outgoing.text) send(std::move(outgoing.text));
    if (outgoing.close_code != 0) close(outgoing.close_code, std::move(outgoing.close_reason));
  }

  void send(Text text) override {
    if (!ws_ || phase_ != Phase::open || closing_) return;
    outbox_bytes_ += text->size();
    outbox_.push_back(std::move(text));
    if (outbox_bytes_ > limits_.outbox_bytes ||
        outbox_.size() - outbox_head_ > static_cast<std::size_t>(limits_.outbox_messages)) {
      metrics_.slow_reader();
      log_info("session.slow_reader", {{"session", options_.id}, {"bytes", outbox_bytes_}});
      return abort();
    }
    write();
  }

  void close(int code, std::string reason) override {
    if (!ws_ || phase_ != Phase::open) return abort();
    if (closing_) return;
    closing_ = true;
    close_code_ = code;
    close_reason_ = std::move(reason);
    if (!writing_) say_goodbye();
  }

  void abort() override {
    if (phase_ == Phase::gone) return;
    error_code ignored;
    lowest().close(ignored);
    finish();
  }

  void pause() override {
    if (paused_) return;
    paused_ = true;
    loop_.let_go_on(options_.id);
  }

  void go_on() override {
    paused_ = false;
    if (phase_ == Phase::open && !closing_) read_frame();
  }

  std::int64_t round_trip_ms() const override { return round_trip_ms_; }

  void respond(HttpResponse response) override;
  Steady::time_point check(Steady::time_point now) override;

 private:
  enum class Phase { request, answering, upgrading, open, closing, gone };

  Socket& lowest() {
    return ws_ ? beast::get_lowest_layer(*ws_) : beast::get_lowest_layer(*stream_);
  }
  void expect(std::chrono::milliseconds within) { deadline_ = Steady::now() + within; }
  auto self() { return this->shared_from_this(); }

  void read_request();
  void on_request(const error_code& error);
  HttpRequest request_values() const;
  void hang_up();
  void upgrade(HttpRequest request);
  void on_upgraded(const error_code& error, const HttpRequest& request);
  void read_frame();
  void on_frame(const error_code& error, std::size_t bytes);
  void write();
  void on_written(const error_code& error);
  void say_goodbye();
  void ping(Steady::time_point now);
  void finish();

  IoLoop& loop_;
  std::optional<Stream> stream_;  // until the upgrade
  std::optional<websocket::stream<Stream, /*deflate=*/false>> ws_;
  const ConnectionOptions options_;
  Portal& portal_;
  const Limits& limits_;
  Metrics& metrics_;
  std::unique_ptr<FrameSink> sink_;

  Phase phase_ = Phase::request;
  Steady::time_point deadline_{};
  beast::flat_buffer buffer_;
  std::unique_ptr<http::request_parser<http::empty_body>> parser_;
  std::shared_ptr<void> response_;  // while it is written
  bool keep_alive_ = false;

  std::vector<Text> outbox_;
  std::size_t outbox_head_ = 0;
  std::size_t outbox_bytes_ = 0;
  bool writing_ = false;
  bool closing_ = false;
  bool paused_ = false;
  int close_code_ = 0;
  std::string close_reason_;
  std::optional<Steady::time_point> message_began_;  // not all of it has come
  Steady::time_point heard_{};
  Steady::time_point pinged_{};
  bool pinging_ = false;
  bool ping_waits_ = false;
  std::int64_t round_trip_ms_ = 0;
};

// ---------------------------------------------------------------- HTTP

template <class Stream>
void ConnectionImpl<Stream>::read_request() {
  phase_ = Phase::request;
  parser_ = std::make_unique<http::request_parser<http::empty_body>>();
  parser_->header_limit(static_cast<std::uint32_t>(limits_.header_bytes));
  parser_->body_limit(std::uint64_t{0});
  http::async_read(
      *stream_, buffer_, *parser_,
      [self = self()](const error_code& error, std::size_t) { self->on_request(error); });
}

template <class Stream>
void ConnectionImpl<Stream>::on_request(const error_code& error) {
  if (phase_ == Phase::gone) return;
  if (error) {
    if (error.category() != http::make_error_code(http::error::end_of_stream).category() ||
        error == http::error::end_of_stream || error == http::error::partial_message) {
      return finish();
    }
    phase_ = Phase::answering;
    keep_alive_ = false;
    if (error == http::error::header_limit) {
      return respond(error_response(431, "the header is too large"));
    }
    if (error == http::error::body_limit) {
      return respond(error_response(413, "no request here has a body"));
    }
    return respond(error_response(400, "this is no HTTP request"));
  }
  phase_ = Phase::answering;
  expect(limits_.keep_alive_timeout);
  keep_alive_ = parser_->get().keep_alive();
  HttpRequest request = request_values();
  if (!parse_target(text_of(parser_->get().target()), request.path, request.query)) {
    return respond(error_response(400, "the target cannot be read"));
  }
  if (request.upgrade && request.path == "/ws" && !options_.admin) {
    return upgrade(std::move(request));
  }
  portal_.http(request, [&loop = loop_, id = options_.id](HttpResponse response) {
    loop.post([&loop, id, response = std::move(response)]() mutable {
      if (const auto connection = loop.find(id)) connection->respond(std::move(response));
    });
  });
}

template <class Stream>
HttpRequest ConnectionImpl<Stream>::request_values() const {
  const auto& message = parser_->get();
  HttpRequest request;
  request.method = text_of(message.method_string());
  request.host = field(message, http::field::host);
  request.origin = field(message, http::field::origin);
  request.subprotocols = fields(message, "Sec-WebSocket-Protocol");
  request.forwarded_for = fields(message, "X-Forwarded-For");
  request.address = options_.address;
  request.upgrade = websocket::is_upgrade(message);
  request.admin = options_.admin;
  return request;
}

template <class Stream>
void ConnectionImpl<Stream>::respond(HttpResponse response) {
  if (phase_ != Phase::answering || response_) return;
  const bool head = parser_ && parser_->get().method() == http::verb::head;
  auto message = std::make_shared<http::response<http::string_body>>();
  message->version(11);
  message->result(static_cast<unsigned>(response.status));
  message->set(http::field::content_type, response.content_type);
  message->set("X-Content-Type-Options", "nosniff");
  for (const auto& [name, value] : response.headers) message->set(name, value);
  message->keep_alive(keep_alive_);
  const auto size = response.body.size();
  if (!head) message->body() = std::move(response.body);
  message->content_length(size);
  response_ = message;
  expect(limits_.write_timeout);
  http::async_write(*stream_, *message, [self = self()](const error_code& error, std::size_t) {
    self->response_.reset();
    if (self->phase_ == Phase::gone) return;
    if (error) return self->finish();
    if (!self->keep_alive_) return self->hang_up();
    self->expect(self->limits_.keep_alive_timeout);
    self->read_request();
  });
}

// Closing with unread bytes would reset the connection and lose the answer: say that we are done,
// and read what still comes for a moment.
template <class Stream>
void ConnectionImpl<Stream>::hang_up() {
  if (phase_ != Phase::closing) {
    phase_ = Phase::closing;
    expect(limits_.close_timeout);
    error_code ignored;
    lowest().shutdown(tcp::socket::shutdown_send, ignored);
  }
  buffer_.clear();
  lowest().async_read_some(buffer_.prepare(kKeepReadBuffer),
                           [self = self()](const error_code& error, std::size_t) {
                             if (self->phase_ == Phase::gone) return;
                             return error ? self->finish() : self->hang_up();
                           });
}

// ---------------------------------------------------------------- WebSocket

template <class Stream>
void ConnectionImpl<Stream>::upgrade(HttpRequest request) {
  if (auto refusal = portal_.refuse_upgrade(request)) {
    keep_alive_ = false;
    return respond(std::move(*refusal));
  }
  phase_ = Phase::upgrading;
  expect(limits_.header_timeout);
  ws_.emplace(std::move(*stream_));
  stream_.reset();
  // Our limit is checked while reading, so that the error can be told before the close.
  ws_->read_message_max(0);
  ws_->auto_fragment(false);
  ws_->text(true);
  ws_->set_option(websocket::stream_base::decorator(
      [wants_protocol = !request.subprotocols.empty()](websocket::response_type& response) {
        if (wants_protocol) response.set(http::field::sec_websocket_protocol, proto::kSubprotocol);
      }));
  ws_->async_accept(parser_->get(), [self = self(), request](const error_code& error) {
    self->on_upgraded(error, request);
  });
}

template <class Stream>
void ConnectionImpl<Stream>::on_upgraded(const error_code& error, const HttpRequest& request) {
  if (phase_ == Phase::gone) return;
  if (error) return finish();
  parser_.reset();
  buffer_ = {};
  phase_ = Phase::open;
  heard_ = Steady::now();
  sink_ = portal_.open(options_.id, request, *this);
  if (!sink_) return close(1013, "too many connections from this address");
  ws_->control_callback([this](websocket::frame_type kind, beast::string_view) {
    heard_ = Steady::now();
    if (kind == websocket::frame_type::pong && ping_waits_) {
      ping_waits_ = false;
      round_trip_ms_ =
          std::chrono::duration_cast<std::chrono::milliseconds>(heard_ - pinged_).count();
    }
  });
  ping(heard_);  // measures the round trip for lag compensation
  read_frame();
}

template <class Stream>
void ConnectionImpl<Stream>::read_frame() {
  const std::size_t room = proto::kMaxFrameBytes + 1 - buffer_.size();
  ws_->async_read_some(buffer_, room, [self = self()](const error_code& error, std::size_t bytes) {
    self->on_frame(error, bytes);
  });
}

template <class Stream>
void ConnectionImpl<Stream>::on_frame(const error_code& error, std::size_t) {
  if (phase_ == Phase::gone) return;
  if (error) {
    // While we close, the closing itself reads on.
    return phase_ == Phase::closing ? void() : finish();
  }
  const auto now = Steady::now();
  heard_ = now;
  if (closing_) return;
  if (ws_->got_binary()) {
    sink_->binary();
  } else if (buffer_.size() > proto::kMaxFrameBytes) {
    sink_->oversized();
  } else if (ws_->is_message_done()) {
    const auto data = buffer_.cdata();
    sink_->text({static_cast<const char*>(data.data()), data.size()}, now);
    buffer_.consume(buffer_.size());
    if (buffer_.capacity() > kKeepReadBuffer) buffer_ = {};
    message_began_.reset();
  } else if (!message_began_) {
    message_began_ = now;
  }
  if (phase_ == Phase::open && !closing_ && !paused_) read_frame();
}

template <class Stream>
void ConnectionImpl<Stream>::write() {
  if (writing_ || outbox_head_ == outbox_.size()) return;
  writing_ = true;
  expect(limits_.write_timeout);
  ws_->async_write(
      asio::buffer(*outbox_[outbox_head_]),
      [self = self()](const error_code& error, std::size_t) { self->on_written(error); });
}

template <class Stream>
void ConnectionImpl<Stream>::on_written(const error_code& error) {
  if (phase_ == Phase::gone) return;
  writing_ = false;
  outbox_bytes_ -= outbox_[outbox_head_]->size();
  outbox_[outbox_head_++].reset();
  if (outbox_head_ == outbox_.size()) {
    outbox_.clear();
    outbox_head_ = 0;
  }
  if (error) return phase_ == Phase::closing ? void() : finish();
  if (outbox_head_ != outbox_.size()) return write();
  if (closing_) say_goodbye();
}

template <class Stream>
void ConnectionImpl<Stream>::say_goodbye() {
  if (outbox_head_ != outbox_.size()) return write();
  phase_ = Phase::closing;
  expect(limits_.close_timeout);
  websocket::close_reason reason(static_cast<std::uint16_t>(close_code_));
  reason.reason.assign(close_reason_.substr(0, 120));
  ws_->async_close(reason, [self = self()](const error_code&) {
    if (self->phase_ != Phase::gone) self->finish();
  });
}

template <class Stream>
void ConnectionImpl<Stream>::ping(Steady::time_point now) {
  if (pinging_) return;
  pinging_ = true;
  ping_waits_ = true;
  pinged_ = now;
  ws_->async_ping({}, [self = self()](const error_code&) { self->pinging_ = false; });
}

template <class Stream>
Steady::time_point ConnectionImpl<Stream>::check(Steady::time_point now) {
  if (phase_ == Phase::gone) return now + kFarAway;
  const bool timed = phase_ != Phase::open || writing_;
  if (timed && now >= deadline_) {
    if (phase_ == Phase::open) {
      metrics_.slow_reader();
      log_info("session.slow_reader", {{"session", options_.id}, {"bytes", outbox_bytes_}});
    }
    abort();
    return now + kFarAway;
  }
  auto next = now + kLookAgain;
  if (timed) next = std::min(next, deadline_);
  if (phase_ != Phase::open) return next;
  const bool dribbles =
      message_began_ && now - *message_began_ >= limits_.message_timeout;  // a slow-loris
  if (dribbles || now - heard_ >= limits_.silence_timeout) {
    log_info("session.silent", {{"session", options_.id}});
    abort();
    return now + kFarAway;
  }
  if (now - heard_ >= limits_.ping_interval) {
    if (pinged_ <= heard_) ping(now);
    return std::min(next, heard_ + limits_.silence_timeout);
  }
  return std::min(next, heard_ + limits_.ping_interval);
}

template <class Stream>
void ConnectionImpl<Stream>::finish() {
  if (phase_ == Phase::gone) return;
  phase_ = Phase::gone;
  const auto keep = self();
  error_code ignored;
  lowest().close(ignored);
  if (sink_) sink_->closed();
  loop_.remove(options_.id);
}

}  // namespace

std::shared_ptr<Connection> make_connection(IoLoop& loop, int native_socket, bool v6,
                                            ConnectionOptions options, Portal& portal,
                                            const Limits& limits, Metrics& metrics) {
  Socket socket(loop.context().get_executor());
  error_code error;
  socket.assign(v6 ? tcp::v6() : tcp::v4(), native_socket, error);
  if (error) return nullptr;
  socket.set_option(tcp::no_delay(true), error);
  socket.set_option(asio::socket_base::send_buffer_size(limits.kernel_send_bytes), error);
  socket.set_option(asio::socket_base::receive_buffer_size(limits.kernel_receive_bytes), error);
  if (options.tls) {
    TlsStream stream(std::move(socket), options.tls->current());
    return std::make_shared<ConnectionImpl<TlsStream>>(loop, std::move(stream), std::move(options),
                                                       portal, limits, metrics);
  }
  return std::make_shared<ConnectionImpl<PlainStream>>(loop, std::move(socket), std::move(options),
                                                       portal, limits, metrics);
}

}  // namespace tianyuan::shell
