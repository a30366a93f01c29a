#include "client/console/width.h"

#include <algorithm>
#include <array>

namespace tianyuan::console {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

// Unicode's East Asian Width W and F, merged into ranges where the gaps are unassigned.
constexpr std::array kWide{
    Range{0x1100, 0x115F},   Range{0x231A, 0x231B},   Range{0x2329, 0x232A},
    Range{0x23E9, 0x23EC},   Range{0x23F0, 0x23F0},   Range{0x23F3, 0x23F3},
    Range{0x25FD, 0x25FE},   Range{0x2614, 0x2615},   Range{0x2648, 0x2653},
    Range{0x267F, 0x267F},   Range{0x2693, 0x2693},   Range{0x26A1, 0x26A1},
    Range{0x26AA, 0x26AB},   Range{0x26BD, 0x26BE},   Range{0x26C4, 0x26C5},
    Range{0x26CE, 0x26CE},   Range{0x26D4, 0x26D4},   Range{0x26EA, 0x26EA},
    Range{0x26F2, 0x26F3},   Range{0x26F5, 0x26F5},   Range{0x26FA, 0x26FA},
    Range{0x26FD, 0x26FD},   Range{0x2705, 0x2705},   Range{0x270A, 0x270B},
    Range{0x2728, 0x2728},   Range{0x274C, 0x274C},   Range{0x274E, 0x274E},
    Range{0x2753, 0x2755},   Range{0x2757, 0x2757},   Range{0x2795, 0x2797},
    Range{0x27B0, 0x27B0},   Range{0x27BF, 0x27BF},   Range{0x2B1B, 0x2B1C},
    Range{0x2B50, 0x2B50},   Range{0x2B55, 0x2B55},   Range{0x2E80, 0x303E},
    Range{0x3041, 0x33FF},   Range{0x3400, 0x4DBF},   Range{0x4E00, 0xA4CF},
    Range{0xA960, 0xA97C},   Range{0xAC00, 0xD7A3},   Range{0xF900, 0xFAFF},
    Range{0xFE10, 0xFE19},   Range{0xFE30, 0xFE6B},   Range{0xFF01, 0xFF60},
    Range{0xFFE0, 0xFFE6},   Range{0x16FE0, 0x18DFF}, Range{0x1AFF0, 0x1B2FF},
    Range{0x1F004, 0x1F004}, Range{0x1F0CF, 0x1F0CF}, Range{0x1F18E, 0x1F18E},
    Range{0x1F191, 0x1F19A}, Range{0x1F200, 0x1F320}, Range{0x1F32D, 0x1F335},
    Range{0x1F337, 0x1F37C}, Range{0x1F37E, 0x1F393}, Range{0x1F3A0, 0x1F3CA},
    Range{0x1F3CF, 0x1F3D3}, Range{0x1F3E0, 0x1F3F0}, Range{0x1F3F4, 0x1F3F4},
    Range{0x1F3F8, 0x1F43E}, Range{0x1F440, 0x1F440}, Range{0x1F442, 0x1F4FC},
    Range{0x1F4FF, 0x1F53D}, Range{0x1F54B, 0x1F54E}, Range{0x1F550, 0x1F567},
    Range{0x1F57A, 0x1F57A}, Range{0x1F595, 0x1F596}, Range{0x1F5A4, 0x1F5A4},
    Range{0x1F5FB, 0x1F64F}, Range{0x1F680, 0x1F6C5}, Range{0x1F6CC, 0x1F6CC},
    Range{0x1F6D0, 0x1F6D2}, Range{0x1F6D5, 0x1F6D7}, Range{0x1F6DC, 0x1F6DF},
    Range{0x1F6EB, 0x1F6EC}, Range{0x1F6F4, 0x1F6FC}, Range{0x1F7E0, 0x1F7F0},
    Range{0x1F90C, 0x1F93A}, Range{0x1F93C, 0x1F945}, Range{0x1F947, 0x1F9FF},
    Range{0x1FA70, 0x1FAFF}, Range{0x20000, 0x2FFFD}, Range{0x30000, 0x3FFFD},
};

// Combining marks of the scripts that names and chat are likely to hold, and zero-width joiners.
constexpr std::array kZero{
    Range{0x0300, 0x036F}, Range{0x0483, 0x0489}, Range{0x0591, 0x05BD},   Range{0x0610, 0x061A},
    Range{0x064B, 0x065F}, Range{0x0E31, 0x0E31}, Range{0x0E34, 0x0E3A},   Range{0x0E47, 0x0E4E},
    Range{0x1AB0, 0x1AFF}, Range{0x1DC0, 0x1DFF}, Range{0x200B, 0x200F},   Range{0x202A, 0x202E},
    Range{0x2060, 0x206F}, Range{0x20D0, 0x20F0}, Range{0x302A, 0x302D},   Range{0x3099, 0x309A},
    Range{0xFE00, 0xFE0F}, Range{0xFE20, 0xFE2F}, Range{0xE0100, 0xE01EF},
};

template <std::size_t N>
bool within(const std::array<Range, N>& ranges, char32_t c) {
  const auto it =
      std::ranges::upper_bound(ranges, c, {}, [](const Range& range) { return range.first; });
  return it != ranges.begin() && c <= std::prev(it)->last;
}

constexpr char32_t kBroken = 0xFFFD;
constexpr char32_t kEmojiJoiner = 0x200D;

// Length of the well-formed sequence at the start of `text`, 0 when there is none.
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  std::size_t length = 0;
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) length = 2;
  if (lead >= 0xE0 && lead <= 0xEF) length = 3;
  if (lead >= 0xF0 && lead <= 0xF4) length = 4;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  const unsigned second = byte(1);
  if (lead == 0xE0 && second < 0xA0) return 0;  // overlong
  if (lead == 0xED && second > 0x9F) return 0;  // surrogates
  if (lead == 0xF0 && second < 0x90) return 0;  // overlong
  if (lead == 0xF4 && second > 0x8F) return 0;  // above U+10FFFF
  return length;
}

