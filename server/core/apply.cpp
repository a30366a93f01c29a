#include <algorithm>
#include <utility>

#include "common/assert.h"
#include "server/core/game_acts.h"
#include "server/core/state.h"

namespace tianyuan::core {
namespace {

User& user_of(State& state, Id id) {
  User* user = find(state.users, id);
  TIANYUAN_ASSERT(user != nullptr);
  return *user;
}

Table& table_of(State& state, Id id) {
  Table* table = find(state.tables, id);
  TIANYUAN_ASSERT(table != nullptr);
  return *table;
}

GameRun& run_of(State& state, Id id) {
  GameRun* run = find(state.games, id);
  TIANYUAN_ASSERT(run != nullptr);
  return *run;
}

// A game whose room the database no longer has, or has not given yet, still has its place.
Room& room_of(State& state, Id id) {
  auto [room, created] = state.rooms.try_emplace(id);
  if (created) {
    room->second.config.id = id;
    room->second.config.open = false;
    room->second.gone = true;
  }
  return room->second;
}

void drop_room_if_over(State& state, Id id) {
  const Room* room = find(state.rooms, id);
  if (room != nullptr && room->gone && room->people.empty() && room->tables.empty())
    state.rooms.erase(id);
}

void index_free_seats(State& state, const Table& table) {
  Room& room = room_of(state, table.room);
  if (!table.is_private && !full(table))
    room.free_tables.insert(table.id);
  else
    room.free_tables.erase(table.id);
}

void forget_game(State& state, Id& game) {
  if (game == 0) return;
  state.games.erase(game);
  game = 0;
}

// ---------------------------------------------------------------- sessions

void on(State& state, const hall::SessionBound& event) {
  User& user = state.users[event.profile.user];
  user.profile = event.profile;
  user.blocked = {event.blocked.begin(), event.blocked.end()};
  user.session = event.session;
  state.sessions[event.session] = event.profile.user;
  state.deadlines.set({Due::seat, event.profile.user}, std::nullopt);
}

void on(State& state, const hall::SessionUnbound& event) {
  User& user = user_of(state, event.user);
  state.sessions.erase(user.session);
  user.session = 0;
}

void on(State& state, const hall::UserForgotten& event) {
  state.deadlines.set({Due::seat, event.user}, std::nullopt);
  state.users.erase(event.user);
}

void on(State& state, const hall::ProfileUpdated& event) {
  if (User* user = find(state.users, event.profile.user)) user->profile = event.profile;
}

// ---------------------------------------------------------------- rooms

void on(State& state, const hall::RoomsReplaced& event) {
  std::set<Id> present;
  for (const RoomConfig& config : event.rooms) {
    Room& room = room_of(state, config.id);
    room.config = config;
    room.gone = false;
    present.insert(config.id);
  }
  std::vector<Id> missing;
  for (auto& [id, room] : state.rooms) {
    if (present.contains(id)) continue;
    room.gone = true;
    room.config.open = false;
    missing.push_back(id);
  }
  for (const Id id : missing) drop_room_if_over(state, id);
}

void on(State& state, const hall::RanksReplaced& event) {
  state.ranks = event.ranks;
}

void on(State& state, const hall::RoomEntered& event) {
  user_of(state, event.user).room = event.room;
  room_of(state, event.room).people.insert(event.user);
}

void on(State& state, const hall::RoomLeft& event) {
  User& user = user_of(state, event.user);
  const Id room = std::exchange(user.room, 0);
  room_of(state, room).people.erase(event.user);
  drop_room_if_over(state, room);
}

// ---------------------------------------------------------------- quick match

void on(State& state, const hall::SearchBegun& event) {
  User& user = user_of(state, event.user);
  user.search = Search{event.search, event.room, event.score, event.at_ms, 0};
  room_of(state, event.room).queue.insert({event.score, event.user});
  state.next_search = std::max(state.next_search, event.search + 1);
  state.searching += 1;
  state.deadlines.set({Due::search, event.user}, event.at_ms + state.limits.search_widen_ms);
}

void on(State& state, const hall::SearchWidened& event) {
  user_of(state, event.user).search->widenings += 1;
  state.deadlines.set({Due::search, event.user}, event.at_ms + state.limits.search_widen_ms);
}

void on(State& state, const hall::SearchEnded& event) {
  User& user = user_of(state, event.user);
  room_of(state, user.search->room).queue.erase({user.search->score, event.user});
  user.search.reset();
  state.searching -= 1;
  state.deadlines.set({Due::search, event.user}, std::nullopt);
}

// ---------------------------------------------------------------- tables

void on(State& state, const hall::TableOpened& event) {
  Table& table = state.tables[event.table];
  table.id = event.table;
  table.room = event.room;
  table.is_private = event.is_private;
  table.by_match = event.by_match;
  table.code = event.code;
  table.by_toss = event.toss;
  state.next_table = std::max(state.next_table, event.table + 1);
  room_of(state, event.room).tables.insert(event.table);
  if (!event.code.empty()) state.codes[event.code] = event.table;
  index_free_seats(state, table);
}

void on(State& state, const hall::TableClosed& event) {
  Table& table = table_of(state, event.table);
  const Id room_id = table.room;
  forget_game(state, table.last_game);
  state.deadlines.set({Due::guess, table.id}, std::nullopt);
  state.deadlines.set({Due::appointment, table.id}, std::nullopt);
  if (!table.code.empty()) state.codes.erase(table.code);
  Room& room = room_of(state, room_id);
  room.tables.erase(event.table);
  room.free_tables.erase(event.table);
  state.tables.erase(event.table);
  drop_room_if_over(state, room_id);
}

void on(State& state, const hall::AppointmentMade& event) {
  table_of(state, event.table).appointment = Appointment{event.at_ms, event.lateness_ms};
  state.deadlines.set({Due::appointment, event.table}, event.at_ms);
}

void drop_appointment(State& state, Table& table) {
  table.appointment.reset();
  state.deadlines.set({Due::appointment, table.id}, std::nullopt);
}

void on(State& state, const hall::AppointmentLapsed& event) {
  drop_appointment(state, table_of(state, event.table));
}

void on(State& state, const hall::Seated& event) {
  User& user = user_of(state, event.user);
  user.table = event.table;
  user.seat = event.seat;
  Table& table = table_of(state, event.table);
  table.seats[event.seat] = Seat{event.user, false, false};
  index_free_seats(state, table);
}

void on(State& state, const hall::Unseated& event) {
  User& user = user_of(state, event.user);
  Table& table = table_of(state, std::exchange(user.table, 0));
  table.seats[std::exchange(user.seat, -1)] = Seat{};
  table.guess.reset();  // the one who stays guesses anew with whoever comes
  table.toss.reset();
  for (Seat& seat : table.seats) seat.ready = false;
  if (vacant(table) && table.game == 0) {
    table.agreed.reset();
    table.games_played = 0;
    table.by_match = false;
  }
  state.deadlines.set({Due::guess, table.id}, std::nullopt);
  state.deadlines.set({Due::seat, event.user}, std::nullopt);
  index_free_seats(state, table);
}

void on(State& state, const hall::SeatHeld& event) {
  state.deadlines.set({Due::seat, event.user}, event.until_ms);
}

void on(State& state, const hall::WatchBegun& event) {
  user_of(state, event.user).watching = event.table;
  table_of(state, event.table).watchers.insert(event.user);
  state.watching += 1;
}

void on(State& state, const hall::WatchEnded& event) {
  Table& table = table_of(state, std::exchange(user_of(state, event.user).watching, 0));
  table.watchers.erase(event.user);
  state.watching -= 1;
}

void on(State& state, const hall::SettingsAgreed& event) {
  table_of(state, event.table).agreed = event.time;
}

void on(State& state, const hall::SeatConfirmed& event) {
  table_of(state, event.table).seats[event.seat].confirmed = true;
}

void on(State& state, const hall::SeatReady& event) {
  table_of(state, event.table).seats[event.seat].ready = event.ready;
}

void on(State& state, const hall::CodeGiven& event) {
  table_of(state, event.table).code = event.code;
  state.codes[event.code] = event.table;
}

// ---------------------------------------------------------------- colours

void on(State& state, const hall::GuessBegan& event) {
  table_of(state, event.table).guess = Guess{};
  state.deadlines.set({Due::guess, event.table}, event.until_ms);
}

void on(State& state, const hall::GuessCommitted& event) {
  table_of(state, event.table).guess->hashes[event.seat] = event.hash;
}

void on(State& state, const hall::GuessOpening& event) {
  table_of(state, event.table).guess->opening = true;
  state.deadlines.set({Due::guess, event.table}, event.until_ms);
}

void on(State& state, const hall::GuessOpened& event) {
  Guess& guess = *table_of(state, event.table).guess;
  guess.numbers[event.seat] = event.number;
  guess.salts[event.seat] = event.salt;
}

void on(State& state, const hall::GuessDrawn& event) {
  Guess& guess = *table_of(state, event.table).guess;
  guess.numbers[event.seat] = event.number;
  guess.drawn_by_server[event.seat] = true;
}

void on(State& state, const hall::TossMade& event) {
  table_of(state, event.table).toss = Toss{event.chooser, event.passed_on};
  state.deadlines.set({Due::guess, event.table}, event.until_ms);
}

void on(State& state, const hall::ColoursDropped& event) {
  Table& table = table_of(state, event.table);
  table.guess.reset();
  table.toss.reset();
  for (Seat& seat : table.seats) seat.confirmed = false;
  state.deadlines.set({Due::guess, event.table}, std::nullopt);
}

// ---------------------------------------------------------------- games

// Live, the table and its people are there; after a restart the stored event brings them back.
void restore_places(State& state, const GameOpened& event) {
  if (state.tables.contains(event.table)) return;
  Table& table = state.tables[event.table];
  table.id = event.table;
  table.room = event.room;
  table.is_private = event.is_private;
  table.games_played = event.games_before;
  state.next_table = std::max(state.next_table, event.table + 1);
  Room& room = room_of(state, event.room);
  room.tables.insert(event.table);
  for (const Player player : {Player::first, Player::second}) {
    const GamePlayer& who = event.players[index(player)];
    User& user = state.users[who.user];
    user.profile.user = who.user;
    user.profile.name = who.name;
    user.profile.guest = who.guest;
    user.room = event.room;
    user.table = event.table;
    user.seat = event.seats[index(player)];
    room.people.insert(who.user);
    table.seats[user.seat].user = who.user;
  }
}

void on(State& state, const GameOpened& event) {
  restore_places(state, event);
  Table& table = table_of(state, event.table);
  forget_game(state, table.last_game);
  drop_appointment(state, table);
  table.guess.reset();
  table.toss.reset();
  state.deadlines.set({Due::guess, table.id}, std::nullopt);
  table.agreed = event.settings.time;
  table.game = event.game;
  table.games_played += 1;
  table.first_seat = event.seats[index(Player::first)];
  for (Seat& seat : table.seats) seat.confirmed = seat.ready = false;
  for (const GamePlayer& player : event.players) {
    user_of(state, player.user).game = event.game;
    state.deadlines.set({Due::seat, player.user}, std::nullopt);  // the game holds it from here
  }
  const GameRun& run = state.games.emplace(event.game, GameRun(event)).first->second;
  state.deadlines.set({Due::game, event.game}, next_deadline(run.game));
  state.next_game = std::max(state.next_game, event.game + 1);
  state.running += 1;
  index_free_seats(state, table);
}

void index_absence(State& state, const GameRun& run) {
  const bool away = !run.game.over() && (run.game.absence(Player::first).absent ||
                                         run.game.absence(Player::second).absent);
  if (away)
    state.absent_games.insert(run.opened.game);
  else
    state.absent_games.erase(run.opened.game);
  if (!run.game.over() && run.game.grace_frozen())
    state.frozen_games.insert(run.opened.game);
  else
    state.frozen_games.erase(run.opened.game);
}

void on(State& state, const GameHappened& event) {
  GameRun& run = run_of(state, event.game);
  TIANYUAN_ASSERT(event.version == run.version + 1);
  const int turn_before = run.game.turn();
  const auto* branch = std::get_if<event::BranchChosen>(&event.event.body);
  const auto option = branch ? run.game.option_name(branch->option) : std::string_view();
  tianyuan::apply(run.game, event.event);
  run.version = event.version;
  run.ring.push_back({event, run.game.turn(), static_cast<int>(run.game.moves().size()), option});
  if (run.ring.size() > static_cast<std::size_t>(state.limits.event_ring)) run.ring.pop_front();
  if (const auto act = act_of(event.event.body)) {
    run.acts[index(act->player)] = {turn_before, act->text, event.version, event.version};
  }
  if (const auto* ended = std::get_if<event::GameEnded>(&event.event.body)) {
    run.ended_at_ms = event.event.at_ms;
    run.ended_forbidden = ended->forbidden;
    state.running -= 1;
  }
  index_absence(state, run);
  state.deadlines.set({Due::game, event.game},
                      run.game.over() ? std::nullopt : next_deadline(run.game));
}

void on(State& state, const GameSettled& event) {
  GameRun& run = run_of(state, event.game);
  run.settled = true;
  for (const PlayerSettlement& settlement : event.settlement.players) {
    User* user = find(state.users, settlement.user);
    if (user == nullptr) continue;
    if (user->game == event.game) user->game = 0;
    if (event.settlement.counted) {
      user->profile.score_by_kind[run.opened.kind] = settlement.score_in_kind;
      user->profile.score_in_all = settlement.score_in_all;
      user->profile.finished = settlement.finished;
      user->profile.escapes = settlement.escapes;
    }
    if (event.settlement.coins) user->profile.coins = settlement.coins;
  }
  Table& table = table_of(state, run.opened.table);
  table.game = 0;
  table.last_game = event.game;
  if (vacant(table)) {
    table.agreed.reset();
    table.games_played = 0;
    table.by_match = false;
  }
  index_free_seats(state, table);
}

void on(State& state, const hall::ActAnswered& event) {
  run_of(state, event.game).acts[index(event.player)] = {event.turn, event.act, event.first_version,
                                                         event.last_version};
}

// ---------------------------------------------------------------- chat, the whole house

int refilled(const State& state, const User& user, Millis at_ms) {
  const int burst = state.limits.chat_burst;
  if (user.chat_tokens < 0) return burst;
  const Millis gained = (at_ms - user.chat_at_ms) / state.limits.chat_interval_ms;
  return static_cast<int>(std::min<Millis>(burst, user.chat_tokens + gained));
}

void on(State& state, const hall::ChatSpent& event) {
  User& user = user_of(state, event.user);
  const int tokens = refilled(state, user, event.at_ms);
  // A full bucket begins to refill now; a part already waited for is kept.
  if (tokens == state.limits.chat_burst)
    user.chat_at_ms = event.at_ms;
  else
    user.chat_at_ms += (tokens - user.chat_tokens) * state.limits.chat_interval_ms;
  user.chat_tokens = tokens - 1;
}

void on(State& state, const hall::UserBlocked& event) {
  User* user = find(state.users, event.user);
  if (user == nullptr) return;
  if (event.block)
    user->blocked.insert(event.target);
  else
    user->blocked.erase(event.target);
}

void on(State& state, const hall::DrainBegun&) {
  state.draining = true;
}

void on(State& state, const hall::DropNoted& event) {
  MassDrop& drop = state.mass_drop;
  drop.recent.emplace_back(event.at_ms, event.user);
  while (drop.recent.front().first < event.at_ms - state.limits.mass_drop_within_ms)
    drop.recent.pop_front();
  if (drop.frozen) {
    drop.dropped.insert(event.user);
    drop.dropped_at_first = std::max(drop.dropped_at_first, drop.dropped.size());
  }
}

void on(State& state, const hall::DropReturned& event) {
  state.mass_drop.dropped.erase(event.user);
  std::erase_if(state.mass_drop.recent, [&](const auto& d) { return d.second == event.user; });
}

void on(State& state, const hall::MassDropBegun& event) {
  MassDrop& drop = state.mass_drop;
  drop.frozen = true;
  for (const auto& [at_ms, user] : drop.recent) drop.dropped.insert(user);
  drop.dropped_at_first = drop.dropped.size();
  state.deadlines.set({Due::mass_drop, 0}, event.until_ms);
}

void on(State& state, const hall::MassDropEnded&) {
  state.mass_drop = {};
  state.deadlines.set({Due::mass_drop, 0}, std::nullopt);
}

}  // namespace

void apply(State& state, const Event& event) {
  std::visit([&](const auto& body) { on(state, body); }, event);
}

TableState table_state(const State& state, const Table& table) {
  if (table.game != 0) {
    const GameRun* run = find(state.games, table.game);
    if (run != nullptr && run->game.over()) return TableState::settling;
    return run != nullptr && !run->game.started() && run->game.settings().appointed_ms > 0
               ? TableState::appointed
               : TableState::playing;
  }
  if (table.guess || table.toss) return TableState::choosing_colours;
  if (!full(table)) return TableState::waiting;
  return table.games_played > 0 ? TableState::ready_check : TableState::confirming;
}

}  // namespace tianyuan::core
