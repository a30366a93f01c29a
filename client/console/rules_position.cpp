#include "client/console/rules_position.h"

#include <nlohmann/json.hpp>
#include <optional>

namespace tianyuan::console {

namespace {

using nlohmann::json;

std::unexpected<std::string> refuse(std::string why) {
  return std::unexpected(std::move(why));
}

// Of the input only what is sure to be printable and short goes back out.
std::string shown(std::string_view text) {
  constexpr std::size_t kShown = 12;
  std::string out = "'";
  for (const char c : text.substr(0, kShown)) out += c >= ' ' && c <= '~' ? c : '?';
  return out + (text.size() > kShown ? "…'" : "'");
}

std::optional<std::string> place_all(Board& board, const json& names, Colour colour) {
  const std::string field(to_string(colour));
  if (!names.is_array()) return field + " must be an array of points";
  for (const json& name : names) {
    if (!name.is_string()) return field + " must be an array of points such as \"h8\"";
    const std::string& text = name.get_ref<const std::string&>();
    const std::optional<Point> point = parse_point(text);
    if (!point) return field + ": " + shown(text) + " is no point from a1 to o15";
    if (!board.empty(*point)) return small_name(*point) + " is named twice";
    board.place(*point, colour);
  }
  return std::nullopt;
}

// The colour that has won already: five or more for White, exactly five for Black, whose overline
// may stand on the board where nobody claimed it.
std::optional<Colour> winner_of(const Board& board) {
  for (int index = 0; index < kPointCount; ++index) {
    const Point point = Point::from_index(index);
    const std::optional<Colour> stone = board.at(point);
    if (!stone) continue;
    const bool wins =
        *stone == Colour::white ? longest_row(board, point) >= 5 : has_exact_five(board, point);
    if (wins) return stone;
  }
  return std::nullopt;
}

}  // namespace

std::string small_name(Point point) {
  std::string name = to_string(point);
  name[0] = static_cast<char>(name[0] - 'A' + 'a');
  return name;
}

std::expected<Board, std::string> parse_position(std::string_view text) {
  json position;
  try {
    position = json::parse(text);
  } catch (const json::parse_error& error) {
    return refuse("no JSON: at byte " + std::to_string(error.byte));
  } catch (const json::out_of_range&) {  // not a parse_error: a number such as 1e400
    return refuse("a number is out of range");
  }
  if (!position.is_object()) return refuse("a position is an object with black and white");
  if (!position.contains("black")) return refuse("black is missing");
  Board board;
  for (const Colour colour : {Colour::black, Colour::white}) {
    const auto stones = position.find(std::string(to_string(colour)));
    if (stones == position.end()) continue;
    if (const auto why = place_all(board, *stones, colour)) return refuse(*why);
  }
  if (const std::optional<Colour> winner = winner_of(board)) {
    return refuse("the game is over: " + std::string(to_string(*winner)) + " has made five");
  }
  return board;
}

}  // namespace tianyuan::console
