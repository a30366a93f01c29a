// Records in every format (B4, B5): read, refused with the place, written and read back.

#include "common/record.h"

#include <rapidcheck/catch.h>
#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "common/move_string.h"
#include "common/psq.h"
#include "common/renlib.h"
#include "common/sgf.h"
#include "common/sgf_tree.h"
#include "tests/common/play.h"

using namespace tianyuan;
using namespace tianyuan::test;

namespace {

const std::filesystem::path kGames = std::filesystem::path(TIANYUAN_TEST_DATA) / "games";

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  REQUIRE(file.good());
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

std::vector<Move> moves_of(std::string_view text) {
  auto moves = parse_move_string(text);
  if (!moves) FAIL(to_string(moves.error()));
  return *moves;
}

Record only(const std::expected<Records, RecordError>& read) {
  if (!read) FAIL(to_string(read.error()));
  REQUIRE(read->records.size() == 1);
  return read->records[0];
}

std::string error_of(const std::expected<Records, RecordError>& read) {
  REQUIRE_FALSE(read.has_value());
  return to_string(read.error());
}

}  // namespace

// ---------------------------------------------------------------- move strings

TEST_CASE("move string: greedy rows, both cases, passes and skips") {
  const auto moves = moves_of("h8I9j10--A1~~o15");
  REQUIRE(moves.size() == 7);
  CHECK(moves[2] == Move{Move::Kind::stone, Colour::black, point("J10")});
  CHECK(moves[3] == Move{Move::Kind::pass, Colour::white, {}});
  CHECK(moves[5] == Move{Move::Kind::skip, Colour::white, {}});
  CHECK(to_move_string(moves) == "h8i9j10--a1~~o15");
  CHECK(moves_of("").empty());
  CHECK(moves_of(" h8 i9\nj10 ").size() == 3);
}

