#pragma once

// The parts that draw_screen() puts together.

#include "client/console/canvas.h"
#include "client/console/screen.h"

namespace tianyuan::console {

struct Box {
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;
};

// How far apart the board's points stand on the screen.
struct Spacing {
  int across = 2;
  int down = 1;
  int width() const { return 3 + across * kBoardSize; }       // with the row numbers
  int height() const { return down * (kBoardSize - 1) + 2; }  // with the letters
};
Spacing spacing_for(int width, int height, bool numbers);

void draw_position(Canvas& canvas, const Box& box, const Spacing& spacing, const GameModel& game,
                   const View& view, bool cursor_shown);
void draw_players(Canvas& canvas, const Box& box, const State& state, const View& view,
                  Millis now_ms);
void draw_rooms(Canvas& canvas, const Box& box, const State& state, const View& view);
void draw_tables(Canvas& canvas, const Box& box, const State& state, const View& view);
void draw_ladder(Canvas& canvas, const Box& box, const State& state, const View& view);
void draw_messages(Canvas& canvas, const Box& box, const View& view);
void draw_chat(Canvas& canvas, const Box& box, const State& state, const View& view);
void draw_help(Canvas& canvas, const Box& box, const View& view);

}  // namespace tianyuan::console
