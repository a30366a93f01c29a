#pragma once

// One socket: HTTP first, a WebSocket after the upgrade. Beast is behind this header, in
// connection.cpp alone (it takes half a minute to compile).
//
// Thread: a connection lives on one I/O loop for life, and everything here is called there.

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "server/shell/address_book.h"
#include "server/shell/delivery.h"
#include "server/shell/http.h"
#include "server/shell/limits.h"
#include "server/shell/token_bucket.h"

namespace tianyuan::shell {

class IoLoop;
class Metrics;

// What a session can do to its socket.
class Channel {
 public:
  virtual ~Channel() = default;
  virtual void send(Text text) = 0;
  // After everything sent before it. Nothing is read any more.
  virtual void close(int code, std::string reason) = 0;
  // Takes no further frame for a quarter of a second: who sends too much fills his own socket, and
  // costs nobody else anything.
  virtual void pause() = 0;
  virtual std::int64_t round_trip_ms() const = 0;  // as last measured; 0: not yet
};

// Who gets the frames. Owned by the connection.
class FrameSink {
 public:
  virtual ~FrameSink() = default;
  virtual void text(std::string_view frame, Steady::time_point received) = 0;
  virtual void binary() = 0;
  virtual void oversized() = 0;
  virtual void identified(const Identity& identity) = 0;
  virtual void closed() = 0;  // the last call
};

class Connection : public Channel {
 public:
  virtual void start() = 0;
  virtual void deliver(Outgoing outgoing) = 0;
  virtual void respond(HttpResponse response) = 0;  // to the request that waits
  virtual void abort() = 0;                         // at once, without a word
  virtual void go_on() = 0;                         // after a pause
  // The wheel asks now and then: cuts off what is overdue, pings the silent. Answers when to ask
  // again.
  virtual Steady::time_point check(Steady::time_point now) = 0;
};

// The rest of the server, as a connection sees it.
class Portal {
 public:
  virtual ~Portal() = default;
  virtual void http(const HttpRequest& request, HttpReply reply) = 0;
  // An upgrade on /ws: what is wrong with it, or nothing.
  virtual std::optional<HttpResponse> refuse_upgrade(const HttpRequest& request) = 0;
  // None: the player's address has enough sockets.
  virtual std::unique_ptr<FrameSink> open(SessionId session, const HttpRequest& request,
                                          Channel& channel) = 0;
};

class TlsContext;  // tls.h

struct ConnectionOptions {
  SessionId id = 0;
  std::string address;
  bool admin = false;
  std::shared_ptr<TlsContext> tls;    // null: plain
  std::shared_ptr<AddressSlot> slot;  // held as long as the socket; null: not counted
};

// Takes over a connected, non-blocking socket.
std::shared_ptr<Connection> make_connection(IoLoop& loop, int native_socket, bool v6,
                                            ConnectionOptions options, Portal& portal,
                                            const Limits& limits, Metrics& metrics);

}  // namespace tianyuan::shell
