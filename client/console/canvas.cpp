#include "client/console/canvas.h"

#include <algorithm>
#include <utility>

#include "client/console/width.h"

namespace tianyuan::console {

Canvas::Canvas(int width, int height)
    : width_(std::max(1, width)),
      height_(std::max(1, height)),
      cells_(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_)) {}

// Writing on one half of a wide character blanks the other half.
void Canvas::set(int x, int y, std::string glyph, Style style) {
  Cell& cell = cells_[index(x, y)];
  if (cell.glyph.empty() && !glyph.empty() && x > 0) cells_[index(x - 1, y)].glyph = " ";
  const bool was_wide = x + 1 < width_ && !cell.glyph.empty() && display_width(cell.glyph) == 2;
  if (was_wide) cells_[index(x + 1, y)].glyph = " ";
  cell = {std::move(glyph), style};
}

int Canvas::put(int x, int y, std::string_view text, Style style) {
  if (y < 0 || y >= height_) return x;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    const int columns = code_point_width(next_code_point(text, at));
    const std::string glyph(text.substr(begin, at - begin));
    if (columns == 0) {
      if (x > 0 && x <= width_) {
        Cell& before = cells_[index(x - 1, y)];
        (before.glyph.empty() && x > 1 ? cells_[index(x - 2, y)] : before).glyph += glyph;
      }
      continue;
    }
    if (x < 0 || x + columns > width_) break;
    set(x, y, glyph, style);
    if (columns == 2) set(x + 1, y, "", style);
    x += columns;
  }
  return x;
}

int Canvas::put_clipped(int x, int y, int columns, std::string_view text, Style style) {
  return put(x, y, clip(text, std::min(columns, width_ - x)), style);
}

void Canvas::fill(int x, int y, int columns, Style style) {
  put(x, y, std::string(static_cast<std::size_t>(std::max(0, columns)), ' '), style);
}

void Canvas::restyle(int x, int y, Style style) {
  if (x < 0 || y < 0 || x >= width_ || y >= height_) return;
  cells_[index(x, y)].style = style;
}

std::string Canvas::row(int y) const {
  std::string out;
  for (int x = 0; x < width_; ++x) out += at(x, y).glyph;
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

std::vector<std::string> Canvas::rows() const {
  std::vector<std::string> out;
  for (int y = 0; y < height_; ++y) out.push_back(row(y));
  return out;
}

std::vector<std::string> wrap(std::string_view text, int columns) {
  std::vector<std::string> lines;
  std::string line;
  int used = 0;
  std::size_t last_blank = std::string::npos;  // in `line`
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    const int width = code_point_width(next_code_point(text, at));
    if (used + width > columns && !line.empty()) {
      const bool at_blank = text[begin] == ' ';
      std::string rest;
      if (!at_blank && last_blank != std::string::npos) {
        rest = line.substr(last_blank + 1);
        line.erase(last_blank);
      }
      lines.push_back(line);
      line = rest;
      used = display_width(line);
      last_blank = std::string::npos;
      if (at_blank) continue;
    }
    if (text[begin] == ' ') last_blank = line.size();
    line.append(text.substr(begin, at - begin));
    used += width;
  }
  if (!line.empty() || lines.empty()) lines.push_back(line);
  return lines;
}

}  // namespace tianyuan::console
