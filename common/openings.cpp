#include "common/openings.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "common/assert.h"

namespace tianyuan {

namespace {

struct Offset {
  int columns = 0;
  int rows = 0;
  friend constexpr bool operator==(Offset, Offset) = default;
};

constexpr Offset operator-(Offset a, Offset b) {
  return {a.columns - b.columns, a.rows - b.rows};
}
constexpr Offset operator+(Offset a, Offset b) {
  return {a.columns + b.columns, a.rows + b.rows};
}

constexpr Offset offset_of(Point point) {
  return {point.column(), point.row()};
}

// The eight turns and mirrorings of the plane that keep the grid.
constexpr int kSymmetries = 8;
constexpr Offset turned(Offset offset, int symmetry) {
  if (symmetry & 1) offset.columns = -offset.columns;
  if (symmetry & 2) offset.rows = -offset.rows;
  if (symmetry & 4) std::swap(offset.columns, offset.rows);
  return offset;
}

constexpr int kOpenings = 26;

// By RIF's numbers, with White 2 at H9 (direct) or I9 (indirect).
constexpr std::array<OpeningName, kOpenings> kNames{{
    {"D1", "寒星", "Kansei"},     {"D2", "溪月", "Keigetsu"}, {"D3", "疏星", "Sosei"},
    {"D4", "花月", "Kagetsu"},    {"D5", "残月", "Zangetsu"}, {"D6", "雨月", "Ugetsu"},
    {"D7", "金星", "Kinsei"},     {"D8", "松月", "Shogetsu"}, {"D9", "丘月", "Kyugetsu"},
    {"D10", "新月", "Shingetsu"}, {"D11", "瑞星", "Zuisei"},  {"D12", "山月", "Sangetsu"},
    {"D13", "游星", "Yusei"},     {"I1", "长星", "Chosei"},   {"I2", "峡月", "Kyogetsu"},
    {"I3", "恒星", "Kosei"},      {"I4", "水月", "Suigetsu"}, {"I5", "流星", "Ryusei"},
    {"I6", "云月", "Ungetsu"},    {"I7", "浦月", "Hogetsu"},  {"I8", "岚月", "Rangetsu"},
    {"I9", "银月", "Gingetsu"},   {"I10", "明星", "Myojo"},   {"I11", "斜月", "Shagetsu"},
    {"I12", "名月", "Meigetsu"},  {"I13", "彗星", "Suisei"},
}};

// Black 3 from tengen, in the order of kNames.
constexpr std::array<Offset, kOpenings> kThirdStones{{
    {0, 2},  {1, 2},  {2, 2},  {1, 1},  {2, 1},  {1, 0},   {2, 0},   {0, -1},  {1, -1},
    {2, -1}, {0, -2}, {1, -2}, {2, -2}, {2, 2},  {2, 1},   {2, 0},   {2, -1},  {2, -2},
    {1, 0},  {1, -1}, {1, -2}, {0, -1}, {0, -2}, {-1, -1}, {-1, -2}, {-2, -2},
}};
constexpr int kDirectOpenings = 13;
constexpr Offset kDirectSecond{0, 1};
constexpr Offset kIndirectSecond{1, 1};

// A stone set of one colour: two points, in either order.
using Pair = std::array<Offset, 2>;

bool same_pair(const Pair& a, const Pair& b) {
  return a == b || (a[0] == b[1] && a[1] == b[0]);
}

Pair stones_of(const Board& board, Colour colour) {
  Pair pair;
  std::size_t found = 0;
  for (int index = 0; index < kPointCount; ++index) {
    const Point point = Point::from_index(index);
    if (board.at(point) != colour) continue;
    TIANYUAN_ASSERT(found < pair.size());
    pair[found++] = offset_of(point);
  }
  TIANYUAN_ASSERT(found == pair.size());
  return pair;
}

}  // namespace

std::span<const OpeningName> opening_names() {
  return kNames;
}

std::optional<OpeningName> opening_name(Point black1, Point white2, Point black3) {
  if (black1 != kTengen) return std::nullopt;
  const Offset second = offset_of(white2) - offset_of(kTengen);
  const Offset third = offset_of(black3) - offset_of(kTengen);
  for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
    for (std::size_t i = 0; i < kOpenings; ++i) {
      const Offset wanted = i < kDirectOpenings ? kDirectSecond : kIndirectSecond;
      if (turned(second, symmetry) == wanted && turned(third, symmetry) == kThirdStones[i]) {
        return kNames[i];
      }
    }
  }
  return std::nullopt;
}

bool same_fifth(const Board& four_stones, Point a, Point b) {
  const Pair black = stones_of(four_stones, Colour::black);
  const Pair white = stones_of(four_stones, Colour::white);
  if (a == b) return true;
  for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
    // A symmetry of the shape takes the first black stone to one of the two: that fixes its shift.
    for (const Offset target : black) {
      const Offset shift = target - turned(black[0], symmetry);
      const auto image = [&](Offset offset) { return turned(offset, symmetry) + shift; };
      if (same_pair({image(black[0]), image(black[1])}, black) &&
          same_pair({image(white[0]), image(white[1])}, white) &&
          image(offset_of(a)) == offset_of(b)) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace tianyuan
