#pragma once

// Bytes <-> messages. The decoding of any bytes whatever answers a message or an error and never
// throws; numbers are checked for integrality and range before they become a smaller type.
// Threads: free functions without state, callable from any.

#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "proto/messages.h"

namespace tianyuan::proto {

inline constexpr std::string_view kSubprotocol = "tianyuan.v1";

// A request that could not be read, with the id to answer to where it could be.
struct Unreadable {
  std::optional<RequestId> id;
  Error error;
};

// Server side. Members that are not known are ignored, at the top and inside params, so that an
// older server understands a newer client; a known member given twice is refused, and so is null.
std::expected<ClientMessage, Unreadable> decode_client(std::string_view text);
std::string encode(const ServerMessage& message);
std::string encode_response(const Response& response);
std::string encode_notification(const Notification& notification);
std::string_view name_of(const Notification& notification);  // "game.event"
std::span<const std::string_view> notification_names();      // by Notification::index()

// Client side. decode_server needs to know which result a response carries: `method_of` answers the
// method that was sent under that id (empty: unknown, an error).
std::string encode_client(const ClientMessage& message);
std::string_view method_of(const Request& request);  // "game.place"
std::span<const std::string_view> method_names();    // by Request::index()
struct PendingMethods {
  virtual ~PendingMethods() = default;
  virtual std::string_view method_of(const RequestId& id) const = 0;
};
std::expected<ServerMessage, Error> decode_server(std::string_view text,
                                                  const PendingMethods& pending);
// An error with code method_not_found: a notification that this client does not know; ignore it.

// Instants: "2026-11-29T20:30:17.123Z"; outside the years 1970..9999: the nearest end.
std::string iso8601(std::int64_t ms_since_1970);

}  // namespace tianyuan::proto
