#include "proto/instants.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "proto/codec.h"

namespace tianyuan::proto {
namespace {

constexpr std::int64_t kDayMs = 86'400'000;
constexpr std::int64_t kYear10000Ms = 253'402'300'800'000;

// `width` digits at `at`, or -1.
int digits(std::string_view text, std::size_t at, std::size_t width) {
  int value = 0;
  for (const char c : text.substr(at, width)) {
    if (c < '0' || c > '9') return -1;
    value = value * 10 + (c - '0');
  }
  return value;
}

}  // namespace

std::string iso8601(std::int64_t ms_since_1970) {
  ms_since_1970 = std::clamp<std::int64_t>(ms_since_1970, 0, kYear10000Ms - 1);
  const std::chrono::year_month_day date{
      std::chrono::sys_days{std::chrono::days{ms_since_1970 / kDayMs}}};
  const int ms = static_cast<int>(ms_since_1970 % kDayMs);
  char text[80];
  const int length = std::snprintf(
      text, sizeof text, "%04d-%02u-%02uT%02d:%02d:%02d.%03dZ", static_cast<int>(date.year()),
      static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), ms / 3'600'000,
      ms / 60'000 % 60, ms / 1'000 % 60, ms % 1'000);
  return std::string(text, static_cast<std::size_t>(length));
}

std::optional<std::int64_t> parse_iso8601(std::string_view text) {
  constexpr std::string_view kShape = "0000-00-00T00:00:00.000Z";
  if (text.size() != kShape.size()) return std::nullopt;
  for (std::size_t i = 0; i < kShape.size(); ++i) {
    if (kShape[i] != '0' && text[i] != kShape[i]) return std::nullopt;
  }
  const int year = digits(text, 0, 4), month = digits(text, 5, 2), day = digits(text, 8, 2);
  const int hour = digits(text, 11, 2), minute = digits(text, 14, 2), second = digits(text, 17, 2);
  const int ms = digits(text, 20, 3);
  if (year < 1970 || month < 0 || day < 0 || hour < 0 || hour > 23 || minute < 0 || minute > 59 ||
      second < 0 || second > 59 || ms < 0)
    return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year{year},
                                         std::chrono::month{static_cast<unsigned>(month)},
                                         std::chrono::day{static_cast<unsigned>(day)}};
  if (!date.ok()) return std::nullopt;
  const std::int64_t days = std::chrono::sys_days{date}.time_since_epoch().count();
  return days * kDayMs + hour * 3'600'000LL + minute * 60'000LL + second * 1'000LL + ms;
}

}  // namespace tianyuan::proto
