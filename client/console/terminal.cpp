#include "client/console/terminal.h"

#define NCURSES_WIDECHAR 1
#include <curses.h>

#include <array>
#include <clocale>
#include <cstdlib>
#include <string>
#include <string_view>

namespace tianyuan::console {
namespace {

constexpr int kEscapeDelayMs = 25;  // for a lone Esc to be told from an arrow key's sequence

struct Look {
  int foreground = -1;  // of curses' eight colours; -1: the terminal's own
  int background = -1;
  unsigned attributes = A_NORMAL;
};

// With colours; without, the attributes alone carry the meaning.
Look look_of(Style style) {
  switch (style) {
    case Style::normal:
      return {};
    case Style::dim:
      return {-1, -1, A_DIM};
    case Style::bold:
      return {-1, -1, A_BOLD};
    case Style::bar:
      return {-1, -1, A_REVERSE};
    case Style::board:
      return {COLOR_YELLOW, -1, A_NORMAL};
    case Style::black_stone:
      return {COLOR_CYAN, -1, A_BOLD};
    case Style::white_stone:
      return {COLOR_WHITE, -1, A_BOLD};
    case Style::last_stone:
      return {COLOR_GREEN, -1, A_BOLD};
    case Style::winning:
      return {COLOR_BLACK, COLOR_GREEN, A_BOLD | A_REVERSE};
    case Style::cursor:
      return {COLOR_BLACK, COLOR_YELLOW, A_REVERSE};
    case Style::offered:
      return {COLOR_MAGENTA, -1, A_BOLD};
    case Style::forbidden:
      return {COLOR_RED, -1, A_BOLD};
    case Style::clock:
      return {COLOR_GREEN, -1, A_NORMAL};
    case Style::clock_low:
      return {COLOR_YELLOW, -1, A_BOLD};
    case Style::clock_last:
      return {COLOR_RED, -1, A_BOLD | A_REVERSE};
    case Style::away:
      return {COLOR_RED, -1, A_BOLD};
    case Style::prompt:
      return {COLOR_GREEN, -1, A_BOLD};
    case Style::error:
      return {COLOR_RED, -1, A_REVERSE};
    case Style::selected:
      return {-1, -1, A_REVERSE};
  }
  return {};
}

short pair_of(Style style) {
  return static_cast<short>(static_cast<int>(style) + 1);
}

// Where the pair has a background of its own, reversing it as well would undo it.
attr_t attributes_of(Style style, bool coloured) {
  const Look look = look_of(style);
  if (!coloured) return look.attributes;
  const attr_t plain = look.background >= 0 ? look.attributes & ~A_REVERSE : look.attributes;
  return plain | COLOR_PAIR(pair_of(style));
}

std::string utf8_of(wint_t character) {
  const auto c = static_cast<char32_t>(character);
  std::string out;
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xC0 | (c >> 6));
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    out += static_cast<char>(0xE0 | (c >> 12));
    out += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else {
    out += static_cast<char>(0xF0 | (c >> 18));
    out += static_cast<char>(0x80 | ((c >> 12) & 0x3F));
    out += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  }
  return out;
}

std::optional<KeyPress> special_key(wint_t code) {
  using Kind = KeyPress::Kind;
  switch (code) {
    case KEY_UP:
      return KeyPress{Kind::up, {}, 0};
    case KEY_DOWN:
      return KeyPress{Kind::down, {}, 0};
    case KEY_LEFT:
      return KeyPress{Kind::left, {}, 0};
    case KEY_RIGHT:
      return KeyPress{Kind::right, {}, 0};
    case KEY_ENTER:
      return KeyPress{Kind::enter, {}, 0};
    case KEY_BACKSPACE:
    case KEY_DC:
      return KeyPress{Kind::backspace, {}, 0};
    case KEY_BTAB:
      return KeyPress{Kind::back_tab, {}, 0};
    case KEY_PPAGE:
      return KeyPress{Kind::page_up, {}, 0};
    case KEY_NPAGE:
      return KeyPress{Kind::page_down, {}, 0};
    case KEY_RESIZE:
      return KeyPress{Kind::resize, {}, 0};
    default:
      break;
  }
  if (code > KEY_F0 && code <= KEY_F(12)) {
    return KeyPress{Kind::function, {}, static_cast<int>(code - KEY_F0)};
  }
  return std::nullopt;
}

std::optional<KeyPress> plain_key(wint_t character) {
  using Kind = KeyPress::Kind;
  constexpr wint_t kCtrlU = 21;
  switch (character) {
    case '\n':
    case '\r':
      return KeyPress{Kind::enter, {}, 0};
    case '\t':
      return KeyPress{Kind::tab, {}, 0};
    case 27:
      return KeyPress{Kind::escape, {}, 0};
    case 8:
    case 127:
      return KeyPress{Kind::backspace, {}, 0};
    case kCtrlU:
      return KeyPress{Kind::erase_line, {}, 0};
    default:
      break;
  }
  if (character < 32) return std::nullopt;
  return KeyPress{Kind::text, utf8_of(character), 0};
}

}  // namespace

Terminal::Terminal() {
  // A locale that is not installed would garble every ●; any UTF-8 one draws the same.
  const char* set = std::setlocale(LC_ALL, "");
  const bool plain = set == nullptr || MB_CUR_MAX < 4;
  if (plain) std::setlocale(LC_CTYPE, "C.UTF-8");
  initscr();
  cbreak();
  noecho();
  nonl();
  keypad(stdscr, TRUE);
  nodelay(stdscr, TRUE);
  set_escdelay(kEscapeDelayMs);
  coloured_ = has_colors() == TRUE && start_color() == OK && use_default_colors() == OK;
  if (!coloured_) return;
  for (int i = 0; i < kStyles; ++i) {
    const Style style = static_cast<Style>(i);
    const Look look = look_of(style);
    init_pair(pair_of(style), static_cast<short>(look.foreground),
              static_cast<short>(look.background));
  }
}

Terminal::~Terminal() {
  endwin();
}

int Terminal::width() const {
  return getmaxx(stdscr);
}

int Terminal::height() const {
  return getmaxy(stdscr);
}

void Terminal::paint(const Canvas& canvas, Spot cursor) {
  erase();
  for (int y = 0; y < canvas.height(); ++y) {
    int x = 0;
    while (x < canvas.width()) {
      const Style style = canvas.at(x, y).style;
      std::string run;
      const int begin = x;
      while (x < canvas.width() && canvas.at(x, y).style == style) run += canvas.at(x++, y).glyph;
      attrset(attributes_of(style, coloured_));
      mvaddstr(y, begin, run.c_str());
    }
  }
  attrset(A_NORMAL);
  move(cursor.y, cursor.x);
  refresh();
}

std::optional<KeyPress> Terminal::read() {
  while (true) {
    wint_t got = 0;
    const int kind = get_wch(&got);
    if (kind == ERR) return std::nullopt;
    const auto key = kind == KEY_CODE_YES ? special_key(got) : plain_key(got);
    if (key) return key;
  }
}

}  // namespace tianyuan::console
