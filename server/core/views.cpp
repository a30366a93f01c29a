#include "server/core/views.h"

#include <algorithm>

#include "common/openings.h"
#include "server/core/overloaded.h"

namespace tianyuan::core::view {
namespace {

std::string_view word(TableState state) {
  switch (state) {
    case TableState::waiting:
      return "waiting";
    case TableState::confirming:
      return "confirming";
    case TableState::ready_check:
      return "ready_check";
    case TableState::choosing_colours:
      return "choosing_colours";
    case TableState::appointed:
      return "appointed";
    case TableState::playing:
      return "playing";
    case TableState::settling:
      return "settling";
  }
  return "waiting";
}

proto::UserView game_player(const State& state, const GameRun& run, Player player) {
  const GamePlayer& who = run.opened.players[index(player)];
  if (state.users.contains(who.user)) return user(state, who.user, run.opened.kind);
  proto::UserView shown;
  shown.id = who.user;
  shown.name = who.name;
  shown.guest = who.guest;
  return shown;
}

proto::PlayerClockView player_clock(const PlayerClock& clock, Millis left_ms) {
  return {left_ms, clock.period, clock.moves_in_period, clock.skips_in_row};
}

// As an event left them, for the events of a sync that others have followed.
proto::ClocksView clocks_as_stored(const ClockState& stored) {
  proto::ClocksView shown;
  shown.first = player_clock(stored.players[0], stored.players[0].left_ms);
  shown.second = player_clock(stored.players[1], stored.players[1].left_ms);
  if (!stored.paused) shown.running = stored.running;
  return shown;
}

std::optional<proto::AskView> ask(const Game& game) {
  const std::optional<Ask> wanted = game.ask();
  if (!wanted) return std::nullopt;
  proto::AskView shown;
  shown.player = wanted->player;
  for (const Act act : wanted->acts) shown.acts.emplace_back(to_string(act));
  shown.colour = wanted->colour;
  shown.half_width = wanted->area.half_width;
  shown.outside = wanted->area.outside;
  shown.count_min = wanted->count_min;
  shown.count_max = wanted->count_max;
  shown.fifths = wanted->fifths;
  for (const std::string_view option : wanted->options) shown.options.emplace_back(option);
  return shown;
}

std::vector<proto::ForbiddenPoint> forbidden(const Game& game) {
  std::vector<proto::ForbiddenPoint> shown;
  if (game.over() || !game.rule().forbidden_moves) return shown;
  if (game.settings().enforcement == Enforcement::claim) return shown;
  const ForbiddenMap map = game.forbidden_shown();
  for (int i = 0; i < kPointCount; ++i) {
    if (map[i].any()) shown.push_back({Point::from_index(i), to_string(map[i])});
  }
  return shown;
}

std::vector<proto::MoveView> moves(const Game& game) {
  std::vector<proto::MoveView> shown;
  shown.reserve(game.moves().size());
  for (const Move& move : game.moves()) {
    std::string text = move.kind == Move::Kind::stone  ? to_string(move.point)
                       : move.kind == Move::Kind::pass ? "pass"
                                                       : "skip";
    shown.push_back({static_cast<int>(shown.size()) + 1, move.colour, std::move(text)});
  }
  return shown;
}

std::optional<Millis> grace_left(const Game& game, Player player, Millis now_ms) {
  const std::optional<Millis> ends_ms = game.grace_ends_ms(player);
  if (!ends_ms) return std::nullopt;
  return std::max<Millis>(0, *ends_ms - now_ms);
}

// What each kind of event says, in its flat view.
class BodyView {
 public:
  BodyView(const GameRun& run, const RingEntry& entry, proto::GameEventView& shown)
      : run_(run), entry_(entry), shown_(shown) {}

