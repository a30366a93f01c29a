#include "client/console/screen.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <tuple>

#include "client/console/keys.h"
#include "client/console/width.h"
#include "tests/client/fake_server.h"

using namespace tianyuan;
using namespace tianyuan::console;
using namespace tianyuan::console::test;

namespace {

State playing() {
  State state;
  state.user = FakeServer::user(1, "小明");
  state.room = 1;
  state.rooms = FakeServer::rooms().rooms;
  state.table = FakeServer::table();
  proto::GameSnapshot snapshot = FakeServer::game();
  snapshot.players[0].name = "小明";
  snapshot.moves = {{1, Colour::black, "H8"}, {2, Colour::white, "I9"}};
  snapshot.turn = 2;
  state.game.emplace(snapshot, 0);
  return state;
}

View view_in(Language language) {
  View view;
  view.language = language;
  view.page = Page::play;
  view.online = true;
  view.server = "ws://test";
  return view;
}

std::string all(const Canvas& canvas) {
  std::string out;
  for (const std::string& row : canvas.rows()) out += row + "\n";
  return out;
}

bool shows(const Canvas& canvas, std::string_view text) {
  return all(canvas).find(text) != std::string::npos;
}

// Every row is exactly as wide as the screen: no wide character has lost its half.
void check_cells(const Canvas& canvas) {
  for (int y = 0; y < canvas.height(); ++y) {
    int columns = 0;
    for (int x = 0; x < canvas.width(); ++x) {
      const std::string& glyph = canvas.at(x, y).glyph;
      columns += display_width(glyph);
      if (glyph.empty()) CHECK((x > 0 && display_width(canvas.at(x - 1, y).glyph) == 2));
    }
    CHECK(columns == canvas.width());
  }
}

}  // namespace

TEST_CASE("At 80x24 board, players, clocks and prompt are all there, in both languages") {
  const State state = playing();
  const Canvas chinese = draw_screen(state, view_in(Language::chinese), 80, 24, 0);
  check_cells(chinese);
  CHECK(chinese.row(0).starts_with(" 天元 | 小明 (游客) | 普通一室 | 5 号桌"));
  CHECK(chinese.row(1).starts_with(" 15 · · · · · · · · · · · · · · ·"));
  CHECK(chinese.row(8).find("·[○]") == std::string::npos);
  CHECK(chinese.row(7).find("[○]") != std::string::npos);
  CHECK(chinese.row(8).find("●") != std::string::npos);
  CHECK(chinese.row(16).starts_with("    A B C D E F G H I J K L M N O"));
  CHECK(shows(chinese, "● 小明 (你)  初学者 0"));
  CHECK(shows(chinese, "10:00  本步 1:00"));
  CHECK(chinese.row(17) == " 轮到你：落黑子。");
  CHECK(chinese.row(22) == ">");
  CHECK(chinese.row(23).starts_with(" F1 帮助"));

  const Canvas english = draw_screen(state, view_in(Language::english), 80, 24, 0);
  check_cells(english);
  CHECK(english.row(17) == " Your turn: place a Black stone.");
  CHECK(shows(english, "● 小明 (you)  Beginner 0"));
  CHECK(english.row(23).starts_with(" F1 help"));
}

TEST_CASE("At 120x40 the board has lines and twice the room") {
  const Canvas canvas = draw_screen(playing(), view_in(Language::chinese), 120, 40, 0);
  check_cells(canvas);
  CHECK(canvas.row(1).starts_with(" 15 ┌───┬───┬"));
  CHECK(canvas.row(2).starts_with("    │   │   │"));
  CHECK(canvas.row(29).starts_with("  1 └───┴───┴"));
  CHECK(canvas.row(30).starts_with("    A   B   C"));
  CHECK(canvas.row(15).find("●") != std::string::npos);
  CHECK(canvas.row(13).find("─[○]─") != std::string::npos);
}

