#include "common/sgf.h"

#include <algorithm>
#include <array>
#include <utility>

#include "common/sgf_tree.h"

namespace tianyuan {
namespace {

// Two letters: column from the left, row from above.
std::string sgf_point(Point point) {
  return {static_cast<char>('a' + point.column()),
          static_cast<char>('a' + (kBoardSize - 1 - point.row()))};
}

// Some programs write "h8" instead; both are understood.
std::optional<Point> parse_sgf_point(std::string_view text) {
  if (text.size() == 2 && text[1] >= 'a' && text[1] <= 'z') {
    if (text[0] < 'a' || text[0] > 'z') return std::nullopt;
    return Point::at(text[0] - 'a', kBoardSize - 1 - (text[1] - 'a'));
  }
  return parse_point(text);
}

struct RuleWord {
  std::string_view text;
  std::string_view rule;
};
constexpr std::array<RuleWord, 9> kRuleWords{{{"0", "freestyle"},
                                              {"Freestyle", "freestyle"},
                                              {"Gomoku", "freestyle"},
                                              {"1", "exact-five"},
                                              {"Standard", "exact-five"},
                                              {"4", "renju"},
                                              {"Renju", "renju"},
                                              {"RIF", "rif"},
                                              {"Swap2", "swap2"}}};

std::string rule_of(std::string_view text) {
  if (find_rule_set(text) != nullptr) return std::string(text);
  for (const RuleWord& word : kRuleWords) {
    if (word.text == text) return std::string(word.rule);
  }
  return {};
}

class GameReader {
 public:
  GameReader(const SgfGame& game, std::vector<std::string>& warnings)
      : game_(game), warnings_(warnings) {}

  std::expected<Record, RecordError> run() {
    if (auto error = read_root()) return std::unexpected(std::move(*error));
    for (std::size_t i = 0; i < game_.nodes.size(); ++i) {
      if (auto error = read_node(game_.nodes[i])) return std::unexpected(std::move(*error));
    }
    record_.moves = std::move(list_.moves());
    while (!record_.comments.empty() && record_.comments.back().empty())
      record_.comments.pop_back();
    return std::move(record_);
  }

 private:
  using Wrong = std::optional<RecordError>;

  static Wrong wrong(const SgfProperty& property, std::string what) {
    return RecordError{property.line, property.column, property.name + ": " + std::move(what)};
  }

  Wrong read_root() {
    const SgfNode& root = game_.nodes.front();
    const SgfProperty* kind = root.find("GM");
    if (kind == nullptr) {
      return RecordError{root.line, root.column,
                         "GM is missing, which means Go; gomoku and renju are GM[4]"};
    }
    if (kind->values[0] != "4") {
      return wrong(*kind, "another game; gomoku and renju are GM[4]");
    }
    const SgfProperty* size = root.find("SZ");
    if (size != nullptr && size->values[0] != "15" && size->values[0] != "15:15") {
      return wrong(*size, "another board size; only 15 is played here");
    }
    take(root, "PB", record_.black);
    take(root, "PW", record_.white);
    take(root, "EV", record_.event);
    take(root, "DT", record_.date);
    take(root, "ON", record_.opening);
    if (const SgfProperty* result = root.find("RE")) {
      record_.result = parse_record_result(one_line(result->values[0]));
    }
    if (const SgfProperty* rule = root.find("RU")) {
      record_.rule = rule_of(rule->values[0]);
      if (record_.rule.empty()) warn(*rule, "a rule that is not known here");
    }
    return std::nullopt;
  }

  void take(const SgfNode& node, std::string_view name, std::string& into) {
    if (const SgfProperty* property = node.find(name)) into = one_line(property->values[0]);
  }
  void warn(const SgfProperty& property, const std::string& what) {
    warnings_.push_back(to_string(*wrong(property, what)));
  }

  Wrong read_node(const SgfNode& node) {
    bool moved = false;
    for (const SgfProperty& property : node.properties) {
      if (property.name == "AB" || property.name == "AW" || property.name == "AE") {
        return wrong(property, "stones set up without order are no game");
      }
      if (property.name == "B" || property.name == "W") {
        if (std::exchange(moved, true)) return wrong(property, "two moves in one node");
        if (auto error = read_move(node, property)) return error;
      }
      if (property.name == "FIFTHS") {
        if (auto error = read_fifths(property)) return error;
      }
    }
    // Behind the node's move, wherever in the node they stand.
    if (const SgfProperty* acts = node.find("ACT")) read_acts(*acts);
    if (const SgfProperty* comment = node.find("C")) {
      const std::size_t number = list_.moves().size();
      record_.comments.resize(std::max(record_.comments.size(), number + 1));
      std::string& text = record_.comments[number];
      if (!text.empty()) text += '\n';
      text += comment->values[0];
    }
    return std::nullopt;
  }

