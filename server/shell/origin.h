#pragma once

// Who may open a WebSocket, and from where a request really comes. Pure functions.

#include <span>
#include <string>
#include <string_view>

namespace tianyuan::shell {

// A browser's Origin must be our own host (the Host header) or one that the operator allows.
bool origin_allowed(std::string_view origin, std::string_view host,
                    std::span<const std::string> allowed);

// Sec-WebSocket-Protocol: "a, b" holds `wanted`?
bool offers_subprotocol(std::string_view offered, std::string_view wanted);

// The player's address: the socket's, or the last of X-Forwarded-For that is no proxy of ours when
// the socket belongs to one.
std::string real_address(const std::string& socket_address, std::string_view forwarded_for,
                         std::span<const std::string> trusted_proxies);

}  // namespace tianyuan::shell
