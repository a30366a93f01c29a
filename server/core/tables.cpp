// Tables and seats (R2, R5, R6, R7).

#include <algorithm>

#include "server/core/handlers.h"
#include "server/core/views.h"

namespace tianyuan::core {

using proto::ErrorCode;

namespace {

constexpr Millis kMinute = 60'000;
constexpr Millis kTotalMin = kMinute, kTotalMax = 180 * kMinute;        // R2
constexpr Millis kFarthestAppointment = Millis{7 * 24 * 60} * kMinute;  // T3
constexpr int kLatenessDefaultS = 600;
constexpr Millis kPerMoveMin = 5'000, kPerMoveMax = 600'000;  // R2

// By id or by a private table's code. A private table is found by its code alone, or by those who
// are at it already.
std::expected<Id, proto::Error> table_named(const State& state, const User& user, Id id,
                                            const std::string& code) {
  if (id == 0 && !code.empty()) {
    const Id* coded = find(state.codes, code);
    if (coded == nullptr) return fail(ErrorCode::bad_link, "this link leads to no table", "code");
    return *coded;
  }
  const Table* table = find(state.tables, id);
  if (table == nullptr) return fail(ErrorCode::unknown_table, "there is no such table", "table");
  const bool at_it = user.table == id || user.watching == id;
  if (table->is_private && !at_it && (code.empty() || code != table->code))
    return fail(ErrorCode::bad_link, "this table is private", "code", "the code of its link");
  return id;
}

Unless cannot_take_seat(const State& state, const User& user) {
  if (user.game != 0) return fail(ErrorCode::game_running, "your game runs").error();
  if (user.table != 0)
    return fail(ErrorCode::already_seated, "you are seated: leave the table first").error();
  if (user.search)
    return fail(ErrorCode::already_searching, "you are searching: cancel that first").error();
  if (state.draining)
    return fail(ErrorCode::draining, "the server is going down: no new games").error();
  return std::nullopt;
}

Unless cannot_sit_in(const State& state, Id user, Id room_id) {
  if (auto error = cannot_enter(state, user, room_id)) return error;
  const Room& room = state.rooms.at(room_id);
  if (auto error = cannot_play_in(state, &room)) return error;
  if (room.config.quick_match_only)
    return fail(ErrorCode::quick_match_only, "this room pairs by quick match only", "room",
                "match.start")
        .error();
  return cannot_afford(state, user, room);
}

std::expected<int, proto::Error> seat_at(const Table& table, std::optional<int> wanted) {
  if (wanted && *wanted != 0 && *wanted != 1)
    return fail(ErrorCode::invalid_params, "there is no such seat", "seat", "0 or 1");
  if (table.game != 0) return fail(ErrorCode::game_running, "a game runs at this table", "table");
  for (int seat = 0; seat < 2; ++seat) {
    if (wanted && *wanted != seat) continue;
    if (table.seats[seat].user == 0) return seat;
  }
  return fail(ErrorCode::seat_taken, "the seat is taken", "seat");
}

void close_if_deserted(Step& step, Id id) {
  const Table* table = find(step.state().tables, id);
  if (table != nullptr && vacant(*table) && table->watchers.empty() && table->game == 0)
    step.emit(hall::TableClosed{id});
}

// What a confirmation says, against the room's defaults and what was agreed before it.
std::expected<TimeControl, proto::Error> confirmed_time(const Room& room, const Table& table,
                                                        const proto::request::TableConfirm& said) {
  const TimeControl& standing = table.agreed ? *table.agreed : room.config.time;
  const bool omitted = said.total_ms == 0 && said.before_ms == 0 && said.after_ms == 0;
  if (omitted) return standing;
  const auto* defaults = std::get_if<HallTime>(&standing);
  if (defaults == nullptr)
    return fail(ErrorCode::bad_settings, "this room's clock is fixed", "total_ms", "nothing");
  HallTime wanted = *defaults;
  if (said.total_ms != 0) wanted.total_ms = said.total_ms;
  if (said.before_ms != 0) wanted.before_ms = said.before_ms;
  if (said.after_ms != 0) wanted.after_ms = said.after_ms;
  if (table.agreed && wanted != *defaults)
    return fail(ErrorCode::bad_settings, "the other has confirmed other values", "total_ms",
                to_string(standing));
  const auto outside = [](Millis value, Millis low, Millis high) {
    return value < low || value > high;
  };
  if (said.total_ms != 0 && outside(said.total_ms, kTotalMin, kTotalMax))
    return fail(ErrorCode::bad_settings, "total time out of range", "total_ms", "60000..10800000");
  if (said.before_ms != 0 && outside(said.before_ms, kPerMoveMin, kPerMoveMax))
    return fail(ErrorCode::bad_settings, "time a move out of range", "before_ms", "5000..600000");
  if (said.after_ms != 0 && outside(said.after_ms, kPerMoveMin, kPerMoveMax))
    return fail(ErrorCode::bad_settings, "time a move out of range", "after_ms", "5000..600000");
  return wanted;
}

// T3. Only between people who know of each other: nobody is put into an appointment.
Unless bad_appointment(const State& state, const proto::request::TableCreate& request) {
  if (request.appointed_at_ms == 0) {
    if (!request.lateness_s) return std::nullopt;
    return fail(ErrorCode::bad_settings, "lateness needs an appointed time", "lateness_s",
                "together with appointed_at")
        .error();
  }
  if (!request.is_private)
    return fail(ErrorCode::bad_settings, "appointments are for private tables", "private", "true")
        .error();
  const Millis ahead = request.appointed_at_ms - state.now_ms;
  if (ahead <= 0 || ahead > kFarthestAppointment)
    return fail(ErrorCode::bad_settings, "that time is past or too far ahead", "appointed_at",
                "within the next seven days")
        .error();
  return std::nullopt;
}

// He may still play here, as the room and his purse stand now.
Unless cannot_begin(const State& state, Id user, const Table& table) {
  const Room* room = find(state.rooms, table.room);
  if (auto error = cannot_play_in(state, room)) return error;
  return cannot_afford(state, user, *room);
}

}  // namespace

proto::Result table_answer(Step& step, Id id, Id user_id) {
  const State& state = step.state();
  const Table& table = state.tables.at(id);
  step.table_in_answer(id, state.users.at(user_id).session);
  proto::result::Table shown{view::table(state, table, true), std::nullopt};
  if (const GameRun* run = find(state.games, table.game)) shown.game = view::snapshot(state, *run);
  return shown;
}

Answer create_table(Step& step, Id user_id, const proto::request::TableCreate& request) {
  const State& state = step.state();
  const User& user = state.users.at(user_id);
  if (auto error = cannot_take_seat(state, user)) return std::unexpected(*error);
  if (auto error = cannot_sit_in(state, user_id, request.room)) return std::unexpected(*error);
  if (auto error = bad_appointment(state, request)) return std::unexpected(*error);
  const Room& room = state.rooms.at(request.room);
  if (static_cast<int>(room.tables.size()) >= state.limits.tables_per_room)
    return fail(ErrorCode::busy, "the room has no free table", "room");
  move_to_room(step, user_id, request.room);
  stop_watching(step, user_id);
  const Id table = state.next_table;
  step.emit(hall::TableOpened{table, request.room, request.is_private, false,
                              request.is_private ? step.chance().code() : std::string(),
                              request.toss});
  if (request.appointed_at_ms > 0) {
    const Millis lateness_ms = Millis{request.lateness_s.value_or(kLatenessDefaultS)} * 1'000;
    step.emit(hall::AppointmentMade{table, request.appointed_at_ms, lateness_ms});
  }
  step.emit(hall::Seated{user_id, table, 0});
  return table_answer(step, table, user_id);
}

Answer list_tables(Step& step, Id user_id, const proto::request::TableList& request) {
  const Id asked = request.room != 0 ? request.room : step.state().users.at(user_id).room;
  const Room* room = find(step.state().rooms, asked);
  if (room == nullptr || room->gone)
    return fail(ErrorCode::unknown_room, "there is no such room", "room");
  return proto::result::Tables{view::tables(step.state(), *room)};
}

Answer sit(Step& step, Id user_id, const proto::request::TableSit& request) {
  const State& state = step.state();
  const User& user = state.users.at(user_id);
  const auto id = table_named(state, user, request.table, request.code);
  if (!id) return std::unexpected(id.error());
  const bool same_seat = !request.seat || *request.seat == user.seat;
  if (user.table == *id && same_seat) return table_answer(step, *id, user_id);  // asked twice
  if (auto error = cannot_take_seat(state, user)) return std::unexpected(*error);
  const Table& table = state.tables.at(*id);
  const auto seat = seat_at(table, request.seat);
  if (!seat) return std::unexpected(seat.error());
  if (auto error = cannot_sit_in(state, user_id, table.room)) return std::unexpected(*error);
  // Watching this table ends by sitting at it, and must not close it in between.
  step.emit(hall::Seated{user_id, *id, *seat});
  if (user.watching == *id) stop_watching(step, user_id);
  if (user.room != table.room) {
    if (user.watching != 0) stop_watching(step, user_id);
    if (user.room != 0) step.emit(hall::RoomLeft{user_id});
    step.emit(hall::RoomEntered{user_id, table.room});
  }
  if (table.appointment && full(table)) open_appointed_game(step, *id, user.session);
  return table_answer(step, *id, user_id);
}

Answer watch(Step& step, Id user_id, const proto::request::TableWatch& request) {
  const State& state = step.state();
  const User& user = state.users.at(user_id);
  const auto id = table_named(state, user, request.table, request.code);
  if (!id) return std::unexpected(id.error());
  if (user.table == *id || user.watching == *id) return table_answer(step, *id, user_id);
  const Table& table = state.tables.at(*id);
  if (static_cast<int>(table.watchers.size()) >= state.limits.watchers_per_table)
    return fail(ErrorCode::busy, "too many watch this table", "table");
  // Whoever sits in one room may watch in another; else watching brings him into the room.
  const bool must_enter = user.table == 0 && user.game == 0 && user.room != table.room;
  if (must_enter) {
    if (auto error = cannot_enter(state, user_id, table.room)) return std::unexpected(*error);
    end_search(step, user_id);
  }
  if (user.watching != 0) stop_watching(step, user_id);
  if (must_enter) move_to_room(step, user_id, table.room);
  step.emit(hall::WatchBegun{user_id, *id});
  return table_answer(step, *id, user_id);
}

void stop_watching(Step& step, Id user_id) {
  const Id table = step.state().users.at(user_id).watching;
  if (table == 0) return;
  step.emit(hall::WatchEnded{user_id});
  step.table_changed(table);
  close_if_deserted(step, table);
}

void appointment_due(Step& step, Id table) {
  step.emit(hall::AppointmentLapsed{table});
}

void unseat(Step& step, Id user_id) {
  const Id table = step.state().users.at(user_id).table;
  step.emit(hall::Unseated{user_id});
  step.table_changed(table);
  close_if_deserted(step, table);
}

Answer leave_table(Step& step, Id user_id, const proto::request::TableLeave& request) {
  const State& state = step.state();
  const User& user = state.users.at(user_id);
  // Watching is left first; a player who means his game says so by `forfeit`, a mere watcher has
  // nothing to lose by it.
  if (user.watching != 0 && (!request.forfeit || user.table == 0)) {
    stop_watching(step, user_id);
    return proto::result::Ok{};
  }
  if (user.table == 0) return fail(ErrorCode::not_seated, "you are at no table");
  const Table& table = state.tables.at(user.table);
  const Id game = table.game;
  if (game != 0 && !state.games.at(game).game.started()) game_due(step, game);
  const TableState now = table_state(state, table);
  if (now == TableState::playing || now == TableState::appointed) {
    if (now == TableState::playing && !request.forfeit)
      return fail(ErrorCode::forfeit_needed, "leaving now loses the game", "forfeit", "true");
    game_due(step, game);  // a flag that fell before counts before
    if (!state.games.at(game).game.over()) {
      const Player player = *state.games.at(game).player_of(user_id);
      const auto refusal = play(step, game, player, action::LeaveTable{}, step.moment());
      if (refusal) return std::unexpected(error_of(*refusal, std::nullopt));
    }
  }
  unseat(step, user_id);
  return proto::result::Ok{};
}

Answer confirm(Step& step, Id user_id, const proto::request::TableConfirm& request) {
  const State& state = step.state();
  const User& user = state.users.at(user_id);
  if (user.table == 0) return fail(ErrorCode::not_seated, "you are at no table");
  const Table& table = state.tables.at(user.table);
  const TableState now = table_state(state, table);
  const bool dialog = now == TableState::waiting || now == TableState::confirming;
  if (table.game != 0) return fail(ErrorCode::game_running, "the game runs already");
  if (table.appointment)
    return fail(ErrorCode::not_expected, "an appointed game is played by the room's clock");
  if (!dialog || table.games_played > 0)
    return fail(ErrorCode::not_expected, "nothing is to be confirmed now", {},
                now == TableState::choosing_colours ? "the choice of colours" : "table.ready");
  const Room* room = find(state.rooms, table.room);
  if (auto error = cannot_begin(state, user_id, table)) return std::unexpected(*error);
  const auto time = confirmed_time(*room, table, request);
  if (!time) return std::unexpected(time.error());
  const Id id = table.id;
  if (!table.agreed) step.emit(hall::SettingsAgreed{id, *time});
  if (!table.seats[user.seat].confirmed) step.emit(hall::SeatConfirmed{id, user.seat});
  if (table.seats[0].confirmed && table.seats[1].confirmed) begin_colours(step, id);
  return table_answer(step, id, user_id);
}

Answer ready(Step& step, Id user_id, const proto::request::TableReady& request) {
  const State& state = step.state();
  const User& user = state.users.at(user_id);
  if (user.table == 0) return fail(ErrorCode::not_seated, "you are at no table");
  const Table& table = state.tables.at(user.table);
  if (table.game != 0) return fail(ErrorCode::game_running, "the game runs already");
  if (table.games_played == 0)
    return fail(ErrorCode::not_confirmed, "the first game begins with the rule dialog", {},
                "table.confirm");
  if (request.ready) {
    if (auto error = cannot_begin(state, user_id, table)) return std::unexpected(*error);
  }
  const Id id = table.id;
  if (table.seats[user.seat].ready != request.ready)
    step.emit(hall::SeatReady{id, user.seat, request.ready});
  if (table.seats[0].ready && table.seats[1].ready)
    start_game(step, id, 1 - table.first_seat, user.session);
  return table_answer(step, id, user_id);
}

}  // namespace tianyuan::core
