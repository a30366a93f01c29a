#include "client/console/screen.h"

#include <algorithm>

#include "client/console/game_notices.h"
#include "client/console/hall_notices.h"
#include "client/console/screen_parts.h"
#include "client/console/text.h"
#include "client/console/width.h"

namespace tianyuan::console {
namespace {

void draw_title(Canvas& canvas, const State& state, const View& view) {
  canvas.fill(0, 0, canvas.width(), Style::bar);
  std::string title = text(view.language, Key::title);
  if (state.user) {
    title += " | " + printable(state.user->name);
    if (state.user->guest) {
      title += " (" + text(view.language, Key::guest) + ")";
    } else if (!state.user->rank.empty()) {
      title += " " + printable(rank_text(view.language, state.user->rank)) + " " +
               std::to_string(state.user->score);
    }
  }
  if (state.room) {
    const proto::RoomView* room = state.find_room(*state.room);
    title += " | " + (room != nullptr ? printable(room->name) : std::to_string(*state.room));
  }
  if (state.table) {
    title += " | " + text(view.language, Key::table_number, {std::to_string(state.table->id)});
  }
  const std::string link = view.server.empty() ? std::string()
                           : view.online       ? view.server
                                               : text(view.language, Key::offline);
  const int link_columns = display_width(link);
  canvas.put_clipped(1, 0, canvas.width() - link_columns - 4, title, Style::bar);
  canvas.put(canvas.width() - link_columns - 1, 0, link,
             view.online || view.server.empty() ? Style::bar : Style::error);
}

// What is asked, offered or told at the end: one line.
std::string prompt_text(const State& state, const View& view) {
  const Language language = view.language;
  if (state.game && !state.game->over() && (state.table || view.server.empty())) {
    const GameModel& game = *state.game;
    const auto me = state.me();
    const auto& shown = game.state();
    if (me && shown.draw_offer && shown.draw_offered_by != me) {
      return text(language, Key::draw_offered_to_you, {printable(game.user(other(*me)).name)});
    }
    if (me && shown.undo_request && shown.undo_requested_by != me) {
      return text(language, Key::undo_requested_of_you, {printable(game.user(other(*me)).name)});
    }
    if (const auto ask = tell_ask(language, game, me)) return ask->text;
  }
  if (const auto seat = state.seat()) {
    const auto dialog = tell_table_dialog(language, *state.table, *seat);
    if (!dialog.empty()) return dialog.front().text;
  }
  if (state.search) return text(language, Key::searching);
  if (state.game && state.game->over()) {
    const auto& result = *state.game->state().result;
    return text(language, Key::ended, {outcome_text(language, result.outcome, result.reason)});
  }
  if (!state.user) return text(language, Key::prompt_sign_in);
  return text(language, Key::prompt_hall);
}

void draw_foot(Canvas& canvas, const View& view, int first_row) {
  const int input_row = canvas.height() - 2;
  const int room = input_row - first_row;
  std::vector<std::string> lines;
  const int taken = static_cast<int>(view.log.size());
  for (int i = std::max(0, taken - room); i < taken; ++i) {
    for (std::string& line : wrap(view.log[static_cast<std::size_t>(i)], canvas.width() - 2)) {
      lines.push_back(std::move(line));
    }
  }
  const int rows = static_cast<int>(lines.size());
  for (int i = std::max(0, rows - room); i < rows; ++i) {
    canvas.put(1, first_row + i - std::max(0, rows - room), lines[static_cast<std::size_t>(i)]);
  }
  const std::string input = printable(view.input);
  // The end of a long line is what one is writing.
  std::string shown = input;
  while (display_width(shown) > canvas.width() - 4) {
    std::size_t at = 0;
    next_code_point(shown, at);
    shown.erase(0, at);
  }
  canvas.put(0, input_row, "> " + shown, Style::bold);
  canvas.fill(0, canvas.height() - 1, canvas.width(), Style::bar);
  canvas.put_clipped(1, canvas.height() - 1, canvas.width() - 2, text(view.language, Key::keys_bar),
                     Style::bar);
}

// Whether the cursor on the board means something now.
bool cursor_shown(const State& state) {
  if (!state.game || !state.game->ask() || state.game->ask()->player != state.me()) return false;
  const auto& acts = state.game->ask()->acts;
  return std::ranges::any_of(acts, [](const std::string& act) {
    return act == "place" || act == "choose_fifth" || act == "offer_fifths";
  });
}

void draw_play(Canvas& canvas, const State& state, const View& view, Millis now_ms) {
  const Spacing spacing = spacing_for(canvas.width(), canvas.height(), view.numbers);
  const Box board{1, 1, spacing.width(), spacing.height()};
  if (state.game) {
    draw_position(canvas, board, spacing, *state.game, view, cursor_shown(state));
    const int x = board.x + board.width + 2;
    draw_players(canvas, {x, 1, canvas.width() - x - 1, board.height}, state, view, now_ms);
    return;
  }
  draw_position(canvas, board, spacing, GameModel({}, now_ms), view, false);
}

}  // namespace

Canvas draw_screen(const State& state, const View& view, int width, int height, Millis now_ms) {
  Canvas canvas(width, height);
  if (width < kLeastWidth || height < kLeastHeight) {
    const std::string said = text(view.language, Key::too_small,
                                  {std::to_string(kLeastWidth), std::to_string(kLeastHeight)});
    int y = 0;
    for (const std::string& line : wrap(said, canvas.width())) canvas.put(0, y++, line);
    return canvas;
  }
  draw_title(canvas, state, view);
  const Spacing spacing = spacing_for(width, height, view.numbers);
  const int prompt_row = 1 + spacing.height();
  const Box page{1, 1, width - 2, prompt_row - 1};
  switch (view.page) {
    case Page::play:
      draw_play(canvas, state, view, now_ms);
      break;
    case Page::rooms:
      draw_rooms(canvas, page, state, view);
      break;
    case Page::tables:
      draw_tables(canvas, page, state, view);
      break;
    case Page::ladder:
      draw_ladder(canvas, page, state, view);
      break;
    case Page::messages:
      draw_messages(canvas, page, view);
      break;
    case Page::chat:
      draw_chat(canvas, page, state, view);
      break;
    case Page::help:
      draw_help(canvas, page, view);
      break;
  }
  canvas.fill(0, prompt_row, width, Style::prompt);
  canvas.put_clipped(1, prompt_row, width - 2, prompt_text(state, view), Style::prompt);
  draw_foot(canvas, view, prompt_row + 1);
  return canvas;
}

Spot input_spot(const View& view, int width, int height) {
  const int columns = std::min(display_width(printable(view.input)), width - 4);
  return {2 + columns, height - 2};
}

}  // namespace tianyuan::console
