#pragma once

// The hall's whole state. Written by apply() alone (apply.cpp); everything else reads. Ordered
// containers throughout: iteration is part of the determinism. 0 is no id.

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/core/core.h"
#include "server/core/deadlines.h"
#include "server/core/event.h"

namespace tianyuan::core {

struct Search {
  Id id = 0;
  Id room = 0;
  std::int64_t score = 0;
  Millis since_ms = 0;
  int widenings = 0;
};

struct User {
  Profile profile;
  SessionId session = 0;  // 0: not connected
  Id room = 0;
  Id table = 0;  // where he is seated
  int seat = -1;
  Id watching = 0;
  Id game = 0;  // running or settling
  std::optional<Search> search;
  int chat_tokens = -1;  // -1: never spoke; messages left in the bucket as of chat_at_ms
  Millis chat_at_ms = 0;
  std::set<Id> blocked;  // whom he does not want to hear, as the database has it
};

struct Room {
  RoomConfig config;
  bool gone = false;  // deleted or never loaded: its games run to their end
  std::set<Id> people;
  std::set<Id> tables;
  std::set<Id> free_tables;                     // public, with a free seat
  std::set<std::pair<std::int64_t, Id>> queue;  // score, user; R4
};

enum class TableState : std::uint8_t {
  waiting,
  confirming,
  ready_check,
  choosing_colours,
  appointed,  // its game is agreed and has not begun (T3)
  playing,
  settling,
};

struct Seat {
  Id user = 0;
  bool confirmed = false;
  bool ready = false;
};

struct Guess {
  bool opening = false;  // both hands closed
  std::array<std::string, 2> hashes;
  std::array<std::optional<int>, 2> numbers;
  std::array<std::string, 2> salts;
  std::array<bool, 2> drawn_by_server{};
};

struct Toss {
  int chooser = 0;  // seat
  bool passed_on = false;
};

struct Appointment {  // T3: of a table whose second player has not come yet
  Millis at_ms = 0;
  Millis lateness_ms = 0;
};

struct Table {
  Id id = 0;
  Id room = 0;
  bool is_private = false;
  bool by_match = false;
  std::string code;
  std::array<Seat, 2> seats;
  std::set<Id> watchers;
  std::optional<TimeControl> agreed;  // R2; lapses when both seats are empty
  bool by_toss = false;               // R3, set with the table
  std::optional<Guess> guess;
  std::optional<Toss> toss;
  std::optional<Appointment> appointment;
  Id game = 0;       // running or settling
  Id last_game = 0;  // the last one settled, kept for those who ask again
  int games_played = 0;
  int first_seat = 0;  // of the last game
};

// An event of a game as it happened, kept for game.sync.
struct RingEntry {
  GameHappened happened;
  int turn = 0;             // after it
  int move_number = 0;      // entries in the record after it
  std::string_view option;  // BranchChosen: its name; points into the rule set
};

struct ActMemory {
  int turn = -1;
  std::string act;
  std::int64_t first_version = 0;
  std::int64_t last_version = 0;
};

struct GameRun {
  GameOpened opened;
  Game game;
  std::int64_t version = 0;
  std::deque<RingEntry> ring;
  std::array<ActMemory, 2> acts;
  bool settled = false;
  Millis ended_at_ms = 0;
  ForbiddenKinds ended_forbidden;

  explicit GameRun(const GameOpened& event) : opened(event), game(event.settings) {}
  Id user_of(Player player) const { return opened.players[index(player)].user; }
  std::optional<Player> player_of(Id user) const {
    if (user_of(Player::first) == user) return Player::first;
    if (user_of(Player::second) == user) return Player::second;
    return std::nullopt;
  }
};

struct MassDrop {
  std::deque<std::pair<Millis, Id>> recent;  // drops within the window
  std::set<Id> dropped;                      // still away; while frozen
  std::size_t dropped_at_first = 0;
  bool frozen = false;
};

struct State {
  Limits limits;
  Millis now_ms = 0;
  std::map<SessionId, Id> sessions;  // signed in
  std::map<Id, User> users;
  std::map<Id, Room> rooms;
  std::map<Id, Table> tables;
  std::map<std::string, Id> codes;
  std::map<Id, GameRun> games;
  std::set<Id> absent_games;  // running, with someone away
  std::set<Id> frozen_games;  // running, their graces stand still (X5)
  std::vector<Rank> ranks;
  Deadlines deadlines;
  MassDrop mass_drop;
  int running = 0;  // games neither over nor settled
  int searching = 0;
  int watching = 0;
  bool draining = false;
  Id next_game = 1;
  Id next_table = 1;
  Id next_search = 1;
};

template <class Map>
auto* find(Map& map, const typename Map::key_type& key) {
  const auto found = map.find(key);
  return found == map.end() ? nullptr : &found->second;
}

TableState table_state(const State& state, const Table& table);
inline bool full(const Table& table) {
  return table.seats[0].user != 0 && table.seats[1].user != 0;
}
inline bool vacant(const Table& table) {
  return table.seats[0].user == 0 && table.seats[1].user == 0;
}

// The only writer. Cannot fail: what it is given was decided against this state, or stored.
void apply(State& state, const Event& event);

}  // namespace tianyuan::core