TEST_CASE("move string: what is no move is an error with its place") {
  const auto place = [](std::string_view text) {
    const auto read = parse_move_string(text);
    REQUIRE_FALSE(read.has_value());
    return std::pair(read.error().line, read.error().column);
  };
  CHECK(place("ba4") == std::pair(1, 1));  // a column of a larger board
  CHECK(place("h8p9") == std::pair(1, 3));
  CHECK(place("h8i16") == std::pair(1, 3));
  CHECK(place("h8i0") == std::pair(1, 3));
  CHECK(place("h8i09") == std::pair(1, 3));
  CHECK(place("h8h8") == std::pair(1, 3));  // occupied
  CHECK(place("h8\ni9\ni9") == std::pair(3, 1));
  CHECK(place("h8-") == std::pair(1, 3));
  CHECK(place("8h") == std::pair(1, 1));
  CHECK(place("h8;i9") == std::pair(1, 3));
  CHECK(place("h") == std::pair(1, 1));
  CHECK(place(std::string(2'100, '-')) == std::pair(1, 2'001));  // passes without end
}

// ---------------------------------------------------------------- SGF

TEST_CASE("sgf: a game with its names, rule, date and result") {
  const Record record = only(read_sgf(
      "(;FF[4]GM[4]SZ[15]PB[Black \\] One]PW[白]DT[2026-11-29]EV[Cup]RU[Renju]RE[W+R]ON[D4]"
      "C[two\r\nlines];B[hh];W[ig]C[reply];B[])"));
  CHECK(record.black == "Black ] One");
  CHECK(record.white == "白");
  CHECK(record.date == "2026-11-29");
  CHECK(record.event == "Cup");
  CHECK(record.rule == "renju");
  CHECK(record.opening == "D4");
  CHECK(record.result == RecordResult{RecordResult::Kind::win, Colour::white, "R"});
  CHECK(record.moves == moves_of("h8i9--"));  // rows count from above: "ig" is i9
  CHECK(record.comments == std::vector<std::string>{"two\nlines", "", "reply"});
}

TEST_CASE("sgf: of variations the first is the main line") {
  const auto read = read_sgf("(;GM[4]SZ[15];B[hh](;W[ih](;B[aa];W[bb])(;B[cc]))(;W[gg];B[dd]))");
  CHECK(to_move_string(only(read).moves) == "h8i8a15b14");
  CHECK(read->warnings.size() == 1);
}

TEST_CASE("sgf: backslash escapes") {  // report A64
  for (const auto& [name, comment] :
       {std::pair("escape_1_two_nodes.sgf", "];B[aa"), {"escape_3_two_nodes.sgf", "\\];B[aa"}}) {
    const auto file = parse_sgf(content_of(kGames / "sgf" / name));
    REQUIRE(file.has_value());
    REQUIRE(file->games[0].nodes.size() == 2);
    CHECK(file->games[0].nodes[0].find("C")->values[0] == comment);
    CHECK(read_sgf(content_of(kGames / "sgf" / name)).error().what == "W: Black moves first");
  }
  const Record soft = only(read_sgf("(;GM[4]C[a\\\nb\\:c\\\\])"));
  CHECK(soft.comments == std::vector<std::string>{"ab:c\\"});
}

TEST_CASE("sgf: brackets in comments, and trailing garbage") {  // report A66
  CHECK(to_move_string(only(read_sgf("(;GM[4]SZ[15];B[hh]C[a ))) b];W[ii])")).moves) == "h8i7");
  CHECK(only(read_sgf("(;GM[4];B[hh]C[((;[)];W[ii])")).moves.size() == 2);
  const auto garbage = read_sgf("(;GM[4];B[hh]C[x]))) trailing garbage");
  CHECK(only(garbage).moves.size() == 1);
  CHECK(garbage->warnings == std::vector<std::string>{"line 1, column 19: text after the game"});
  CHECK(only(read_sgf("a mail header\n(;GM[4];B[hh])")).moves.size() == 1);
}

TEST_CASE("sgf: other games, sizes and damage are refused with the place") {
  const auto error = [](std::string_view text) { return error_of(read_sgf(text)); };
  CHECK(error("") == "line 1, column 1: no game: \"(;\" was not found");
  CHECK(error("(;SZ[15];B[hh])") ==
        "line 1, column 2: GM is missing, which means Go; gomoku and renju are GM[4]");
  CHECK(error("(;GM[1]SZ[19])") ==
        "line 1, column 3: GM: another game; gomoku and renju are GM[4]");
  CHECK(error("(;GM[4]SZ[19])") ==
        "line 1, column 8: SZ: another board size; only 15 is played here");
  CHECK(error("(;GM[4]SZ[15]\n;B[hh]\n;W[pa])") ==
        "line 3, column 2: W: no point of the 15x15 board (\"aa\" to \"oo\")");
  CHECK(error("(;GM[4];B[hh];W[hh])") == "line 1, column 15: W: H8 is occupied");
  CHECK(error("(;GM[4];B[hh];B[ii])") == "line 1, column 15: B: white is to move");
  CHECK(error("(;GM[4];B[hh]W[ii])") == "line 1, column 14: W: two moves in one node");
  CHECK(error("(;GM[4]AB[hh][ii])") ==
        "line 1, column 8: AB: stones set up without order are no game");
  CHECK(error("(;GM[4];B[hh]C[never closed)") ==
        "line 1, column 15: a value that is never closed by ']'");
  CHECK(error("(;GM[4];B)") == "line 1, column 10: a property without a value");
  CHECK(error("(;GM[4]?)") == "line 1, column 8: unexpected '?' between nodes");
}

TEST_CASE("sgf: brackets and semicolons without end are read in bounded time") {  // report A65
  CHECK_FALSE(read_sgf(std::string(100'000, '(')).has_value());
  CHECK(read_sgf("(;GM[4]" + std::string(100'000, '(')).has_value());
  CHECK(read_sgf("(;GM[4]" + std::string(100'000, ';') + ")").has_value());
}

TEST_CASE("sgf: every game of the engine matches is read, and written and read again the same") {
  for (const auto& [name, games] : {std::pair("sgf/engine_match_exact15.sgf", 6),
                                    {"sgf/engine_match_free15.sgf", 12},
                                    {"sgf/engine_match_renju15.sgf", 6},
                                    {"engine-renju.sgf", 104}}) {
    const auto read = read_sgf(content_of(kGames / name));
    REQUIRE(read.has_value());
    INFO(name << " holds " << read->records.size());
    CHECK(read->records.size() == static_cast<std::size_t>(games));
    CHECK(read->warnings.empty());
    const auto again = read_sgf(write_sgf(read->records));
    REQUIRE(again.has_value());
    CHECK(again->records == read->records);
  }
}

TEST_CASE("sgf: whatever a record holds, reading back what was written gives it again") {
  rc::prop("write, read", [] {
    Record record;
    const auto text = [] {
      return *rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab ]\\[:;()白;B")));
    };
    record.black = text();
    record.white = text();
    record.event = text();
    record.date = text();
    record.rule = std::string((*rc::gen::elementOf(
        std::vector<std::string>{"freestyle", "rif", "renju", "swap2", "taraguchi-10"})));
    MoveList list;
    const auto indices = *rc::gen::container<std::vector<int>>(rc::gen::inRange(-20, kPointCount));
    for (const int index : indices) {
      if (index >= 0) {
        list.add(Move::Kind::stone, list.next(), Point::from_index(index));
      } else {
        list.add(index % 2 == 0 ? Move::Kind::pass : Move::Kind::skip, list.next());
      }
    }
    record.moves = list.moves();
    for (std::size_t i = 0; i <= record.moves.size(); ++i) {
      record.comments.push_back(i % 3 == 0 ? text() + "\nx" : "");
    }
    while (!record.comments.empty() && record.comments.back().empty()) record.comments.pop_back();
    if (record.moves.size() > 4) record.fifths = {point("a1"), point("c3")};
    for (std::size_t i = 0; i <= record.moves.size(); i += 2) {
      record.acts.push_back({i, i % 4 == 0 ? Player::first : Player::second, "N=" + text()});
    }
    record.result = {RecordResult::Kind::win, Colour::white, "R"};
    const auto read = read_sgf(write_sgf(std::vector{record}));
    RC_ASSERT(read.has_value());
    RC_ASSERT(read->records.size() == 1u);
    RC_ASSERT(read->records[0] == record);
    RC_ASSERT(*parse_move_string(to_move_string(record.moves)) == record.moves);
  });
}

// ---------------------------------------------------------------- psq

TEST_CASE("psq: dialects") {  // report A67
  const auto read = [](std::string_view name) {
    return only(read_psq(content_of(kGames / "psq" / name)));
  };
  CHECK(to_move_string(read("dialect_crlf_trailing_junk.psq").moves) == "h8i9g7");
  CHECK(to_move_string(read("dialect_header_spaces.psq").moves) == "h8i8");
  const Record names = read("dialect_names_no_minus1.psq");
  CHECK(to_move_string(names.moves) == "h8i8");
  CHECK(names.black == "Alice");
  CHECK(names.white == "Bob");
  const Record loose =
      only(read_psq("Piskvorky 15x15, 11:11, 0\n8, 8\n 9 ,7\n0,Freestyle15_1\n5,5,0\n"));
  CHECK(to_move_string(loose.moves) == "h8i9");
  CHECK(loose.black.empty());
}

TEST_CASE("line ends of every kind are one kind, and none stands in a name") {
  CHECK(normal_lines("a\r\nb\rc\n\rd\n\ne") == "a\nb\nc\nd\n\ne");
  CHECK(one_line("a\r\nb\rc") == "a b c");
  const Record psq = only(read_psq("Piskvorky 15x15, 0:0, 0\n8,8,0\nAl\rice\nBob\n0\n"));
  CHECK(psq.black == "Al ice");
  Record record;
  record.black = "two\r\nlines";
  record.comments = {"a\rb"};
  const Record read = only(read_sgf(write_sgf(std::vector{record})));
  CHECK(read.black == "two lines");
  CHECK(read.comments == std::vector<std::string>{"a\nb"});
}

TEST_CASE("psq: other sizes, points off the board and repeated ones are refused") {  // A10, A67
  CHECK(error_of(read_psq("Piskvorky 20x20, 0:0, 0\n2,10,0\n-1\n")) ==
        "line 1, column 1: a board of 20x20; only 15x15 is played here");
  CHECK(error_of(read_psq("")) ==
        "line 1, column 1: the first line is not \"Piskvorky 15x15, ...\"");
  CHECK(error_of(read_psq("Piskvorky 15, 0:0\n")) ==
        "line 1, column 1: the size of the board is missing in the first line");
  CHECK(error_of(read_psq("Piskvorky 15x15, 0:0, 0\n8,8,0\n16,8,0\n")) ==
        "line 3, column 1: a point off the 15x15 board");
  CHECK(error_of(read_psq("Piskvorky 15x15, 0:0, 0\n8,8,0\n0,8,0\n")) ==
        "line 3, column 1: a point off the 15x15 board");
  CHECK(error_of(read_psq("Piskvorky 15x15, 0:0, 0\n8,8,0\n8,8,0\n")) ==
        "line 3, column 1: H8 is occupied");
}

TEST_CASE("psq: written and read again the same game; a pass is refused") {
  Record record;
  record.black = "Alice";
  record.white = "小明";
  record.moves = moves_of("h8i9a1o15");
  const auto text = write_psq(record);
  REQUIRE(text.has_value());
  CHECK(only(read_psq(*text)) == record);
  record.white = "7,7";  // would be read as a move
  const Record read = only(read_psq(*write_psq(record)));
  CHECK(read.moves == record.moves);
  CHECK(read.white.empty());
  record.moves = moves_of("h8i9a1--");
  CHECK(to_string(write_psq(record).error()) == "a pass cannot be written in a .psq file");
  record.moves = moves_of("h8i9a1~~");
  CHECK(to_string(write_psq(record).error()) == "a skipped turn cannot be written in a .psq file");
}

// ---------------------------------------------------------------- RenLib

TEST_CASE("renlib: main line and comments") {
  const Record line = only(read_renlib(content_of(kGames / "lib" / "synthetic_line.lib")));
  CHECK(to_move_string(line.moves) == "h8i7j6");
  const Record comment = only(read_renlib(content_of(kGames / "lib" / "synthetic_comment.lib")));
  CHECK(to_move_string(comment.moves) == "h8");
  CHECK(comment.comments == std::vector<std::string>{"", "hello world"});
}

TEST_CASE("renlib: damage is refused with the place") {
  CHECK(error_of(read_renlib(content_of(kGames / "lib" / "bad_truncated_header.lib"))) ==
        "line 1, column 12: the file ends within its header of 20 bytes");
  CHECK(error_of(read_renlib("")) ==
        "line 1, column 1: no RenLib file: its first bytes are others");
  const std::string head = content_of(kGames / "lib" / "synthetic_line.lib").substr(0, 20);
  const auto error = [&](std::string_view tail) {
    return error_of(read_renlib(head + std::string(tail)));
  };
  CHECK(error("") == "line 1, column 21: the file holds no move");
  CHECK(error("\x78") == "line 1, column 21: the file ends within a move");
  CHECK(error(std::string_view("\x78\x00", 2)) == "line 1, column 23: the file ends within a move");
  CHECK(error(std::string_view("\x78\x00\x78\x40", 4)) == "line 1, column 23: H8 is occupied");
  CHECK(error("\xf8\x40") == "line 1, column 21: a point off the 15x15 board");
  CHECK(error("\x78\x48no end") == "line 1, column 23: the file ends within a comment");
  const std::string unpadded = head + std::string(
                                          "\x78\x48"
                                          "ab\0",
                                          5);
  CHECK(only(read_renlib(unpadded)).comments.back() == "ab");
  CHECK(only(read_renlib(head + std::string("\x78\x48\0\0", 4))).comments.empty());
  CHECK(error("\x78\x41") == "line 1, column 23: the file ends within a move");
}

// ---------------------------------------------------------------- games judged

TEST_CASE("the engines' renju games: the referee finds the recorded results") {
  const auto read = read_sgf(content_of(kGames / "engine-renju.sgf"));
  REQUIRE(read.has_value());
  int black = 0;
  int white = 0;
  int draws = 0;
  for (const Record& record : read->records) {
    GameSettings settings = settings_of("renju", SuddenDeath{3'600'000});
    settings.enforcement = Enforcement::lose;
    Play play(settings);
    play.replay_each_step = false;
    for (const Move& move : record.moves) {
      REQUIRE_FALSE(play.game.over());
      play.does(action::PlaceStone{move.point});
    }
    CHECK(play.replayed_equal());
    REQUIRE(play.game.over());
    CHECK(record_result(play.game).kind == record.result.kind);
    CHECK(record_result(play.game).winner == record.result.winner);
    const Judgement judged = judge(record.moves, *find_rule_set("renju"), Enforcement::lose);
    CHECK(judged.result == play.game.result());
    if (play.game.result()->outcome == Outcome::draw) {
      CHECK(play.game.board().full());
      ++draws;
    } else {
      ++(record.result.winner == Colour::black ? black : white);
    }
  }
  CHECK(black == 68);
  CHECK(white == 32);
  CHECK(draws == 4);
}

TEST_CASE("engine matches of every rule end where the record says") {
  for (const auto& [name, rule] : {std::pair("engine_match_free15.sgf", "freestyle"),
                                   {"engine_match_exact15.sgf", "exact-five"},
                                   {"engine_match_renju15.sgf", "renju"}}) {
    const auto read = read_sgf(content_of(kGames / "sgf" / name));
    REQUIRE(read.has_value());
    for (const Record& record : read->records) {
      CHECK(record.rule == rule);
      const Judgement judged = judge(record.moves, *find_rule_set(record.rule), Enforcement::lose);
      CHECK(judged.moves == record.moves.size());
      if (!judged.result) continue;  // an engine's fault ended it
      const RecordResult& result = record.result;
      if (judged.result->outcome == Outcome::draw) {
        CHECK(result.kind == RecordResult::Kind::draw);
      } else {
        CHECK(result.winner ==
              (judged.result->winner == Player::first ? Colour::black : Colour::white));
      }
    }
  }
}

TEST_CASE("a full board: a draw with the last stone, or a win by it") {
  const auto play_all = [](std::string_view name) {
    Play play(settings_of("freestyle", SuddenDeath{3'600'000}));
    play.replay_each_step = false;
    const auto path = std::filesystem::path(TIANYUAN_TEST_DATA) / "generated" / name;
    for (const Move& move : moves_of(content_of(path))) {
      REQUIRE_FALSE(play.game.over());
      play.does(action::PlaceStone{move.point});
    }
    return play.game;
  };
  const Game draw = play_all("full_board_draw_freestyle.txt");
  CHECK(draw.result() ==
        GameResult{Outcome::draw, EndReason::board_full, std::nullopt, std::nullopt});
  const Game win = play_all("full_board_last_stone_wins_black.txt");
  CHECK(win.result() == GameResult{Outcome::win, EndReason::five, Player::first, Player::second});
}

TEST_CASE("a record of a game keeps rule, moves, opening, fifths and result") {
  Play play(settings_of("rif"));
  play.stones("h8h9i9");
  play.does(action::AnswerSwap{true});
  play.stones("a15");
  play.does(action::OfferFifths{points({"i10", "j13"})});
  play.does(action::ChooseFifth{point("j13")});
  play.stones("c3--");
  play.does(Player::first, action::Resign{});  // White after the swap
  Record record = make_record(play.game);
  OpeningNotes notes(play.game.rule());
  for (const GameEvent& event : play.log) notes.take(event.body);
  CHECK(notes.acts() == std::vector<OpeningAct>{{3, Player::second, "swap"}});
  CHECK(notes.fifths() == record.fifths);
  record.acts = notes.acts();
  CHECK(record.rule == "rif");
  CHECK(record.opening == "D4");
  CHECK(to_move_string(record.moves) == "h8h9i9a15j13c3--");
  CHECK(record.fifths == points({"i10", "j13"}));
  CHECK(to_string(record.result) == "B+R");
  const auto read = read_sgf(write_sgf(std::vector{record}));
  REQUIRE(read.has_value());
  CHECK(read->records[0] == record);
}

TEST_CASE("what an opening rule decided is noted from the game's events") {
  const auto noted = [](const Play& play) {
    OpeningNotes notes(play.game.rule());
    for (const GameEvent& event : play.log) notes.take(event.body);
    return notes.acts();
  };
  using Acts = std::vector<OpeningAct>;
  constexpr Player P1 = Player::first;
  constexpr Player P2 = Player::second;
  SECTION("swaps, a stated number and its fifths") {
    Play play(settings_of("soosorv"));
    play.stones("h8h9i9");
    play.does(action::AnswerSwap{false});
    play.stones("a15");
    play.does(action::DeclareFifths{3});
    play.does(action::AnswerSwap{true});
    CHECK(noted(play) == Acts{{3, P2, "keep"}, {4, P2, "N=3"}, {4, P1, "swap"}});
  }
  SECTION("a branch, and what it leads to") {
    Play play(settings_of("taraguchi"));
    for (const char* stone : {"h8", "i9", "j8", "k8"}) {
      play.stones(stone);
      if (play.act_asked() == Act::swap) play.does(action::AnswerSwap{false});
    }
    play.does(action::ChooseBranch{"place_fifth"});
    play.does(action::AnswerSwap{true});
    play.stones("l12");
    play.does(action::AnswerSwap{false});
    play.stones("a1b1");
    CHECK(noted(play) == Acts{{1, P2, "keep"},
                              {2, P1, "keep"},
                              {3, P2, "keep"},
                              {4, P1, "place_fifth"},
                              {4, P1, "swap"},
                              {5, P1, "keep"}});
  }
  SECTION("taking Black is one act") {
    Play play(settings_of("swap2"));
    play.stones("a1b1c1");
    play.does(action::ChooseBranch{"black"});
    play.stones("d1e1");
    CHECK(noted(play) == Acts{{3, P2, "black"}});
  }
  SECTION("events that do not fit the rule leave no note") {
    OpeningNotes notes(*find_rule_set("rif"));
    notes.take(event::SwapAnswered{P2, true});
    notes.take(event::BranchChosen{P1, 7});
    notes.take(event::FifthsDeclared{P1, 3});
    notes.take(event::FifthsOffered{P1, points({"a1"})});
    CHECK(notes.acts().empty());
    CHECK(notes.fifths().empty());
    OpeningNotes none(*find_rule_set("freestyle"));
    none.take(event::SwapAnswered{P2, true});
    CHECK(none.acts().empty());
  }
}

TEST_CASE("sgf: an opening's decisions stand at their move, the fifths as letters too") {
  Record record;
  record.rule = "jonsson";
  record.moves = moves_of("h8h9i9a15j13c3");
  record.acts = {
      {3, Player::second, "keep"}, {4, Player::second, "N=2"}, {4, Player::first, "swap"}};
  record.fifths = points({"i10", "j13"});
  const std::string text = write_sgf(std::vector{record});
  CHECK(
      text.find(";B[ig]ACT[P2 keep];W[aa]FIFTHS[if][jc]LB[if:A][jc:B]ACT[P2 N=2][P1 swap];B[jc]") !=
      std::string::npos);
  CHECK(only(read_sgf(text)) == record);
  // A file may claim more than there are letters.
  for (int i = 0; i < 40; ++i) record.fifths.push_back(Point::from_index(i));
  CHECK(only(read_sgf(write_sgf(std::vector{record}))) == record);
  const auto foreign = read_sgf("(;GM[4];B[hh]ACT[dances])");
  CHECK(only(foreign).acts.empty());
  CHECK(foreign->warnings ==
        std::vector<std::string>{"line 1, column 14: ACT: an act that is not known here"});
}

TEST_CASE("moves after the end of a game are seen") {
  const auto moves = moves_of("h8a1i8c1j8e1k8g1l8o1");
  const Judgement judged = judge(moves, *find_rule_set("freestyle"), Enforcement::refuse);
  CHECK(judged.moves == 9);
  CHECK(judged.result->reason == EndReason::five);
}
