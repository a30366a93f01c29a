#include "proto/json_check.h"

#include <cstddef>
#include <cstdint>

#include "common/assert.h"
#include "proto/utf8.h"

namespace tianyuan::proto {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Each member consumes one token of the grammar; false: it is not there.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  bool at_end() const { return at_ == text_.size(); }
  char peek() const { return at_end() ? '\0' : text_[at_]; }

  bool take(char wanted) {
    if (at_end() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }

  void space() {
    while (!at_end() &&
           (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n' || text_[at_] == '\r'))
      ++at_;
  }

  bool word(std::string_view wanted) {
    if (!text_.substr(at_).starts_with(wanted)) return false;
    at_ += wanted.size();
    return true;
  }

  bool number() {
    take('-');
    if (!take('0') && !digits()) return false;
    if (take('.') && !digits()) return false;
    if (take('e') || take('E')) {
      if (!take('+')) take('-');
      if (!digits()) return false;
    }
    return true;
  }

  bool string() {
    if (!take('"')) return false;
    while (!at_end()) {
      const char c = text_[at_];
      if (c == '"') {
        ++at_;
        return true;
      }
      if (c == '\\') {
        if (!escape()) return false;
      } else if (static_cast<unsigned char>(c) < 0x20) {
        return false;
      } else {
        const std::size_t length = utf8_length(text_, at_);
        if (length == 0) return false;
        at_ += length;
      }
    }
    return false;
  }

  // A key and its colon.
  bool key() {
    space();
    if (!string()) return false;
    space();
    return take(':');
  }

  // A value that is neither object nor array.
  bool scalar() {
    switch (peek()) {
      case '"':
        return string();
      case 't':
        return word("true");
      case 'f':
        return word("false");
      case 'n':
        return word("null");
      default:
        return number();
    }
  }

 private:
  bool digits() {
    if (!is_digit(peek())) return false;
    while (is_digit(peek())) ++at_;
    return true;
  }

  bool escape() {
    ++at_;  // the backslash
    const char c = peek();
    if (c == 'u') {
      ++at_;
      const int unit = hex4();
      if (unit < 0 || (unit >= 0xDC00 && unit <= 0xDFFF)) return false;
      if (unit < 0xD800 || unit > 0xDBFF) return true;
      const int low = word("\\u") ? hex4() : -1;
      return low >= 0xDC00 && low <= 0xDFFF;
    }
    if (at_end() || std::string_view("\"\\/bfnrt").find(c) == std::string_view::npos) return false;
    ++at_;
    return true;
  }

  int hex4() {
    int value = 0;
    for (int i = 0; i < 4; ++i, ++at_) {
      const char c = peek();
      if (is_digit(c))
        value = value * 16 + (c - '0');
      else if (c >= 'a' && c <= 'f')
        value = value * 16 + (c - 'a' + 10);
      else if (c >= 'A' && c <= 'F')
        value = value * 16 + (c - 'A' + 10);
      else
        return -1;
    }
    return value;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

// The open objects (1) and arrays (0), the innermost in the lowest bit.
class Nesting {
 public:
  explicit Nesting(int max_depth) : max_depth_(max_depth) {}
  bool open(bool object) {
    if (depth_ == max_depth_) return false;
    bits_ = (bits_ << 1) | (object ? 1U : 0U);
    ++depth_;
    return true;
  }
  void close() {
    bits_ >>= 1;
    --depth_;
  }
  bool empty() const { return depth_ == 0; }
  bool in_object() const { return (bits_ & 1U) != 0; }

 private:
  int max_depth_;
  int depth_ = 0;
  std::uint64_t bits_ = 0;
};

}  // namespace

JsonFault check_json(std::string_view text, int max_depth) {
  TIANYUAN_ASSERT(max_depth > 0 && max_depth <= 64);
  Scanner in(text);
  Nesting nesting(max_depth);
  while (true) {
    // A value.
    in.space();
    const bool object = in.take('{');
    if (object || in.take('[')) {
      if (!nesting.open(object)) return JsonFault::too_deep;
      in.space();
      if (in.peek() != (object ? '}' : ']')) {
        if (object && !in.key()) return JsonFault::malformed;
        continue;
      }
    } else if (!in.scalar()) {
      return JsonFault::malformed;
    }
    // What follows a value: ends of what is open, then a comma or the end of the text.
    while (true) {
      in.space();
      if (nesting.empty()) return in.at_end() ? JsonFault::none : JsonFault::malformed;
      if (!in.take(nesting.in_object() ? '}' : ']')) break;
      nesting.close();
    }
    if (!in.take(',')) return JsonFault::malformed;
    if (nesting.in_object() && !in.key()) return JsonFault::malformed;
  }
}

}  // namespace tianyuan::proto
