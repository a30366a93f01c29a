#pragma once

// A screen's worth of cells with styles, drawn by pure code and painted by whatever terminal there
// is. Wide characters take two cells. Thread: none; a value.

#include <string>
#include <string_view>
#include <vector>

namespace tianyuan::console {

enum class Style {
  normal,
  dim,
  bold,
  bar,  // title and keys
  board,
  black_stone,
  white_stone,
  last_stone,
  winning,
  cursor,
  offered,
  forbidden,
  clock,
  clock_low,   // under 30 s
  clock_last,  // under 10 s
  away,
  prompt,
  error,
  selected,
};
inline constexpr int kStyles = static_cast<int>(Style::selected) + 1;

class Canvas {
 public:
  struct Cell {
    std::string glyph = " ";  // one character with its marks; empty: right half of a wide one
    Style style = Style::normal;
    friend bool operator==(const Cell&, const Cell&) = default;
  };

  Canvas(int width, int height);
  int width() const { return width_; }
  int height() const { return height_; }

  // Printable text; what does not fit to the right is left out, never half a character. The column
  // behind it is returned. Off-screen rows are ignored.
  int put(int x, int y, std::string_view text, Style style = Style::normal);
  // At most `columns` wide, ending in "…" where it is cut.
  int put_clipped(int x, int y, int columns, std::string_view text, Style style = Style::normal);
  void fill(int x, int y, int columns, Style style);
  void restyle(int x, int y, Style style);

  const Cell& at(int x, int y) const { return cells_[index(x, y)]; }
  std::string row(int y) const;  // without styles, blanks at the end cut
  std::vector<std::string> rows() const;

  friend bool operator==(const Canvas&, const Canvas&) = default;

 private:
  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
           static_cast<std::size_t>(x);
  }
  void set(int x, int y, std::string glyph, Style style);

  int width_;
  int height_;
  std::vector<Cell> cells_;
};

// Cuts text into lines of at most `columns`, at blanks where there are some.
std::vector<std::string> wrap(std::string_view text, int columns);

}  // namespace tianyuan::console
