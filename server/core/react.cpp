// What each event must be told to whom. Reads the state after the event.

#include <utility>

#include "server/core/overloaded.h"
#include "server/core/step.h"
#include "server/core/views.h"

namespace tianyuan::core {
namespace {

proto::notify::GameOver game_over(const State& state, const GameRun& run,
                                  const GameSettled& event) {
  proto::notify::GameOver told;
  told.game = event.game;
  told.result = view::result(run);
  told.counted = event.settlement.counted;
  told.not_counted_why = event.settlement.not_counted_why;
  const std::span<const Rank> ranks =
      state.ranks.empty() ? default_ranks() : std::span<const Rank>(state.ranks);
  for (const PlayerSettlement& player : event.settlement.players) {
    proto::notify::Settlement line;
    line.user = player.user;
    line.change = player.change;
    line.score = player.score_in_kind;
    line.rank = rank_of(player.score_in_kind, ranks).name;
    if (event.settlement.coins) {
      line.coins_change = player.coins_change;
      line.coins = player.coins;
    }
    told.settlements.push_back(std::move(line));
  }
  return told;
}

// Everyone at the table, and a player who has left it with forfeit.
std::vector<SessionId> game_audience(const State& state, const GameRun& run, SessionId except) {
  std::vector<SessionId> sessions;
  const auto add = [&](Id id) {
    const User* user = find(state.users, id);
    if (user == nullptr || user->session == 0 || user->session == except) return;
    for (const SessionId known : sessions) {
      if (known == user->session) return;
    }
    sessions.push_back(user->session);
  };
  for (const Player player : {Player::first, Player::second}) add(run.user_of(player));
  if (const Table* table = find(state.tables, run.opened.table)) {
    for (const Seat& seat : table->seats) add(seat.user);
    // Nobody watches and sits at one table, so these are new.
    for (const SessionId session : watching_sessions(state, *table)) {
      if (session != except) sessions.push_back(session);
    }
  }
  return sessions;
}

std::optional<proto::notify::PlayerConnection> connection_told(const State& state,
                                                               const GameHappened& event,
                                                               const GameRun& run) {
  proto::notify::PlayerConnection told;
  told.game = event.game;
  if (const auto* left = std::get_if<event::PlayerLeft>(&event.event.body)) {
    told.player = left->player;
    told.grace_left_ms = view::may_stay_away_ms(run.game, left->player, state.now_ms);
    return told;
  }
  if (const auto* returned = std::get_if<event::PlayerReturned>(&event.event.body)) {
    told.player = returned->player;
    told.connected = true;
    return told;
  }
  return std::nullopt;
}

}  // namespace

void Step::react_to_game_event(const GameHappened& event) {
  const GameRun& run = state_.games.at(event.game);
  // The first event is told by the snapshot of game.started or match.found; that of an appointed
  // game comes long after them.
  const bool appointed = run.game.settings().appointed_ms > 0;
  if (std::holds_alternative<event::GameStarted>(event.event.body) && !appointed) return;
  proto::GameEventView shown = view::game_event(state_, run, run.ring.back());
  const SessionId asker = event.game == game_in_answer_ ? game_asker_ : 0;
  if (asker != 0) answered_events_.push_back(shown);
  const std::vector<SessionId> hearers = game_audience(state_, run, asker);
  tell(hearers, proto::notify::GameEvent{event.game, std::move(shown)});
  if (auto told = connection_told(state_, event, run)) tell(hearers, std::move(*told));
  const bool began = std::holds_alternative<event::GameStarted>(event.event.body);
  if (began || run.game.over()) table_changed(run.opened.table);
}

void Step::react(const Event& event) {
  std::visit(Overloaded{
                 [&](const GameHappened& e) { react_to_game_event(e); },
                 [&](const GameOpened& e) { table_changed(e.table); },
                 [&](const GameSettled& e) {
                   const GameRun& run = state_.games.at(e.game);
                   tell(game_audience(state_, run, 0), game_over(state_, run, e));
                   table_changed(run.opened.table);
                 },
                 [&](const hall::SessionBound& e) {
                   if (const Id table = state_.users.at(e.profile.user).table) table_changed(table);
                 },
                 [&](const hall::SessionUnbound& e) {
                   if (const Id table = state_.users.at(e.user).table) table_changed(table);
                 },
                 [&](const hall::TableOpened& e) { table_changed(e.table); },
                 [&](const hall::AppointmentLapsed& e) { table_changed(e.table); },
                 [&](const hall::Seated& e) { table_changed(e.table); },
                 [&](const hall::WatchBegun& e) { table_changed(e.table); },
                 [&](const hall::SettingsAgreed& e) { table_changed(e.table); },
                 [&](const hall::SeatConfirmed& e) { table_changed(e.table); },
                 [&](const hall::SeatReady& e) { table_changed(e.table); },
                 [&](const hall::CodeGiven& e) { table_changed(e.table); },
                 [&](const hall::GuessBegan& e) { table_changed(e.table); },
                 [&](const hall::GuessOpening& e) { table_changed(e.table); },
                 [&](const hall::TossMade& e) { table_changed(e.table); },
                 [&](const hall::ColoursDropped& e) { table_changed(e.table); },
                 [&](const hall::DrainBegun&) {},
                 [](const auto&) {},
             },
             event);
}

}  // namespace tianyuan::core
