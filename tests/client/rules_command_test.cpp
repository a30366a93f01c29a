// `tianyuan rules …`, run as a function.

#include "client/console/rules_command.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "tests/support/vectors.h"

namespace tianyuan::console {
namespace {

struct Answer {
  int status = 0;
  std::string out;
  std::string err;
};

Answer rules(const std::vector<std::string>& args, const std::string& input = "") {
  std::istringstream in(input);
  std::ostringstream out;
  std::ostringstream err;
  const int status = run_rules(args, in, out, err);
  return {status, out.str(), err.str()};
}

std::vector<nlohmann::json> lines_of(const std::string& text) {
  std::vector<nlohmann::json> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(nlohmann::json::parse(line));
  return lines;
}

}  // namespace

TEST_CASE("rules forbidden answers every recorded position line by line") {
  for (const char* name : {"forbidden-hard.jsonl", "forbidden-game.jsonl"}) {
    const std::vector<nlohmann::json> positions = test::read_json_lines(name);
    std::string input;
    for (const nlohmann::json& position : positions) input += position.dump() + "\n";
    const Answer answer = rules({"forbidden"}, input);
    CHECK(answer.status == 0);
    const std::vector<nlohmann::json> lines = lines_of(answer.out);
    REQUIRE(lines.size() == positions.size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const nlohmann::json& expected = positions[i].at("forbidden");
      const nlohmann::json& ours = lines[i].at("forbidden");
      REQUIRE(ours.size() == expected.size());
      for (const auto& [point, kind] : expected.items()) {
        INFO(name << " line " << i + 1 << " " << point);
        REQUIRE(ours.contains(point));
        CHECK(ours.at(point).get<std::string>().find(kind.get<std::string>()) != std::string::npos);
      }
    }
  }
}

TEST_CASE("rules forbidden writes one form") {
  CHECK(rules({"forbidden"}, R"({"black":["F8","g8","h6","h7"],"white":["d8"]})").out ==
        "{\"forbidden\":{\"h8\":\"33\"}}\n");
  CHECK(rules({"forbidden"}, R"({"black":[]})").out == "{\"forbidden\":{}}\n");
  const std::string several = R"({"black":["d8","e8","f8","g8","i8","h6","h7","f6","g7"]})";
  CHECK(rules({"forbidden"}, several).out.find(R"("h8":"33+overline")") != std::string::npos);
}

TEST_CASE("rules forbidden shows the stones when asked") {
  CHECK(rules({"forbidden", "--why"}, R"({"black":["f8","g8","h6","h7"],"white":["d8"]})").out ==
        R"({"forbidden":{"h8":"33"},"shapes":{"h8":[)"
        R"({"kind":"three","stones":["f8","g8","h8"],"completions":["i8"]},)"
        R"({"kind":"three","stones":["h6","h7","h8"],"completions":["h5","h9"]}]}})"
        "\n");
}

TEST_CASE("rules forbidden knows overlines as fours") {
  const std::string line =
      R"({"black":["b8","c8","e8","f8","g8","h5","h6","h7"],"white":["h4","i8"]})";
  CHECK(rules({"forbidden"}, line).out.find("h8") == std::string::npos);
  CHECK(rules({"forbidden", "--overline-counts-as-four"}, line).out.find(R"("h8":"44")") !=
        std::string::npos);
}

TEST_CASE("a bad line gets its error and the rest goes on") {  // decided positions: report A68
  const std::vector<std::pair<std::string, std::string>> bad = {
      {"{", "no JSON"},
      {"null", "object"},
      {"[]", "object"},
      {"7", "object"},
      {"1e400", "out of range"},
      {R"({"black":[-1e999]})", "out of range"},
      {R"({"white":[]})", "black is missing"},
      {R"({"black":"h8"})", "array"},
      {R"({"black":[8]})", "array"},
      {R"({"black":null})", "array"},
      {R"({"black":["p8"]})", "'p8' is no point"},
      {R"({"black":["h16"]})", "'h16' is no point"},
      {R"({"black":["h8"],"white":["H8"]})", "h8 is named twice"},
      {R"({"black":["h8","h8"]})", "h8 is named twice"},
      {R"({"black":["a1","b1","c1","d1","e1"]})", "over: black"},
      {R"({"black":[],"white":["a1","b1","c1","d1","e1","f1"]})", "over: white"},
      {std::string(200'000, '['), "no JSON"},
      {"{\"black\":[\"\xff\xfe\"]}", "no JSON"},
  };
  std::string input = "{\"black\":[]}\n";
  for (const auto& [line, error] : bad) input += line + "\n";
  input += "\n{\"black\":[]}";
  const Answer answer = rules({"forbidden"}, input);
  CHECK(answer.status == 0);
  const std::vector<nlohmann::json> lines = lines_of(answer.out);
  REQUIRE(lines.size() == bad.size() + 2);
  CHECK(lines.front().contains("forbidden"));
  CHECK(lines.back().contains("forbidden"));
  for (std::size_t i = 0; i < bad.size(); ++i) {
    INFO(bad[i].first.substr(0, 80));
    const nlohmann::json& line = lines[i + 1];
    REQUIRE(line.contains("error"));
    CHECK(line.at("line") == i + 2);
    CHECK(line.at("error").get<std::string>().find(bad[i].second) != std::string::npos);
  }
}

TEST_CASE("a black overline on the board ends no game") {
  CHECK(rules({"forbidden"}, R"({"black":["a1","b1","c1","d1","e1","f1"]})").out ==
        "{\"forbidden\":{\"g1\":\"overline\"}}\n");
}

TEST_CASE("rules opening names the opening") {
  CHECK(rules({"opening", "h8h9i10"}).out == "D2 溪月 Keigetsu\n");
  CHECK(rules({"opening", "H8G7H7"}).out == rules({"opening", "h8i9h9"}).out);
  CHECK(rules({"opening", "--json", "h8i9f6"}).out ==
        R"({"opening":{"code":"I13","chinese":"彗星","english":"Suisei"}})"
        "\n");
  const Answer none = rules({"opening", "h8h9a1"});
  CHECK(none.status == 1);
  CHECK(none.out.empty());
  CHECK(none.err.find("none of the 26") != std::string::npos);
  for (const char* bad : {"h8h9", "h8h9i10j11", "h8h9h8", "h8h9z1", "", "ba4h8h9"}) {
    CHECK(rules({"opening", bad}).status == 2);
  }
}

TEST_CASE("rules fifths groups the points as recorded") {
  for (const nlohmann::json& line : test::read_json_lines("fifth-symmetry.jsonl")) {
    std::string moves;
    for (const auto& move : line.at("moves")) moves += move.get<std::string>();
    const Answer answer = rules({"fifths", moves});
    REQUIRE(answer.status == 0);
    const auto sorted = [](const nlohmann::json& groups) {
      std::vector<std::vector<std::string>> lists = groups;
      for (auto& list : lists) std::ranges::sort(list);
      std::ranges::sort(lists);
      return lists;
    };
    const nlohmann::json groups = nlohmann::json::parse(answer.out).at("groups");
    if (sorted(groups) != sorted(line.at("groups"))) FAIL_CHECK("id " << line.at("id").dump());
  }
  CHECK(rules({"fifths", "h8h9h7h6"}).out.find(R"(["g7","g8","i7","i8"])") != std::string::npos);
  CHECK(rules({"fifths", "h8h9h7"}).status == 2);
  CHECK(rules({"fifths", "h8h9h7h9"}).status == 2);
}

TEST_CASE("rules replay judges a game move by move") {
  const auto replay = [](const std::string& rule, const std::string& moves) {
    return rules({"replay", "--rule", rule, "-"}, moves);
  };
  const Answer five = replay("freestyle", "h8a1i8b1j8c1 k8d1\nl8");
  CHECK(five.status == 0);
  CHECK(five.out.find("9 black l8\nresult win black five h8 i8 j8 k8 l8\n") != std::string::npos);

  // Report A12: a double four loses under renju, and is a plain move without forbidden moves.
  const std::string four_four = "h8a1h7a3h6a5e9d9f9h5g9a7h9";
  CHECK(replay("renju", four_four).out.find("13 black h9 forbidden 44\n") != std::string::npos);
  CHECK(replay("renju", four_four).out.find("result win white forbidden") != std::string::npos);
  CHECK(replay("freestyle", four_four).out.find("unfinished") != std::string::npos);

  const Answer occupied = replay("freestyle", "h8i9h8");
  CHECK(occupied.status == 1);
  CHECK(occupied.out.empty());
  CHECK(occupied.err.find("line 1, column 5") != std::string::npos);
  const Answer forbidden =
      rules({"replay", "--rule", "renju", "--enforcement", "refuse", "-"}, four_four);
  CHECK(forbidden.status == 1);
  CHECK(forbidden.out.find("13 h9 refused forbidden 44\nunfinished\n") != std::string::npos);

  const Answer after = replay("freestyle", "h8a1i8b1j8c1k8d1l8e1");
  CHECK(after.status == 1);
  CHECK(after.out.find("10 e1 refused game_over\n") != std::string::npos);
}

TEST_CASE("rules replay takes an opening rule's decisions as the record allows") {
  const auto replay = [](const std::string& rule, const std::string& moves) {
    return rules({"replay", "--rule", rule, "-"}, moves);
  };
  const Answer rif = replay("rif", "h8h9i9g10i7j8");
  CHECK(rif.status == 0);
  CHECK(rif.out.find("6 white j8\nopening D4 花月 Kagetsu\nunfinished\n") != std::string::npos);
  CHECK(replay("rif", "h8h9a1").out.find("3 a1 refused not_an_opening") != std::string::npos);
  // The fifth stone in the 9x9 is placed, one outside it must have been offered.
  CHECK(replay("taraguchi", "h8h9i9j9k9l9").status == 0);
  CHECK(replay("taraguchi", "h8h9i9j9o15a1").status == 0);
  CHECK(replay("swap2", "h8h9i9j9k9").status == 0);
}

TEST_CASE("rules replay reads a file, passes and JSON") {
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() /
      ("tianyuan-rules-" + std::to_string(Catch::rngSeed()) + "-" +
       std::to_string(reinterpret_cast<std::uintptr_t>(&path)) + ".txt");
  std::ofstream(path) << "h8 i9 j10 g7\n-- --\n";
  const Answer answer = rules({"replay", "--json", path.string()});
  std::filesystem::remove(path);
  CHECK(answer.status == 0);
  const std::vector<nlohmann::json> lines = lines_of(answer.out);
  REQUIRE(lines.size() == 8);
  CHECK(lines[4].at("at") == "--");
  CHECK(lines[6].at("chinese") == "长星");
  CHECK(lines[7].at("reason") == "passes");
  CHECK(rules({"replay", "/nowhere/at/all"}).status == 1);
  CHECK(rules({"replay", "-"}, "h8j10k99").status == 1);
}

TEST_CASE("rules replay judges the recorded engine games as the engines' referee did") {
  const std::string path = std::string(TIANYUAN_TEST_DATA) + "/games/engine-renju.sgf";
  const Answer answer = rules({"replay", "--json", "--rule", "renju", path});
  CHECK(answer.status == 0);
  int black = 0;
  int white = 0;
  int draws = 0;
  for (const nlohmann::json& line : lines_of(answer.out)) {
    if (!line.contains("recorded")) continue;
    const std::string recorded = line.at("recorded").get<std::string>();
    const bool won = line.at("result") == "win";
    black += won && line.at("winner") == "black" && recorded.starts_with("B+");
    white += won && line.at("winner") == "white" && recorded.starts_with("W+");
    draws += line.at("result") == "draw" && recorded.starts_with("0");
  }
  CHECK(black == 68);
  CHECK(white == 32);
  CHECK(draws == 4);
}

TEST_CASE("rules replay takes skipped turns as the clock would make them") {
  const Answer answer = rules({"replay", "--rule", "renju", "-"}, "h8i9j10~~~~i7");
  CHECK(answer.status == 0);
  CHECK(answer.out.find("4 white ~~\n5 black ~~\n6 white i7\n") != std::string::npos);
}

TEST_CASE("a command line that makes no sense says how it would") {
  for (const std::vector<std::string>& args :
       std::vector<std::vector<std::string>>{{},
                                             {"judge"},
                                             {"forbidden", "h8"},
                                             {"opening"},
                                             {"replay"},
                                             {"replay", "--rule"},
                                             {"replay", "--rule", "chess", "-"},
                                             {"replay", "a", "b"}}) {
    const Answer answer = rules(args);
    CHECK(answer.status == 2);
    CHECK(answer.out.empty());
    CHECK_FALSE(answer.err.empty());
  }
  CHECK(rules({"--help"}).status == 0);
}

}  // namespace tianyuan::console
