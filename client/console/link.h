#pragma once

// One attempt at a connection: TCP, TLS where the address asks for it, WebSocket. Inside the
// console's connection only. Thread: that of its io_context; `done` is called there, and whatever
// it holds lives until then.

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/error.hpp>
#include <expected>
#include <functional>
#include <memory>
#include <string>

#include "client/console/connection.h"

namespace tianyuan::console {

class Link {
 public:
  using Done = std::function<void(const boost::beast::error_code&)>;
  using Found = boost::asio::ip::tcp::resolver::results_type;

  virtual ~Link() = default;
  virtual void connect(const Found& found, Done done) = 0;
  virtual void shake_hands(Done done) = 0;                     // TLS, then WebSocket
  virtual void read(Done done) = 0;                            // one frame, then take()
  virtual std::string take() = 0;                              // that frame
  virtual void write(const std::string& text, Done done) = 0;  // text lives until done
  virtual void close(Done done) = 0;
  virtual int close_code() const = 0;  // 0: none came
  virtual std::string close_reason() const = 0;
  // English; empty: the server's certificate was accepted, or has not been seen.
  virtual std::string why_not_trusted() const = 0;
};

// The error says in English which file of certificates cannot be read.
std::expected<std::unique_ptr<Link>, std::string> make_link(boost::asio::io_context& io,
                                                            const Url& url);

}  // namespace tianyuan::console