  void operator()(const event::GameStarted&) {
    shown_.kind = "started";
    const bool last = entry_.happened.version == run_.version;
    if (last && run_.game.waiting()) shown_.player = run_.game.clocks().running;
  }
  void operator()(const event::StonePlaced& e) {
    kind("stone", e.player);
    shown_.colour = e.colour;
    shown_.point = e.point;
    shown_.number = entry_.move_number;
  }
  void operator()(const event::Passed& e) {
    kind("pass", e.player);
    shown_.number = entry_.move_number;
  }
  void operator()(const event::TurnSkipped& e) {
    kind("skip", e.player);
    shown_.yes = e.turn_passes;
    if (e.turn_passes) shown_.number = entry_.move_number;
  }
  void operator()(const event::SwapAnswered& e) {
    kind("swap", e.player);
    shown_.yes = e.swapped;
  }
  void operator()(const event::BranchChosen& e) {
    kind("branch", e.player);
    shown_.text = entry_.option;
    shown_.number = e.option;
  }
  void operator()(const event::FifthsDeclared& e) {
    kind("fifths_declared", e.player);
    shown_.number = e.count;
  }
  void operator()(const event::FifthsOffered& e) {
    kind("fifths_offered", e.player);
    shown_.points = e.points;
  }
  void operator()(const event::FifthChosen& e) {
    kind("fifth_chosen", e.player);
    shown_.colour = Colour::black;
    shown_.point = e.point;
    shown_.number = entry_.move_number;
  }
  void operator()(const event::DrawOffered& e) {
    kind("draw_offered", e.player);
    shown_.number = e.offer;
  }
  void operator()(const event::DrawAnswered& e) {
    shown_.kind = "draw_answered";
    shown_.number = e.offer;
    shown_.text = to_string(e.answer);
  }
  void operator()(const event::UndoRequested& e) {
    kind("undo_requested", e.player);
    shown_.number = e.request;
  }
  void operator()(const event::UndoAnswered& e) {
    shown_.kind = "undo_answered";
    shown_.number = e.request;
    shown_.text = to_string(e.answer);
    shown_.removed = e.stones_removed;
  }
  void operator()(const event::ClaimRejected& e) {
    kind("claim_rejected", e.player);
    shown_.number = e.claims_left;
  }
  void operator()(const event::PlayerLeft& e) {
    kind("left", e.player);
    shown_.grace_ms = may_stay_away_ms(run_.game, e.player, entry_.happened.event.at_ms);
  }
  void operator()(const event::PlayerReturned& e) { kind("returned", e.player); }
  void operator()(const event::GraceFrozen&) { shown_.kind = "grace_frozen"; }
  void operator()(const event::GraceThawed&) { shown_.kind = "grace_thawed"; }
  void operator()(const event::Restored&) {
    shown_.kind = "restored";
    shown_.grace_ms = run_.game.settings().grace_ms;
  }
  void operator()(const event::ClocksPaused& e) { ruling("paused", e.by); }
  void operator()(const event::ClocksResumed& e) { ruling("resumed", e.by); }
  void operator()(const event::ClockSet& e) {
    ruling("clock_set", e.by);
    shown_.player = e.player;
  }
  void operator()(const event::PoolSplit& e) { ruling("pool_split", e.by); }
  void operator()(const event::Adjudged& e) { ruling("adjudged", e.by); }
  void operator()(const event::GameEnded&) {
    shown_.kind = "ended";
    shown_.result = result(run_);
  }

 private:
  void kind(std::string_view text, Player player) {
    shown_.kind = text;
    shown_.player = player;
  }
  void ruling(std::string_view text, const event::RefereeMark& by) {
    shown_.kind = text;
    shown_.referee = by.name;
    shown_.text = by.reason;
  }

