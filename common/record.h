#pragma once

// A game as it is written down (B4, B5): a value between the game and the formats. Every reader
// takes text and answers records or the first error with its place; every writer answers text.
// No I/O: who has files reads them.

#include <cstddef>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/game.h"
#include "common/opening_notes.h"

namespace tianyuan {

// A game has at most 225 stones; passes and skips beyond this make no game.
inline constexpr std::size_t kMostRecordMoves = 1'000;

struct RecordResult {
  enum class Kind : std::uint8_t { unknown, win, draw, annulled };
  Kind kind = Kind::unknown;
  Colour winner{};  // win
  std::string how;  // win: "" by a row, "R" resigned, "T" time, "F" forfeit, or as found
  friend bool operator==(const RecordResult&, const RecordResult&) = default;
};

// As SGF writes it: "B+", "W+R", "0", "Void", "?".
std::string to_string(const RecordResult& result);
RecordResult parse_record_result(std::string_view text);  // what makes no sense: unknown
RecordResult record_result(const Game& game);

struct Record {
  std::string rule;  // a RuleSet's name; "": not known
  std::string black;
  std::string white;
  std::string event;
  std::string date;  // ISO 8601 where we write it; as found where we read it
  RecordResult result;
  std::string opening;                // "D4"
  std::vector<Move> moves;            // alternating from Black (B4)
  std::vector<OpeningAct> acts;       // what the opening rule decided, in order
  std::vector<Point> fifths;          // offered as Black's fifth stone, where that was
  std::vector<std::string> comments;  // [0] of the game, [n] of move n; may be shorter
  friend bool operator==(const Record&, const Record&) = default;
};

// What a finished or running game leaves. Names and date are the caller's, and so are the acts: a
// game does not keep them, its events do (OpeningNotes).
Record make_record(const Game& game);

// Where reading stopped, from 1; columns count bytes. For binary formats the line is 1 and the
// column the offset + 1. A writer that cannot say something answers line and column 0.
struct RecordError {
  int line = 0;
  int column = 0;
  std::string what;
  friend bool operator==(const RecordError&, const RecordError&) = default;
};
std::string to_string(const RecordError& error);  // "line 3, column 7: ..."

struct Records {
  std::vector<Record> records;
  std::vector<std::string> warnings;  // what was passed over
};

// Texts as records hold them: line ends are '\n' ("\r\n", "\n\r" and "\r" too), and none in names.
std::string normal_lines(std::string_view text);
std::string one_line(std::string_view text);

// The place in a text, for readers.
struct TextPlace {
  int line = 1;
  int column = 1;
};
TextPlace place_in(std::string_view text, std::size_t offset);

// Collects moves as a reader finds them: colours alternate from Black, points are empty.
class MoveList {
 public:
  // What is wrong with the next move; nothing: it was taken.
  std::optional<std::string> add(Move::Kind kind, Colour colour, Point point = {});
  Colour next() const { return moves_.size() % 2 == 0 ? Colour::black : Colour::white; }
  std::vector<Move>& moves() { return moves_; }

 private:
  std::vector<Move> moves_;
  Board board_;
};

// Judges a record's moves under a rule set, opening procedure apart: who wins, where, and why.
struct Judgement {
  std::optional<GameResult> result;  // Player::first stands for Black; nothing: the game is open
  std::size_t moves = 0;             // judged; fewer than the record's: the rest came after the end
  std::vector<std::pair<std::size_t, ForbiddenKinds>> forbidden;  // move number, kinds
  friend bool operator==(const Judgement&, const Judgement&) = default;
};
// `enforcement` lose or claim: under claim a forbidden stone stands and is only noted.
Judgement judge(const std::vector<Move>& moves, const RuleSet& rule, Enforcement enforcement);

}  // namespace tianyuan
