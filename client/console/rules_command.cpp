#include "client/console/rules_command.h"

#include <algorithm>
#include <functional>
#include <istream>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <string_view>

#include "client/console/rules_position.h"
#include "client/console/rules_replay.h"
#include "common/forbidden.h"
#include "common/move_string.h"
#include "common/openings.h"

namespace tianyuan::console {

namespace {

using nlohmann::ordered_json;
using Arguments = std::span<const std::string>;

constexpr int kDone = 0;
constexpr int kNo = 1;
constexpr int kBadUsage = 2;

constexpr std::string_view kUsage =
    "usage: tianyuan rules forbidden [--overline-counts-as-four] [--why]   < positions\n"
    "       tianyuan rules opening [--json] MOVES          e.g. h8h9i10\n"
    "       tianyuan rules fifths MOVES                    e.g. h8h9h7h6\n"
    "       tianyuan rules replay [--rule NAME] [--json] FILE\n";

int bad_usage(std::ostream& err, const std::string& why) {
  err << "tianyuan rules: " << why << '\n' << kUsage;
  return kBadUsage;
}

// Takes the flag out of the words; whether it was there.
bool take_flag(std::vector<std::string>& words, std::string_view flag) {
  return std::erase(words, flag) > 0;
}

// Down the columns from a1, the order in which people read a list of points.
std::vector<Point> by_column(std::vector<Point> points) {
  std::ranges::sort(points, {}, [](Point point) { return std::pair(point.column(), point.row()); });
  return points;
}

ordered_json names_of(const std::vector<Point>& points) {
  ordered_json names = ordered_json::array();
  for (const Point point : points) names.push_back(small_name(point));
  return names;
}

ordered_json shapes_of(const Board& board, Point point, ForbiddenOptions options) {
  ordered_json shapes = ordered_json::array();
  for (const ForbiddenShape& shape : forbidden_shapes(board, point, options)) {
    shapes.push_back({{"kind", to_string(shape.kind)},
                      {"stones", names_of(shape.stones)},
                      {"completions", names_of(shape.completions)}});
  }
  return shapes;
}

ordered_json judged(const Board& board, ForbiddenOptions options, bool why) {
  const ForbiddenMap map = forbidden_map(board, options);
  std::vector<Point> points;
  for (int index = 0; index < kPointCount; ++index) {
    if (map[static_cast<std::size_t>(index)].any()) points.push_back(Point::from_index(index));
  }
  ordered_json forbidden = ordered_json::object();
  ordered_json shapes = ordered_json::object();
  for (const Point point : by_column(points)) {
    const ForbiddenKinds kinds = map[static_cast<std::size_t>(point.index())];
    forbidden[small_name(point)] = to_string(kinds);
    if (why) shapes[small_name(point)] = shapes_of(board, point, options);
  }
  ordered_json answer{{"forbidden", forbidden}};
  if (why) answer["shapes"] = shapes;
  return answer;
}

int forbidden(Arguments args, std::istream& in, std::ostream& out, std::ostream& err) {
  std::vector<std::string> words(args.begin(), args.end());
  const ForbiddenOptions options{.overline_counts_as_four =
                                     take_flag(words, "--overline-counts-as-four")};
  const bool why = take_flag(words, "--why");
  if (!words.empty()) return bad_usage(err, "forbidden takes no '" + words.front() + "'");
  std::size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    const auto board = parse_position(line);
    if (board) {
      out << judged(*board, options, why).dump() << '\n';
    } else {
      out << ordered_json{{"error", board.error()}, {"line", number}}.dump() << '\n';
    }
  }
  out.flush();
  return kDone;
}

// A move string of that many stones.
std::expected<std::vector<Point>, std::string> stones_of(const std::string& text,
                                                         std::size_t count) {
  const auto moves = parse_move_string(text);
  if (!moves) return std::unexpected(to_string(moves.error()));
  std::vector<Point> points;
  for (const Move& move : *moves) {
    if (move.kind == Move::Kind::stone) points.push_back(move.point);
  }
  if (points.size() != count || moves->size() != count) {
    return std::unexpected("wanted " + std::to_string(count) + " stones, got " +
                           std::to_string(points.size()));
  }
  return points;
}

int opening(Arguments args, std::ostream& out, std::ostream& err) {
  std::vector<std::string> words(args.begin(), args.end());
  const bool as_json = take_flag(words, "--json");
  if (words.size() != 1) return bad_usage(err, "opening takes one move string");
  const auto moves = stones_of(words.front(), 3);
  if (!moves) return bad_usage(err, moves.error());
  const auto name = opening_name((*moves)[0], (*moves)[1], (*moves)[2]);
  if (as_json) {
    ordered_json answer{{"opening", nullptr}};
    if (name) {
      answer["opening"] = {
          {"code", name->code}, {"chinese", name->chinese}, {"english", name->english}};
    }
    out << answer.dump() << '\n';
  } else if (name) {
    out << name->code << ' ' << name->chinese << ' ' << name->english << '\n';
  } else {
    err << words.front() << " is none of the 26 openings\n";
  }
  return name ? kDone : kNo;
}

int fifths(Arguments args, std::ostream& out, std::ostream& err) {
  if (args.size() != 1) return bad_usage(err, "fifths takes one move string");
  const auto moves = stones_of(args.front(), 4);
  if (!moves) return bad_usage(err, moves.error());
  Board board;
  for (std::size_t i = 0; i < moves->size(); ++i) {
    board.place((*moves)[i], i % 2 == 0 ? Colour::black : Colour::white);
  }
  std::vector<std::vector<Point>> groups;
  for (const std::vector<Point>& group : same_fifth_groups(board)) {
    groups.push_back(by_column(group));
  }
  std::ranges::sort(groups, {}, [](const std::vector<Point>& group) {
    return std::pair(group.front().column(), group.front().row());
  });
  ordered_json lists = ordered_json::array();
  for (const std::vector<Point>& group : groups) lists.push_back(names_of(group));
  out << ordered_json{{"groups", lists}}.dump() << '\n';
  return kDone;
}

}  // namespace

int run_rules(std::span<const std::string> args, std::istream& in, std::ostream& out,
              std::ostream& err) {
  if (args.empty()) return bad_usage(err, "which of forbidden, opening, fifths, replay?");
  const std::string& what = args.front();
  const Arguments rest = args.subspan(1);
  if (what == "--help" || what == "-h" || what == "help") {
    out << kUsage;
    return kDone;
  }
  if (what == "forbidden") return forbidden(rest, in, out, err);
  if (what == "opening") return opening(rest, out, err);
  if (what == "fifths") return fifths(rest, out, err);
  if (what == "replay") return run_replay(rest, in, out, err);
  return bad_usage(err, "there is no '" + what + "'");
}

}  // namespace tianyuan::console
