#include "server/shell/http.h"

#include "server/shell/json_text.h"

namespace tianyuan::shell {
namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool decode(std::string_view text, bool plus_is_space, std::string& out) {
  out.clear();
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '%') {
      if (i + 2 >= text.size()) return false;
      const int high = hex_digit(text[i + 1]), low = hex_digit(text[i + 2]);
      if (high < 0 || low < 0) return false;
      c = static_cast<char>(high * 16 + low);
      i += 2;
    } else if (c == '+' && plus_is_space) {
      c = ' ';
    }
    if (c == '\0') return false;
    out += c;
  }
  return true;
}

}  // namespace

bool parse_target(std::string_view target, std::string& path,
                  std::map<std::string, std::string>& query) {
  query.clear();
  if (target.empty() || target.front() != '/') return false;
  const auto mark = target.find('?');
  if (!decode(target.substr(0, mark), false, path)) return false;
  if (mark == std::string_view::npos) return true;
  std::string_view rest = target.substr(mark + 1);
  while (!rest.empty()) {
    const auto end = rest.find('&');
    const std::string_view pair = rest.substr(0, end);
    const auto equals = pair.find('=');
    std::string key, value;
    if (!decode(pair.substr(0, equals), true, key)) return false;
    if (equals != std::string_view::npos && !decode(pair.substr(equals + 1), true, value)) {
      return false;
    }
    if (!key.empty()) query[key] = value;
    if (end == std::string_view::npos) break;
    rest = rest.substr(end + 1);
  }
  return true;
}

HttpResponse error_response(int status, std::string_view text) {
  JsonText json;
  json.open().number("status", status).text("error", text).close();
  HttpResponse response = json_response(json.take());
  response.status = status;
  return response;
}

HttpResponse json_response(std::string body) {
  HttpResponse response;
  response.content_type = "application/json";
  response.body = std::move(body);
  return response;
}

}  // namespace tianyuan::shell
