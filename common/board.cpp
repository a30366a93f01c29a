#include "common/board.h"

#include <algorithm>

#include "common/assert.h"

namespace tianyuan {

namespace {

unsigned of_colour(const Line& line, Colour colour) {
  return colour == Colour::black ? line.black : line.white;
}

// The ends of the unbroken row of that colour through a point, in one direction.
struct Span {
  Direction direction{};
  int line = 0;
  int from = 0;
  int length = 0;
};

Span span_through(const Board& board, Direction direction, Point point, Colour colour) {
  const LinePlace place = line_place(direction, point);
  const unsigned stones = of_colour(board.line(direction, place.line), colour);
  const int below = run_below(stones, place.bit);
  const int above = run_above(stones, place.bit);
  return {direction, place.line, place.bit - below, below + 1 + above};
}

std::array<Span, 4> spans_through(const Board& board, Point point) {
  const std::optional<Colour> colour = board.at(point);
  TIANYUAN_ASSERT(colour.has_value());
  std::array<Span, 4> spans;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    spans[i] = span_through(board, kDirections[i], point, *colour);
  }
  return spans;
}

constexpr int kFive = 5;

}  // namespace

std::optional<Colour> Board::at(Point point) const {
  const Line& row = line(Direction::horizontal, point.row());
  if ((row.black >> point.column()) & 1) return Colour::black;
  if ((row.white >> point.column()) & 1) return Colour::white;
  return std::nullopt;
}

bool Board::empty(Point point) const {
  const Line& row = line(Direction::horizontal, point.row());
  return (((row.black | row.white) >> point.column()) & 1) == 0;
}

void Board::place(Point point, Colour colour) {
  TIANYUAN_ASSERT(empty(point));
  for (const NumberedPlace& place : four_places(point)) {
    Line& line = lines_[place.line];
    (colour == Colour::black ? line.black : line.white) |=
        static_cast<std::uint16_t>(1u << place.bit);
  }
  ++stones_;
}

void Board::remove(Point point) {
  TIANYUAN_ASSERT(!empty(point));
  for (const NumberedPlace& place : four_places(point)) {
    const auto others = static_cast<std::uint16_t>(~(1u << place.bit));
    lines_[place.line].black &= others;
    lines_[place.line].white &= others;
  }
  --stones_;
}

int longest_row(const Board& board, Point point) {
  return std::ranges::max(spans_through(board, point), {}, &Span::length).length;
}

bool has_exact_five(const Board& board, Point point) {
  const std::array<Span, 4> spans = spans_through(board, point);
  return std::ranges::find(spans, kFive, &Span::length) != spans.end();
}

std::vector<Point> winning_row(const Board& board, Point point, bool exactly_five) {
  const std::array<Span, 4> spans = spans_through(board, point);
  const auto wins = exactly_five ? std::ranges::find(spans, kFive, &Span::length)
                                 : std::ranges::max_element(spans, {}, &Span::length);
  std::vector<Point> row;
  if (wins == spans.end() || wins->length < kFive) return row;
  for (int bit = wins->from; bit < wins->from + wins->length; ++bit) {
    row.push_back(line_point(wins->direction, wins->line, bit));
  }
  return row;
}

}  // namespace tianyuan
