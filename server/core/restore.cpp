// Start-up after a crash or restart (X5): unfinished games come back from their stored events.

#include "server/core/handlers.h"
#include "server/core/overloaded.h"

namespace tianyuan::core {
namespace {

// An ended game takes its people and its table with it: after a restart they are in the hall.
void clear_places(State& state, const GameOpened& opened) {
  for (const GamePlayer& player : opened.players) {
    const User* user = find(state.users, player.user);
    if (user == nullptr || user->game != 0) continue;
    if (user->table == opened.table) apply(state, hall::Unseated{player.user});
    if (user->table != 0) continue;
    if (user->room != 0) apply(state, hall::RoomLeft{player.user});
    apply(state, hall::UserForgotten{player.user});
  }
  const Table* table = find(state.tables, opened.table);
  if (table != nullptr && vacant(*table) && table->game == 0)
    apply(state, hall::TableClosed{opened.table});
}

}  // namespace

void replay_event(State& state, const Durable& event) {
  std::visit([&](const auto& stored) { apply(state, stored); }, event);
  if (const auto* happened = std::get_if<GameHappened>(&event))
    state.now_ms = std::max(state.now_ms, happened->event.at_ms);
  if (const auto* settled = std::get_if<GameSettled>(&event)) {
    const GameOpened opened = state.games.at(settled->game).opened;
    clear_places(state, opened);
  }
}

void resume_games(Step& step, Millis down_ms) {
  std::vector<Id> games;
  for (const auto& [id, run] : step.state().games) {
    if (!run.game.over()) games.push_back(id);
  }
  for (const Id id : games) {
    const Moment now = Moment::at(step.now_ms());
    play(step, id, {}, action::Restore{down_ms}, now);
    const GameRun& run = step.state().games.at(id);
    // Whatever network fault froze the graces is not known any more.
    if (!run.game.over() && run.game.grace_frozen()) play(step, id, {}, action::ThawGrace{}, now);
  }
}

}  // namespace tianyuan::core
