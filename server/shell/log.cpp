#include "server/shell/log.h"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

namespace tianyuan::shell {
namespace {

spdlog::level::level_enum to_spdlog(LogLevel level) {
  switch (level) {
    case LogLevel::trace:
      return spdlog::level::trace;
    case LogLevel::debug:
      return spdlog::level::debug;
    case LogLevel::info:
      return spdlog::level::info;
    case LogLevel::warn:
      return spdlog::level::warn;
    case LogLevel::error:
      break;
  }
  return spdlog::level::err;
}

}  // namespace

std::string LogField::escaped(std::string_view text) {
  bool plain = !text.empty();
  for (const unsigned char c : text) {
    if (c <= 0x20 || c >= 0x7f || c == '"' || c == '\\' || c == '=') plain = false;
  }
  if (plain) return std::string(text);
  static constexpr char kHex[] = "0123456789abcdef";
  std::string out = "\"";
  for (const unsigned char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += static_cast<char>(c);
    } else if (c < 0x20 || c >= 0x7f) {
      out += "\\x";
      out += kHex[c >> 4];
      out += kHex[c & 15];
    } else {
      out += static_cast<char>(c);
    }
  }
  return out + '"';
}

void set_up_log(std::string_view level) {
  static const auto kLogger = spdlog::stderr_logger_mt("tianyuan");
  spdlog::set_default_logger(kLogger);
  spdlog::set_pattern("%Y-%m-%dT%H:%M:%S.%e%z %l %v");
  spdlog::set_level(spdlog::level::from_str(std::string(level)));
  spdlog::flush_on(spdlog::level::info);
}

void log(LogLevel level, std::string_view event, std::initializer_list<LogField> fields) {
  const auto at = to_spdlog(level);
  if (!spdlog::should_log(at)) return;
  std::string line(event);
  for (const LogField& field : fields) {
    line += ' ';
    line += field.key();
    line += '=';
    line += field.value();
  }
  // As an argument: the line may hold braces.
  spdlog::log(at, "{}", line);
}

}  // namespace tianyuan::shell
