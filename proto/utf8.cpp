#include "proto/utf8.h"

#include <algorithm>

namespace tianyuan::proto {
namespace {

bool is_continuation(unsigned char byte) {
  return (byte & 0xC0) == 0x80;
}

struct Range {
  char32_t first;
  char32_t last;
};

constexpr Range kSteering[] = {
    {0x061C, 0x061C}, {0x200E, 0x200F}, {0x2028, 0x202E}, {0x2066, 0x206F}, {0xFFF9, 0xFFFB}};

// White space and what Unicode calls default ignorable; U+2800 is Braille without a dot.
constexpr Range kUnseen[] = {
    {0x00, 0x20},       {0x7F, 0xA0},      {0xAD, 0xAD},     {0x034F, 0x034F}, {0x061C, 0x061C},
    {0x115F, 0x1160},   {0x1680, 0x1680},  {0x17B4, 0x17B5}, {0x180B, 0x180F}, {0x2000, 0x200F},
    {0x2028, 0x202F},   {0x205F, 0x206F},  {0x2800, 0x2800}, {0x3000, 0x3000}, {0x3164, 0x3164},
    {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},  {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFFB}, {0x1BCA0, 0x1BCA3},
    {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF}};

template <std::size_t N>
bool within(const Range (&ranges)[N], char32_t c) {
  return std::ranges::any_of(ranges, [c](Range r) { return r.first <= c && c <= r.last; });
}

// Of a well-formed text; moves `at` behind it.
char32_t next_code_point(std::string_view text, std::size_t& at) {
  const std::size_t length = std::max<std::size_t>(1, utf8_length(text, at));
  char32_t c = static_cast<unsigned char>(text[at]);
  if (length > 1) c &= 0x7FU >> length;
  for (std::size_t i = 1; i < length; ++i) {
    c = (c << 6) | (static_cast<unsigned char>(text[at + i]) & 0x3FU);
  }
  at += length;
  return c;
}

}  // namespace

std::size_t utf8_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t offset) -> unsigned char {
    return at + offset < text.size() ? static_cast<unsigned char>(text[at + offset]) : 0;
  };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return 1;
  const unsigned char second = byte(1);
  if (!is_continuation(second)) return 0;
  if (lead >= 0xC2 && lead <= 0xDF) return 2;
  if (!is_continuation(byte(2))) return 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    if (lead == 0xE0 && second < 0xA0) return 0;   // overlong
    if (lead == 0xED && second >= 0xA0) return 0;  // surrogate
    return 3;
  }
  if (!is_continuation(byte(3))) return 0;
  if (lead >= 0xF0 && lead <= 0xF4) {
    if (lead == 0xF0 && second < 0x90) return 0;   // overlong
    if (lead == 0xF4 && second >= 0x90) return 0;  // above U+10FFFF
    return 4;
  }
  return 0;
}

std::size_t utf8_characters(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return !is_continuation(static_cast<unsigned char>(c)); }));
}

bool has_control_characters(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < 0x20 || byte == 0x7F) return true;
    // U+0080..U+009F is C2 80..C2 9F.
    if (byte == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0)
      return true;
  }
  return false;
}

bool has_steering_characters(std::string_view text) {
  if (has_control_characters(text)) return true;
  for (std::size_t at = 0; at < text.size();) {
    if (within(kSteering, next_code_point(text, at))) return true;
  }
  return false;
}

bool has_visible_characters(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    if (!within(kUnseen, next_code_point(text, at))) return true;
  }
  return false;
}

void append_utf8(std::string& out, char32_t code_point) {
  const auto put = [&out](char32_t byte) { out += static_cast<char>(byte); };
  if (code_point < 0x80) {
    put(code_point);
  } else if (code_point < 0x800) {
    put(0xC0 | (code_point >> 6));
    put(0x80 | (code_point & 0x3F));
  } else if (code_point < 0x10000) {
    put(0xE0 | (code_point >> 12));
    put(0x80 | ((code_point >> 6) & 0x3F));
    put(0x80 | (code_point & 0x3F));
  } else {
    put(0xF0 | (code_point >> 18));
    put(0x80 | ((code_point >> 12) & 0x3F));
    put(0x80 | ((code_point >> 6) & 0x3F));
    put(0x80 | (code_point & 0x3F));
  }
}

}  // namespace tianyuan::proto
