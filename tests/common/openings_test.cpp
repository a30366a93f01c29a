#include "common/openings.h"

#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "tests/support/random_boards.h"
#include "tests/support/vectors.h"

namespace tianyuan {
namespace {

using test::point_of;

// The table as rules-facts.md has it, with White 2 at H9 or I9.
struct Listed {
  const char* code;
  const char* chinese;
  const char* english;
  const char* third;
};
constexpr Listed kListed[] = {
    {"D1", "寒星", "Kansei", "h10"},   {"D2", "溪月", "Keigetsu", "i10"},
    {"D3", "疏星", "Sosei", "j10"},    {"D4", "花月", "Kagetsu", "i9"},
    {"D5", "残月", "Zangetsu", "j9"},  {"D6", "雨月", "Ugetsu", "i8"},
    {"D7", "金星", "Kinsei", "j8"},    {"D8", "松月", "Shogetsu", "h7"},
    {"D9", "丘月", "Kyugetsu", "i7"},  {"D10", "新月", "Shingetsu", "j7"},
    {"D11", "瑞星", "Zuisei", "h6"},   {"D12", "山月", "Sangetsu", "i6"},
    {"D13", "游星", "Yusei", "j6"},    {"I1", "长星", "Chosei", "j10"},
    {"I2", "峡月", "Kyogetsu", "j9"},  {"I3", "恒星", "Kosei", "j8"},
    {"I4", "水月", "Suigetsu", "j7"},  {"I5", "流星", "Ryusei", "j6"},
    {"I6", "云月", "Ungetsu", "i8"},   {"I7", "浦月", "Hogetsu", "i7"},
    {"I8", "岚月", "Rangetsu", "i6"},  {"I9", "银月", "Gingetsu", "h7"},
    {"I10", "明星", "Myojo", "h6"},    {"I11", "斜月", "Shagetsu", "g7"},
    {"I12", "名月", "Meigetsu", "g6"}, {"I13", "彗星", "Suisei", "f6"},
};

std::string code_of(Point white2, Point black3) {
  const auto name = opening_name(kTengen, white2, black3);
  return name ? std::string(name->code) : "";
}

}  // namespace

TEST_CASE("the 26 openings have their names, in every orientation") {  // O11
  REQUIRE(opening_names().size() == std::size(kListed));
  for (std::size_t i = 0; i < std::size(kListed); ++i) {
    const Listed& listed = kListed[i];
    CHECK(opening_names()[i].code == listed.code);
    CHECK(opening_names()[i].chinese == listed.chinese);
    CHECK(opening_names()[i].english == listed.english);
    const Point white2 = point_of(listed.code[0] == 'D' ? "h9" : "i9");
    for (int symmetry = 0; symmetry < 8; ++symmetry) {
      INFO(listed.code << " symmetry " << symmetry);
      CHECK(code_of(test::turned(white2, symmetry),
                    test::turned(point_of(listed.third), symmetry)) == listed.code);
    }
  }
}

TEST_CASE("every free point of the 5x5 after a touching White 2 is one of the 26") {
  std::map<std::string, int> shapes;
  int named = 0;
  for (int second = 0; second < kPointCount; ++second) {
    for (int third = 0; third < kPointCount; ++third) {
      const Point white2 = Point::from_index(second);
      const Point black3 = Point::from_index(third);
      if (white2 == kTengen || black3 == kTengen || white2 == black3) continue;
      const auto distance = [](Point point) {
        return std::max(std::abs(point.column() - 7), std::abs(point.row() - 7));
      };
      const std::string code = code_of(white2, black3);
      CHECK(code.empty() == !(distance(white2) == 1 && distance(black3) <= 2));
      if (!code.empty()) {
        ++named;
        ++shapes[code];
      }
    }
  }
  CHECK(named == 8 * 23);
  CHECK(shapes.size() == 26);
  // A shape on an axis of White 2 has four orientations, any other eight.
  const std::set<std::string> on_axis{"D1", "D8", "D11", "I1", "I11", "I13"};
  for (const auto& [code, orientations] : shapes) {
    INFO(code);
    CHECK(orientations == (on_axis.contains(code) ? 4 : 8));
  }
}

TEST_CASE("a first stone beside tengen opens none of the 26") {
  CHECK_FALSE(opening_name(point_of("h9"), point_of("h10"), point_of("h11")));
  CHECK_FALSE(opening_name(kTengen, point_of("h10"), point_of("h9")));
}

TEST_CASE("fifth stones that are the same move") {  // O14
  const std::vector<nlohmann::json> lines = test::read_json_lines("fifth-symmetry.jsonl");
  REQUIRE(lines.size() == 800);
  for (const nlohmann::json& line : lines) {
    std::vector<Point> moves;
    for (const auto& name : line.at("moves")) moves.push_back(point_of(name.get<std::string>()));
    const Board board = test::board_after(moves);
    INFO("id " << line.at("id").dump());
    std::set<std::set<Point>> expected;
    for (const auto& names : line.at("groups")) {
      const std::vector<Point> group = test::points_of(names);
      expected.insert({group.begin(), group.end()});
    }
    std::set<std::set<Point>> groups;
    for (const std::vector<Point>& group : same_fifth_groups(board)) {
      groups.insert({group.begin(), group.end()});
    }
    CHECK(groups == expected);
    CHECK(code_of(moves[1], moves[2]) == line.at("opening").get<std::string>());
  }
}

TEST_CASE("same_fifth is the groups' relation, both ways round") {
  const std::vector<nlohmann::json> lines = test::read_json_lines("fifth-symmetry.jsonl");
  // Position 58 has four symmetries, 14 and 38 two, 0 only itself.
  for (const std::size_t i : {0u, 14u, 38u, 58u}) {
    std::vector<Point> moves;
    for (const auto& name : lines[i].at("moves")) {
      moves.push_back(point_of(name.get<std::string>()));
    }
    const Board board = test::board_after(moves);
    std::set<std::pair<Point, Point>> same;
    for (const std::vector<Point>& group : same_fifth_groups(board)) {
      for (const Point a : group) {
        for (const Point b : group) same.insert({a, b});
      }
    }
    for (int a = 0; a < kPointCount; a += 4) {
      for (int b = 0; b < kPointCount; ++b) {
        const Point from = Point::from_index(a);
        const Point to = Point::from_index(b);
        if (!board.empty(from) || !board.empty(to)) continue;
        const bool expected = a == b || same.contains({from, to});
        if (same_fifth(board, from, to) != expected) {
          FAIL_CHECK(to_string(from) << " " << to_string(to));
        }
      }
    }
  }
}

TEST_CASE("White 4 below the line of D8 makes four fifths one move") {
  const Board board = test::board_of("h8 h7", "h9 h6");
  CHECK(same_fifth(board, point_of("g8"), point_of("i8")));
  CHECK(same_fifth(board, point_of("g8"), point_of("g7")));
  CHECK(same_fifth(board, point_of("i7"), point_of("g8")));
  CHECK_FALSE(same_fifth(board, point_of("g8"), point_of("g9")));
  CHECK_FALSE(same_fifth(board, point_of("g8"), point_of("f8")));
}

}  // namespace tianyuan
