#include "common/move_string.h"

#include <algorithm>

namespace tianyuan {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// One move at the start of the text: letters and the digits after them, or two dashes or tildes.
std::string_view first_token(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && is_letter(text[end])) ++end;
  while (end < text.size() && end > 0 && is_digit(text[end])) ++end;
  return text.substr(0, std::max<std::size_t>(end, std::min<std::size_t>(text.size(), 2)));
}

}  // namespace

std::string to_move_string(const std::vector<Move>& moves) {
  std::string text;
  for (const Move& move : moves) {
    if (move.kind == Move::Kind::pass) {
      text += "--";
    } else if (move.kind == Move::Kind::skip) {
      text += "~~";
    } else {
      std::string point = to_string(move.point);
      point[0] = static_cast<char>(point[0] - 'A' + 'a');
      text += point;
    }
  }
  return text;
}

std::expected<std::vector<Move>, RecordError> parse_move_string(std::string_view text) {
  MoveList list;
  std::size_t at = 0;
  const auto error = [&](std::string what) {
    const TextPlace place = place_in(text, at);
    return std::unexpected(RecordError{place.line, place.column, std::move(what)});
  };
  while (at < text.size()) {
    if (std::string_view(" \t\r\n").find(text[at]) != std::string_view::npos) {
      ++at;
      continue;
    }
    const std::string_view token = first_token(text.substr(at));
    std::optional<std::string> wrong;
    if (token == "--") {
      wrong = list.add(Move::Kind::pass, list.next());
    } else if (token == "~~") {
      wrong = list.add(Move::Kind::skip, list.next());
    } else if (const auto point = parse_point(token)) {
      wrong = list.add(Move::Kind::stone, list.next(), *point);
    } else {
      wrong = "no move: a point from a1 to o15, \"--\" for a pass, \"~~\" for a skipped turn";
    }
    if (wrong) return error(std::move(*wrong));
    at += token.size();
  }
  return std::move(list.moves());
}

}  // namespace tianyuan
