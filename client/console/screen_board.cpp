// The board and the two players beside it.

#include <algorithm>
#include <string>

#include "client/console/board_view.h"
#include "client/console/game_notices.h"
#include "client/console/ruling_notices.h"
#include "client/console/screen_parts.h"
#include "client/console/text.h"
#include "client/console/width.h"

namespace tianyuan::console {
namespace {

constexpr Millis kLowMs = 30'000;
constexpr Millis kLastMs = 10'000;

bool contains(const std::vector<Point>& points, Point point) {
  return std::ranges::find(points, point) != points.end();
}

// The sign of an empty crossing on a board with lines.
std::string crossing(Point point) {
  const int last = kBoardSize - 1;
  const bool left = point.column() == 0;
  const bool right = point.column() == last;
  if (is_star(point)) return "╋";
  if (point.row() == last) return left ? "┌" : right ? "┐" : "┬";
  if (point.row() == 0) return left ? "└" : right ? "┘" : "┴";
  return left ? "├" : right ? "┤" : "┼";
}

std::string empty_sign(Point point, const Spacing& spacing, bool ascii) {
  if (ascii) return is_star(point) ? "+" : ".";
  if (spacing.down > 1) return crossing(point);
  return is_star(point) ? "+" : "·";
}

struct Sign {
  std::string glyph;
  Style style = Style::board;
};

Sign sign_of(const GameModel& game, const View& view, const Spacing& spacing, Point point,
             const std::string& number) {
  if (const auto colour = game.board().at(point)) {
    const bool black = *colour == Colour::black;
    Sign sign{view.ascii ? (black ? "X" : "O") : (black ? "●" : "○"),
              black ? Style::black_stone : Style::white_stone};
    if (view.numbers && !number.empty()) sign.glyph = number;
    if (game.last_stone() == point) sign.style = Style::last_stone;
    if (contains(game.winning_row(), point)) sign.style = Style::winning;
    return sign;
  }
  if (contains(game.offered_fifths(), point) || contains(view.picked, point)) {
    return {"?", Style::offered};
  }
  const auto& forbidden = game.state().forbidden;
  const auto it = std::ranges::find(forbidden, point, &proto::ForbiddenPoint::point);
  if (it != forbidden.end()) {
    // Of its kind: 3 double three, 4 double four, 6 overline.
    const char sign = it->kinds.starts_with("33") ? '3' : it->kinds.starts_with("44") ? '4' : '6';
    return {std::string(1, sign), Style::forbidden};
  }
  return {empty_sign(point, spacing, view.ascii), Style::board};
}

std::string short_number(const proto::MoveView& move, bool ascii, int columns) {
  const std::string plain = std::to_string(move.number);
  const bool black = move.colour == Colour::black;
  std::string sign = !black ? plain : ascii || move.number > 50 ? plain : circled(move.number);
  return display_width(sign) <= columns ? sign : plain.substr(plain.size() - 2);
}

void draw_lines(Canvas& canvas, const Box& box, const Spacing& spacing) {
  for (int row = 0; row < kBoardSize; ++row) {
    const int y = box.y + row * spacing.down;
    for (int column = 0; column < kBoardSize; ++column) {
      const int x = box.x + 3 + column * spacing.across;
      if (column + 1 < kBoardSize) {
        for (int i = 1; i < spacing.across; ++i) canvas.put(x + i, y, "─", Style::board);
      }
      if (row + 1 < kBoardSize) {
        for (int i = 1; i < spacing.down; ++i) canvas.put(x, y + i, "│", Style::board);
      }
    }
  }
}

Style clock_style(Millis left_ms) {
  if (left_ms < kLastMs) return Style::clock_last;
  return left_ms < kLowMs ? Style::clock_low : Style::clock;
}

void draw_player(Canvas& canvas, const Box& box, int y, const State& state, const View& view,
                 Player player, Millis now_ms) {
  const GameModel& game = *state.game;
  const proto::UserView& user = game.user(player);
  const bool black = game.colour_of(player) == Colour::black;
  const std::string stone = view.ascii ? (black ? "X" : "O") : (black ? "●" : "○");
  int x = canvas.put(box.x, y, stone + " ", black ? Style::black_stone : Style::white_stone);
  const std::string rank = printable(rank_text(view.language, user.rank));
  std::string name = printable(user.name);
  if (state.me() == player) name += " (" + text(view.language, Key::you) + ")";
  x = canvas.put_clipped(x, y, box.width - 2, name, Style::bold);
  if (!rank.empty()) {
    canvas.put_clipped(x, y, box.x + box.width - x, "  " + rank + " " + std::to_string(user.score),
                       Style::dim);
  }
  const auto running = game.state().clocks.running;
  const auto move_left = running == player ? game.move_left_ms(now_ms) : std::nullopt;
  const Millis total = game.left_ms(player, now_ms);
  x = canvas.put(box.x + 2, y + 1, clock_text(total),
                 running == player && !move_left ? clock_style(total) : Style::clock);
  if (move_left) {
    x = canvas.put(x, y + 1, "  " + text(view.language, Key::this_move) + " ", Style::dim);
    canvas.put(x, y + 1, clock_text(*move_left), clock_style(*move_left));
  }
  if (const auto grace = game.grace_left_ms(player, now_ms); grace && !game.over()) {
    canvas.put_clipped(box.x + 2, y + 2, box.width - 2,
                       text(view.language, Key::away_left, {clock_text(*grace)}), Style::away);
  }
}

}  // namespace

Spacing spacing_for(int width, int height, bool numbers) {
  // 29 rows of board, letters, title, prompt, four messages, input and keys.
  if (width >= 110 && height >= 38) return {4, 2};
  return {numbers ? 3 : 2, 1};
}

void draw_position(Canvas& canvas, const Box& box, const Spacing& spacing, const GameModel& game,
                   const View& view, bool cursor_shown) {
  std::vector<std::string> numbers(kPointCount);
  for (const proto::MoveView& move : game.state().moves) {
    if (const auto point = parse_point(move.move)) {
      numbers[static_cast<std::size_t>(point->index())] =
          short_number(move, view.ascii, spacing.across - 1);
    }
  }
  if (!view.ascii && spacing.down > 1) draw_lines(canvas, box, spacing);
  for (int row = 0; row < kBoardSize; ++row) {
    const int y = box.y + (kBoardSize - 1 - row) * spacing.down;
    canvas.put(box.x, y, pad_left(std::to_string(row + 1), 2), Style::dim);
    for (int column = 0; column < kBoardSize; ++column) {
      const Point point = *Point::at(column, row);
      const int x = box.x + 3 + column * spacing.across;
      Sign sign =
          sign_of(game, view, spacing, point, numbers[static_cast<std::size_t>(point.index())]);
      const bool here = cursor_shown && point == view.cursor;
      canvas.put(x, y, sign.glyph, here ? Style::cursor : sign.style);
      // The last stone is marked without colours too.
      if (game.last_stone() == point && !view.numbers) {
        canvas.put(x - 1, y, "[", Style::last_stone);
        canvas.put(x + 1, y, "]", Style::last_stone);
      }
    }
  }
  const int y = box.y + (kBoardSize - 1) * spacing.down + 1;
  for (int column = 0; column < kBoardSize; ++column) {
    canvas.put(box.x + 3 + column * spacing.across, y,
               std::string(1, static_cast<char>('A' + column)), Style::dim);
  }
}

void draw_players(Canvas& canvas, const Box& box, const State& state, const View& view,
                  Millis now_ms) {
  const GameModel& game = *state.game;
  const auto& shown = game.state();
  draw_player(canvas, box, box.y, state, view, shown.black, now_ms);
  draw_player(canvas, box, box.y + 3, state, view, other(shown.black), now_ms);
  int y = box.y + 7;
  const auto line = [&](const std::string& said, Style style) {
    for (const std::string& part : wrap(said, box.width)) {
      if (y < box.y + box.height) canvas.put(box.x, y++, part, style);
    }
  };
  std::string rule = rule_text(view.language, printable(shown.rule));
  if (shown.rule != "freestyle" && shown.rule != "no-forbidden") {
    rule += ", " + enforcement_text(view.language, printable(shown.enforcement));
  }
  line(rule, Style::dim);
  if (auto standstill = tell_standstill(view.language, game)) {
    line(standstill->text, Style::away);
  }
  if (!shown.opening.empty()) {
    line(text(view.language, Key::opening, {printable(shown.opening)}), Style::normal);
  }
  if (auto forbidden = tell_forbidden(view.language, game, state.me())) {
    line(forbidden->text, Style::forbidden);
  }
  if (view.numbers) {
    std::string moves;
    for (const proto::MoveView& move : shown.moves) {
      moves += std::to_string(move.number) + ":" + printable(move.move) + " ";
    }
    line(moves, Style::dim);
  } else {
    line(text(view.language, Key::move_count, {std::to_string(shown.moves.size())}), Style::dim);
  }
}

}  // namespace tianyuan::console
