#include "client/console/keys.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "client/console/width.h"

namespace tianyuan::console {
namespace {

using Lines = std::vector<std::string>;

// Opening a page fetches what it shows.
Lines open_page(View& view, const State& state, Page page) {
  view.page = page;
  view.selected = 0;
  view.scroll = 0;
  if (!state.user) return {};
  if (page == Page::rooms) return {"rooms"};
  if (page == Page::tables && state.room) return {"tables"};
  if (page == Page::ladder) return {"ladder"};
  return {};
}

void move_cursor(View& view, int across, int up) {
  const int column = std::clamp(view.cursor.column() + across, 0, kBoardSize - 1);
  const int row = std::clamp(view.cursor.row() + up, 0, kBoardSize - 1);
  view.cursor = *Point::at(column, row);
}

Lines arrow(View& view, const State& state, KeyPress::Kind kind) {
  const int down = kind == KeyPress::Kind::down ? 1 : kind == KeyPress::Kind::up ? -1 : 0;
  const int across = kind == KeyPress::Kind::right ? 1 : kind == KeyPress::Kind::left ? -1 : 0;
  if (view.page == Page::play) {
    move_cursor(view, across, -down);
  } else if (view.page == Page::messages || view.page == Page::chat) {
    view.scroll = std::max(0, view.scroll - down);
  } else {
    view.selected =
        std::clamp(view.selected + down, 0, std::max(0, list_size(state, view.page) - 1));
  }
  return {};
}

// Enter with nothing typed: the point under the cursor is meant.
Lines act_at_cursor(View& view, const State& state) {
  if (!state.game || !state.game->ask() || state.game->ask()->player != state.me()) return {};
  const proto::AskView& ask = *state.game->ask();
  const auto wanted = [&](std::string_view act) {
    return std::ranges::find(ask.acts, act) != ask.acts.end();
  };
  const std::string point = to_string(view.cursor);
  if (wanted("place")) return {"place " + point};
  if (wanted("choose_fifth")) return {"keep " + point};
  if (!wanted("offer_fifths")) return {};
  const auto it = std::ranges::find(view.picked, view.cursor);
  if (it != view.picked.end()) {
    view.picked.erase(it);
    return {};
  }
  view.picked.push_back(view.cursor);
  if (static_cast<int>(view.picked.size()) < ask.count_min) return {};
  std::string line = "offer";
  for (const Point picked : view.picked) line += " " + to_string(picked);
  view.picked.clear();
  return {line};
}

Lines act_on_row(View& view, const State& state) {
  const auto row = static_cast<std::size_t>(view.selected);
  if (view.page == Page::rooms && row < state.rooms.size()) {
    Lines lines = open_page(view, state, Page::tables);
    lines.assign({"enter " + std::to_string(state.rooms[row].id), "tables"});
    return lines;
  }
  if (view.page == Page::tables && row < state.tables.size()) {
    const proto::TableView& table = state.tables[row];
    const bool free = !table.seats[0].user || !table.seats[1].user;
    const bool may_sit = free && !table.game;
    return {(may_sit ? "sit " : "watch ") + std::to_string(table.id)};
  }
  if (view.page == Page::ladder && state.ladder && row < state.ladder->rows.size()) {
    return {"profile " + std::to_string(state.ladder->rows[row].user.id)};
  }
  return {};
}

// A question that yes or no answers, while nothing is typed.
std::optional<std::string> question(const State& state) {
  if (!state.game || state.game->over()) return std::nullopt;
  const auto me = state.me();
  const auto& game = state.game->state();
  if (!me) return std::nullopt;
  if (game.draw_offer && game.draw_offered_by != me) return "draw";
  if (game.undo_request && game.undo_requested_by != me) return "undo";
  if (game.ask && game.ask->player == me && !game.ask->acts.empty() &&
      game.ask->acts.front() == "swap") {
    return "swap";
  }
  return std::nullopt;
}

Lines type(View& view, const State& state, const std::string& text) {
  if (view.input.empty() && text == "#" && view.page != Page::chat) {
    view.numbers = !view.numbers;
    return {};
  }
  if (view.input.empty() && view.page == Page::play && (text == "y" || text == "n")) {
    if (const auto asked = question(state)) return {*asked + (text == "y" ? " yes" : " no")};
  }
  view.input += text;
  return {};
}

void backspace(std::string& input) {
  while (!input.empty() && (static_cast<unsigned char>(input.back()) & 0xC0) == 0x80) {
    input.pop_back();
  }
  if (!input.empty()) input.pop_back();
}

Lines function_key(View& view, const State& state, int number) {
  switch (number) {
    case 1:
      return open_page(view, state, view.page == Page::help ? Page::play : Page::help);
    case 2:
      view.numbers = !view.numbers;
      return {};
    case 3:
      return open_page(view, state, Page::rooms);
    case 4:
      return open_page(view, state, Page::tables);
    case 5:
      return open_page(view, state, Page::ladder);
    case 6:
      return open_page(view, state, Page::messages);
    case 7:
      return open_page(view, state, Page::chat);
    default:
      return {};
  }
}

// On the chat page a typed line is said, to those at the table or else in the room, unless a slash
// makes it a command.
std::string said(const State& state, const std::string& line) {
  if (line.starts_with('/')) return line.substr(1);
  return (state.table ? "say " : "chat ") + line;
}

Lines enter(View& view, const State& state) {
  if (view.input.empty()) {
    return view.page == Page::play ? act_at_cursor(view, state) : act_on_row(view, state);
  }
  const std::string line = view.input;
  view.input.clear();
  if (view.page == Page::chat) {
    view.scroll = 0;
    return {said(state, line)};
  }
  return {line};
}

}  // namespace

Lines press(View& view, const State& state, const KeyPress& key) {
  using Kind = KeyPress::Kind;
  switch (key.kind) {
    case Kind::text:
      return type(view, state, key.text);
    case Kind::enter:
      return enter(view, state);
    case Kind::backspace:
      backspace(view.input);
      return {};
    case Kind::erase_line:
      view.input.clear();
      return {};
    case Kind::tab:
      return open_page(view, state, static_cast<Page>((static_cast<int>(view.page) + 1) % kPages));
    case Kind::back_tab:
      return open_page(view, state,
                       static_cast<Page>((static_cast<int>(view.page) + kPages - 1) % kPages));
    case Kind::escape:
      view.input.clear();
      view.picked.clear();
      return open_page(view, state, Page::play);
    case Kind::up:
    case Kind::down:
    case Kind::left:
    case Kind::right:
      return arrow(view, state, key.kind);
    case Kind::page_up:
      view.scroll += 10;
      return {};
    case Kind::page_down:
      view.scroll = std::max(0, view.scroll - 10);
      return {};
    case Kind::function:
      return function_key(view, state, key.number);
    case Kind::resize:
      return {};
  }
  return {};
}

bool worth_logging(const Notice& notice) {
  static constexpr std::array<std::string_view, 15> kShownAnyway{
      "chat",        "ok",         "clock",     "your-turn",        "their-turn",
      "room",        "table",      "forbidden", "confirm-settings", "ready-check",
      "ladder-page", "ladder-row", "signed-in", "connected",        "not-signed-in"};
  const std::string_view words = notice.words;
  const std::string_view first = words.substr(0, words.find(' '));
  return std::ranges::find(kShownAnyway, first) == kShownAnyway.end() && !notice.text.empty();
}

}  // namespace tianyuan::console
