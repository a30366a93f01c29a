#include "tests/sim/storage.h"

#include <algorithm>

#include "common/score.h"
#include "server/core/log_check.h"

namespace tianyuan::sim {
namespace {

std::string text_of(const std::string& kind, const std::optional<Point>& point) {
  return point ? kind + " " + to_string(*point) : kind;
}

std::string stored_as(const GameEvent& event) {
  const std::string kind(shell::journal_kind(core::GameHappened{0, 0, event}));
  if (const auto* stone = std::get_if<event::StonePlaced>(&event.body))
    return text_of(kind, stone->point);
  if (const auto* fifth = std::get_if<event::FifthChosen>(&event.body))
    return text_of(kind, fifth->point);
  return kind;
}

}  // namespace

Storage::Committed Storage::commit(std::size_t count, Millis now_ms) {
  Committed committed;
  for (std::size_t i = 0; i < count && !waiting_.empty(); ++i) {
    Waiting waiting = std::move(waiting_.front());
    waiting_.pop_front();
    for (const core::Durable& event : waiting.output.durable) store(event);
    for (auto& [id, game] : waiting.games) synced_games_.insert_or_assign(id, std::move(game));
    for (const auto& [id, closed] : waiting.ended) {
      check_log(id, synced_games_.at(id));
      committed.settled.push_back(settle(closed, now_ms));
      running_.erase(id);
      synced_games_.erase(id);
      if (plant_ == Plant::double_settlement && id % 7 == 3) settle(closed, now_ms);
    }
    for (core::Effect& effect : waiting.output.effects)
      committed.effects.push_back(std::move(effect));
  }
  return committed;
}

void Storage::store(const core::Durable& event) {
  const db::LogRow row = shell::journal_row(event);
  running_[row.game].push_back(row);
  last_at_ms_ = std::max(last_at_ms_, row.at_ms);
  next_game_ = std::max(next_game_, row.game + 1);
  if (const auto* happened = std::get_if<core::GameHappened>(&event))
    told_as_[happened->game].push_back(stored_as(happened->event));
}

core::GameSettled Storage::settle(const core::ClosedGame& closed, Millis now_ms) {
  core::GameSettled settled;
  const core::GameOpened& opened = closed.opened;
  settled.game = opened.game;
  settled.at_ms = now_ms;
  settled.settlement.game = opened.game;
  const bool annulled = closed.result.outcome == Outcome::annulled;
  const bool guest = opened.players[0].guest || opened.players[1].guest;
  settled.settlement.counted = !annulled && !guest && !opened.is_private;
  if (annulled) settled.settlement.not_counted_why = "annulled";
  const auto changes = score_changes(closed.result, points);
  for (const Player player : {Player::first, Player::second}) {
    const Id user = opened.players[index(player)].user;
    core::Profile& profile = profiles_[user];
    PlayerSettlement& line = settled.settlement.players[index(player)];
    line.user = user;
    if (settled.settlement.counted) {
      if (!ledger_keys_.insert({opened.game, user}).second)
        violation("game " + std::to_string(opened.game) + " is settled twice");
      line.change = changes[index(player)];
      ledger_.push_back({opened.game, user, line.change});
      profile.score_by_kind[opened.kind] += line.change;
      profile.score_in_all += line.change;
      profile.finished += 1;
      profile.escapes += closed.result.outcome == Outcome::escape && closed.result.loser == player;
    }
    line.score_in_kind = profile.score_by_kind[opened.kind];
    line.score_in_all = profile.score_in_all;
    line.finished = profile.finished;
    line.escapes = profile.escapes;
  }
  return settled;
}

std::vector<core::Durable> Storage::recover() {
  std::vector<core::Durable> events;
  for (auto& [game, rows] : running_) {
    for (const db::LogRow& row : rows) {
      const auto event = shell::decode_row(row);
      if (!event) {
        violation("a stored row cannot be read: " + event.error());
        return events;
      }
      events.push_back(*event);
    }
    if (plant_ == Plant::stone_lost_on_replay && rows.size() > 4) {
      rows.pop_back();
      events.pop_back();
      told_as_[game].pop_back();
    }
    auto* last = std::get_if<core::GameHappened>(&events.back());
    if (plant_ == Plant::clock_not_restored && last != nullptr) {
      for (PlayerClock& clock : last->event.clocks.players)
        clock.left_ms = std::max<Millis>(0, clock.left_ms - 7'000);
    }
  }
  return events;
}

// The whole log of a game that has ended: every row could stand where it stands, and together they
// are the game that was played.
void Storage::check_log(Id id, const Game& played) {
  core::Core fresh;
  core::LogCheck check;
  const std::string what = "the log of game " + std::to_string(id);
  for (const db::LogRow& row : running_.at(id)) {
    const auto event = shell::decode_row(row);
    const std::string fault = event ? check.take(*event) : event.error();
    if (!fault.empty()) return violation(what + " would be refused: " + fault);
    fresh.replay(*event);
  }
  const Game* replayed = fresh.find_game(id);
  if (replayed == nullptr || !(*replayed == played)) violation(what + " gives another game");
}

std::int64_t Storage::last_version(Id game) const {
  const auto stored = told_as_.find(game);
  return stored == told_as_.end() ? 0 : static_cast<std::int64_t>(stored->second.size());
}

core::Profile Storage::profile(Id user) const {
  core::Profile profile;
  const auto known = profiles_.find(user);
  if (known != profiles_.end()) profile = known->second;
  profile.user = user;
  profile.name = "player" + std::to_string(user);
  profile.guest = user % 11 == 0;
  return profile;
}

std::string Storage::differs(Id game, const proto::GameEventView& shown) const {
  const auto stored = told_as_.find(game);
  const std::string what = "game " + std::to_string(game) + " version " +
                           std::to_string(shown.version) + ": told \"" +
                           text_of(shown.kind, shown.point) + "\", stored ";
  if (stored == told_as_.end() || shown.version < 1 ||
      shown.version > static_cast<std::int64_t>(stored->second.size()))
    return what + "nothing";
  const std::string& as = stored->second[static_cast<std::size_t>(shown.version - 1)];
  const bool has_point = shown.kind == "stone" || shown.kind == "fifth_chosen";
  const std::string told = text_of(shown.kind, has_point ? shown.point : std::nullopt);
  return as == told ? std::string() : what + "\"" + as + "\"";
}

std::int64_t Storage::ledger_sum(Id user) const {
  std::int64_t sum = 0;
  for (const LedgerRow& row : ledger_) {
    if (row.user == user) sum += row.change;
  }
  return sum;
}

}  // namespace tianyuan::sim
