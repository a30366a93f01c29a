#include "proto/json_writer.h"

#include <charconv>
#include <cmath>

#include "common/assert.h"
#include "proto/utf8.h"

namespace tianyuan::proto {
namespace {

void write_control(std::string& out, char c) {
  constexpr std::string_view kHex = "0123456789abcdef";
  switch (c) {
    case '\n':
      out += "\\n";
      break;
    case '\t':
      out += "\\t";
      break;
    case '\r':
      out += "\\r";
      break;
    default:
      out += "\\u00";
      out += kHex[static_cast<unsigned char>(c) >> 4];
      out += kHex[static_cast<unsigned char>(c) & 15];
  }
}

template <class T>
void append_chars(std::string& out, T value) {
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  out.append(digits, end);
}

}  // namespace

void write_string(std::string& out, std::string_view text) {
  out += '"';
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
      ++i;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      write_control(out, c);
      ++i;
    } else if (const std::size_t length = utf8_length(text, i); length > 0) {
      out.append(text, i, length);
      i += length;
    } else {
      out += "\xEF\xBF\xBD";
      ++i;
    }
  }
  out += '"';
}

void write_integer(std::string& out, std::int64_t value) {
  append_chars(out, value);
}

void write_number(std::string& out, double value) {
  TIANYUAN_ASSERT(std::isfinite(value));
  append_chars(out, value);
}

}  // namespace tianyuan::proto
