#include "server/shell/origin.h"

#include <arpa/inet.h>

#include <algorithm>
#include <cctype>
#include <vector>

namespace tianyuan::shell {
namespace {

bool same_text(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](unsigned char x, unsigned char y) {
    return std::tolower(x) == std::tolower(y);
  });
}

std::vector<std::string_view> elements(std::string_view list) {
  std::vector<std::string_view> all;
  while (!list.empty()) {
    const auto comma = list.find(',');
    std::string_view one = list.substr(0, comma);
    while (!one.empty() && (one.front() == ' ' || one.front() == '\t')) one.remove_prefix(1);
    while (!one.empty() && (one.back() == ' ' || one.back() == '\t')) one.remove_suffix(1);
    all.push_back(one);
    if (comma == std::string_view::npos) break;
    list.remove_prefix(comma + 1);
  }
  return all;
}

bool is_address(std::string_view text) {
  in6_addr out;
  const std::string copy(text);
  return inet_pton(AF_INET, copy.c_str(), &out) == 1 ||
         inet_pton(AF_INET6, copy.c_str(), &out) == 1;
}

// "https://play.example:443" -> "play.example" where the port is the scheme's own.
std::string_view without_default_port(std::string_view authority, bool secure) {
  const std::string_view port = secure ? ":443" : ":80";
  if (authority.ends_with(port)) authority.remove_suffix(port.size());
  return authority;
}

}  // namespace

bool origin_allowed(std::string_view origin, std::string_view host,
                    std::span<const std::string> allowed) {
  for (const std::string& one : allowed) {
    if (same_text(origin, one)) return true;
  }
  for (const bool secure : {false, true}) {
    const std::string_view scheme = secure ? "https://" : "http://";
    if (origin.size() <= scheme.size() || !same_text(origin.substr(0, scheme.size()), scheme)) {
      continue;
    }
    const auto authority = without_default_port(origin.substr(scheme.size()), secure);
    return !host.empty() && same_text(authority, without_default_port(host, secure));
  }
  return false;
}

bool offers_subprotocol(std::string_view offered, std::string_view wanted) {
  return std::ranges::any_of(elements(offered), [&](auto one) { return one == wanted; });
}

std::string real_address(const std::string& socket_address, std::string_view forwarded_for,
                         std::span<const std::string> trusted_proxies) {
  const auto trusted = [&](std::string_view address) {
    return std::ranges::any_of(trusted_proxies, [&](const auto& one) { return one == address; });
  };
  if (!trusted(socket_address)) return socket_address;
  const auto hops = elements(forwarded_for);
  for (auto hop = hops.rbegin(); hop != hops.rend(); ++hop) {
    if (!is_address(*hop)) break;  // what stands left of it cannot be believed
    if (!trusted(*hop)) return std::string(*hop);
  }
  return socket_address;
}

}  // namespace tianyuan::shell
