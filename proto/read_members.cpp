#include "proto/read_members.h"

#include <charconv>

#include "proto/instants.h"
#include "proto/utf8.h"

namespace tianyuan::proto {
namespace {

using Kind = JsonReader::Kind;

constexpr std::int64_t kUnbounded = std::numeric_limits<std::int64_t>::max();

bool all_of_kind(std::string_view text, TextKind kind) {
  switch (kind) {
    case TextKind::plain:
      return !has_control_characters(text);
    case TextKind::said:
      return !has_steering_characters(text) && has_visible_characters(text);
    case TextKind::ascii:
      return std::ranges::all_of(text, [](char c) { return c > ' ' && c < 0x7F; });
    case TextKind::hex:
      return text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
    case TextKind::any:
    case TextKind::instant:
      break;
  }
  return true;
}

bool allowed(std::string_view text, const Rule& rule) {
  if (!rule.words.empty()) return std::ranges::find(rule.words, text) != rule.words.end();
  if (text.size() > rule.max_bytes) return false;
  const auto characters = static_cast<std::int64_t>(utf8_characters(text));
  return characters >= rule.min && characters <= rule.max && all_of_kind(text, rule.text);
}

std::string range(const Rule& rule) {
  if (rule.min == rule.max) return std::to_string(rule.min);
  return std::to_string(rule.min) + ".." + std::to_string(rule.max);
}

// The value as a string of one of a few words, by `parse`.
template <class T, class Parse>
bool read_word(JsonReader& in, T& value, std::string_view expected, Fault& fault, Parse parse) {
  if (in.kind() != Kind::string) return refuse(fault, std::string(expected));
  const auto parsed = parse(in.string());
  if (!parsed) return refuse(fault, std::string(expected));
  value = *parsed;
  return true;
}

}  // namespace

bool refuse(Fault& fault, std::string expected) {
  fault.expected = std::move(expected);
  return false;
}

bool in_member(Fault& fault, std::string_view name) {
  const bool dot = !fault.field.empty() && fault.field.front() != '[';
  fault.field.insert(0, dot ? "." : "");
  fault.field.insert(0, name);
  return false;
}

bool in_element(Fault& fault, std::size_t position) {
  const bool dot = !fault.field.empty() && fault.field.front() != '[';
  fault.field.insert(0, "[" + std::to_string(position) + (dot ? "]." : "]"));
  return false;
}

std::string expected_integer(const Rule& rule) {
  if (rule.text == TextKind::instant) return "an instant such as 2026-01-31T20:30:17.123Z";
  return "an integer " + range(rule);
}

std::string expected_text(const Rule& rule) {
  if (!rule.words.empty()) {
    std::string text = "one of";
    for (const std::string_view word : rule.words)
      text.append(text.size() > 6 ? ", \"" : " \"").append(word).append("\"");
    return text;
  }
  if (rule.max == kUnbounded) return "a string";
  std::string text = "a string of " + range(rule);
  if (rule.text == TextKind::ascii) return text + " printable ASCII characters without spaces";
  if (rule.text == TextKind::hex) return text + " characters 0-9 a-f";
  text += " characters";
  if (rule.max_bytes != std::numeric_limits<std::size_t>::max())
    text += " (at most " + std::to_string(rule.max_bytes) + " bytes)";
  if (rule.text == TextKind::said)
    return text + " that can be seen, without control or direction characters";
  return rule.text == TextKind::plain ? text + " without control characters" : text;
}

std::string expected_count(const Rule& rule) {
  return rule.max == kUnbounded ? "an array" : "an array of " + range(rule);
}

bool read_integer(JsonReader& in, std::int64_t& value, const Rule& rule, Fault& fault) {
  if (rule.text == TextKind::instant)
    return read_word(in, value, expected_integer(rule), fault, parse_iso8601);
  if (in.kind() != Kind::number) return refuse(fault, expected_integer(rule));
  const std::string_view digits = in.number();
  std::int64_t wide = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), wide);
  const bool whole = error == std::errc{} && end == digits.data() + digits.size();
  if (!whole || wide < rule.min || wide > rule.max) return refuse(fault, expected_integer(rule));
  value = wide;
  return true;
}

bool read_value(JsonReader& in, bool& value, const Rule&, Fault& fault) {
  if (in.kind() != Kind::boolean) return refuse(fault, std::string(kExpectedBool));
  value = in.boolean();
  return true;
}

bool read_value(JsonReader& in, double& value, const Rule&, Fault& fault) {
  if (in.kind() != Kind::number) return refuse(fault, "a number");
  const std::string_view digits = in.number();
  const auto error = std::from_chars(digits.data(), digits.data() + digits.size(), value).ec;
  return error == std::errc{} || refuse(fault, "a number");
}

bool read_value(JsonReader& in, std::string& value, const Rule& rule, Fault& fault) {
  if (in.kind() != Kind::string) return refuse(fault, expected_text(rule));
  std::string text = in.string();
  if (!allowed(text, rule)) return refuse(fault, expected_text(rule));
  value = std::move(text);
  return true;
}

bool read_value(JsonReader& in, Point& value, const Rule&, Fault& fault) {
  return read_word(in, value, kExpectedPoint, fault, parse_point);
}

bool read_value(JsonReader& in, Player& value, const Rule&, Fault& fault) {
  return read_word(in, value, kExpectedPlayer, fault, parse_player);
}

bool read_value(JsonReader& in, Colour& value, const Rule&, Fault& fault) {
  return read_word(in, value, kExpectedColour, fault, parse_colour);
}

bool read_value(JsonReader& in, std::vector<std::pair<std::string, std::int64_t>>& value,
                const Rule&, Fault& fault) {
  if (in.kind() != Kind::object) return refuse(fault, "an object of integers");
  in.enter();
  for (std::string_view key; in.next_key(key);) {
    auto& [name, number] = value.emplace_back(std::string(key), 0);
    if (!read_integer(in, number, Rule{}, fault)) return false;
  }
  return true;
}

bool read_count(JsonReader in, const Rule& rule, Fault& fault) {
  if (in.kind() != Kind::array) return refuse(fault, expected_count(rule));
  if (rule.max == kUnbounded) return true;
  in.enter();
  std::int64_t count = 0;
  while (in.next_element()) {
    in.skip();
    ++count;
  }
  return (count >= rule.min && count <= rule.max) || refuse(fault, expected_count(rule));
}

}  // namespace tianyuan::proto
