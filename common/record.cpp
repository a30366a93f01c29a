#include "common/record.h"

#include <algorithm>

#include "common/winning_row.h"

namespace tianyuan {

std::string to_string(const RecordResult& result) {
  switch (result.kind) {
    case RecordResult::Kind::unknown:
      return "?";
    case RecordResult::Kind::win:
      return (result.winner == Colour::black ? "B+" : "W+") + result.how;
    case RecordResult::Kind::draw:
      return "0";
    case RecordResult::Kind::annulled:
      return "Void";
  }
  return "?";
}

RecordResult parse_record_result(std::string_view text) {
  RecordResult result;
  if (text == "0" || text == "Draw") result.kind = RecordResult::Kind::draw;
  if (text == "Void") result.kind = RecordResult::Kind::annulled;
  if (text.starts_with("B+") || text.starts_with("W+")) {
    result.kind = RecordResult::Kind::win;
    result.winner = text[0] == 'B' ? Colour::black : Colour::white;
    result.how = text.substr(2);
  }
  return result;
}

RecordResult record_result(const Game& game) {
  if (!game.over()) return {};
  const GameResult& ended = *game.result();
  const auto win = [&](Player winner, std::string how) {
    return RecordResult{RecordResult::Kind::win, game.colour_of(winner), std::move(how)};
  };
  switch (ended.outcome) {
    case Outcome::draw:
      return {RecordResult::Kind::draw, {}, {}};
    case Outcome::escape:
      return win(other(*ended.loser), "F");
    case Outcome::both_lose:
    case Outcome::annulled:
      return {RecordResult::Kind::annulled, {}, {}};
    case Outcome::win:
      break;
  }
  switch (ended.reason) {
    case EndReason::five:
      return win(*ended.winner, "");
    case EndReason::resigned:
      return win(*ended.winner, "R");
    case EndReason::time:
    case EndReason::skips:
    case EndReason::late:
      return win(*ended.winner, "T");
    default:
      return win(*ended.winner, "F");
  }
}

Record make_record(const Game& game) {
  Record record;
  record.rule = game.settings().rule;
  record.result = record_result(game);
  record.opening = game.opening();
  record.moves = game.moves();
  record.fifths = game.offered_fifths();
  return record;
}

std::string to_string(const RecordError& error) {
  if (error.line == 0) return error.what;
  return "line " + std::to_string(error.line) + ", column " + std::to_string(error.column) + ": " +
         error.what;
}

std::string normal_lines(std::string_view text) {
  std::string lines;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c != '\n' && c != '\r') {
      lines += c;
      continue;
    }
    lines += '\n';
    const bool paired = i + 1 < text.size() && text[i + 1] == (c == '\n' ? '\r' : '\n');
    if (paired) ++i;
  }
  return lines;
}

std::string one_line(std::string_view text) {
  std::string line = normal_lines(text);
  std::replace(line.begin(), line.end(), '\n', ' ');
  return line;
}

TextPlace place_in(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  TextPlace place;
  place.line += static_cast<int>(std::count(before.begin(), before.end(), '\n'));
  const auto start = before.rfind('\n');
  const std::size_t line_start = start == std::string_view::npos ? 0 : start + 1;
  place.column += static_cast<int>(before.size() - line_start);
  return place;
}

std::optional<std::string> MoveList::add(Move::Kind kind, Colour colour, Point point) {
  if (moves_.size() >= kMostRecordMoves) {
    return "more than " + std::to_string(kMostRecordMoves) + " moves";
  }
  if (colour != next()) {
    if (moves_.empty()) return "Black moves first";
    return std::string(to_string(next())) + " is to move";
  }
  if (kind == Move::Kind::stone) {
    if (!board_.empty(point)) return to_string(point) + " is occupied";
    board_.place(point, colour);
  }
  moves_.push_back({kind, colour, kind == Move::Kind::stone ? point : Point{}});
  return std::nullopt;
}

namespace {

// What the stone just placed decides, if anything.
std::optional<GameResult> result_of(const Board& board, const Move& move, const RuleSet& rule,
                                    ForbiddenKinds kinds, Enforcement enforcement) {
  const auto wins = [](Player winner, EndReason reason) {
    return GameResult{Outcome::win, reason, winner, other(winner)};
  };
  const bool is_black = move.colour == Colour::black;
  if (!winning_row(board, move.point, is_black ? rule.black : rule.white).empty()) {
    return wins(is_black ? Player::first : Player::second, EndReason::five);
  }
  if (kinds.any() && (enforcement != Enforcement::claim || board.full())) {
    return wins(Player::second, EndReason::forbidden);
  }
  if (board.full()) return GameResult{Outcome::draw, EndReason::board_full, {}, {}};
  return std::nullopt;
}

}  // namespace

Judgement judge(const std::vector<Move>& moves, const RuleSet& rule, Enforcement enforcement) {
  Judgement judgement;
  Board board;
  for (const Move& move : moves) {
    ++judgement.moves;
    const bool passed = move.kind == Move::Kind::pass;
    if (passed && judgement.moves > 1 && moves[judgement.moves - 2].kind == Move::Kind::pass) {
      judgement.result = GameResult{Outcome::draw, EndReason::passes, {}, {}};
    }
    if (move.kind == Move::Kind::stone) {
      ForbiddenKinds kinds;
      if (rule.forbidden_moves && move.colour == Colour::black) {
        kinds = forbidden_kinds(board, move.point);
        if (kinds.any()) judgement.forbidden.emplace_back(judgement.moves, kinds);
      }
      board.place(move.point, move.colour);
      judgement.result = result_of(board, move, rule, kinds, enforcement);
    }
    if (judgement.result) break;
  }
  return judgement;
}

}  // namespace tianyuan
