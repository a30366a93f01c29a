#include "client/console/link.h"

#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

#include <boost/asio/ssl/context.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/ssl.hpp>
#include <boost/beast/websocket.hpp>
#include <boost/beast/websocket/ssl.hpp>
#include <chrono>
#include <type_traits>
#include <utility>

#include "proto/codec.h"

namespace tianyuan::console {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace ssl = asio::ssl;
namespace websocket = beast::websocket;
using tcp = asio::ip::tcp;
using TlsStream = beast::ssl_stream<beast::tcp_stream>;

// A server that has not answered by then is tried anew.
constexpr std::chrono::seconds kConnectTimeout{10};
constexpr std::chrono::seconds kHandshakeTimeout{10};
// Pings go out after half of it without traffic: below the 30 s after which the server takes a
// silent connection for lost (X1), and below the 60 s of common proxies.
constexpr std::chrono::seconds kIdleTimeout{20};
constexpr std::size_t kLargestFrame = 4 * 1024 * 1024;  // the longest list of tables is far below

// The certificate must be of this host, by the name in the address.
void expect_host(SSL* session, const std::string& host) {
  if (X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(session), host.c_str()) == 1) return;
  SSL_set_hostflags(session, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
  SSL_set1_host(session, host.c_str());
  SSL_set_tlsext_host_name(session, host.c_str());
}

template <class Stream>
class LinkOver : public Link {
 public:
  static constexpr bool kTls = std::is_same_v<Stream, TlsStream>;

  // `trust` is null without TLS.
  LinkOver(asio::io_context& io, const Url& url, std::unique_ptr<ssl::context> trust) requires kTls
      : url_(url),
        trust_(std::move(trust)),
        stream_(io, *trust_) {
    expect_host(stream_.next_layer().native_handle(), url.host);
  }
  LinkOver(asio::io_context& io, const Url& url) requires(!kTls) : url_(url), stream_(io) {}

  void connect(const Found& found, Done done) override {
    auto& socket = beast::get_lowest_layer(stream_);
    socket.expires_after(kConnectTimeout);
    socket.async_connect(found, [done = std::move(done)](const beast::error_code& error,
                                                         const tcp::endpoint&) { done(error); });
  }

  void shake_hands(Done done) override {
    auto& socket = beast::get_lowest_layer(stream_);
    beast::error_code ignored;
    socket.socket().set_option(tcp::no_delay(true), ignored);
    if constexpr (kTls) {
      socket.expires_after(kHandshakeTimeout);
      stream_.next_layer().async_handshake(
          ssl::stream_base::client,
          [this, done = std::move(done)](const beast::error_code& error) mutable {
            if (error) return done(error);
            upgrade(std::move(done));
          });
    } else {
      upgrade(std::move(done));
    }
  }

  void read(Done done) override {
    stream_.async_read(buffer_, [done = std::move(done)](const beast::error_code& error,
                                                         std::size_t) { done(error); });
  }
  std::string take() override {
    std::string frame = beast::buffers_to_string(buffer_.data());
    buffer_.consume(buffer_.size());
    return frame;
  }

  void write(const std::string& text, Done done) override {
    stream_.async_write(asio::buffer(text), [done = std::move(done)](const beast::error_code& error,
                                                                     std::size_t) { done(error); });
  }

  void close(Done done) override {
    stream_.async_close(websocket::close_code::normal, std::move(done));
  }
  int close_code() const override { return stream_.reason().code; }
  std::string close_reason() const override { return stream_.reason().reason.c_str(); }

  std::string why_not_trusted() const override {
    if constexpr (kTls) {
      // native_handle() only hands out the pointer, but is not const.
      SSL* session = const_cast<LinkOver*>(this)->stream_.next_layer().native_handle();
      const long verdict = SSL_get_verify_result(session);
      if (verdict != X509_V_OK) return X509_verify_cert_error_string(verdict);
    }
    return {};
  }

 private:
  void upgrade(Done done) {
    beast::get_lowest_layer(stream_).expires_never();
    stream_.set_option(websocket::stream_base::timeout{kHandshakeTimeout, kIdleTimeout, true});
    stream_.read_message_max(kLargestFrame);
    stream_.text(true);
    stream_.set_option(websocket::stream_base::decorator([](websocket::request_type& request) {
      request.set(beast::http::field::sec_websocket_protocol,
                  beast::string_view(proto::kSubprotocol.data(), proto::kSubprotocol.size()));
      request.set(beast::http::field::user_agent, "tianyuan-console");
    }));
    const bool ipv6 = url_.host.find(':') != std::string::npos;
    const std::string host = ipv6 ? "[" + url_.host + "]" : url_.host;
    stream_.async_handshake(host + ":" + url_.port, url_.path, std::move(done));
  }

  Url url_;
  std::unique_ptr<ssl::context> trust_;
  websocket::stream<Stream> stream_;
  beast::flat_buffer buffer_;
};

std::expected<std::unique_ptr<ssl::context>, std::string> trust_of(const std::string& ca_file) {
  auto context = std::make_unique<ssl::context>(ssl::context::tls_client);
  beast::error_code error;
  context->set_options(
      ssl::context::default_workarounds | ssl::context::no_tlsv1 | ssl::context::no_tlsv1_1, error);
  context->set_verify_mode(ssl::verify_peer, error);
  if (ca_file.empty()) {
    context->set_default_verify_paths(error);
  } else {
    context->load_verify_file(ca_file, error);
  }
  if (error) {
    const std::string what = ca_file.empty() ? "the system's certificates" : ca_file;
    return std::unexpected(what + ": " + error.message());
  }
  return context;
}

}  // namespace

std::expected<std::unique_ptr<Link>, std::string> make_link(asio::io_context& io, const Url& url) {
  if (!url.tls) return std::make_unique<LinkOver<beast::tcp_stream>>(io, url);
  auto trust = trust_of(url.ca_file);
  if (!trust) return std::unexpected(trust.error());
  return std::make_unique<LinkOver<TlsStream>>(io, url, std::move(*trust));
}

}  // namespace tianyuan::console
