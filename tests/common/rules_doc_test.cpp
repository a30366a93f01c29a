// docs/rules.md tells the truth: every rule set has a section, and every example game in it is
// played step by step to the result that it names. The 26 openings of its table are ours.

#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "common/game.h"
#include "common/openings.h"
#include "tests/common/play.h"

using namespace tianyuan;
using namespace tianyuan::test;

namespace {

const auto kDoc = std::filesystem::path(TIANYUAN_TEST_DATA) / ".." / ".." / "docs" / "rules.md";

struct Example {
  std::string rule;
  std::string winner;
  std::string script;
};

std::vector<std::string> doc_lines() {
  std::ifstream file(kDoc);
  REQUIRE(file.good());
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

std::vector<Example> examples() {
  std::vector<Example> found;
  bool inside = false;
  for (const std::string& line : doc_lines()) {
    if (line.starts_with("```game ")) {
      std::istringstream words(line.substr(8));
      found.emplace_back();
      words >> found.back().rule >> found.back().winner;
      inside = true;
    } else if (line == "```") {
      inside = false;
    } else if (inside) {
      found.back().script += line + ' ';
    }
  }
  return found;
}

std::vector<Point> list_of(std::string text) {
  std::vector<Point> result;
  std::replace(text.begin(), text.end(), ',', ' ');
  std::istringstream words(text);
  for (std::string word; words >> word;) result.push_back(point(word));
  return result;
}

Action action_of(const std::string& word) {
  if (word == "swap" || word == "keep") return action::AnswerSwap{word == "swap"};
  if (word == "--") return action::Pass{};
  if (word.starts_with("N=")) return action::DeclareFifths{std::stoi(word.substr(2))};
  if (word.starts_with("fifths=")) return action::OfferFifths{list_of(word.substr(7))};
  if (word.starts_with("choose=")) return action::ChooseFifth{point(word.substr(7))};
  if (const auto where = parse_point(word)) return action::PlaceStone{*where};
  return action::ChooseBranch{word};
}

}  // namespace

TEST_CASE("docs/rules.md: each example game is played to the result that it names") {
  std::map<std::string, int> seen;
  for (const Example& example : examples()) {
    INFO(example.rule);
    ++seen[example.rule];
    REQUIRE(find_rule_set(example.rule) != nullptr);
    GameSettings settings = settings_of(example.rule, SuddenDeath{3'600'000});
    settings.enforcement = Enforcement::lose;
    Play play(settings);
    std::istringstream words(example.script);
    for (std::string word; words >> word;) {
      INFO(word);
      REQUIRE_FALSE(play.game.over());
      play.does(action_of(word));
    }
    REQUIRE(play.game.over());
    CHECK(play.game.result()->reason == EndReason::five);
    CHECK(to_string(play.game.colour_of(*play.game.result()->winner)) == example.winner);
  }
  for (const RuleSet& rule : rule_sets()) {
    INFO(rule.name);
    CHECK(seen[std::string(rule.name)] == 1);
  }
}

TEST_CASE(
    "docs/rules.md: each rule set has its steps, its sources and its game in both languages") {
  const auto is_chinese = [](const std::string& text) {
    return std::any_of(text.begin(), text.end(),
                       [](char c) { return static_cast<unsigned char>(c) >= 0xe3; });
  };
  const std::vector<std::string> lines = doc_lines();
  const std::string source = "Source · 出处: ";
  for (const RuleSet& rule : rule_sets()) {
    INFO(rule.name);
    const std::string heading = "### `" + std::string(rule.name) + "` · ";
    const auto starts = [&](const std::string& line) { return line.starts_with(heading); };
    REQUIRE(std::count_if(lines.begin(), lines.end(), starts) == 1);
    auto line = std::find_if(lines.begin(), lines.end(), starts);
    int steps = 0;
    int sources = 0;
    while (++line != lines.end() && !line->starts_with("##")) {
      if (line->starts_with(std::to_string(steps + 1) + ". ")) {
        ++steps;
        CHECK_FALSE(is_chinese(*line));
        REQUIRE(std::next(line) != lines.end());
        CHECK(is_chinese(*std::next(line)));
      }
      if (!line->starts_with(source)) continue;
      ++sources;
      const std::size_t between = line->find(" · ", source.size());
      REQUIRE(between != std::string::npos);
      CHECK_FALSE(is_chinese(line->substr(source.size(), between - source.size())));
      CHECK(is_chinese(line->substr(between)));
    }
    CHECK(steps >= 1);
    CHECK(sources == 1);
  }
}

TEST_CASE("docs/rules.md: the table of openings is the one in the code") {
  int rows = 0;
  for (const std::string& line : doc_lines()) {
    if (!line.starts_with("| D") || line.find(" | I") == std::string::npos) continue;
    std::istringstream words(line);
    std::string bar, code, chinese, third;
    for (const char* second : {"H9", "I9"}) {
      words >> bar >> code >> chinese >> bar >> third;
      INFO(line);
      const auto name = opening_name(kTengen, point(second), point(third));
      REQUIRE(name.has_value());
      CHECK(name->code == code);
      CHECK(name->chinese == chinese);
    }
    ++rows;
  }
  CHECK(rows == 13);
}
