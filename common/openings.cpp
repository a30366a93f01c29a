#include "common/openings.h"

#include <algorithm>
#include <array>
#include <utility>

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
constexpr int kTurns = 8;
constexpr Offset turned(Offset offset, int turn) {
  if (turn & 1) offset.columns = -offset.columns;
  if (turn & 2) offset.rows = -offset.rows;
  if (turn & 4) std::swap(offset.columns, offset.rows);
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

struct Symmetry {
  int turn = 0;
  Offset shift;
};

// The symmetries of the coloured shape, the identity among them.
std::vector<Symmetry> symmetries_of(const Board& four_stones) {
  const Pair black = stones_of(four_stones, Colour::black);
  const Pair white = stones_of(four_stones, Colour::white);
  std::vector<Symmetry> symmetries;
  for (int turn = 0; turn < kTurns; ++turn) {
    // The first black stone goes to one of the two: that fixes the shift.
    for (const Offset target : black) {
      const Offset shift = target - turned(black[0], turn);
      const auto image = [&](const Pair& pair) {
        return Pair{turned(pair[0], turn) + shift, turned(pair[1], turn) + shift};
      };
      if (same_pair(image(black), black) && same_pair(image(white), white)) {
        symmetries.push_back({turn, shift});
      }
    }
  }
  return symmetries;
}

// Where the symmetries take the point, without what falls off the board; each once, sorted.
std::vector<Point> images_of(const std::vector<Symmetry>& symmetries, Point point) {
  std::vector<Point> images;
  for (const Symmetry& symmetry : symmetries) {
    const Offset to = turned(offset_of(point), symmetry.turn) + symmetry.shift;
    const std::optional<Point> image = Point::at(to.columns, to.rows);
    if (image) images.push_back(*image);
  }
  std::ranges::sort(images);
  const auto doubled = std::ranges::unique(images);
  images.erase(doubled.begin(), doubled.end());
  return images;
}

}  // namespace

std::span<const OpeningName> opening_names() {
  return kNames;
}

std::optional<OpeningName> opening_name(Point black1, Point white2, Point black3) {
  if (black1 != kTengen) return std::nullopt;
  const Offset second = offset_of(white2) - offset_of(kTengen);
  const Offset third = offset_of(black3) - offset_of(kTengen);
  for (int turn = 0; turn < kTurns; ++turn) {
    for (std::size_t i = 0; i < kOpenings; ++i) {
      const Offset wanted = i < kDirectOpenings ? kDirectSecond : kIndirectSecond;
      if (turned(second, turn) == wanted && turned(third, turn) == kThirdStones[i]) {
        return kNames[i];
      }
    }
  }
  return std::nullopt;
}

bool same_fifth(const Board& four_stones, Point a, Point b) {
  if (a == b) return true;
  const std::vector<Point> images = images_of(symmetries_of(four_stones), a);
  return std::ranges::find(images, b) != images.end();
}

std::vector<std::vector<Point>> same_fifth_groups(const Board& four_stones) {
  const std::vector<Symmetry> symmetries = symmetries_of(four_stones);
  std::vector<std::vector<Point>> groups;
  for (int index = 0; index < kPointCount; ++index) {
    const Point point = Point::from_index(index);
    if (!four_stones.empty(point)) continue;
    std::vector<Point> group = images_of(symmetries, point);
    // Each group once, at its lowest point.
    if (group.size() > 1 && group.front() == point) groups.push_back(std::move(group));
  }
  return groups;
}

}  // namespace tianyuan
