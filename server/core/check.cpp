// What must hold between any two commands, and the hash by which a replay is compared.

#include <cstring>
#include <string>
#include <type_traits>

#include "server/core/handlers.h"

namespace tianyuan::core {
namespace {

class Hash {  // FNV-1a over values in a fixed order and width: the same on any machine
 public:
  void add(std::int64_t value) {
    const auto bits = static_cast<std::uint64_t>(value);
    for (int shift = 0; shift < 64; shift += 8) byte(static_cast<std::uint8_t>(bits >> shift));
  }
  void add(std::string_view text) {
    add(static_cast<std::int64_t>(text.size()));
    for (const char c : text) byte(static_cast<std::uint8_t>(c));
  }
  template <class T>
  void add(const std::optional<T>& value) {
    add(std::int64_t{value.has_value()});
    if (value) add(static_cast<std::int64_t>(*value));
  }
  std::uint64_t value() const { return value_; }

 private:
  void byte(std::uint8_t b) { value_ = (value_ ^ b) * 0x100000001B3u; }
  std::uint64_t value_ = 0xCBF29CE484222325u;
};

void add_game(Hash& hash, const Game& game) {
  for (int i = 0; i < kPointCount; ++i) hash.add(game.board().at(Point::from_index(i)));
  hash.add(static_cast<std::int64_t>(game.moves().size()));
  for (const Move& move : game.moves()) {
    hash.add(static_cast<std::int64_t>(move.kind));
    hash.add(static_cast<std::int64_t>(move.colour));
    if (move.kind == Move::Kind::stone) hash.add(move.point.index());
  }
  const ClockState& clocks = game.clocks();
  for (const PlayerClock& clock : clocks.players) {
    for (const std::int64_t value :
         {clock.left_ms, Millis{clock.period}, Millis{clock.moves_in_period},
          Millis{clock.skips_in_row}, clock.move_limit_ms})
      hash.add(value);
  }
  hash.add(clocks.running);
  for (const std::int64_t value : {clocks.since_ms, clocks.used_ms, Millis{clocks.paused}})
    hash.add(value);
  hash.add(static_cast<std::int64_t>(game.black()));
  hash.add(game.turn());
  for (const Player player : {Player::first, Player::second}) {
    const Absence& absence = game.absence(player);
    hash.add(Millis{absence.absent});
    hash.add(absence.since_ms);
    hash.add(absence.used_ms);
    hash.add(game.undos_left(player));
  }
  hash.add(Millis{game.grace_frozen()});
  hash.add(game.pause() ? game.pause()->user : -1);
  hash.add(Millis{game.waiting()});
  hash.add(game.lateness_ends_ms());
  hash.add(to_string(game.time()));
  hash.add(game.claims_left());
  hash.add(game.draw_offer() ? game.draw_offer()->id : 0);
  hash.add(game.undo_request() ? game.undo_request()->id : 0);
  hash.add(game.last_event_ms());
  if (game.over()) {
    hash.add(static_cast<std::int64_t>(game.result()->outcome));
    hash.add(static_cast<std::int64_t>(game.result()->reason));
    hash.add(game.result()->winner);
    hash.add(game.result()->loser);
  }
}

class Check {
 public:
  explicit Check(const State& state) : state_(state) {}

  std::vector<std::string> run() {
    for (const auto& [session, user] : state_.sessions) check_session(session, user);
    for (const auto& [id, user] : state_.users) check_user(id, user);
    for (const auto& [id, table] : state_.tables) check_table(id, table);
    for (const auto& [id, room] : state_.rooms) check_room(id, room);
    for (const auto& [id, game] : state_.games) check_game(id, game);
    for (const auto& [code, table] : state_.codes) {
      const Table* coded = find(state_.tables, table);
      require(coded != nullptr && coded->code == code, "a code leads nowhere");
    }
    for (const DueKey& key : state_.deadlines.keys()) check_deadline(key);
    require(running_ == state_.running, "the count of running games is off");
    require(searching_ == state_.searching, "the count of searches is off");
    require(queued_ == state_.searching, "the queues do not match the searches");
    require(watching_ == state_.watching, "the count of watchers is off");
    return std::move(found_);
  }

