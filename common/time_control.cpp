// Time controls as one line of text: TGameRoomBase.TimeControl and the wire.

#include <charconv>

#include "common/clock.h"

namespace tianyuan {
namespace {

// Shorter is no game, longer is no day: every value of a time control lies between.
constexpr Millis kShortestMs = 1'000;
constexpr Millis kLongestMs = 86'400'000;
constexpr int kMostPeriods = 100;
constexpr int kMostMovesInPeriod = 1'000;

std::optional<std::int64_t> parse_number(std::string_view text) {
  if (text.empty() || (text.size() > 1 && text[0] == '0')) return std::nullopt;
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

std::optional<Millis> parse_time(std::string_view text) {
  const auto value = parse_number(text);
  if (!value || *value < kShortestMs || *value > kLongestMs) return std::nullopt;
  return value;
}

std::optional<int> parse_count(std::string_view text, int most) {
  const auto value = parse_number(text);
  if (!value || *value < 1 || *value > most) return std::nullopt;
  return static_cast<int>(*value);
}

// Split at single separators; an empty field stays one, so that doubled separators are refused.
std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> fields;
  while (true) {
    const auto end = text.find(separator);
    fields.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return fields;
    text.remove_prefix(end + 1);
  }
}

std::optional<Period> parse_period(std::string_view text) {
  const auto fields = split(text, '/');
  if (fields.size() > 2) return std::nullopt;
  Period period;
  const auto time = parse_time(fields[0]);
  if (!time) return std::nullopt;
  period.time_ms = *time;
  if (fields.size() == 2) {
    const auto moves = parse_count(fields[1], kMostMovesInPeriod);
    if (!moves) return std::nullopt;
    period.moves = *moves;
  }
  return period;
}

std::optional<TimeControl> parse_periods(std::string_view text) {
  Periods control;
  for (const std::string_view field : split(text, ',')) {
    const auto period = parse_period(field);
    if (!period || control.periods.size() == kMostPeriods) return std::nullopt;
    control.periods.push_back(*period);
  }
  return control;
}

}  // namespace

std::string to_string(const TimeControl& control) {
  struct Visitor {
    std::string operator()(const HallTime& hall) const {
      return "hall " + std::to_string(hall.total_ms) + ' ' + std::to_string(hall.before_ms) + ' ' +
             std::to_string(hall.after_ms);
    }
    std::string operator()(const SuddenDeath& sudden) const {
      return "sudden " + std::to_string(sudden.total_ms);
    }
    std::string operator()(const Fischer& fischer) const {
      return "fischer " + std::to_string(fischer.initial_ms) + ' ' +
             std::to_string(fischer.increment_ms);
    }
    std::string operator()(const Periods& periods) const {
      std::string text = "periods ";
      for (const Period& period : periods.periods) {
        if (text.back() != ' ') text += ',';
        text += std::to_string(period.time_ms);
        if (period.moves > 0) text += '/' + std::to_string(period.moves);
      }
      return text;
    }
    std::string operator()(const ByoYomi& byo) const {
      return "byoyomi " + std::to_string(byo.main_ms) + ' ' + std::to_string(byo.period_ms) + ' ' +
             std::to_string(byo.periods);
    }
    std::string operator()(const SharedTime& shared) const {
      return "shared " + std::to_string(shared.pool_ms);
    }
  };
  return std::visit(Visitor{}, control);
}

std::optional<TimeControl> parse_time_control(std::string_view text) {
  const auto fields = split(text, ' ');
  if (fields.size() < 2) return std::nullopt;
  const std::string_view kind = fields[0];
  const auto first = parse_time(fields[1]);
  const auto second = fields.size() > 2 ? parse_time(fields[2]) : std::nullopt;
  if (kind == "periods" && fields.size() == 2) return parse_periods(fields[1]);
  if (!first) return std::nullopt;
  if (kind == "sudden" && fields.size() == 2) return SuddenDeath{*first};
  if (kind == "shared" && fields.size() == 2) return SharedTime{*first};
  if (!second) return std::nullopt;
  if (kind == "fischer" && fields.size() == 3) return Fischer{*first, *second};
  if (fields.size() != 4) return std::nullopt;
  if (kind == "byoyomi") {
    const auto periods = parse_count(fields[3], kMostPeriods);
    if (!periods) return std::nullopt;
    return ByoYomi{*first, *second, *periods};
  }
  const auto third = parse_time(fields[3]);
  if (kind == "hall" && third) return HallTime{*first, *second, *third};
  return std::nullopt;
}

}  // namespace tianyuan
