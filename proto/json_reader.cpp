#include "proto/json_reader.h"

#include <charconv>

#include "common/assert.h"
#include "proto/utf8.h"

namespace tianyuan::proto {
namespace {

char32_t hex4(std::string_view text, std::size_t at) {
  unsigned value = 0;
  std::from_chars(text.data() + at, text.data() + at + 4, value, 16);
  return value;
}

char simple_escape(char c) {
  switch (c) {
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    default:
      return c;  // quote, backslash, slash
  }
}

}  // namespace

void JsonReader::space() {
  while (at_ < text_.size() && static_cast<unsigned char>(text_[at_]) <= ' ') ++at_;
}

char JsonReader::peek() {
  space();
  TIANYUAN_ASSERT(at_ < text_.size());
  return text_[at_];
}

JsonReader::Kind JsonReader::kind() {
  switch (peek()) {
    case '{':
      return Kind::object;
    case '[':
      return Kind::array;
    case '"':
      return Kind::string;
    case 't':
    case 'f':
      return Kind::boolean;
    case 'n':
      return Kind::null;
    default:
      return Kind::number;
  }
}

void JsonReader::enter() {
  const char c = peek();
  TIANYUAN_ASSERT(c == '{' || c == '[');
  ++at_;
}

bool JsonReader::next(char end) {
  char c = peek();
  if (c == ',') {
    ++at_;
    c = peek();
  }
  if (c != end) return true;
  ++at_;
  return false;
}

bool JsonReader::next_key(std::string_view& key) {
  if (!next('}')) return false;
  key = raw_string();
  if (key.find('\\') != std::string_view::npos) {
    key_ = unescape(key);
    key = key_;
  }
  TIANYUAN_ASSERT(peek() == ':');
  ++at_;
  return true;
}

bool JsonReader::next_element() {
  return next(']');
}

std::string_view JsonReader::raw_string() {
  TIANYUAN_ASSERT(peek() == '"');
  const std::size_t begin = ++at_;
  while (true) {
    at_ = text_.find_first_of("\"\\", at_);
    TIANYUAN_ASSERT(at_ != std::string_view::npos);
    if (text_[at_] == '"') break;
    at_ += 2;
  }
  return text_.substr(begin, at_++ - begin);
}

std::string JsonReader::unescape(std::string_view raw) {
  std::string text;
  text.reserve(raw.size());
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (raw[i] != '\\') {
      text += raw[i];
    } else if (raw[++i] != 'u') {
      text += simple_escape(raw[i]);
    } else {
      char32_t code_point = hex4(raw, i + 1);
      i += 4;
      if (code_point >= 0xD800 && code_point <= 0xDBFF) {  // the first of a pair: "\\uXXXX" follows
        code_point = 0x10000 + ((code_point - 0xD800) << 10) + (hex4(raw, i + 3) - 0xDC00);
        i += 6;
      }
      append_utf8(text, code_point);
    }
  }
  return text;
}

std::string JsonReader::string() {
  const std::string_view raw = raw_string();
  return raw.find('\\') == std::string_view::npos ? std::string(raw) : unescape(raw);
}

std::string_view JsonReader::number() {
  peek();
  const std::size_t begin = at_;
  at_ = text_.find_first_not_of("+-.0123456789eE", at_);
  if (at_ == std::string_view::npos) at_ = text_.size();
  return text_.substr(begin, at_ - begin);
}

bool JsonReader::boolean() {
  const bool value = peek() == 't';
  at_ += value ? 4 : 5;
  return value;
}

std::string_view JsonReader::skip() {
  peek();
  const std::size_t begin = at_;
  int depth = 0;
  do {
    switch (peek()) {
      case '{':
      case '[':
        ++depth;
        ++at_;
        break;
      case '}':
      case ']':
        --depth;
        ++at_;
        break;
      case ',':
      case ':':
        ++at_;
        break;
      case '"':
        raw_string();
        break;
      case 't':
      case 'n':
        at_ += 4;
        break;
      case 'f':
        at_ += 5;
        break;
      default:
        number();
    }
  } while (depth > 0);
  return text_.substr(begin, at_ - begin);
}

}  // namespace tianyuan::proto
