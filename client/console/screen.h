#pragma once

// The full screen as a drawing of what the client knows and what the person has chosen to see.
// Pure: the same state, view, size and instant give the same canvas. Thread: any.

#include <deque>
#include <string>
#include <vector>

#include "client/console/canvas.h"
#include "client/console/language.h"
#include "client/console/notice.h"
#include "client/console/state.h"
#include "common/point.h"

namespace tianyuan::console {

enum class Page { play, rooms, tables, ladder, messages, chat, help };
inline constexpr int kPages = 7;

// What the person has chosen to see, and typed.
struct View {
  Language language = Language::english;
  bool ascii = false;
  Page page = Page::rooms;
  Point cursor = kTengen;
  bool numbers = false;
  std::vector<Point> picked;  // fifth stones chosen with the cursor, before they are offered
  int selected = 0;           // row of a list
  int scroll = 0;             // lines of the messages or chat page above the last
  std::string input;
  std::deque<std::string> log;  // lines for people, oldest first
  int chat_logged = 0;          // of State::chat_heard, those that stand in the log
  bool online = false;
  std::string server;
};

inline constexpr int kLeastWidth = 72;
inline constexpr int kLeastHeight = 22;

Canvas draw_screen(const State& state, const View& view, int width, int height, Millis now_ms);

// Where the terminal's own cursor belongs: behind the input.
struct Spot {
  int x = 0;
  int y = 0;
};
Spot input_spot(const View& view, int width, int height);

// How many rows the page's list has; 0 for pages without one.
int list_size(const State& state, Page page);

}  // namespace tianyuan::console