  Wrong read_move(const SgfNode& node, const SgfProperty& property) {
    const Colour colour = property.name == "B" ? Colour::black : Colour::white;
    const std::string& text = property.values[0];
    Move::Kind kind = Move::Kind::stone;
    Point point;
    if (text.empty()) {
      kind = node.find("SKIP") != nullptr ? Move::Kind::skip : Move::Kind::pass;
    } else if (const auto parsed = parse_sgf_point(text)) {
      point = *parsed;
    } else {
      return wrong(property, "no point of the 15x15 board (\"aa\" to \"oo\")");
    }
    if (const auto refused = list_.add(kind, colour, point)) return wrong(property, *refused);
    return std::nullopt;
  }

  Wrong read_fifths(const SgfProperty& property) {
    for (const std::string& value : property.values) {
      const auto point = parse_sgf_point(value);
      if (!point) return wrong(property, "no point of the 15x15 board (\"aa\" to \"oo\")");
      record_.fifths.push_back(*point);
    }
    return std::nullopt;
  }

  void read_acts(const SgfProperty& property) {
    for (const std::string& value : property.values) {
      const bool known = value.starts_with("P1 ") || value.starts_with("P2 ");
      if (!known) {
        warn(property, "an act that is not known here");
        continue;
      }
      const Player by = value[1] == '1' ? Player::first : Player::second;
      record_.acts.push_back({list_.moves().size(), by, one_line(value.substr(3))});
    }
  }

  const SgfGame& game_;
  std::vector<std::string>& warnings_;
  Record record_;
  MoveList list_;
};

void write_property(std::string& out, std::string_view name, std::string_view value) {
  if (value.empty()) return;
  out += name;
  out += '[';
  out += escape_sgf(value);
  out += ']';
}

std::string_view comment_of(const Record& record, std::size_t number) {
  return number < record.comments.size() ? std::string_view(record.comments[number])
                                         : std::string_view();
}

void write_move(std::string& out, const Move& move) {
  out += move.colour == Colour::black ? ";B[" : ";W[";
  if (move.kind == Move::Kind::stone) out += sgf_point(move.point);
  out += ']';
  if (move.kind == Move::Kind::skip) out += "SKIP[1]";
}

// The fifths once more as letters on the board, which every program shows.
void write_fifths(std::string& out, const std::vector<Point>& fifths) {
  out += "FIFTHS";
  for (const Point point : fifths) out += '[' + sgf_point(point) + ']';
  out += "LB";
  constexpr std::size_t kLetters = 26;  // no rule has more fifths than 12; a file may
  for (std::size_t i = 0; i < std::min(fifths.size(), kLetters); ++i) {
    out += '[' + sgf_point(fifths[i]) + ':' + static_cast<char>('A' + i) + ']';
  }
}

void write_acts(std::string& out, const Record& record, std::size_t after) {
  bool named = false;
  for (const OpeningAct& act : record.acts) {
    if (act.after != after) continue;
    if (!std::exchange(named, true)) out += "ACT";
    out += act.by == Player::first ? "[P1 " : "[P2 ";
    out += escape_sgf(one_line(act.what)) + ']';
  }
}

void write_game(std::string& out, const Record& record) {
  out += "(;FF[4]GM[4]CA[UTF-8]AP[Tianyuan]SZ[15]";
  write_property(out, "PB", one_line(record.black));
  write_property(out, "PW", one_line(record.white));
  write_property(out, "EV", one_line(record.event));
  write_property(out, "DT", one_line(record.date));
  write_property(out, "RU", record.rule);
  write_property(out, "ON", one_line(record.opening));
  write_property(out, "RE", to_string(record.result));
  write_acts(out, record, 0);
  write_property(out, "C", normal_lines(comment_of(record, 0)));
  constexpr std::size_t kMovesALine = 10;
  constexpr std::size_t kBeforeFifth = 4;
  for (std::size_t i = 0; i < record.moves.size(); ++i) {
    if (i % kMovesALine == 0) out += '\n';
    write_move(out, record.moves[i]);
    if (i + 1 == std::min(kBeforeFifth, record.moves.size()) && !record.fifths.empty()) {
      write_fifths(out, record.fifths);
    }
    write_acts(out, record, i + 1);
    write_property(out, "C", normal_lines(comment_of(record, i + 1)));
  }
  out += ")\n";
}

}  // namespace

std::expected<Records, RecordError> read_sgf(std::string_view text) {
  auto file = parse_sgf(text);
  if (!file) return std::unexpected(std::move(file.error()));
  Records records;
  records.warnings = std::move(file->warnings);
  for (const SgfGame& game : file->games) {
    auto record = GameReader(game, records.warnings).run();
    if (!record) return std::unexpected(std::move(record.error()));
    records.records.push_back(std::move(*record));
    if (game.variations > 0) {
      records.warnings.push_back(std::to_string(game.variations) +
                                 " variations are left out; the main line is kept");
    }
  }
  return records;
}

std::string write_sgf(std::span<const Record> records) {
  std::string out;
  for (const Record& record : records) write_game(out, record);
  return out;
}

}  // namespace tianyuan
