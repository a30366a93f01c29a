#pragma once

// Writing small JSON objects straight into a string: the journal writes one a move, and a document
// tree would cost more than the move. Reading goes through nlohmann::json.

#include <cstdint>
#include <string>
#include <string_view>

namespace tianyuan::shell {

// Quoted and escaped; what is not UTF-8 becomes U+FFFD, so the text can always be read back.
void append_json_string(std::string& out, std::string_view text);

// Members in the order of the calls; commas are put where needed. Nest by open()/close().
class JsonText {
 public:
  JsonText() { out_.reserve(256); }

  JsonText& open(std::string_view key = {}) { return begin(key, '{'); }
  JsonText& close() { return end('}'); }
  JsonText& open_list(std::string_view key = {}) { return begin(key, '['); }
  JsonText& close_list() { return end(']'); }

  JsonText& number(std::string_view key, std::int64_t value);
  JsonText& text(std::string_view key, std::string_view value);
  JsonText& boolean(std::string_view key, bool value);
  JsonText& null(std::string_view key);
  // Elements of a list.
  JsonText& number(std::int64_t value) { return number({}, value); }
  JsonText& text(std::string_view value) { return text({}, value); }

  std::string take() { return std::move(out_); }

 private:
  JsonText& begin(std::string_view key, char bracket);
  JsonText& end(char bracket);
  void put_key(std::string_view key);

  std::string out_;
  bool comma_ = false;
};

}  // namespace tianyuan::shell