TEST_CASE("Clocks run down and change their style") {
  const State state = playing();
  const auto style_of_move_clock = [&](Millis now_ms) {
    const Canvas canvas = draw_screen(state, view_in(Language::english), 80, 24, now_ms);
    for (int x = 0; x < canvas.width(); ++x) {
      for (const Style style : {Style::clock_low, Style::clock_last}) {
        if (canvas.at(x, 2).style == style) return style;
      }
    }
    return Style::clock;
  };
  CHECK(style_of_move_clock(0) == Style::clock);
  CHECK(style_of_move_clock(35'000) == Style::clock_low);
  CHECK(style_of_move_clock(55'000) == Style::clock_last);
  CHECK(shows(draw_screen(state, view_in(Language::english), 80, 24, 99'000), "0:00"));
}

TEST_CASE("Who is away and for how long, the winning row, forbidden points and fifths") {
  State state = playing();
  state.game->set_connection(Player::second, false, 150'000, 0);
  const Canvas away = draw_screen(state, view_in(Language::chinese), 80, 24, 30'000);
  CHECK(shows(away, "掉线，剩 2:00 返回"));

  proto::GameSnapshot snapshot = state.game->state();
  snapshot.forbidden = {{*parse_point("C3"), "33"}, {*parse_point("D5"), "overline"}};
  state.game.emplace(snapshot, 0);
  const Canvas marked = draw_screen(state, view_in(Language::english), 80, 24, 0);
  CHECK(marked.at(4 + 2 * 2, 13).glyph == "3");
  CHECK(marked.at(4 + 2 * 2, 13).style == Style::forbidden);
  CHECK(marked.at(4 + 3 * 2, 11).glyph == "6");
  CHECK(shows(marked, "C3 double three"));

  proto::ResultView result;
  result.outcome = "win";
  result.reason = "five";
  result.row = {kTengen};
  state.game->set_result(result);
  const Canvas won = draw_screen(state, view_in(Language::english), 80, 24, 0);
  CHECK(won.at(4 + 7 * 2, 8).style == Style::winning);
  CHECK(won.row(17) == " The game is over: five in a row.");
}

TEST_CASE("A pause stands beside the board with its reason, and so does who is awaited") {
  State state = playing();
  proto::GameSnapshot snapshot = state.game->state();
  snapshot.pause = proto::PauseView{"li", "停电"};
  state.game.emplace(snapshot, 0);
  CHECK(
      shows(draw_screen(state, view_in(Language::chinese), 80, 24, 0), "裁判 li 暂停对局：停电。"));

  snapshot.pause.reset();
  snapshot.waiting = true;
  snapshot.connected = {true, false};
  state.game.emplace(snapshot, 0);
  CHECK(shows(draw_screen(state, view_in(Language::english), 120, 40, 0), "is not here"));
}

TEST_CASE("Move numbers on a key: Black's circled") {
  View view = view_in(Language::english);
  press(view, playing(), {KeyPress::Kind::text, "#", 0});
  CHECK(view.numbers);
  const Canvas canvas = draw_screen(playing(), view, 80, 24, 0);
  check_cells(canvas);
  CHECK(canvas.row(8).find("①") != std::string::npos);
  CHECK(canvas.row(7).find("2") != std::string::npos);
  press(view, playing(), {KeyPress::Kind::function, {}, 2});
  CHECK_FALSE(view.numbers);
}

TEST_CASE("Arrows move the cursor and Enter plays there; typed points are commands") {
  const State state = playing();
  View view = view_in(Language::english);
  for (const auto kind : {KeyPress::Kind::up, KeyPress::Kind::up, KeyPress::Kind::left}) {
    CHECK(press(view, state, {kind, {}, 0}).empty());
  }
  CHECK(press(view, state, {KeyPress::Kind::enter, {}, 0}) ==
        std::vector<std::string>{"place G10"});
  for (int i = 0; i < 40; ++i) press(view, state, {KeyPress::Kind::right, {}, 0});
  CHECK(to_string(view.cursor) == "O10");
  for (const char* letter : {"d", "天", "4"}) press(view, state, {KeyPress::Kind::text, letter, 0});
  press(view, state, {KeyPress::Kind::backspace, {}, 0});
  press(view, state, {KeyPress::Kind::backspace, {}, 0});
  press(view, state, {KeyPress::Kind::text, "4", 0});
  CHECK(press(view, state, {KeyPress::Kind::enter, {}, 0}) == std::vector<std::string>{"d4"});
  CHECK(view.input.empty());
}

TEST_CASE("The cursor stops at each edge, and Enter plays on the board") {  // report A24
  const State state = playing();
  View view = view_in(Language::english);
  using Kind = KeyPress::Kind;
  for (const auto& [across, along, corner] :
       {std::tuple(Kind::left, Kind::down, "A1"), std::tuple(Kind::right, Kind::down, "O1"),
        std::tuple(Kind::right, Kind::up, "O15"), std::tuple(Kind::left, Kind::up, "A15")}) {
    for (int i = 0; i < 20; ++i) {
      press(view, state, {across, {}, 0});
      press(view, state, {along, {}, 0});
    }
    CHECK(press(view, state, {Kind::enter, {}, 0}) ==
          std::vector<std::string>{std::string("place ") + corner});
  }
}

TEST_CASE("Fifths are marked with Enter and offered when there are enough; y and n answer") {
  State state = playing();
  proto::GameSnapshot snapshot = state.game->state();
  snapshot.ask->acts = {"offer_fifths"};
  snapshot.ask->count_min = 2;
  snapshot.ask->count_max = 2;
  state.game.emplace(snapshot, 0);
  View view = view_in(Language::english);
  const KeyPress enter{KeyPress::Kind::enter, {}, 0};
  const KeyPress right{KeyPress::Kind::right, {}, 0};
  CHECK(press(view, state, enter).empty());
  CHECK(view.picked.size() == 1);
  CHECK(press(view, state, enter).empty());  // taken back
  CHECK(view.picked.empty());
  press(view, state, enter);
  press(view, state, right);
  CHECK(press(view, state, enter) == std::vector<std::string>{"offer H8 I8"});

  snapshot.ask->acts = {"swap"};
  state.game.emplace(snapshot, 0);
  CHECK(press(view, state, {KeyPress::Kind::text, "y", 0}) == std::vector<std::string>{"swap yes"});
  snapshot.draw_offer = 1;
  snapshot.draw_offered_by = Player::second;
  state.game.emplace(snapshot, 0);
  CHECK(press(view, state, {KeyPress::Kind::text, "n", 0}) == std::vector<std::string>{"draw no"});
  CHECK(draw_screen(state, view, 80, 24, 0).row(17).find("offers a draw") != std::string::npos);
}

TEST_CASE("Rooms, tables and the ladder are lists; Enter acts on the row") {
  State state = playing();
  state.game.reset();
  state.table.reset();
  View view = view_in(Language::chinese);
  view.page = Page::rooms;
  const Canvas rooms = draw_screen(state, view, 80, 24, 0);
  check_cells(rooms);
  CHECK(rooms.row(2).starts_with(" >   1 普通一室"));
  CHECK(press(view, state, {KeyPress::Kind::enter, {}, 0}) ==
        std::vector<std::string>{"enter 1", "tables"});
  CHECK(view.page == Page::tables);
  state.tables = {FakeServer::table()};
  const Canvas tables = draw_screen(state, view, 80, 24, 0);
  check_cells(tables);
  CHECK(tables.row(2).find("ming") != std::string::npos);
  CHECK(press(view, state, {KeyPress::Kind::enter, {}, 0}) == std::vector<std::string>{"watch 5"});
  view.page = Page::ladder;
  state.ladder.emplace();
  state.ladder->rows = {{1, FakeServer::user(2, "hong"), 3, 2, 1, 0, 0}};
  const Canvas ladder = draw_screen(state, view, 80, 24, 0);
  check_cells(ladder);
  CHECK(ladder.row(2).find("hong") != std::string::npos);
  CHECK(ladder.row(2).find("2-1-0") != std::string::npos);
}

TEST_CASE("Any size and any page can be drawn; a small window says so") {
  const State state = playing();
  View view = view_in(Language::chinese);
  view.log = {
      "很长的一行消息很长的一行消息很长的一行消息很长的一行消息很长的一行消息很长的一行消息",
      "short"};
  view.input = "say 你好你好你好你好你好你好你好你好你好你好你好你好你好你好你好你好你好你好你好";
  for (int page = 0; page < kPages; ++page) {
    view.page = static_cast<Page>(page);
    for (const auto& [width, height] : {std::pair{1, 1},
                                        {20, 5},
                                        {72, 22},
                                        {80, 24},
                                        {81, 25},
                                        {109, 60},
                                        {120, 40},
                                        {200, 60}}) {
      check_cells(draw_screen(state, view, width, height, 0));
    }
  }
  CHECK(shows(draw_screen(state, view, 40, 10, 0), "窗口太小"));
}

TEST_CASE("Long text is wrapped at blanks or between wide characters") {
  CHECK(wrap("one two three", 7) == std::vector<std::string>{"one two", "three"});
  CHECK(wrap("天元五子棋", 4) == std::vector<std::string>{"天元", "五子", "棋"});
  CHECK(wrap("abcdefgh", 3) == std::vector<std::string>{"abc", "def", "gh"});
  CHECK(wrap("", 5) == std::vector<std::string>{""});
}

TEST_CASE("The chat page shows who said what where, and says what is typed on it") {
  State state = playing();
  View view = view_in(Language::chinese);
  press(view, state, {KeyPress::Kind::function, {}, 7});
  CHECK(view.page == Page::chat);
  CHECK(shows(draw_screen(state, view, 80, 24, 0), "还没有人说话。"));
  state.hear({"table", 2, "小红", "你好，很高兴认识你", false});
  state.hear({"room", 3, "Tom", "hello\x1b[31m", false});
  state.hear({"table", 4, "Eva", "👨\u200d👩\u200d👧", true});
  const Canvas canvas = draw_screen(state, view, 80, 24, 0);
  check_cells(canvas);
  CHECK(canvas.row(2) == " [本桌] 小红：你好，很高兴认识你");
  CHECK(canvas.row(3) == " [房间] Tom：hello·[31m");
  CHECK(canvas.row(4) == " [观战] Eva：👨👩👧");

  const auto typed = [&](const std::string& line) {
    press(view, state, {KeyPress::Kind::text, line, 0});
    return press(view, state, {KeyPress::Kind::enter, {}, 0});
  };
  CHECK(typed("#1 move") == std::vector<std::string>{"say #1 move"});
  CHECK(typed("/resign") == std::vector<std::string>{"resign"});
  state.table.reset();
  CHECK(typed("h8") == std::vector<std::string>{"chat h8"});
  CHECK(typed("").empty());
}

TEST_CASE("A long chat is scrolled, and only the latest of it is kept") {
  State state = playing();
  View view = view_in(Language::english);
  view.page = Page::chat;
  for (int i = 0; i < 300; ++i) state.hear({"table", 2, "Tom", "line " + std::to_string(i), false});
  CHECK(state.chat.size() == State::kChatKept);
  CHECK(state.chat_heard == 300);
  CHECK(shows(draw_screen(state, view, 80, 24, 0), "Tom: line 299"));
  press(view, state, {KeyPress::Kind::page_up, {}, 0});
  press(view, state, {KeyPress::Kind::up, {}, 0});
  const Canvas canvas = draw_screen(state, view, 80, 24, 0);
  CHECK(shows(canvas, "Tom: line 288"));
  CHECK_FALSE(shows(canvas, "Tom: line 289"));
  press(view, state, {KeyPress::Kind::page_down, {}, 0});
  press(view, state, {KeyPress::Kind::down, {}, 0});
  CHECK(shows(draw_screen(state, view, 80, 24, 0), "Tom: line 299"));
}
