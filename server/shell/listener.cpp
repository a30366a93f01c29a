#include "server/shell/listener.h"

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cerrno>

#include "server/shell/log.h"

namespace tianyuan::shell {

namespace asio = boost::asio;
using boost::system::error_code;
using tcp = asio::ip::tcp;

namespace {

// After an accept that failed for want of file descriptors or memory.
constexpr std::chrono::milliseconds kRestAfterFailure{100};

std::string text_of(const sockaddr_storage& peer) {
  char text[INET6_ADDRSTRLEN] = "";
  if (peer.ss_family == AF_INET) {
    inet_ntop(AF_INET, &reinterpret_cast<const sockaddr_in&>(peer).sin_addr, text, sizeof text);
    return text;
  }
  inet_ntop(AF_INET6, &reinterpret_cast<const sockaddr_in6&>(peer).sin6_addr, text, sizeof text);
  const std::string_view mapped = "::ffff:";
  const std::string address = text;
  const bool v4 = address.starts_with(mapped) && address.find('.') != std::string::npos;
  return v4 ? address.substr(mapped.size()) : address;
}

}  // namespace

struct Listener::Impl : std::enable_shared_from_this<Impl> {
  Impl(asio::io_context& context, Callback callback)
      : acceptor(context), rest(context), accepted(std::move(callback)) {}

  void wait() {
    acceptor.async_wait(tcp::acceptor::wait_read,
                        [self = shared_from_this()](const error_code& error) {
                          if (!error) self->take_all();
                        });
  }

  void take_all() {
    for (;;) {
      sockaddr_storage peer{};
      socklen_t size = sizeof peer;
      const int socket = ::accept4(acceptor.native_handle(), reinterpret_cast<sockaddr*>(&peer),
                                   &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
      if (socket >= 0) {
        accepted({socket, peer.ss_family == AF_INET6, text_of(peer)});
        continue;
      }
      if (errno == EINTR || errno == ECONNABORTED) continue;
      if (errno == EAGAIN || errno == EWOULDBLOCK) return wait();
      log_warn("accept.failed", {{"errno", errno}});
      rest.expires_after(kRestAfterFailure);
      rest.async_wait([self = shared_from_this()](const error_code& error) {
        if (!error) self->wait();
      });
      return;
    }
  }

  tcp::acceptor acceptor;
  asio::steady_timer rest;
  Callback accepted;
};

Listener::Listener(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}
Listener::~Listener() = default;

std::expected<std::unique_ptr<Listener>, std::string> Listener::open(asio::io_context& context,
                                                                     const Endpoint& endpoint,
                                                                     Callback accepted) {
  auto impl = std::make_shared<Impl>(context, std::move(accepted));
  error_code error;
  const auto address = asio::ip::make_address(endpoint.host, error);
  if (error) return std::unexpected("'" + endpoint.host + "' is no IP address");
  const tcp::endpoint at(address, endpoint.port);
  impl->acceptor.open(at.protocol(), error);
  if (!error) impl->acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) impl->acceptor.bind(at, error);
  if (!error) impl->acceptor.listen(tcp::acceptor::max_listen_connections, error);
  if (!error) impl->acceptor.native_non_blocking(true, error);
  if (error) {
    return std::unexpected("cannot listen on " + to_string(endpoint) + ": " + error.message());
  }
  return std::unique_ptr<Listener>(new Listener(std::move(impl)));
}

std::uint16_t Listener::port() const {
  error_code ignored;
  return impl_->acceptor.local_endpoint(ignored).port();
}

void Listener::start() {
  impl_->wait();
}

void Listener::close() {
  error_code ignored;
  impl_->acceptor.close(ignored);
  impl_->rest.cancel();
}

}  // namespace tianyuan::shell