 private:
  // Whom a finding is about; put into words only when there is one.
  struct Subject {
    const char* what;
    Id id;
  };

  void require(bool holds, const char* finding) {
    if (!holds) found_.emplace_back(finding);
  }
  void require(bool holds, const Subject& subject, const char* finding) {
    if (!holds) found_.push_back(subject.what + std::to_string(subject.id) + ": " + finding);
  }

  void check_session(SessionId session, Id id) {
    const User* user = find(state_.users, id);
    require(user != nullptr && user->session == session, Subject{"session ", session},
            "its user does not know it");
  }

  void check_user(Id id, const User& user) {
    const Subject who{"user ", id};
    require(user.profile.user == id, who, "has another's profile");
    require(user.session == 0 ||
                (state_.sessions.contains(user.session) && state_.sessions.at(user.session) == id),
            who, "has a session that is not his");
    require(user.session != 0 || user.table != 0 || user.game != 0, who,
            "is remembered for nothing");
    require(user.session != 0 || (!user.search && user.watching == 0), who,
            "searches or watches without a connection");
    require(user.session != 0 || user.game != 0 || state_.deadlines.at({Due::seat, id}), who,
            "holds a seat for ever");
    require(!(user.search && (user.table != 0 || user.game != 0)), who, "searches while he plays");
    check_place(who, id, user);
    const GameRun* game = find(state_.games, user.game);
    require(user.game == 0 || (game != nullptr && !game->settled && game->player_of(id)), who,
            "plays a game that is not his");
    if (user.search) {
      searching_ += 1;
      require(user.search->room == user.room, who, "searches in another room");
      require(state_.deadlines.at({Due::search, id}).has_value(), who, "searches for ever");
    }
    watching_ += user.watching != 0;
  }

  void check_place(const Subject& who, Id id, const User& user) {
    const Room* room = find(state_.rooms, user.room);
    require(user.room == 0 || (room != nullptr && room->people.contains(id)), who,
            "is in a room that does not know him");
    const Table* table = find(state_.tables, user.table);
    require(user.table == 0 || (table != nullptr && (user.seat == 0 || user.seat == 1) &&
                                table->seats[user.seat].user == id && table->room == user.room),
            who, "sits where he does not");
    const Table* watched = find(state_.tables, user.watching);
    require(user.watching == 0 || (watched != nullptr && watched->watchers.contains(id)), who,
            "watches where he does not");
    require(user.watching == 0 || user.watching != user.table, who, "watches his own table");
  }

  void check_table(Id id, const Table& table) {
    const Subject what{"table ", id};
    require(table.seats[0].user == 0 || table.seats[0].user != table.seats[1].user, what,
            "one person on both seats");
    for (int seat = 0; seat < 2; ++seat) {
      if (table.seats[seat].user == 0) continue;
      const User* user = find(state_.users, table.seats[seat].user);
      require(user != nullptr && user->table == id && user->seat == seat, what,
              "seats someone who is not there");
    }
    for (const Id watcher : table.watchers) {
      const User* user = find(state_.users, watcher);
      require(user != nullptr && user->watching == id, what, "is watched by nobody's eyes");
    }
    const Room* room = find(state_.rooms, table.room);
    require(room != nullptr && room->tables.contains(id), what, "is in no room");
    require(!vacant(table) || !table.watchers.empty() || table.game != 0, what,
            "is deserted and stays");
    const GameRun* game = find(state_.games, table.game);
    require(table.game == 0 || (game != nullptr && !game->settled && game->opened.table == id),
            what, "has a game that is not its own");
    const GameRun* last = find(state_.games, table.last_game);
    require(table.last_game == 0 || (last != nullptr && last->settled), what,
            "remembers a game that is not settled");
    const bool choosing = table.guess || table.toss;
    require(!table.guess || !table.toss, what, "guesses and tosses");
    require(!choosing || (full(table) && table.game == 0), what, "chooses out of season");
    require(!choosing || state_.deadlines.at({Due::guess, id}), what, "chooses for ever");
    require(!table.appointment || (table.game == 0 && !full(table)), what,
            "keeps an appointment that its game has");
    if (table.game == 0)
      require(!(table.seats[0].ready && table.seats[1].ready), what,
              "both are ready and nothing begins");
  }

