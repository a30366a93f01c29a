#include "client/console/local_table.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

using namespace tianyuan;
using namespace tianyuan::console;

namespace {

struct Screen {
  LocalTable table;
  explicit Screen(std::string rule, Enforcement enforcement = Enforcement::refuse)
      : table(std::move(rule), enforcement, Language::english, true) {}

  std::vector<std::string> type(std::string_view line) {
    const auto command = parse_command(line);
    REQUIRE(command.has_value());
    REQUIRE(command->has_value());
    std::vector<std::string> words;
    for (const Notice& notice : table.perform(**command)) words.push_back(notice.words);
    return words;
  }
};

using Told = std::vector<std::string>;

}  // namespace

TEST_CASE("Two people play a game to its end at one screen") {
  Screen screen("freestyle");
  CHECK(screen.type("h8") == Told{"stone black H8 move=1 player=first",
                                  "your-turn place turn=1 colour=white player=second"});
  for (const char* move : {"a1", "i8", "a2", "j8", "a3", "k8", "a4"}) screen.type(move);
  CHECK(screen.type("l8") == Told{"stone black L8 move=9 player=first",
                                  "ended win five winner=black row=H8,I8,J8,K8,L8 forbidden=-"});
  CHECK(screen.table.over());
  CHECK(screen.type("o1") == Told{"error game_over"});
}

TEST_CASE("A refused stone changes nothing") {
  Screen screen("freestyle");
  screen.type("h8");
  CHECK(screen.type("h8") == Told{"error occupied"});
  CHECK(screen.table.game().turn() == 1);
  CHECK(screen.type("match") == Told{"error not_in_room"});
  CHECK(screen.type("rooms") == Told{"error not_connected"});
}

TEST_CASE("Both sit here: draws and take-backs are agreed at once") {
  Screen screen("freestyle");
  screen.type("h8");
  screen.type("i8");
  const Told undone = screen.type("undo");
  CHECK(undone[0] == "undo-answered accepted request=1 removed=1");
  CHECK(screen.table.game().board().stones() == 1);
  screen.type("undo");
  CHECK(screen.table.game().board().stones() == 0);
  CHECK(screen.type("redo")[0] == "stone black H8 move=1 player=first");
  CHECK(screen.type("redo")[0] == "stone white I8 move=2 player=second");
  CHECK(screen.type("redo") == Told{"error nothing_undone"});
  const Told drawn = screen.type("draw");
  CHECK(drawn.back() == "ended draw agreement winner=- row=- forbidden=-");
}

// A32
TEST_CASE("Taking back the winning stone clears the result, and playing it announces the same") {
  Screen screen("freestyle");
  for (const char* move : {"h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4"}) screen.type(move);
  const Told won{"stone black L8 move=9 player=first",
                 "ended win five winner=black row=H8,I8,J8,K8,L8 forbidden=-"};
  CHECK(screen.type("l8") == won);
  CHECK(screen.table.over());
  CHECK(screen.table.snapshot().result->row.size() == 5);

  CHECK(screen.type("undo") == Told{"undo-answered accepted request=1 removed=1",
                                    "your-turn place turn=8 colour=black player=first"});
  CHECK_FALSE(screen.table.over());
  CHECK_FALSE(screen.table.snapshot().result.has_value());
  CHECK_FALSE(screen.table.game().board().at(*parse_point("L8")).has_value());

  CHECK(screen.type("redo") == won);
  CHECK(screen.table.over());
  screen.type("undo");
  CHECK(screen.type("l8") == won);  // played by hand again
  CHECK(screen.type("redo") == Told{"error nothing_undone"});
}

TEST_CASE("What is played after a take-back replaces what was taken back") {
  Screen screen("freestyle");
  CHECK(screen.type("undo") == Told{"error undo_not_allowed"});
  for (const char* move : {"h8", "a1", "i8"}) screen.type(move);
  screen.type("undo");
  screen.type("undo");
  CHECK(screen.type("h8") == Told{"error occupied"});  // a refusal takes nothing away
  CHECK(screen.type("redo")[0] == "stone white A1 move=2 player=second");
  screen.type("undo");
  screen.type("b2");
  CHECK(screen.type("redo") == Told{"error nothing_undone"});
  CHECK(screen.type("moves")[0] == "moves h8b2");
}

