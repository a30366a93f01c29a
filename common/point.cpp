#include "common/point.h"

namespace tianyuan {

std::string_view to_string(Colour colour) {
  return colour == Colour::black ? "black" : "white";
}

std::optional<Colour> parse_colour(std::string_view text) {
  if (text == "black") return Colour::black;
  if (text == "white") return Colour::white;
  return std::nullopt;
}

std::string to_string(Point point) {
  std::string text(1, static_cast<char>('A' + point.column()));
  return text + std::to_string(point.row() + 1);
}

std::optional<Point> parse_point(std::string_view text) {
  if (text.size() < 2 || text.size() > 3) return std::nullopt;
  const char letter = text[0];
  int column = -1;
  if (letter >= 'a' && letter <= 'o') column = letter - 'a';
  if (letter >= 'A' && letter <= 'O') column = letter - 'A';
  if (column < 0) return std::nullopt;
  int row = 0;
  for (const char digit : text.substr(1)) {
    if (digit < '0' || digit > '9') return std::nullopt;
    if (row == 0 && digit == '0') return std::nullopt;
    row = row * 10 + (digit - '0');
  }
  return Point::at(column, row - 1);
}

}  // namespace tianyuan