  const GameRun& run_;
  const RingEntry& entry_;
  proto::GameEventView& shown_;
};

}  // namespace

Millis may_stay_away_ms(const Game& game, Player player, Millis at_ms) {
  const GameSettings& settings = game.settings();
  if (!game.started() && settings.appointed_ms > 0)
    return std::max<Millis>(0, settings.appointed_ms + settings.lateness_ms - at_ms);
  const auto ends_ms = game.waiting() ? game.lateness_ends_ms() : game.grace_ends_ms(player);
  return ends_ms ? std::max<Millis>(0, *ends_ms - at_ms) : settings.grace_ms;
}

proto::UserView user(const State& state, Id id, const std::string& kind) {
  proto::UserView shown;
  shown.id = id;
  const User* known = find(state.users, id);
  if (known == nullptr) return shown;
  shown.name = known->profile.name;
  shown.guest = known->profile.guest;
  shown.score = known->profile.score_in_all;
  if (!kind.empty()) {
    const auto score = known->profile.score_by_kind.find(kind);
    shown.score = score == known->profile.score_by_kind.end() ? 0 : score->second;
  }
  const std::span<const Rank> ranks =
      state.ranks.empty() ? default_ranks() : std::span<const Rank>(state.ranks);
  shown.rank = rank_of(shown.score, ranks).name;
  return shown;
}

proto::RoomView room(const Room& room) {
  const RoomConfig& config = room.config;
  proto::RoomView shown;
  shown.id = config.id;
  shown.name = config.name;
  shown.kind = config.kind;
  shown.rule = config.rule;
  shown.enforcement = to_string(config.enforcement);
  shown.time = to_string(config.time);
  const RuleSet* rule = find_rule_set(config.rule);
  shown.centre_first = config.centre_first || (rule != nullptr && rule->centre_first);
  shown.coins = config.stake > 0;
  shown.stake = config.stake;
  shown.win = config.points.win;
  shown.loss = config.points.loss;
  shown.draw = config.points.draw;
  shown.run_publish = config.points.run_publish;
  shown.grace_ms = config.grace_ms;
  shown.capacity = config.capacity;
  shown.players = static_cast<int>(room.people.size());
  shown.tables = static_cast<int>(room.tables.size());
  shown.open = config.open && !room.gone;
  shown.is_default = config.is_default;
  shown.minimum_score = config.minimum_score;
  return shown;
}

proto::TableView table(const State& state, const Table& table, bool inside) {
  proto::TableView shown;
  shown.id = table.id;
  shown.room = table.room;
  shown.state = word(table_state(state, table));
  shown.is_private = table.is_private;
  if (inside) shown.code = table.code;
  const Room* room = find(state.rooms, table.room);
  const std::string kind = room == nullptr ? std::string() : room->config.kind;
  for (std::size_t i = 0; i < 2; ++i) {
    const Seat& seat = table.seats[i];
    if (seat.user == 0) continue;
    const User* seated = find(state.users, seat.user);
    shown.seats[i].user = user(state, seat.user, kind);
    shown.seats[i].confirmed = seat.confirmed;
    shown.seats[i].ready = seat.ready;
    shown.seats[i].connected = seated != nullptr && seated->session != 0;
  }
  shown.watchers = static_cast<int>(table.watchers.size());
  if (table.agreed) {
    if (const auto* hall = std::get_if<HallTime>(&*table.agreed)) {
      shown.total_ms = hall->total_ms;
      shown.before_ms = hall->before_ms;
      shown.after_ms = hall->after_ms;
    }
  }
  if (table.game != 0) shown.game = table.game;
  shown.toss = table.by_toss;
  if (table.guess) shown.choosing = table.guess->opening ? "open" : "commit";
  if (table.toss) {
    shown.choosing = table.toss->passed_on ? "toss_passed" : "toss";
    shown.toss_winner = table.toss->chooser;
  }
  shown.games_played = table.games_played;
  if (table.appointment) {
    shown.appointed_at_ms = table.appointment->at_ms;
    shown.lateness_ms = table.appointment->lateness_ms;
  }
  if (const GameRun* run = find(state.games, table.game); run != nullptr && !run->game.started()) {
    shown.appointed_at_ms = run->game.settings().appointed_ms;
    shown.lateness_ms = run->game.settings().lateness_ms;
  }
  return shown;
}

std::vector<proto::TableView> tables(const State& state, const Room& room) {
  std::vector<proto::TableView> shown;
  const auto add = [&](Id id) {
    const Table* known = find(state.tables, id);
    if (known != nullptr) shown.push_back(table(state, *known, false));
  };
  for (const Id id : room.free_tables) {
    if (shown.size() == kTablesListed) return shown;
    add(id);
  }
  // Looks at a bounded number: a room of private tables must not cost more than it shows.
  std::size_t looked_at = 0;
  for (const Id id : room.tables) {
    if (shown.size() == kTablesListed || ++looked_at > 4 * kTablesListed) return shown;
    const Table* known = find(state.tables, id);
    if (known == nullptr || known->is_private || room.free_tables.contains(id)) continue;
    add(id);
  }
  return shown;
}

std::string opening(const Game& game) {
  const std::string code = game.opening();
  if (code.empty()) return code;
  for (const OpeningName& name : opening_names()) {
    if (name.code == code) return code + " " + std::string(name.chinese);
  }
  return code;
}

proto::ClocksView clocks(const Game& game, Millis now_ms) {
  proto::ClocksView shown;
  const ClockState& now = game.clocks();
  shown.first = player_clock(now.players[0], time_left_ms(game, Player::first, now_ms));
  shown.second = player_clock(now.players[1], time_left_ms(game, Player::second, now_ms));
  if (!now.paused && !game.over()) shown.running = now.running;
  if (!game.over()) shown.move_left_ms = move_left_ms(game, now_ms);
  return shown;
}

proto::ResultView result(const GameRun& run) {
  proto::ResultView shown;
  if (!run.game.over()) return shown;
  const GameResult& ended = *run.game.result();
  shown.outcome = to_string(ended.outcome);
  shown.reason = to_string(ended.reason);
  shown.winner = ended.winner;
  shown.loser = ended.loser;
  if (ended.winner) shown.winner_colour = run.game.colour_of(*ended.winner);
  shown.row = run.game.winning_points();
  shown.forbidden = to_string(run.ended_forbidden);
  return shown;
}

proto::GameEventView game_event(const State& state, const GameRun& run, const RingEntry& entry) {
  proto::GameEventView shown;
  shown.version = entry.happened.version;
  shown.turn = entry.turn;
  std::visit(BodyView(run, entry, shown), entry.happened.event.body);
  if (entry.happened.version != run.version) {
    shown.clocks = clocks_as_stored(entry.happened.event.clocks);
    return shown;
  }
  shown.clocks = clocks(run.game, state.now_ms);
  shown.ask = ask(run.game);
  shown.forbidden = forbidden(run.game);
  shown.opening = opening(run.game);
  return shown;
}

proto::GameSnapshot snapshot(const State& state, const GameRun& run) {
  const Game& game = run.game;
  proto::GameSnapshot shown;
  shown.game = run.opened.game;
  shown.table = run.opened.table;
  shown.room = run.opened.room;
  shown.version = run.version;
  shown.turn = game.turn();
  shown.rule = game.settings().rule;
  shown.enforcement = to_string(game.settings().enforcement);
  shown.time = to_string(game.time());
  for (const Player player : {Player::first, Player::second}) {
    shown.players[index(player)] = game_player(state, run, player);
    shown.connected[index(player)] = !game.absence(player).absent;
    shown.grace_left_ms[index(player)] = grace_left(game, player, state.now_ms);
  }
  shown.black = game.black();
  shown.moves = moves(game);
  shown.forbidden = forbidden(game);
  shown.opening = opening(game);
  shown.clocks = clocks(game, state.now_ms);
  shown.ask = ask(game);
  if (game.draw_offer()) {
    shown.draw_offer = game.draw_offer()->id;
    shown.draw_offered_by = game.draw_offer()->by;
  }
  if (game.undo_request()) {
    shown.undo_request = game.undo_request()->id;
    shown.undo_requested_by = game.undo_request()->by;
  }
  if (game.pause()) shown.pause = proto::PauseView{game.pause()->name, game.pause()->reason};
  shown.appointed_at_ms = game.settings().appointed_ms;
  shown.lateness_ms = game.settings().lateness_ms;
  shown.waiting = game.waiting();
  if (game.declared_fifths() > 0) shown.fifths_declared = game.declared_fifths();
  if (game.over()) shown.result = result(run);
  return shown;
}

proto::notify::Guess guess(const Table& table, std::optional<int> black_seat) {
  proto::notify::Guess shown;
  shown.table = table.id;
  if (!table.guess) return shown;
  shown.hashes = table.guess->hashes;
  shown.drawn_by_server = table.guess->drawn_by_server;
  shown.black_seat = black_seat;
  // One open hand stays hidden until the other is open too: whoever saw it could refuse to open his
  // own and have it drawn anew.
  if (table.guess->numbers[0] && table.guess->numbers[1]) {
    shown.numbers = table.guess->numbers;
    shown.salts = table.guess->salts;
  }
  return shown;
}

}  // namespace tianyuan::core::view
