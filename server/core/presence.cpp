// Lost and regained connections (X1-X5).

#include <algorithm>

#include "server/core/handlers.h"

namespace tianyuan::core {
namespace {

bool game_runs(const State& state, Id game) {
  const GameRun* run = find(state.games, game);
  return run != nullptr && !run->game.over();
}

// X5: a third of the seated players, and at least 20, within 10 s: the fault is the network's.
bool is_mass_drop(const State& state) {
  if (!state.limits.mass_drop_protection || state.mass_drop.frozen) return false;
  const std::size_t dropped = state.mass_drop.recent.size();
  const std::size_t seated = 2 * static_cast<std::size_t>(state.running);
  return dropped >= static_cast<std::size_t>(state.limits.mass_drop_minimum) &&
         3 * dropped >= seated;
}

void freeze_all(Step& step) {
  step.emit(hall::MassDropBegun{step.now_ms() + step.state().limits.mass_drop_longest_ms});
  const std::set<Id> games = step.state().absent_games;
  for (const Id game : games) play(step, game, {}, action::FreezeGrace{}, step.moment());
}

void thaw_all(Step& step) {
  const std::set<Id> games = step.state().frozen_games;
  for (const Id game : games) play(step, game, {}, action::ThawGrace{}, step.moment());
  step.emit(hall::MassDropEnded{});
}

void note_drop(Step& step, Id user, Id game) {
  step.emit(hall::DropNoted{user, step.now_ms()});
  if (step.state().mass_drop.frozen)
    play(step, game, {}, action::FreezeGrace{}, step.moment());
  else if (is_mass_drop(step.state()))
    freeze_all(step);
}

// They "could return" once half of them have: then whoever stays away does so by himself.
void note_return(Step& step, Id user) {
  step.emit(hall::DropReturned{user});
  const MassDrop& drop = step.state().mass_drop;
  if (drop.frozen && 2 * drop.dropped.size() <= drop.dropped_at_first) thaw_all(step);
}

}  // namespace

void lose_connection(Step& step, Id user_id, bool for_good) {
  const State& state = step.state();
  end_search(step, user_id);
  stop_watching(step, user_id);
  step.emit(hall::SessionUnbound{user_id});
  const User& user = state.users.at(user_id);
  if (game_runs(state, user.game)) {
    const Id game = user.game;
    const auto player = state.games.at(game).player_of(user_id);
    play(step, game, *player, action::Disconnect{}, step.moment());
    note_drop(step, user_id, game);
    return;
  }
  if (user.game != 0) return;  // settling: game_settled() sees to him
  if (user.table != 0 && !for_good) {
    // A game should not begin because he was ready before he was gone.
    if (state.tables.at(user.table).seats[user.seat].ready)
      step.emit(hall::SeatReady{user.table, user.seat, false});
    const auto& appointment = state.tables.at(user.table).appointment;  // T3: kept until its time
    step.emit(hall::SeatHeld{
        user_id, appointment ? appointment->at_ms : step.now_ms() + state.limits.seat_hold_ms});
    return;
  }
  if (user.table != 0) unseat(step, user_id);
  forget_if_idle(step, user_id);
}

void regain_connection(Step& step, Id user_id) {
  const State& state = step.state();
  const Id game = state.users.at(user_id).game;
  if (!game_runs(state, game)) return;
  const auto player = state.games.at(game).player_of(user_id);
  play(step, game, *player, action::Reconnect{}, step.moment());
  note_return(step, user_id);
}

void begin_absent(Step& step, Id game) {
  const GameRun& run = step.state().games.at(game);
  for (const Player player : {Player::first, Player::second}) {
    if (step.state().users.at(run.user_of(player)).session == 0)
      play(step, game, player, action::Disconnect{}, step.moment());
  }
}

void seat_hold_due(Step& step, Id user_id) {
  const User& user = step.state().users.at(user_id);
  if (user.session != 0 || user.table == 0 || user.game != 0) return;
  unseat(step, user_id);
  forget_if_idle(step, user_id);
}

void mass_drop_due(Step& step) {
  if (step.state().mass_drop.frozen) thaw_all(step);
}

void forget_if_idle(Step& step, Id user_id) {
  const User* user = find(step.state().users, user_id);
  if (user == nullptr || user->session != 0 || user->table != 0 || user->game != 0) return;
  if (user->room != 0) step.emit(hall::RoomLeft{user_id});
  step.emit(hall::UserForgotten{user_id});
}

}  // namespace tianyuan::core
