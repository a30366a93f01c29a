// Every position with a known answer: the same points are forbidden, and the recorded kind is among
// ours (the vectors name one kind, by overline > 44 > 33; we name all).

#include <catch2/catch.hpp>
#include <map>

#include "common/forbidden.h"
#include "tests/support/vectors.h"

namespace tianyuan {
namespace {

std::map<std::string, ForbiddenKinds> by_name(const ForbiddenMap& map) {
  std::map<std::string, ForbiddenKinds> points;
  for (int index = 0; index < kPointCount; ++index) {
    const ForbiddenKinds kinds = map[static_cast<std::size_t>(index)];
    if (kinds.any()) points[to_string(Point::from_index(index))] = kinds;
  }
  return points;
}

std::string highest(ForbiddenKinds kinds) {
  if (kinds.has(ForbiddenKinds::overline)) return "overline";
  if (kinds.has(ForbiddenKinds::double_four)) return "44";
  return "33";
}

// The position's forbidden points as text, ours and the vector's, with one kind each.
std::string ours(const Board& board) {
  std::string text;
  for (const auto& [name, kinds] : by_name(forbidden_map(board))) {
    text += name + ":" + highest(kinds) + " ";
  }
  return text;
}
std::string recorded(const nlohmann::json& position) {
  std::map<std::string, std::string> points;
  for (const auto& [name, kind] : position.at("forbidden").items()) {
    points[to_string(test::point_of(name))] = kind.get<std::string>();
  }
  std::string text;
  for (const auto& [name, kind] : points) text += name + ":" + kind + " ";
  return text;
}

void check_file(const std::string& name, std::size_t positions) {
  const std::vector<nlohmann::json> lines = test::read_json_lines(name);
  REQUIRE(lines.size() == positions);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Board board = test::board_of(lines[i]);
    const std::string expected = recorded(lines[i]);
    if (ours(board) == expected) continue;
    INFO(name << " line " << i + 1);
    CHECK(ours(board) == expected);
  }
}

}  // namespace

TEST_CASE("forbidden points of positions from games") {
  check_file("forbidden-game.jsonl", 529);
}

TEST_CASE("forbidden points of built positions") {
  check_file("forbidden-built.jsonl", 6000);
}

TEST_CASE("forbidden points of the hardest positions") {
  check_file("forbidden-hard.jsonl", 131);
}

TEST_CASE("forbidden points of random boards") {  // report A18
  check_file("generated/forbidden-random.jsonl", 400);
}

}  // namespace tianyuan