TEST_CASE("Every end and every decision can be taken back at one screen") {
  Screen screen("rif");
  for (const char* move : {"h8", "h9", "i10"}) screen.type(move);
  screen.type("swap yes");
  CHECK(screen.table.game().black() == Player::second);
  CHECK(screen.type("undo")[0] == "undo-answered accepted request=1 removed=0");
  CHECK(screen.table.game().black() == Player::first);
  CHECK(screen.type("resign")[0].starts_with("ended win resigned winner=black"));
  CHECK(screen.type("undo").back().starts_with("your-turn swap"));
  CHECK(screen.type("draw").back().starts_with("ended draw agreement"));
  CHECK(screen.type("undo").back().starts_with("your-turn swap"));
}

TEST_CASE("An opening is led through its decisions") {
  Screen screen("rif");
  screen.type("h8");
  screen.type("h9");
  const Told third = screen.type("i10");
  REQUIRE(third.size() == 3);
  CHECK(third[1] == "opening D2");
  CHECK(third[2].starts_with("your-turn swap turn="));
  const Told swapped = screen.type("swap yes");
  CHECK(swapped[0] == "swap yes player=second black=P2 white=P1");
  screen.type("a1");
  const Told offered = screen.type("offer O15 O1");
  CHECK(offered[0].starts_with("fifths-offered O15 O1"));
  CHECK(offered[1].starts_with("your-turn choose_fifth"));
  CHECK(screen.type("keep A2") == Told{"error not_offered"});
  CHECK(screen.type("keep O1")[0] == "fifth-kept O1 move=5 player=first");
}

TEST_CASE("Taking Black in swap2 is told by its name, and the swap with it") {
  Screen screen("swap2");
  for (const char* move : {"a1", "b1", "c1"}) screen.type(move);
  CHECK(screen.type("choose black") == Told{"branch black player=second",
                                            "swap yes player=second black=P2 white=P1",
                                            "your-turn place turn=5 colour=white player=first"});
  CHECK(screen.type("d1")[0] == "stone white D1 move=4 player=first");
}

TEST_CASE("Six where exactly five wins is said to be no win") {  // report A11
  for (const auto& [rule, wins] :
       {std::pair("exact-five", false), std::pair("swap2", false), std::pair("freestyle", true)}) {
    Screen screen(rule);
    for (const char* move : {"d8", "a1", "e8"}) screen.type(move);
    if (std::string_view(rule) == "swap2") {
      screen.type("choose black");  // White, and then Black, play on
    }
    for (const char* move : {"a3", "f8", "a5", "g8", "a7", "i8", "a9"}) screen.type(move);
    const Told last = screen.type("h8");
    CHECK(last[0] == std::string("stone black H8 move=11 player=") +
                         (std::string_view(rule) == "swap2" ? "second" : "first") +
                         (wins ? "" : " overline=6"));
    CHECK(screen.table.over() == wins);
  }
  // Under renju it is a forbidden move, which a room may not tell of.
  Screen screen("free", Enforcement::claim);
  for (const char* move : {"d8", "a1", "e8", "a3", "f8", "a5", "g8", "a7", "i8", "a9"}) {
    screen.type(move);
  }
  CHECK(screen.type("h8")[0] == "stone black H8 move=11 player=first");
}

TEST_CASE("Forbidden points are refused with their kind") {
  Screen screen("renju");
  for (const char* move : {"h8", "a1", "i8", "a15", "j9", "o1", "j10", "o15"}) screen.type(move);
  const Told refused = screen.type("j8");
  REQUIRE(refused.size() == 1);
  CHECK(refused[0] == "error forbidden");
}
