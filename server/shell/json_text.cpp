#include "server/shell/json_text.h"

#include <charconv>
#include <nlohmann/json.hpp>

namespace tianyuan::shell {

void append_json_string(std::string& out, std::string_view text) {
  bool plain = true;
  for (const unsigned char c : text) {
    if (c < 0x20 || c >= 0x7f || c == '"' || c == '\\') {
      plain = false;
      break;
    }
  }
  if (plain) {
    out += '"';
    out += text;
    out += '"';
    return;
  }
  out += nlohmann::json(std::string(text))
             .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void JsonText::put_key(std::string_view key) {
  if (comma_) out_ += ',';
  comma_ = true;
  if (key.empty()) return;
  append_json_string(out_, key);
  out_ += ':';
}

JsonText& JsonText::begin(std::string_view key, char bracket) {
  put_key(key);
  out_ += bracket;
  comma_ = false;
  return *this;
}

JsonText& JsonText::end(char bracket) {
  out_ += bracket;
  comma_ = true;
  return *this;
}

JsonText& JsonText::number(std::string_view key, std::int64_t value) {
  put_key(key);
  char digits[24];
  const auto written = std::to_chars(digits, digits + sizeof digits, value);
  out_.append(digits, written.ptr);
  return *this;
}

JsonText& JsonText::text(std::string_view key, std::string_view value) {
  put_key(key);
  append_json_string(out_, value);
  return *this;
}

JsonText& JsonText::boolean(std::string_view key, bool value) {
  put_key(key);
  out_ += value ? "true" : "false";
  return *this;
}

JsonText& JsonText::null(std::string_view key) {
  put_key(key);
  out_ += "null";
  return *this;
}

}  // namespace tianyuan::shell
