#include "client/console/text.h"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "client/console/board_view.h"
#include "common/game.h"
#include "common/rule_set.h"
#include "common/score.h"
#include "proto/errors.h"

using namespace tianyuan;
using namespace tianyuan::console;

namespace {

std::multiset<char> holes(std::string_view text) {
  std::multiset<char> found;
  for (std::size_t i = 0; i + 2 < text.size(); ++i) {
    if (text[i] == '{' && text[i + 2] == '}') found.insert(text[i + 1]);
  }
  return found;
}

// Code points that only Chinese text has.
bool has_chinese(std::string_view text) {
  return std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) >= 0xE3; });
}

}  // namespace

TEST_CASE("Every sentence stands in both languages with the same holes") {
  const auto rows = text_rows();
  REQUIRE(rows.size() == static_cast<std::size_t>(Key::key_count));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    INFO(rows[i].english);
    CHECK(rows[i].key == static_cast<Key>(i));
    CHECK_FALSE(rows[i].english.empty());
    CHECK_FALSE(rows[i].chinese.empty());
    CHECK_FALSE(has_chinese(rows[i].english));
    CHECK(holes(rows[i].english) == holes(rows[i].chinese));
  }
}

TEST_CASE("Arguments are filled in where their numbers stand") {
  CHECK(text(Language::english, Key::stone, {"Black", "H8"}) == "Black plays H8.");
  CHECK(text(Language::chinese, Key::stone, {"黑", "H8"}) == "黑落子 H8。");
  CHECK(text(Language::english, Key::stone, {"{1}", "H8"}) == "{1} plays H8.");
}

TEST_CASE("Every refusal of the protocol has a helpful sentence in both languages") {
  int known = 0;
  for (int code = -32800; code < 2000; ++code) {
    const std::string_view word = proto::reason(static_cast<proto::ErrorCode>(code));
    const bool stands =
        std::ranges::any_of(error_rows(), [&](const WordRow& row) { return row.word == word; });
    if (word.empty() || word == "unknown_error") continue;
    INFO(code << " " << word);
    CHECK(stands);
    ++known;
  }
  CHECK(known >= 60);
  for (const WordRow& row : error_rows()) {
    INFO(row.word);
    CHECK_FALSE(row.english.empty());
    CHECK_FALSE(has_chinese(row.english));
    CHECK(has_chinese(row.chinese));
  }
}

TEST_CASE("Every outcome, reason, rule and rank can be said in both languages") {
  const auto known = [](std::string_view word) {
    return std::ranges::any_of(word_rows(), [&](const WordRow& row) { return row.word == word; });
  };
  for (int i = 0; i <= static_cast<int>(EndReason::shutdown); ++i) {
    INFO(to_string(static_cast<EndReason>(i)));
    CHECK(known(to_string(static_cast<EndReason>(i))));
  }
  for (int i = 0; i <= static_cast<int>(Outcome::annulled); ++i) {
    CHECK(known(to_string(static_cast<Outcome>(i))));
  }
  for (const RuleSet& rule : rule_sets()) {
    INFO(rule.name);
    CHECK(known(rule.name));
  }
  for (const Rank& rank : default_ranks()) {
    INFO(rank.name);
    CHECK(rank_text(Language::chinese, rank.name) == rank.name);
    CHECK_FALSE(has_chinese(rank_text(Language::english, rank.name)));
  }
  CHECK(forbidden_text(Language::english, "33+overline") == "double three+overline");
  CHECK(forbidden_text(Language::chinese, "44") == "四四");
  CHECK(outcome_text(Language::english, "draw", "passes") == "draw (two passes in a row)");
}

TEST_CASE("Clocks show zero only at zero and never less") {
  CHECK(clock_text(0) == "0:00");
  CHECK(clock_text(-5) == "0:00");
  CHECK(clock_text(1) == "0:01");
  CHECK(clock_text(60'000) == "1:00");
  CHECK(clock_text(59'001) == "1:00");
  CHECK(clock_text(3'600'000) == "1:00:00");
  CHECK(clock_text(3'661'000) == "1:01:01");
}
