// Events -> rows.

#include <array>

#include "common/assert.h"
#include "server/shell/journal.h"
#include "server/shell/json_text.h"

namespace tianyuan::shell {
namespace {

template <class... Ts>
struct Overloaded : Ts... {
  using Ts::operator()...;
};
template <class... Ts>
Overloaded(Ts...) -> Overloaded<Ts...>;

// In the order of GameEventBody's alternatives.
constexpr std::array<std::string_view, std::variant_size_v<GameEventBody>> kBodyKinds = {
    "started",       "stone",           "pass",           "skip",           "swap",
    "branch",        "fifths_declared", "fifths_offered", "fifth_chosen",   "draw_offered",
    "draw_answered", "undo_requested",  "undo_answered",  "claim_rejected", "left",
    "returned",      "grace_frozen",    "grace_thawed",   "restored",       "paused",
    "resumed",       "clock_set",       "pool_split",     "adjudged",       "ended"};

void head(JsonText& json, std::int64_t version, std::int64_t at_ms, std::string_view kind) {
  json.open()
      .number("format", kJournalFormat)
      .number("version", version)
      .number("at", at_ms)
      .text("kind", kind);
}

void points(JsonText& json, std::string_view key, const std::vector<Point>& list) {
  json.open_list(key);
  for (const Point point : list) json.text(to_string(point));
  json.close_list();
}

void clock(JsonText& json, std::string_view key, const PlayerClock& player) {
  json.open_list(key)
      .number(player.left_ms)
      .number(player.period)
      .number(player.moves_in_period)
      .number(player.skips_in_row)
      .number(player.move_limit_ms)
      .close_list();
}

void clocks(JsonText& json, const ClockState& state) {
  json.open("clocks");
  clock(json, "first", state.players[0]);
  clock(json, "second", state.players[1]);
  if (state.running) {
    json.text("running", to_string(*state.running));
  } else {
    json.null("running");
  }
  json.number("since", state.since_ms)
      .number("used", state.used_ms)
      .boolean("paused", state.paused)
      .close();
}

void optional_player(JsonText& json, std::string_view key, const std::optional<Player>& player) {
  if (player) json.text(key, to_string(*player));
}

void body(JsonText& json, const GameEventBody& event) {
  const auto player = [&](Player who) { json.text("player", to_string(who)); };
  const auto referee = [&](const event::RefereeMark& by) {
    json.open("by").number("user", by.user).text("name", by.name).text("reason", by.reason).close();
  };
  std::visit(Overloaded{
                 [](const event::GameStarted&) {},
                 [&](const event::StonePlaced& e) {
                   player(e.player);
                   json.text("colour", to_string(e.colour)).text("point", to_string(e.point));
                   if (e.forbidden.any()) json.text("forbidden", to_string(e.forbidden));
                 },
                 [&](const event::Passed& e) { player(e.player); },
                 [&](const event::TurnSkipped& e) {
                   player(e.player);
                   json.boolean("turn_passes", e.turn_passes).boolean("counted", e.counted);
                 },
                 [&](const event::SwapAnswered& e) {
                   player(e.player);
                   json.boolean("swapped", e.swapped);
                 },
                 [&](const event::BranchChosen& e) {
                   player(e.player);
                   json.number("option", e.option);
                 },
                 [&](const event::FifthsDeclared& e) {
                   player(e.player);
                   json.number("count", e.count);
                 },
                 [&](const event::FifthsOffered& e) {
                   player(e.player);
                   points(json, "points", e.points);
                 },
                 [&](const event::FifthChosen& e) {
                   player(e.player);
                   json.text("point", to_string(e.point));
                   if (e.forbidden.any()) json.text("forbidden", to_string(e.forbidden));
                 },
                 [&](const event::DrawOffered& e) {
                   player(e.player);
                   json.number("offer", e.offer);
                 },
                 [&](const event::DrawAnswered& e) {
                   json.number("offer", e.offer).text("answer", to_string(e.answer));
                 },
                 [&](const event::UndoRequested& e) {
                   player(e.player);
                   json.number("request", e.request);
                 },
                 [&](const event::UndoAnswered& e) {
                   json.number("request", e.request)
                       .text("answer", to_string(e.answer))
                       .number("stones_removed", e.stones_removed);
                 },
                 [&](const event::ClaimRejected& e) {
                   player(e.player);
                   json.number("claims_left", e.claims_left);
                 },
                 [&](const event::PlayerLeft& e) { player(e.player); },
                 [&](const event::PlayerReturned& e) { player(e.player); },
                 [](const event::GraceFrozen&) {},
                 [](const event::GraceThawed&) {},
                 [&](const event::Restored& e) { json.number("down_ms", e.down_ms); },
                 [&](const event::ClocksPaused& e) { referee(e.by); },
                 [&](const event::ClocksResumed& e) { referee(e.by); },
                 [&](const event::ClockSet& e) {
                   player(e.player);
                   referee(e.by);
                 },
                 [&](const event::PoolSplit& e) { referee(e.by); },
                 [&](const event::Adjudged& e) { referee(e.by); },
                 [&](const event::GameEnded& e) {
                   json.text("outcome", to_string(e.result.outcome))
                       .text("reason", to_string(e.result.reason));
                   optional_player(json, "winner", e.result.winner);
                   optional_player(json, "loser", e.result.loser);
                   points(json, "row", e.row);
                   if (e.forbidden.any()) json.text("forbidden", to_string(e.forbidden));
                 },
             },
             event);
}

void settings(JsonText& json, const GameSettings& s) {
  json.open("settings")
      .text("rule", s.rule)
      .text("enforcement", to_string(s.enforcement))
      .boolean("overline_counts_as_four", s.forbidden.overline_counts_as_four)
      .boolean("centre_first", s.centre_first)
      .number("fifths_max", s.fifths_max)
      .text("time", to_string(s.time))
      .text("disconnect_clock", to_string(s.disconnect_clock))
      .number("grace_ms", s.grace_ms)
      .number("absence_total_ms", s.absence_total_ms)
      .number("skips_to_lose", s.skips_to_lose)
      .number("undos_per_player", s.undos_per_player)
      .number("false_claims_per_game", s.false_claims_per_game);
  if (s.appointed_ms > 0) {
    json.number("appointed_at", s.appointed_ms).number("lateness_ms", s.lateness_ms);
  }
  json.close();
}

void opened(JsonText& json, const core::GameOpened& g) {
  json.number("room", g.room)
      .number("table", g.table)
      .text("room_kind", g.kind)
      .boolean("private", g.is_private)
      .number("stake", g.stake);
  settings(json, g.settings);
  json.open_list("players");
  for (std::size_t i = 0; i < g.players.size(); ++i) {
    json.open()
        .number("user", g.players[i].user)
        .text("name", g.players[i].name)
        .boolean("guest", g.players[i].guest)
        .number("seat", g.seats[i])
        .close();
  }
  json.close_list()
      .number("games_before", g.games_before)
      .text("first_before", to_string(g.first_before));
}

void settlement(JsonText& json, const Settlement& s) {
  json.boolean("counted", s.counted).text("not_counted_why", s.not_counted_why);
  json.boolean("coins", s.coins).open_list("players");
  for (const PlayerSettlement& p : s.players) {
    json.open()
        .number("user", p.user)
        .number("change", p.change)
        .number("score_in_kind", p.score_in_kind)
        .number("score_in_all", p.score_in_all)
        .number("coins_change", p.coins_change)
        .number("coins", p.coins)
        .number("finished", p.finished)
        .number("escapes", p.escapes)
        .close();
  }
  json.close_list();
}

}  // namespace

std::string_view journal_kind(const core::Durable& event) {
  return std::visit(Overloaded{
                        [](const core::GameOpened&) -> std::string_view { return "opened"; },
                        [](const core::GameHappened& e) -> std::string_view {
                          return kBodyKinds[e.event.body.index()];
                        },
                        [](const core::GameSettled&) -> std::string_view { return "settled"; },
                    },
                    event);
}

db::LogRow journal_row(const core::Durable& durable, std::int64_t settled_version) {
  db::LogRow row;
  row.kind = journal_kind(durable);
  std::visit(Overloaded{
                 [&](const core::GameOpened& e) {
                   row.game = e.game;
                   row.version = 0;
                   row.at_ms = e.at_ms;
                   JsonText json;
                   head(json, row.version, row.at_ms, row.kind);
                   opened(json, e);
                   row.payload = json.close().take();
                 },
                 [&](const core::GameHappened& e) {
                   row.game = e.game;
                   row.version = e.version;
                   row.at_ms = e.event.at_ms;
                   JsonText json;
                   head(json, row.version, row.at_ms, row.kind);
                   body(json, e.event.body);
                   clocks(json, e.event.clocks);
                   row.payload = json.close().take();
                 },
                 [&](const core::GameSettled& e) {
                   row.game = e.game;
                   row.version = settled_version;
                   row.at_ms = e.at_ms;
                   row.payload = Journal::settled_payload(e.settlement, e.at_ms);
                 },
             },
             durable);
  return row;
}

std::string Journal::settled_payload(const Settlement& s, std::int64_t at_ms) {
  JsonText json;
  json.open().number("format", kJournalFormat).number("at", at_ms).text("kind", "settled");
  settlement(json, s);
  return json.close().take();
}

void Journal::keep(const db::LogRow& row) {
  Running& game = running_[row.game];
  if (!game.payloads.empty()) game.payloads += ',';
  game.payloads += row.payload;
  game.version = row.version;
}

db::CloseGame Journal::close(core::Id id, const core::Core& core) {
  const core::ClosedGame ended = core.closed_game(id);
  const auto kept = running_.find(id);
  TIANYUAN_ASSERT(kept != running_.end());
  db::CloseGame close;
  close.game = id;
  close.room = ended.opened.room;
  close.kind = ended.opened.kind;
  close.users = {ended.opened.players[0].user, ended.opened.players[1].user};
  close.is_private = ended.opened.is_private;
  close.stake = ended.opened.stake;
  close.result = ended.result;
  close.black = ended.black;
  close.moves = ended.moves;
  close.move_count = ended.move_count;
  close.opening = ended.opening;
  close.at_ms = ended.ended_at_ms;
  close.events = "[" + std::move(kept->second.payloads) + "]";
  close.settled_version = kept->second.version + 1;
  running_.erase(kept);
  return close;
}

std::vector<db::Record> Journal::records(const core::Output& output, const core::Core& core) {
  std::vector<db::Record> records;
  records.reserve(output.durable.size() + 1);
  for (const core::Durable& durable : output.durable) {
    // A settlement is written by the database itself, in the transaction of its CloseGame.
    if (std::holds_alternative<core::GameSettled>(durable)) continue;
    db::LogRow row = journal_row(durable);
    keep(row);
    if (const auto* game = std::get_if<core::GameOpened>(&durable)) {
      records.push_back(db::OpenGame{game->game,
                                     game->room,
                                     game->kind,
                                     game->settings.rule,
                                     {game->players[0].user, game->players[1].user},
                                     game->at_ms,
                                     std::move(row)});
      continue;
    }
    const auto& happened = std::get<core::GameHappened>(durable);
    const bool ended = std::holds_alternative<event::GameEnded>(happened.event.body);
    const event::RefereeMark* by = referee_mark(happened.event.body);
    if (by != nullptr && by->user != 0) {
      records.push_back(db::RefereeAct{row.game, by->user, row.at_ms, row.kind, by->reason});
    }
    records.push_back(std::move(row));
    if (ended) records.push_back(close(happened.game, core));
  }
  return records;
}

std::expected<core::Durable, std::string> Journal::restore(const db::LogRow& row) {
  auto event = decode_row(row);
  if (event) keep(row);
  return event;
}

}  // namespace tianyuan::shell
