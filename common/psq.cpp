#include "common/psq.h"

#include <charconv>

namespace tianyuan {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r";
  const auto first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

std::optional<int> parse_int(std::string_view text) {
  text = trimmed(text);
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || text.empty() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

struct Pair {
  int x = 0;
  int y = 0;
};

// "x,y" or "x,y,anything": a move line. Anything else is none.
std::optional<Pair> parse_move_line(std::string_view line) {
  const auto comma = line.find(',');
  if (comma == std::string_view::npos) return std::nullopt;
  const std::string_view rest = line.substr(comma + 1);
  const auto x = parse_int(line.substr(0, comma));
  const auto y = parse_int(rest.substr(0, rest.find(',')));
  if (!x || !y) return std::nullopt;
  return Pair{*x, *y};
}

std::unexpected<RecordError> error_at(int line, std::string what) {
  return std::unexpected(RecordError{line, 1, std::move(what)});
}

// "Piskvorky 15x15, ...": the size, or why not.
std::optional<std::string> refuse_header(std::string_view line) {
  constexpr std::string_view kMagic = "Piskvorky ";
  if (!line.starts_with(kMagic)) return "the first line is not \"Piskvorky 15x15, ...\"";
  const std::string_view rest = trimmed(line.substr(kMagic.size()));
  const std::string_view size = trimmed(rest.substr(0, rest.find(',')));
  const auto cross = size.find('x');
  if (cross == std::string_view::npos) return "the size of the board is missing in the first line";
  const auto width = parse_int(size.substr(0, cross));
  const auto height = parse_int(size.substr(cross + 1));
  if (!width || !height) return "the size of the board is missing in the first line";
  if (*width != kBoardSize || *height != kBoardSize) {
    return "a board of " + std::to_string(*width) + "x" + std::to_string(*height) +
           "; only 15x15 is played here";
  }
  return std::nullopt;
}

class TextLines {
 public:
  explicit TextLines(std::string_view text) : rest_(text) {}
  std::optional<std::string_view> next() {
    if (rest_.empty()) return std::nullopt;
    ++number_;
    const auto end = rest_.find('\n');
    const std::string_view line = rest_.substr(0, end);
    rest_ = end == std::string_view::npos ? std::string_view() : rest_.substr(end + 1);
    return trimmed(line);
  }
  int number() const { return number_; }

 private:
  std::string_view rest_;
  int number_ = 0;
};

// "-1", "0", "0,Freestyle15_1": what closes the moves in one dialect or another.
bool is_footer(std::string_view line) {
  return parse_int(line.substr(0, line.find(','))).has_value();
}

}  // namespace

std::expected<Records, RecordError> read_psq(std::string_view text) {
  TextLines lines(text);
  if (auto refused = refuse_header(lines.next().value_or(""))) {
    return error_at(1, std::move(*refused));
  }
  Record record;
  MoveList list;
  std::optional<std::string_view> line;
  while ((line = lines.next())) {
    const auto pair = parse_move_line(*line);
    if (!pair) break;
    const auto point = Point::at(pair->x - 1, kBoardSize - pair->y);
    if (!point) return error_at(lines.number(), "a point off the 15x15 board");
    if (const auto refused = list.add(Move::Kind::stone, list.next(), *point)) {
      return error_at(lines.number(), *refused);
    }
  }
  // Two lines of text after the moves are the players' names, unless "-1" closed the moves.
  if (line && !line->empty() && !is_footer(*line)) {
    record.black = one_line(*line);
    record.white = one_line(lines.next().value_or(""));
  }
  record.moves = std::move(list.moves());
  Records records;
  records.records.push_back(std::move(record));
  return records;
}

std::expected<std::string, RecordError> write_psq(const Record& record) {
  std::string out = "Piskvorky 15x15, 0:0, 0\n";
  for (const Move& move : record.moves) {
    if (move.kind != Move::Kind::stone) {
      const std::string what = move.kind == Move::Kind::pass ? "a pass" : "a skipped turn";
      return std::unexpected(RecordError{0, 0, what + " cannot be written in a .psq file"});
    }
    out += std::to_string(move.point.column() + 1) + ',' +
           std::to_string(kBoardSize - move.point.row()) + ",0\n";
  }
  const auto writable = [](const std::string& name) {
    return !name.empty() && name == trimmed(name) && name == one_line(name) && !is_footer(name);
  };
  if (writable(record.black) && writable(record.white)) {
    return out + record.black + '\n' + record.white + "\n0\n";
  }
  return out + "-1\n";
}

}  // namespace tianyuan