bool moves_or_hides(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0xAD || c == 0x2028 || c == 0x2029 ||
         c == 0xFEFF || c == 0x061C || (c >= 0x200B && c <= 0x200F) ||
         (c >= 0x202A && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) ||
         (c >= 0xFFF9 && c <= 0xFFFB) || (c >= 0xE0000 && c <= 0xE007F);
}

}  // namespace

int code_point_width(char32_t c) {
  if (within(kZero, c)) return 0;
  return within(kWide, c) ? 2 : 1;
}

char32_t next_code_point(std::string_view text, std::size_t& at) {
  const std::string_view rest = text.substr(at);
  const std::size_t length = sequence_length(rest);
  if (length == 0) {
    ++at;
    return kBroken;
  }
  char32_t c = static_cast<unsigned char>(rest[0]);
  if (length > 1) c &= 0x7FU >> length;
  for (std::size_t i = 1; i < length; ++i) {
    c = (c << 6) | (static_cast<unsigned char>(rest[i]) & 0x3FU);
  }
  at += length;
  return c;
}

int display_width(std::string_view text) {
  int columns = 0;
  for (std::size_t at = 0; at < text.size();)
    columns += code_point_width(next_code_point(text, at));
  return columns;
}

std::string pad_right(std::string_view text, int columns) {
  std::string out(text);
  out.append(static_cast<std::size_t>(std::max(0, columns - display_width(text))), ' ');
  return out;
}

std::string pad_left(std::string_view text, int columns) {
  std::string out(static_cast<std::size_t>(std::max(0, columns - display_width(text))), ' ');
  return out.append(text);
}

std::string clip(std::string_view text, int columns) {
  if (display_width(text) <= columns) return std::string(text);
  if (columns <= 0) return {};
  std::string out;
  int used = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    const int width = code_point_width(next_code_point(text, at));
    if (used + width > columns - 1) break;
    used += width;
    out.append(text.substr(begin, at - begin));
  }
  return out + "…";
}

std::string fit(std::string_view text, int columns) {
  return pad_right(clip(text, columns), columns);
}

std::string printable(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    const char32_t c = next_code_point(text, at);
    if (c == kBroken) {
      out += "\xEF\xBF\xBD";
    } else if (c == kEmojiJoiner) {
      continue;
    } else if (moves_or_hides(c)) {
      out += "·";
    } else {
      out.append(text.substr(begin, at - begin));
    }
  }
  return out;
}

std::string word(std::string_view text) {
  std::string out = printable(text);
  if (out.empty()) return "-";
  std::string result;
  for (std::size_t at = 0; at < out.size();) {
    const std::size_t begin = at;
    const char32_t c = next_code_point(out, at);
    const bool blank = c == ' ' || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) ||
                       c == 0x202F || c == 0x205F || c == 0x3000 || c == '|';
    if (blank) {
      result += '_';
    } else {
      result.append(out, begin, at - begin);
    }
  }
  return result;
}

}  // namespace tianyuan::console
