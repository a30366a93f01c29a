// Vectors played through the whole game, not only through the judges of single points. Public
// material is not part of the project: it is tried where the checkout has ../shared/vectors beside
// it.

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "common/game.h"
#include "common/move_string.h"
#include "common/psq.h"
#include "common/renlib.h"
#include "common/sgf.h"
#include "common/winning_row.h"
#include "tests/common/play.h"

using namespace tianyuan;
using namespace tianyuan::test;
namespace fs = std::filesystem;

namespace {

const fs::path kData = TIANYUAN_TEST_DATA;
const fs::path kPublic = kData / ".." / ".." / ".." / "shared" / "vectors" / "games";

std::vector<nlohmann::json> lines_of(const fs::path& path) {
  std::ifstream file(path);
  REQUIRE(file.good());
  std::vector<nlohmann::json> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(nlohmann::json::parse(line));
  return lines;
}

std::string content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

Play played(std::string_view rule, std::string_view moves, Enforcement enforcement) {
  GameSettings settings = settings_of(rule, SuddenDeath{3'600'000});
  settings.enforcement = enforcement;
  Play play(settings);
  play.replay_each_step = false;
  play.stones(moves);
  return play;
}

}  // namespace

TEST_CASE("forbidden cases played as games under every enforcement and rule") {
  for (const auto& line : lines_of(kData / "generated" / "forbidden_cases.jsonl")) {
    const std::string moves = line["moves"];
    const Point stone = point(line["black_plays"].get<std::string>());
    INFO(moves << ' ' << to_string(stone));
    const bool is_forbidden = !line["renju_forbidden"].is_null();
    const bool wins = line["renju_black_wins"];

    Play lose = played("free", moves, Enforcement::lose);
    lose.does(action::PlaceStone{stone});
    CHECK(lose.game.over() == (is_forbidden || wins));
    if (wins) CHECK(lose.game.result()->reason == EndReason::five);
    if (is_forbidden) CHECK(lose.game.result()->reason == EndReason::forbidden);

    Play refuse = played("free", moves, Enforcement::refuse);
    const auto refusal = refuse.act(Player::first, action::PlaceStone{stone});
    CHECK(refusal.has_value() == is_forbidden);
    if (refusal) CHECK(refusal->code == RefusalCode::forbidden);

    Play claim = played("free", moves, Enforcement::claim);
    claim.does(action::PlaceStone{stone});
    CHECK(claim.game.over() == wins);
    if (!wins) {
      claim.does(Player::second, action::ClaimForbidden{});
      CHECK(claim.game.over() == is_forbidden);
    }

    for (const auto& [rule, key] :
         {std::pair("freestyle", "freestyle_black_wins"), {"exact-five", "exact5_black_wins"}}) {
      Play play = played(rule, moves, Enforcement::refuse);
      play.does(action::PlaceStone{stone});
      CHECK(play.game.over() == line[key].get<bool>());
    }
  }
}

TEST_CASE("one stone joins two groups: who wins under which rule") {
  for (const auto& line : lines_of(kData / "generated" / "gap_fill_lengths.jsonl")) {
    Board board;
    for (const std::string stone : line["black"]) board.place(point(stone), Colour::black);
    const Point joining = point(line["play"].get<std::string>());
    board.place(joining, Colour::black);
    const auto freestyle = winning_row(board, joining, RowToWin::five_or_more);
    INFO(line.dump());
    CHECK(freestyle.empty() != line["freestyle_win"].get<bool>());
    CHECK(winning_row(board, joining, RowToWin::exactly_five).empty() !=
          line["exact5_win"].get<bool>());
    if (!freestyle.empty()) CHECK(freestyle.size() == line["length"].get<std::size_t>());
  }
}

// 224 stones of which none was forbidden when it was played, and no five; the last free point is
// D8, where Black would make an overline.
TEST_CASE("the last free point is forbidden for Black") {
  std::string moves = content_of(kData / "games" / "last_point_forbidden.txt");
  moves.pop_back();  // the line's end
  const Point last = point("d8");
  SECTION("claim: nobody is left to claim it, the server judges by itself") {
    Play play = played("renju", moves, Enforcement::claim);
    play.does(action::PlaceStone{last});
    CHECK(play.game.result() ==
          GameResult{Outcome::win, EndReason::forbidden, Player::second, Player::first});
    CHECK(to_string(play.last<event::GameEnded>()->forbidden) == "overline");
  }
  SECTION("lose") {
    Play play = played("renju", moves, Enforcement::lose);
    play.does(action::PlaceStone{last});
    CHECK(play.game.result()->reason == EndReason::forbidden);
  }
  SECTION("refuse: without a legal point Black must pass") {
    Play play = played("renju", moves, Enforcement::refuse);
    CHECK(play.game.ask()->acts == std::vector{Act::pass});
    CHECK(play.code(Player::first, action::PlaceStone{last}) == RefusalCode::must_pass);
    play.does(Player::first, action::Pass{});
    CHECK_FALSE(play.game.over());
    SECTION("White may play there, and the board is full") {
      play.does(Player::second, action::PlaceStone{last});
      CHECK(play.game.result() ==
            GameResult{Outcome::draw, EndReason::board_full, std::nullopt, std::nullopt});
    }
    SECTION("or pass: two in a row") {
      play.does(Player::second, action::Pass{});
      CHECK(play.game.result()->reason == EndReason::passes);
    }
  }
}

TEST_CASE("public games: the referee finds the recorded winner") {
  const fs::path path = kPublic / "engine-freestyle.jsonl";
  if (!fs::exists(path)) return;
  for (const auto& line : lines_of(path)) {
    const Play play = played("freestyle", line["moves"].get<std::string>(), Enforcement::refuse);
    const std::string winner = line["winner"];
    REQUIRE(play.game.over());
    if (play.game.result()->winner) {
      CHECK(to_string(play.game.colour_of(*play.game.result()->winner)) == winner);
    } else {
      CHECK(winner == "draw");
    }
  }
}

TEST_CASE("public files of every format are read, or refused with the reason") {
  if (!fs::exists(kPublic)) return;
  int files = 0;
  for (const char* folder : {"sgf", "psq", "lib"}) {
    for (const auto& entry : fs::directory_iterator(kPublic / folder)) {
      const std::string text = content_of(entry.path());
      const std::string name = entry.path().filename();
      INFO(name);
      const auto read = folder == std::string("sgf")   ? read_sgf(text)
                        : folder == std::string("psq") ? read_psq(text)
                                                       : read_renlib(text);
      ++files;
      const bool refused = name.starts_with("bad_") || name.starts_with("escape_") ||
                           name.find("gomocup") == 0 || name.starts_with("piskvork_");
      CHECK(read.has_value() == !refused);
      if (!read) {
        CHECK_FALSE(read.error().what.empty());
        continue;
      }
      const auto again = read_sgf(write_sgf(read->records));
      REQUIRE(again.has_value());
      CHECK(again->records == read->records);
    }
  }
  CHECK(files == 16);
}
