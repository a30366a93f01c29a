// The checkers: what must hold after every step and every restart, however the history went.

#include <algorithm>

#include "server/core/log_check.h"
#include "tests/sim/world.h"

namespace tianyuan::sim {

void World::check_core() {
  for (const std::string& what : core_->violations()) violation("the core: " + what);
  check_two_games();
}

// By the core's own games, not by its notes on users.
void World::check_two_games() {
  std::set<Id> playing;
  for (const Id id : core_->running_games()) {
    if (core_->find_game(id)->over()) continue;
    const auto users = players_[id];
    for (const Id user : users) {
      if (!playing.insert(user).second)
        violation("player " + std::to_string(user) + " is in two games");
    }
  }
}

// As a start of the server does it: no stored event is believed before it was asked about.
void World::replay_into(core::Core& core) {
  core::LogCheck check;
  for (const core::Durable& event : storage_.recover()) {
    if (const std::string fault = check.take(event); !fault.empty()) {
      violation("a restart would refuse the games: " + fault);
      return;
    }
    core.replay(event);
  }
  for (const Id game : core.running_games()) {
    const std::string unfinished = check.unfinished(game);
    if (!unfinished.empty()) violation("a restart would refuse the games: " + unfinished);
  }
}

// With nothing on its way, what a restart would rebuild is what is there.
void World::check_replay() {
  core::Core replayed;
  replay_into(replayed);
  if (replayed.hash() != core_->hash()) violation("a replay gives other games than live play");
}

// The restored games are exactly those of the last commit, value by value.
void World::check_restored(const core::Core& restored) {
  const auto& expected = storage_.games_at_last_sync();
  if (restored.running_games().size() != expected.size())
    violation("a restart brings back " + std::to_string(restored.running_games().size()) +
              " games instead of " + std::to_string(expected.size()));
  for (const auto& [id, game] : expected) {
    const Game* found = restored.find_game(id);
    if (found == nullptr)
      violation("a restart lost game " + std::to_string(id));
    else if (!(*found == game))
      violation("a restart changed game " + std::to_string(id));
  }
}

// Where nothing happened after what was last shown, no clock reads less than was shown.
void World::check_clocks_after_restart() {
  for (const Id id : core_->running_games()) {
    const auto shown = shown_.find(id);
    if (shown == shown_.end() || shown->second.version != storage_.last_version(id)) continue;
    const Game& game = *core_->find_game(id);
    // In byo-yomi a smaller reading may be more time: main time, or an earlier period.
    if (std::holds_alternative<ByoYomi>(game.settings().time)) continue;
    for (const Player player : {Player::first, Player::second}) {
      const Millis left = time_left_ms(game, player, now_);
      const Millis before = shown->second.left[index(player)];
      if (left < before)
        violation("game " + std::to_string(id) + ": a clock reads " + std::to_string(left) +
                  " after the restart, less than the " + std::to_string(before) + " shown before");
    }
  }
}

void World::check_settled(const core::GameSettled& settled) {
  report_.games += 1;
  for (const PlayerSettlement& line : settled.settlement.players) {
    if (storage_.ledger_sum(line.user) != line.score_in_all)
      violation("player " + std::to_string(line.user) + ": score " +
                std::to_string(line.score_in_all) + " is not the ledger's sum");
  }
}

// An escape is the player's own doing: away for the whole grace, never by the server's fault alone.
void World::check_escape(const core::ClosedGame& closed) {
  switch (closed.result.outcome) {
    case Outcome::draw:
      report_.draws += 1;
      return;
    case Outcome::annulled:
      report_.annulled += 1;
      return;
    case Outcome::escape:
      report_.escapes += 1;
      break;
    default:
      report_.wins += 1;
      return;
  }
  const Player escaper = *closed.result.loser;
  const Id user = closed.opened.players[index(escaper)].user;
  const Presence& presence = presence_[user];
  const std::string who = "player " + std::to_string(user);
  if (presence.present) violation(who + " is here and escapes");
  const Millis away = closed.ended_at_ms - presence.away_since;
  const Millis before = away_in_game_[{closed.opened.game, user}];
  const GameSettings& settings = closed.opened.settings;
  const bool by_total = !presence.by_restart && before + away >= settings.absence_total_ms;
  if (away < settings.grace_ms && !by_total)
    violation(who + " escapes after " + std::to_string(away) + " ms");
  const Id other = closed.opened.players[index(tianyuan::other(escaper))].user;
  if (presence.by_restart && !presence_[other].seen_since_restart)
    violation(who + " escapes though nobody came back after the restart");
  if (presence.by_restart && last_down_ms_ > 180'000)
    violation(who + " escapes after an outage of over three minutes");
}

void World::note_presence(Id user, bool present, bool by_restart) {
  Presence& known = presence_[user];
  if (present) {
    if (!known.present && !known.by_restart && known.away_since != 0) {
      for (const Id game : core_->running_games()) {
        const auto users = players_[game];
        if (users[0] == user || users[1] == user)
          away_in_game_[{game, user}] += now_ - known.away_since;
      }
    }
    known.present = true;
    known.by_restart = false;
    known.seen_since_restart = true;
    return;
  }
  if (known.present || by_restart) {
    known.away_since = now_;
    known.by_restart = by_restart;
  }
  known.present = false;
}

void World::final_checks() {
  for (const auto& client : clients_) {
    report_.refusals += client->refusals();
    const Id user = client->user();
    if (storage_.ledger_sum(user) != storage_.profile(user).score_in_all)
      violation("player " + std::to_string(user) + ": score and ledger differ at the end");
  }
  if (core_->census().games != 0) violation("games are counted that do not run");
}

}  // namespace tianyuan::sim
