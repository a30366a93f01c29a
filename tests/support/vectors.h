#pragma once

// Reading the positions with known answers in tests/data.

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/board.h"
#include "common/point.h"

namespace tianyuan::test {

inline std::ifstream open_data(const std::string& name) {
  std::ifstream file(std::string(TIANYUAN_TEST_DATA) + "/" + name);
  if (!file) throw std::runtime_error("no tests/data/" + name);
  return file;
}

inline std::vector<nlohmann::json> read_json_lines(const std::string& name) {
  std::ifstream file = open_data(name);
  std::vector<nlohmann::json> lines;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty()) lines.push_back(nlohmann::json::parse(line));
  }
  return lines;
}

inline Point point_of(const std::string& text) {
  const std::optional<Point> point = parse_point(text);
  if (!point) throw std::runtime_error("no point: " + text);
  return *point;
}

inline std::vector<Point> points_of(const nlohmann::json& names) {
  std::vector<Point> points;
  for (const auto& name : names) points.push_back(point_of(name.get<std::string>()));
  return points;
}

// "h8h9j10": one point after the other.
inline std::vector<Point> moves_of(const std::string& text) {
  std::vector<Point> moves;
  for (std::size_t from = 0; from < text.size();) {
    std::size_t to = from + 1;
    while (to < text.size() && text[to] >= '0' && text[to] <= '9') ++to;
    moves.push_back(point_of(text.substr(from, to - from)));
    from = to;
  }
  return moves;
}

// Stones by turns, Black first.
inline Board board_after(const std::vector<Point>& moves) {
  Board board;
  Colour colour = Colour::black;
  for (const Point move : moves) {
    board.place(move, colour);
    colour = opposite(colour);
  }
  return board;
}

inline Board board_of(const std::vector<Point>& black, const std::vector<Point>& white) {
  Board board;
  for (const Point point : black) board.place(point, Colour::black);
  for (const Point point : white) board.place(point, Colour::white);
  return board;
}

// A position of a vector: its "black" and "white".
inline Board board_of(const nlohmann::json& position) {
  return board_of(points_of(position.at("black")), position.contains("white")
                                                       ? points_of(position.at("white"))
                                                       : std::vector<Point>{});
}

// The same from names, for cases by hand: board_of("h8 i8", "h9").
inline std::vector<Point> points_of(const std::string& names) {
  std::vector<Point> points;
  std::size_t from = 0;
  while (from < names.size()) {
    const std::size_t to = std::min(names.find(' ', from), names.size());
    if (to > from) points.push_back(point_of(names.substr(from, to - from)));
    from = to + 1;
  }
  return points;
}
inline Board board_of(const std::string& black, const std::string& white) {
  return board_of(points_of(black), points_of(white));
}

}  // namespace tianyuan::test
