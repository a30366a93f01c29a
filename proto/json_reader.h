#pragma once

// Reads the values of a JSON text one by one, in order, without building a tree: the decoder goes
// straight into the message's struct. REQUIRES: check_json(text) answered none; the text outlives
// the reader. No recursion.

#include <cstddef>
#include <string>
#include <string_view>

namespace tianyuan::proto {

class JsonReader {
 public:
  enum class Kind { object, array, string, number, boolean, null };

  explicit JsonReader(std::string_view text) : text_(text) {}

  // Of the value that comes next.
  Kind kind();

  // Call enter() on an object or array, then next_key() / next_element() until false, and read or
  // skip exactly one value after each true.
  void enter();
  bool next_key(std::string_view& key);  // valid until the next call
  bool next_element();

  std::string string();
  std::string_view number();  // as written
  bool boolean();
  std::string_view skip();  // any value; its text

 private:
  void space();
  char peek();
  bool next(char end);
  std::string_view raw_string();  // between the quotes, escapes as written
  static std::string unescape(std::string_view raw);

  std::string_view text_;
  std::size_t at_ = 0;
  std::string key_;
};

}  // namespace tianyuan::proto
