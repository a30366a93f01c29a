#include "server/core/log_check.h"

#include "common/game_check.h"

namespace tianyuan::core {
namespace {

// Far above what a house has, far below where a sum could overflow.
constexpr std::int64_t kLargest = std::int64_t{1} << 50;

bool is_id(Id id) {
  return id > 0 && id <= kLargest;
}

bool is_time(Millis time) {
  return time >= 0 && time <= kLargest;
}

std::string fault_of_settings(const GameSettings& settings) {
  const bool possible = find_rule_set(settings.rule) != nullptr && is_time(settings.grace_ms) &&
                        is_time(settings.absence_total_ms) && settings.fifths_max >= 0 &&
                        settings.skips_to_lose >= 0 && settings.undos_per_player >= 0 &&
                        settings.false_claims_per_game >= 0;
  return possible ? "" : "settings that no room has";
}

std::string fault_of_places(const GameOpened& event) {
  constexpr int kMostGames = 1'000'000'000;
  const bool numbered = is_id(event.game) && is_id(event.room) && is_id(event.table) &&
                        is_id(event.players[0].user) && is_id(event.players[1].user);
  if (!numbered || event.games_before < 0 || event.games_before > kMostGames)
    return "an opening with numbers that nothing has";
  if (event.players[0].user == event.players[1].user) return "one player on both sides";
  const bool seated =
      (event.seats[0] == 0 && event.seats[1] == 1) || (event.seats[0] == 1 && event.seats[1] == 0);
  return seated ? "" : "seats that no table has";
}

}  // namespace

std::string LogCheck::take(const Durable& event) {
  return std::visit([this](const auto& stored) { return on(stored); }, event);
}

std::string LogCheck::on(const GameOpened& event) {
  if (games_.contains(event.game)) return "a second opening";
  if (auto fault = fault_of_places(event); !fault.empty()) return fault;
  if (auto fault = fault_of_settings(event.settings); !fault.empty()) return fault;
  for (const GamePlayer& player : event.players) {
    if (!players_.insert(player.user).second)
      return "player " + std::to_string(player.user) + " in two games";
  }
  if (!tables_.insert(event.table).second)
    return "table " + std::to_string(event.table) + " with two games";
  games_.emplace(event.game, Logged{event, Game(event.settings)});
  return {};
}

std::string LogCheck::on(const GameHappened& event) {
  const auto found = games_.find(event.game);
  if (found == games_.end()) return "an event before its game was opened";
  Logged& logged = found->second;
  if (event.version != logged.version + 1) return "an event out of number";
  logged.version = event.version;
  return apply_checked(logged.game, event.event);
}

std::string LogCheck::on(const GameSettled& event) {
  const auto found = games_.find(event.game);
  if (found == games_.end() || found->second.settled || !found->second.game.over())
    return "a settlement of a game that has not ended";
  found->second.settled = true;
  for (const GamePlayer& player : found->second.opened.players) players_.erase(player.user);
  tables_.erase(found->second.opened.table);
  return {};
}

std::string LogCheck::unfinished(Id game) const {
  const auto found = games_.find(game);
  if (found == games_.end()) return "a game that was never opened";
  if (found->second.settled) return {};
  if (found->second.game.over()) return "an end that was never settled";
  return unfinished_step(found->second.game);
}

}  // namespace tianyuan::core
