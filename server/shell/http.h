#pragma once

// HTTP as plain values; Beast stays behind connection.h.

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tianyuan::shell {

struct HttpRequest {
  std::string method;  // "GET"
  std::string path;    // decoded, without the query
  std::map<std::string, std::string> query;
  std::string host;           // the Host header
  std::string origin;         // empty: none
  std::string subprotocols;   // Sec-WebSocket-Protocol
  std::string forwarded_for;  // X-Forwarded-For
  std::string address;        // of the peer's socket
  bool upgrade = false;       // asks for a WebSocket
  bool admin = false;         // came in by the admin listener
};

struct HttpResponse {
  int status = 200;
  std::string content_type = "text/plain; charset=utf-8";
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers;
};

// Once, from any thread.
using HttpReply = std::function<void(HttpResponse)>;

// "/a%20b?x=1&y=2" -> path and query. False: not a target that we understand.
bool parse_target(std::string_view target, std::string& path,
                  std::map<std::string, std::string>& query);

HttpResponse error_response(int status, std::string_view text);
HttpResponse json_response(std::string body);

}  // namespace tianyuan::shell