  void check_room(Id id, const Room& room) {
    const Subject what{"room ", id};
    for (const Id person : room.people) {
      const User* user = find(state_.users, person);
      require(user != nullptr && user->room == id, what, "counts someone who is not there");
    }
    for (const Id held : room.tables) {
      const Table* table = find(state_.tables, held);
      require(table != nullptr && table->room == id, what, "counts a table that is not there");
      if (table == nullptr) continue;
      require(room.free_tables.contains(held) == (!table->is_private && !full(*table)), what,
              "its free tables are off");
    }
    queued_ += static_cast<int>(room.queue.size());
    for (const auto& [score, person] : room.queue) {
      const User* user = find(state_.users, person);
      require(user != nullptr && user->search && user->search->room == id &&
                  user->search->score == score,
              what, "queues someone who does not search");
    }
  }

  void check_game(Id id, const GameRun& run) {
    const Subject what{"game ", id};
    const bool runs = !run.game.over();
    running_ += runs;
    require(!run.settled || !runs, what, "is settled and runs");
    require(run.user_of(Player::first) != run.user_of(Player::second), what,
            "one person plays himself");
    const bool away =
        run.game.absence(Player::first).absent || run.game.absence(Player::second).absent;
    require(state_.absent_games.contains(id) == (runs && away), what, "absence is misfiled");
    const Table* table = find(state_.tables, run.opened.table);
    require(table != nullptr && (run.settled ? table->last_game == id : table->game == id), what,
            "its table does not know it");
    if (!runs) return;
    for (const Player player : {Player::first, Player::second}) check_player(what, id, run, player);
    require(next_deadline(run.game) == state_.deadlines.at({Due::game, id}), what,
            "its deadline is not kept");
  }

  void check_player(const Subject& what, Id id, const GameRun& run, Player player) {
    const User* user = find(state_.users, run.user_of(player));
    require(user != nullptr && user->game == id && user->table == run.opened.table, what,
            "a player is not at it");
    if (user == nullptr) return;
    require(run.game.absence(player).absent == (user->session == 0), what,
            "takes a player's presence for absence, or the other way");
  }

  void check_deadline(const DueKey& key) {
    switch (key.due) {
      case Due::game:
        require(state_.games.contains(key.id), "a deadline of no game");
        return;
      case Due::guess:
        require(state_.tables.contains(key.id) &&
                    (state_.tables.at(key.id).guess || state_.tables.at(key.id).toss),
                "a deadline of no guess or toss");
        return;
      case Due::appointment:
        require(state_.tables.contains(key.id) && state_.tables.at(key.id).appointment,
                "a deadline of no appointment");
        return;
      case Due::search:
        require(state_.users.contains(key.id) && state_.users.at(key.id).search,
                "a deadline of no search");
        return;
      case Due::seat:
        require(state_.users.contains(key.id), "a deadline of no seat");
        return;
      case Due::mass_drop:
        require(state_.mass_drop.frozen, "a deadline of no mass drop");
        return;
    }
  }

  const State& state_;
  std::vector<std::string> found_;
  int running_ = 0, searching_ = 0, watching_ = 0, queued_ = 0;
};

}  // namespace

std::uint64_t hash_of_games(const State& state) {
  Hash hash;
  for (const auto& [id, run] : state.games) {
    if (run.settled) continue;  // its truth is the database's; a restart forgets it
    hash.add(id);
    hash.add(run.version);
    add_game(hash, run.game);
  }
  return hash.value();
}

std::vector<std::string> broken_invariants(const State& state) {
  return Check(state).run();
}

}  // namespace tianyuan::core
