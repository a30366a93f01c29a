// Games: how they start, what players ask of them, what time does to them, how they are settled.

#include <algorithm>

#include "common/assert.h"
#include "server/core/game_acts.h"
#include "server/core/handlers.h"
#include "server/core/views.h"

namespace tianyuan::core {

using proto::ErrorCode;

namespace {

GameSettings settings_of(const RoomConfig& room, const Table& table) {
  GameSettings settings;
  settings.rule = room.rule;
  settings.enforcement = room.enforcement;
  settings.forbidden.overline_counts_as_four = room.overline_counts_as_four;
  settings.centre_first = room.centre_first;
  settings.fifths_max = room.fifths_max;
  settings.time = table.agreed ? *table.agreed : room.time;
  settings.disconnect_clock = room.disconnect_clock;
  settings.grace_ms = room.grace_ms;
  settings.absence_total_ms = room.absence_total_ms;
  settings.skips_to_lose = room.skips_to_lose;
  settings.undos_per_player = room.undos_per_player;
  if (table.appointment) {
    settings.appointed_ms = table.appointment->at_ms;
    settings.lateness_ms = table.appointment->lateness_ms;
  }
  return settings;
}

GameOpened opening_of(const State& state, const Table& table, int first_seat) {
  const RoomConfig& room = state.rooms.at(table.room).config;
  GameOpened opened;
  opened.game = state.next_game;
  opened.room = room.id;
  opened.table = table.id;
  opened.kind = room.kind;
  opened.at_ms = state.now_ms;
  opened.is_private = table.is_private;
  opened.stake = room.stake;
  opened.settings = settings_of(room, table);
  opened.seats = {first_seat, 1 - first_seat};
  for (std::size_t i = 0; i < 2; ++i) {
    const Profile& who = state.users.at(table.seats[opened.seats[i]].user).profile;
    opened.players[i] = {who.user, who.name, who.guest};
  }
  opened.games_before = table.games_played;
  if (table.games_played > 0 && table.first_seat != first_seat)
    opened.first_before = Player::second;
  return opened;
}

std::vector<proto::GameEventView> events_between(const State& state, const GameRun& run,
                                                 std::int64_t first, std::int64_t last) {
  std::vector<proto::GameEventView> events;
  for (const RingEntry& entry : run.ring) {
    const std::int64_t version = entry.happened.version;
    if (version >= first && version <= last) events.push_back(view::game_event(state, run, entry));
  }
  return events;
}

// The instant that counts for a player's act; never before the game's last event.
Millis counted_ms(const Game& game, const Moment& moment) {
  return std::max(game.last_event_ms(), moment.received_at_ms - moment.lag_credit_ms);
}

bool same_act(const ActMemory& memory, std::optional<int> turn, const std::string& text) {
  return !memory.act.empty() && memory.act == text && (!turn || memory.turn == *turn);
}

bool at_table(const State& state, const GameRun& run, Id user_id) {
  const User& user = state.users.at(user_id);
  return user.table == run.opened.table || user.watching == run.opened.table;
}

}  // namespace

void start_game(Step& step, Id table_id, int first_seat, SessionId asker) {
  const State& state = step.state();
  const GameOpened opened = opening_of(state, state.tables.at(table_id), first_seat);
  step.emit(opened);
  if (asker != 0) step.answer_with_events_of(opened.game, asker);
  const auto refusal =
      play(step, opened.game, Player::first, action::Start{}, Moment::at(step.now_ms()));
  TIANYUAN_ASSERT(!refusal);
  const Table& table = state.tables.at(table_id);
  if (!(table.by_match && opened.games_before == 0)) {  // match.found tells the first
    step.tell(audience(state, table, asker),
              proto::notify::GameStarted{view::snapshot(state, state.games.at(opened.game))});
  }
  begin_absent(step, opened.game);
  if (asker != 0)
    step.tell({asker},
              proto::notify::GameStarted{view::snapshot(state, state.games.at(opened.game))});
}

void open_appointed_game(Step& step, Id table_id, SessionId asker) {
  const State& state = step.state();
  const GameOpened opened = opening_of(state, state.tables.at(table_id), step.chance().below(2));
  step.emit(opened);
  begin_absent(step, opened.game);
  step.tell(audience(state, state.tables.at(table_id), asker),
            proto::notify::GameStarted{view::snapshot(state, state.games.at(opened.game))});
}

std::optional<Refusal> play(Step& step, Id game, Player player, const Action& action,
                            const Moment& moment) {
  const GameRun& run = step.state().games.at(game);
  const auto events = tianyuan::decide(run.game, player, action, moment);
  if (!events) return events.error();
  for (const GameEvent& event : *events) step.emit(GameHappened{game, run.version + 1, event});
  return std::nullopt;
}

Answer act(Step& step, SessionId session, Id user, Id game, std::optional<int> turn,
           const Action& action) {
  const State& state = step.state();
  const GameRun* run = find(state.games, game);
  if (run == nullptr) return fail(ErrorCode::unknown_game, "there is no such game", "game");
  const auto player = run->player_of(user);
  if (!player) return fail(ErrorCode::not_a_player, "you do not play in this game", "game");
  const std::string text = act_text(action);
  const ActMemory& memory = run->acts[index(*player)];
  if (same_act(memory, turn, text)) {
    return proto::result::Game{
        game, run->game.turn(),
        events_between(state, *run, memory.first_version, memory.last_version)};
  }
  if (run->game.over()) return fail(ErrorCode::game_over, "the game is over", "game");

  step.answer_with_events_of(game, session);
  const std::optional<Millis> due_ms = next_deadline(run->game);
  if (due_ms && *due_ms <= counted_ms(run->game, step.moment())) game_due(step, game);
  const auto refuse = [&](proto::Error error) -> Answer {
    step.tell_answered_events();
    return std::unexpected(std::move(error));
  };
  if (run->game.over()) return refuse(fail(ErrorCode::game_over, "the game is over").error());
  if (turn && *turn != run->game.turn()) return refuse(stale(run->game.turn()));
  const std::int64_t first_version = run->version + 1;
  const auto refusal = play(step, game, *player, action, step.moment());
  if (refusal && refusal->code == RefusalCode::late) {
    game_due(step, game);
    if (run->game.over()) return refuse(fail(ErrorCode::game_over, "the game is over").error());
    return refuse(stale(run->game.turn()));
  }
  if (refusal) return refuse(error_of(*refusal, run->game.ask()));
  step.emit(hall::ActAnswered{game, *player, turn.value_or(-1), text, first_version, run->version});
  return proto::result::Game{game, run->game.turn(), step.answered_events()};
}

Answer sync_game(Step& step, Id user, const proto::request::Sync& request) {
  const State& state = step.state();
  const GameRun* run = find(state.games, request.game);
  if (run == nullptr) return fail(ErrorCode::unknown_game, "there is no such game", "game");
  if (!run->player_of(user) && !at_table(state, *run, user) && !is_referee(state, user))
    return fail(ErrorCode::not_a_player, "you are not at that table", "game", "table.watch");
  proto::result::Sync shown;
  const std::int64_t oldest = run->ring.front().happened.version;
  const bool covered =
      request.since && *request.since <= run->version && *request.since + 1 >= oldest;
  if (covered)
    shown.events = events_between(state, *run, *request.since + 1, run->version);
  else
    shown.snapshot = view::snapshot(state, *run);
  return shown;
}

void game_due(Step& step, Id game) {
  // A late tick may owe several: skip after skip. Each moves the deadline on.
  while (true) {
    const GameRun* run = find(step.state().games, game);
    if (run == nullptr || run->game.over()) return;
    const std::optional<Millis> due_ms = next_deadline(run->game);
    if (!due_ms || *due_ms > step.now_ms()) return;
    const std::int64_t version = run->version;
    play(step, game, {}, action::Tick{}, Moment::at(step.now_ms()));
    if (run->version == version) return;
  }
}

void game_settled(Step& step, const GameSettled& settled) {
  const State& state = step.state();
  const GameRun* run = find(state.games, settled.game);
  if (run == nullptr || run->settled || !run->game.over()) return;  // told twice
  const Id table_id = run->opened.table;
  const std::array<Id, 2> users{run->user_of(Player::first), run->user_of(Player::second)};
  step.emit(settled);
  if (state.tables.at(table_id).is_private && state.tables.at(table_id).code.empty())
    step.emit(hall::CodeGiven{table_id, step.chance().code()});
  for (const Id id : users) {
    const User* user = find(state.users, id);
    if (user == nullptr || user->session != 0) continue;
    if (user->table == table_id) unseat(step, id);  // the other may go on with someone else
    forget_if_idle(step, id);
  }
  const Table* table = find(state.tables, table_id);
  if (table != nullptr && vacant(*table) && table->watchers.empty())
    step.emit(hall::TableClosed{table_id});
}

}  // namespace tianyuan::core
