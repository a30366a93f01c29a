#include "server/admin/output.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>

namespace tianyuan::admin {
namespace {

// Columns a terminal gives to a code point: two for East Asian wide ones, none for combining marks.
int columns_of(char32_t c) {
  if (c >= 0x300 && c <= 0x36f) return 0;
  const bool wide = (c >= 0x1100 && c <= 0x115f) || (c >= 0x2e80 && c <= 0xa4cf) ||
                    (c >= 0xac00 && c <= 0xd7a3) || (c >= 0xf900 && c <= 0xfaff) ||
                    (c >= 0xfe30 && c <= 0xfe6f) || (c >= 0xff00 && c <= 0xff60) ||
                    (c >= 0xffe0 && c <= 0xffe6) || (c >= 0x1f300 && c <= 0x1faff) ||
                    (c >= 0x20000 && c <= 0x3fffd);
  return wide ? 2 : 1;
}

std::size_t width(const std::string& text) {
  int columns = 0;
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const std::size_t length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    char32_t c = length == 1 ? lead : lead & (0xffU >> (length + 1));
    for (std::size_t k = 1; k < length && i + k < text.size(); ++k) {
      c = (c << 6) | (static_cast<unsigned char>(text[i + k]) & 0x3fU);
    }
    columns += columns_of(c);
    i += length;
  }
  return static_cast<std::size_t>(columns);
}

bool is_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789-+.%") == std::string::npos;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7f) {
      out += c;
      continue;
    }
    std::array<char, 5> code{};
    std::snprintf(code.data(), code.size(), "\\x%02X", byte);
    out += code.data();
  }
  return out;
}

std::string Table::text() const {
  if (rows_.size() == 1) return "(none)\n";
  std::vector<std::size_t> widths(rows_.front().size(), 0);
  std::vector<std::vector<std::string>> shown;
  for (const auto& row : rows_) {
    auto& line = shown.emplace_back();
    for (std::size_t i = 0; i < row.size(); ++i) {
      line.push_back(printable(row[i]));
      widths[i] = std::max(widths[i], width(line.back()));
    }
  }
  std::string out;
  for (const auto& line : shown) {
    std::string written;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const std::string gap(widths[i] - width(line[i]), ' ');
      if (i > 0) written += "  ";
      written += is_number(line[i]) ? gap + line[i] : line[i] + gap;
    }
    written.erase(written.find_last_not_of(' ') + 1);
    out += written + "\n";
  }
  return out;
}

std::string utc(std::int64_t at_ms) {
  if (at_ms == 0) return "";
  const auto seconds = static_cast<std::time_t>(at_ms / 1000);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  std::array<char, 32> out{};
  std::strftime(out.data(), out.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return out.data();
}

std::string_view to_string(db::Failure failure) {
  switch (failure) {
    case db::Failure::busy:
      return "busy";
    case db::Failure::full:
      return "full";
    case db::Failure::read_only:
      return "read_only";
    case db::Failure::io:
      return "io";
    case db::Failure::damaged:
      return "damaged";
    case db::Failure::newer:
      return "newer";
    case db::Failure::conflict:
      return "conflict";
    case db::Failure::not_found:
      return "not_found";
    case db::Failure::refused:
      return "refused";
    case db::Failure::other:
      return "other";
  }
  return "other";
}

}  // namespace tianyuan::admin
