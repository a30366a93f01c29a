// The pages that are lists: rooms, tables, ladder, messages, chat, help.

#include <algorithm>
#include <string>

#include "client/console/commands.h"
#include "client/console/hall_notices.h"
#include "client/console/screen_parts.h"
#include "client/console/text.h"
#include "client/console/width.h"

namespace tianyuan::console {
namespace {

struct Column {
  std::string text;
  int width = 0;
  bool right = false;
};

void draw_row(Canvas& canvas, const Box& box, int y, const std::vector<Column>& columns,
              Style style) {
  canvas.fill(box.x, y, box.width, style);
  int x = box.x;
  for (const Column& column : columns) {
    const int room = std::min(column.width, box.x + box.width - x);
    if (room <= 0) return;
    const std::string shown = clip(column.text, room);
    canvas.put(x, y, column.right ? pad_left(shown, room) : pad_right(shown, room), style);
    x += column.width + 1;
  }
}

// The first row shown, so that the selected one is always among those shown.
int first_shown(int selected, int rows, int room) {
  if (rows <= room) return 0;
  return std::clamp(selected - room / 2, 0, rows - room);
}

std::string seat_text(Language language, const proto::SeatView& seat) {
  return seat.user ? printable(seat.user->name) : text(language, Key::nobody);
}

// Wrapped, the last at the bottom; `scroll` lines further up, as far as there are some.
void draw_scrolled(Canvas& canvas, const Box& box, const std::vector<std::string>& entries,
                   int scroll) {
  std::vector<std::string> lines;
  for (const std::string& entry : entries) {
    for (std::string& line : wrap(entry, box.width)) lines.push_back(std::move(line));
  }
  const int rows = static_cast<int>(lines.size());
  const int last = std::max(std::min(rows, box.height), rows - scroll);
  const int first = std::max(0, last - box.height);
  for (int i = first; i < last; ++i) {
    canvas.put(box.x, box.y + i - first, lines[static_cast<std::size_t>(i)]);
  }
}

}  // namespace

void draw_rooms(Canvas& canvas, const Box& box, const State& state, const View& view) {
  const Language language = view.language;
  canvas.put(box.x, box.y, text(language, Key::rooms_heading), Style::bold);
  const int room_for = box.height - 1;
  const int rows = static_cast<int>(state.rooms.size());
  const int first = first_shown(view.selected, rows, room_for);
  for (int i = first; i < std::min(rows, first + room_for); ++i) {
    const proto::RoomView& room = state.rooms[static_cast<std::size_t>(i)];
    const bool here = state.room == room.id;
    std::string rule = rule_text(language, printable(room.rule));
    if (room.kind != "casual")
      rule += ", " + enforcement_text(language, printable(room.enforcement));
    if (room.coins) rule += ", " + text(language, Key::stake, {std::to_string(room.stake)});
    if (!room.open) rule += ", " + text(language, Key::closed);
    draw_row(canvas, box, box.y + 1 + i - first,
             {{here ? ">" : " ", 1},
              {std::to_string(room.id), 3, true},
              {printable(room.name), 24},
              {room_kind_text(language, room.kind), 12},
              {std::to_string(room.players) + "/" + std::to_string(room.capacity), 9, true},
              {rule, box.width - 54}},
             i == view.selected ? Style::selected
             : here             ? Style::bold
                                : Style::normal);
  }
}

void draw_tables(Canvas& canvas, const Box& box, const State& state, const View& view) {
  const Language language = view.language;
  canvas.put(box.x, box.y, text(language, Key::tables_heading), Style::bold);
  const int room_for = box.height - 1;
  const int rows = static_cast<int>(state.tables.size());
  if (rows == 0) canvas.put(box.x, box.y + 1, text(language, Key::no_tables), Style::dim);
  const int first = first_shown(view.selected, rows, room_for);
  for (int i = first; i < std::min(rows, first + room_for); ++i) {
    const proto::TableView& table = state.tables[static_cast<std::size_t>(i)];
    draw_row(canvas, box, box.y + 1 + i - first,
             {{std::to_string(table.id), 6, true},
              {seat_text(language, table.seats[0]), 17},
              {seat_text(language, table.seats[1]), 17},
              {table_state_text(language, table.state), 20},
              {text(language, Key::watchers, {std::to_string(table.watchers)}), box.width - 64}},
             i == view.selected ? Style::selected : Style::normal);
  }
}

void draw_ladder(Canvas& canvas, const Box& box, const State& state, const View& view) {
  const Language language = view.language;
  if (!state.ladder) {
    canvas.put(box.x, box.y, text(language, Key::no_ladder), Style::dim);
    return;
  }
  const proto::result::Ladder& ladder = *state.ladder;
  canvas.put_clipped(box.x, box.y, box.width,
                     text(language, Key::ladder_page,
                          {room_kind_text(language, ladder.kind), std::to_string(ladder.page),
                           std::to_string(ladder.pages), std::to_string(ladder.players)}),
                     Style::bold);
  const int room_for = box.height - 1;
  const int rows = static_cast<int>(ladder.rows.size());
  const int first = first_shown(view.selected, rows, room_for);
  for (int i = first; i < std::min(rows, first + room_for); ++i) {
    const proto::LadderRow& row = ladder.rows[static_cast<std::size_t>(i)];
    const bool me = state.user && state.user->id == row.user.id;
    const std::string record = std::to_string(row.wins) + "-" + std::to_string(row.losses) + "-" +
                               std::to_string(row.draws);
    draw_row(canvas, box, box.y + 1 + i - first,
             {{std::to_string(row.place), 5, true},
              {printable(row.user.name), 20},
              {printable(rank_text(language, row.user.rank)), 20},
              {std::to_string(row.user.score), 7, true},
              {record, 14, true}},
             i == view.selected ? Style::selected
             : me               ? Style::bold
                                : Style::normal);
  }
}

void draw_messages(Canvas& canvas, const Box& box, const View& view) {
  draw_scrolled(canvas, box, {view.log.begin(), view.log.end()}, view.scroll);
}

void draw_chat(Canvas& canvas, const Box& box, const State& state, const View& view) {
  canvas.put_clipped(box.x, box.y, box.width, text(view.language, Key::chat_heading), Style::bold);
  std::vector<std::string> lines;
  for (const auto& message : state.chat) lines.push_back(chat_line(view.language, message));
  const Box below{box.x, box.y + 1, box.width, box.height - 1};
  if (lines.empty()) canvas.put(below.x, below.y, text(view.language, Key::no_chat), Style::dim);
  draw_scrolled(canvas, below, lines, view.scroll);
}

void draw_help(Canvas& canvas, const Box& box, const View& view) {
  canvas.put_clipped(box.x, box.y, box.width, text(view.language, Key::help_keys), Style::bold);
  canvas.put_clipped(box.x, box.y + 1, box.width, text(view.language, Key::help_keys_board),
                     Style::bold);
  const int rows = box.height - 2;
  const int across = 36;
  int i = 0;
  for (const Usage& usage : usages()) {
    const int x = box.x + i / rows * across;
    if (x + across > box.x + box.width + 8) break;
    canvas.put_clipped(x, box.y + 2 + i % rows, across - 1,
                       std::string(usage.name) + " " + std::string(usage.form));
    ++i;
  }
}

int list_size(const State& state, Page page) {
  switch (page) {
    case Page::rooms:
      return static_cast<int>(state.rooms.size());
    case Page::tables:
      return static_cast<int>(state.tables.size());
    case Page::ladder:
      return state.ladder ? static_cast<int>(state.ladder->rows.size()) : 0;
    default:
      return 0;
  }
}

}  // namespace tianyuan::console
