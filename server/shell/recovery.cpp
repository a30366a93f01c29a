#include "server/shell/recovery.h"

#include "server/core/log_check.h"

namespace tianyuan::shell {
namespace {

using Done = std::expected<void, std::string>;

std::unexpected<std::string> damaged(core::Id game, const std::string& what) {
  return std::unexpected("the game log is damaged: game " + std::to_string(game) + what);
}

// A running game's rows are its versions 0, 1, 2... without a gap.
Done rebuild_game(Recovered& recovered, core::LogCheck& check, const db::RunningGame& game) {
  if (game.rows.empty()) return damaged(game.game, " runs and has no rows");
  std::int64_t version = 0;
  for (const db::LogRow& row : game.rows) {
    const std::string at = " version " + std::to_string(row.version);
    if (row.game != game.game || row.version != version)
      return damaged(game.game,
                     at + " stands where version " + std::to_string(version) + " belongs");
    if (row.kind == "settled") return damaged(game.game, at + ": it is settled, and runs");
    const auto event = recovered.journal.restore(row);
    if (!event) return std::unexpected("the game log is damaged: " + event.error());
    if (const auto fault = check.take(*event); !fault.empty())
      return damaged(game.game, at + ": " + fault);
    recovered.core.replay(*event);
    ++version;
  }
  const std::string unfinished = check.unfinished(game.game);
  if (unfinished.empty()) return {};
  return damaged(game.game,
                 " stops after version " + std::to_string(version - 1) + ": " + unfinished);
}

}  // namespace

std::expected<Recovered, std::string> rebuild(const db::Recovery& log, const core::Limits& limits) {
  Recovered recovered{core::Core(limits), {}, log.last_at_ms, log.next_game, log.running.size()};
  core::LogCheck check;
  for (const db::RunningGame& game : log.running) {
    if (auto done = rebuild_game(recovered, check, game); !done)
      return std::unexpected(done.error());
  }
  return recovered;
}

std::expected<Recovered, std::string> recover(db::Store& store, const core::Limits& limits) {
  const auto log = store.recover();
  if (!log) return std::unexpected("the game log cannot be read: " + log.error().message);
  return rebuild(*log, limits);
}

}  // namespace tianyuan::shell
