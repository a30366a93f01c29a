#pragma once

// Reading members of a JSON object with checks. The first fault is kept; after it every further
// member reads as its default, so a decoder can be written without a branch a line.

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace tianyuan::shell {

class JsonReader {
 public:
  JsonReader(const nlohmann::json& object, std::string& fault) : object_(object), fault_(fault) {
    if (!object.is_object()) fail("", "is no object");
  }

  bool ok() const { return fault_.empty(); }
  std::string& fault() { return fault_; }  // for readers of objects within
  void fail(std::string_view key, std::string_view what) {
    if (fault_.empty()) fault_ = std::string(key) + (key.empty() ? "" : " ") + std::string(what);
  }

  const nlohmann::json* find(std::string_view key) const {
    if (!object_.is_object()) return nullptr;
    const auto it = object_.find(std::string(key));
    return it == object_.end() ? nullptr : &*it;
  }

  std::int64_t integer(std::string_view key, std::int64_t low = INT64_MIN,
                       std::int64_t high = INT64_MAX) {
    const auto* value = find(key);
    if (!value) return fail(key, "is missing"), 0;
    return integer_of(key, *value, low, high);
  }
  std::int64_t integer_of(std::string_view key, const nlohmann::json& value, std::int64_t low,
                          std::int64_t high) {
    if (!value.is_number_integer()) return fail(key, "is no integer"), 0;
    if (value.is_number_unsigned() && value.get<std::uint64_t>() > INT64_MAX) {
      return fail(key, "is out of range"), 0;
    }
    const auto number = value.get<std::int64_t>();
    if (number < low || number > high) return fail(key, "is out of range"), 0;
    return number;
  }
  int small(std::string_view key, int low = INT32_MIN, int high = INT32_MAX) {
    return static_cast<int>(integer(key, low, high));
  }

  std::string text(std::string_view key) {
    const auto* value = find(key);
    if (!value) return fail(key, "is missing"), std::string();
    if (!value->is_string()) return fail(key, "is no string"), std::string();
    return value->get<std::string>();
  }
  // Missing: the fallback.
  std::string text_or(std::string_view key, std::string fallback) {
    return find(key) ? text(key) : std::move(fallback);
  }

  bool boolean(std::string_view key) {
    const auto* value = find(key);
    if (!value) return fail(key, "is missing"), false;
    if (!value->is_boolean()) return fail(key, "is no boolean"), false;
    return value->get<bool>();
  }

  const nlohmann::json& list(std::string_view key) {
    static const nlohmann::json kEmpty = nlohmann::json::array();
    const auto* value = find(key);
    if (!value) return fail(key, "is missing"), kEmpty;
    if (!value->is_array()) return fail(key, "is no list"), kEmpty;
    return *value;
  }
  const nlohmann::json& object(std::string_view key) {
    static const nlohmann::json kEmpty = nlohmann::json::object();
    const auto* value = find(key);
    if (!value) return fail(key, "is missing"), kEmpty;
    if (!value->is_object()) return fail(key, "is no object"), kEmpty;
    return *value;
  }

  // A word through one of the parse_... functions of common/.
  template <class Parse>
  auto word(std::string_view key, Parse parse) {
    const std::string written = text(key);
    const auto value = parse(written);
    if (!value) fail(key, "is unknown");
    return value.value_or(typename std::decay_t<decltype(value)>::value_type{});
  }

 private:
  const nlohmann::json& object_;
  std::string& fault_;
};

}  // namespace tianyuan::shell
