#pragma once

// Structured logs: one line an event, "event key=value key=value". Values that hold anything but
// plain printable ASCII are quoted and escaped, so that no user's text can forge a line or send a
// terminal an escape sequence.
//
// Thread: any.

#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>

namespace tianyuan::shell {

enum class LogLevel { trace, debug, info, warn, error };

class LogField {
 public:
  LogField(std::string_view key, std::string_view value) : key_(key), value_(escaped(value)) {}
  LogField(std::string_view key, const char* value) : LogField(key, std::string_view(value)) {}
  LogField(std::string_view key, const std::string& value)
      : LogField(key, std::string_view(value)) {}
  template <class Number>
  requires std::is_arithmetic_v<Number> LogField(std::string_view key, Number value)
      : key_(key), value_(std::to_string(value)) {}

  std::string_view key() const { return key_; }
  const std::string& value() const { return value_; }

  static std::string escaped(std::string_view text);

 private:
  std::string_view key_;
  std::string value_;
};

void set_up_log(std::string_view level);
void log(LogLevel level, std::string_view event, std::initializer_list<LogField> fields = {});

inline void log_info(std::string_view event, std::initializer_list<LogField> fields = {}) {
  log(LogLevel::info, event, fields);
}
inline void log_warn(std::string_view event, std::initializer_list<LogField> fields = {}) {
  log(LogLevel::warn, event, fields);
}
inline void log_error(std::string_view event, std::initializer_list<LogField> fields = {}) {
  log(LogLevel::error, event, fields);
}
inline void log_debug(std::string_view event, std::initializer_list<LogField> fields = {}) {
  log(LogLevel::debug, event, fields);
}

}  // namespace tianyuan::shell
