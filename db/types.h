#pragma once

// What the database takes and gives, as plain values. No SOCI, no SQL in here.

#include <array>
#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "common/score.h"

namespace tianyuan::db {

using Id = std::int64_t;

enum class Failure : std::uint8_t {
  busy,  // another program holds the write lock: keep what you have and try again
  full,  // disk or quota
  read_only,
  io,  // includes a failed fsync: what was being committed may or may not be there
  damaged,
  newer,     // made by a later version of the program
  conflict,  // a UNIQUE key: name taken, game settled twice
  not_found,
  refused,  // a CHECK or trigger of the database says no; the message says what would be right
  other,
};

struct Error {
  Failure failure = Failure::other;
  std::string message;  // for the log: what was tried and what the database said
};

template <class T>
using Result = std::expected<T, Error>;

// ---------------------------------------------------------------- the log

struct LogRow {  // TGameEvent
  Id game = 0;
  std::int64_t version = 0;  // 0: opened; 1..: events; the last: settled
  std::int64_t at_ms = 0;
  std::string kind;
  std::string payload;  // JSON, with its format version
};

struct OpenGame {  // inserts the running TGameBase row and the first log row
  Id game = 0;
  Id room = 0;
  std::string kind;
  std::string rule;
  std::array<Id, 2> users{};
  std::int64_t at_ms = 0;
  LogRow row;
};

// Ends and settles a game in one transaction: reads the room's points, RunPublish and stake as they
// stand now, writes ledger rows, scores and ladder, completes TGameBase with all its events,
// appends a log row of kind "settled" whose payload `settled_payload` makes of the settlement. A
// game that was closed already: conflict, and nothing of the batch is kept. A coin room is a game
// with a stake above 0; coins move only with a winner, or from an escaper to the house.
struct CloseGame {
  Id game = 0;
  Id room = 0;
  std::string kind;
  std::array<Id, 2> users{};  // by index(Player)
  bool is_private = false;
  std::int64_t stake = 0;  // frozen when the game started
  GameResult result;
  Player black{};
  std::string moves;
  int move_count = 0;
  std::string opening;
  std::int64_t at_ms = 0;
  std::string events;  // all payloads, a JSON array, as they will stay in TGameBase
  std::int64_t settled_version = 0;
};

struct RefereeAct {  // T5: also in the audit log, in the same transaction as the game's own row
  Id game = 0;
  Id referee = 0;
  std::int64_t at_ms = 0;
  std::string action;  // the event's kind
  std::string reason;
};

using Record = std::variant<OpenGame, LogRow, CloseGame, RefereeAct>;

struct RunningGame {
  Id game = 0;
  std::vector<LogRow> rows;  // in order
};

struct Recovery {
  Id next_game = 1;             // above every id ever used
  std::int64_t last_at_ms = 0;  // the log's last instant; 0: an empty log
  std::vector<RunningGame> running;
};

// ---------------------------------------------------------------- people

struct User {
  Id id = 0;
  std::string name;
  std::string password_hash;  // empty: a guest
  bool guest = false;
  bool muted = false;
  bool banned = false;
  bool deleted = false;
  std::string roles;  // space-separated
  std::map<std::string, std::int64_t> score_by_kind;
  std::int64_t score_in_all = 0;
  std::int64_t coins = 0;
  int finished = 0;
  int escapes = 0;
  int wins = 0;
  int losses = 0;
  int draws = 0;
};

inline constexpr int kMostBlocked = 500;  // players that one player blocks

// A signed-in device: a series of tokens, named by its first one, of which two may be shown.
struct Session {
  Id user = 0;
  std::string token_hash;       // of the token that was used last
  std::string next_token_hash;  // of the one given out for it; empty: none yet
};

struct LadderEntry {
  int place = 0;  // from 1; equal scores share a place
  Id user = 0;
  std::string name;
  std::int64_t score = 0;
  int games = 0, wins = 0, losses = 0, draws = 0, escapes = 0;
};
struct LadderPage {
  int page = 1;
  int pages = 1;
  int players = 0;
  std::vector<LadderEntry> entries;
};

struct GameSummary {
  Id game = 0;
  Id room = 0;
  std::string kind;
  std::string rule;
  std::int64_t started_at_ms = 0;
  std::optional<std::int64_t> ended_at_ms;  // none: running
  std::array<Id, 2> users{};
  std::array<std::string, 2> names;
  std::optional<GameResult> result;
  Player black{};
  std::array<std::int64_t, 2> score_changes{};
  int move_count = 0;
  std::string moves;
  std::string opening;
};
struct GamesPage {
  int page = 1;
  int pages = 1;
  std::vector<GameSummary> games;
};

struct Announcement {  // TAnnouncement: to all, from an operator
  Id id = 0;
  std::int64_t at_ms = 0;
  std::string text;
};

// ---------------------------------------------------------------- rooms

struct Room {  // TGameRoomBase; texts as stored, already checked by the table's CHECKs
  Id id = 0;
  std::string name;
  std::string kind;
  std::string rule;
  std::string enforcement;
  bool overline_counts_as_four = false;
  bool centre_first = false;
  int fifths_max = 12;
  std::string time_control;
  std::string disconnect_clock;
  std::int64_t grace_ms = 0;
  std::int64_t absence_total_ms = 0;
  int skips_to_lose = 0;
  int undos_per_player = 0;
  Points points;
  std::int64_t stake = 0;
  bool quick_match_only = false;
  int capacity = 0;
  std::optional<std::int64_t> minimum_score;
  std::optional<double> maximum_escape_rate;
  bool guests_allowed = true;
  bool is_default = false;
  bool open = true;
  bool count_private = false;
  bool count_guests = false;
};

}  // namespace tianyuan::db
