#include "tests/support/damaged_log.h"

#include <algorithm>
#include <array>
#include <utility>

#include "common/game.h"
#include "server/shell/recovery.h"

namespace tianyuan::test {
namespace {

using core::Id;

constexpr Millis kNoon = 1'796'000'000'000;

// Numbers from given bytes first, then from a generator seeded by them: short inputs play too.
class Choices {
 public:
  explicit Choices(std::span<const std::uint8_t> bytes) : bytes_(bytes) {
    for (const std::uint8_t byte : bytes) state_ = (state_ ^ byte) * 0x100000001B3u;
  }
  std::size_t below(std::size_t limit) {
    std::uint64_t value = 0;
    for (std::size_t reach = 1; reach < limit; reach *= 256) value = value * 256 + byte();
    return static_cast<std::size_t>(value % limit);
  }
  bool chance(std::size_t percent) { return below(100) < percent; }
  template <class T>
  const T& pick(const std::vector<T>& from) {
    return from[below(from.size())];
  }

 private:
  std::uint8_t byte() {
    if (at_ < bytes_.size()) return bytes_[at_++];
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::uint8_t>(state_ >> 56);
  }
  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
  std::uint64_t state_ = 0xCBF29CE484222325u;
};

// ---------------------------------------------------------------- a log as the server writes it

GameSettings settings(Choices& choices) {
  const std::vector<TimeControl> clocks{
      HallTime{60'000, 10'000, 5'000}, SuddenDeath{120'000},
      Fischer{60'000, 2'000},          Periods{{{30'000, 5}, {20'000, 0}, {10'000, 3}}},
      ByoYomi{20'000, 5'000, 3},       SharedTime{200'000}};
  GameSettings settings;
  settings.rule = std::string(rule_sets()[choices.below(rule_sets().size())].name);
  settings.enforcement = static_cast<Enforcement>(choices.below(3));
  settings.time = choices.pick(clocks);
  settings.disconnect_clock = static_cast<DisconnectClock>(choices.below(2));
  return settings;
}

core::GameOpened opened(Choices& choices, Id game) {
  core::GameOpened event;
  event.game = game;
  event.room = 1;
  event.table = game + 100;
  event.kind = "casual";
  event.at_ms = kNoon;
  event.settings = settings(choices);
  event.players = {core::GamePlayer{10 * game + 1, "first", false},
                   core::GamePlayer{10 * game + 2, "second", true}};
  return event;
}

Point any_point(Choices& choices) {
  return Point::from_index(static_cast<int>(choices.below(kPointCount)));
}

// What the player who is asked might do, legal or not.
Action wanted_act(Choices& choices, const Ask& ask) {
  switch (ask.acts.empty() ? Act::pass : ask.acts.front()) {
    case Act::place:
      return action::PlaceStone{ask.area.half_width == 7
                                    ? any_point(choices)
                                    : Point::from_index(choices.chance(50) ? 112 : 96)};
    case Act::pass:
      return action::Pass{};
    case Act::swap:
      return action::AnswerSwap{choices.chance(50)};
    case Act::branch:
      return action::ChooseBranch{std::string(ask.options[choices.below(ask.options.size())])};
    case Act::declare_fifths:
      return action::DeclareFifths{ask.count_min};
    case Act::offer_fifths: {
      action::OfferFifths offer;
      for (int i = 0; i < ask.count_min; ++i) offer.points.push_back(any_point(choices));
      return offer;
    }
    case Act::choose_fifth:
      return action::ChooseFifth{ask.fifths.front()};
  }
  return action::Pass{};
}

std::pair<Player, Action> next_act(Choices& choices, const Game& game) {
  const Player anyone = choices.chance(50) ? Player::first : Player::second;
  const auto ask = game.ask();
  if (!ask) return {anyone, action::Tick{}};
  if (choices.chance(75)) return {ask->player, wanted_act(choices, *ask)};
  switch (choices.below(8)) {
    case 0:
      return {anyone, action::OfferDraw{}};
    case 1:
      return {anyone, action::AnswerDraw{game.draw_offer() ? game.draw_offer()->id : 1, false}};
    case 2:
      return {anyone, action::RequestUndo{}};
    case 3:
      return {anyone, action::AnswerUndo{game.undo_request() ? game.undo_request()->id : 1,
                                         choices.chance(70)}};
    case 4:
      return {anyone, action::Disconnect{}};
    case 5:
      return {anyone, action::Reconnect{}};
    case 6:
      return {anyone, game.grace_frozen() ? Action(action::ThawGrace{}) : action::FreezeGrace{}};
    default:
      return {anyone, choices.chance(50) ? Action(action::Restore{5'000}) : action::Tick{}};
  }
}

db::RunningGame played_game(Choices& choices, Id id) {
  const core::GameOpened open = opened(choices, id);
  db::RunningGame log{id, {shell::journal_row(open)}};
  Game game(open.settings);
  Millis now = kNoon;
  const auto take = [&](Player player, const Action& action) {
    const auto events = decide(game, player, action, Moment::at(now));
    if (!events) return;
    const bool ends = std::ranges::any_of(*events, [](const GameEvent& event) {
      return std::holds_alternative<event::GameEnded>(event.body);
    });
    if (ends) return;  // only running games are recovered
    for (const GameEvent& event : *events) {
      apply(game, event);
      const auto version = static_cast<std::int64_t>(log.rows.size());
      log.rows.push_back(shell::journal_row(core::GameHappened{id, version, event}));
    }
  };
  take(Player::first, action::Start{});
  const std::size_t acts = 1 + choices.below(60);
  for (std::size_t i = 0; i < acts; ++i) {
    now += static_cast<Millis>(choices.below(2'500));
    const auto [player, action] = next_act(choices, game);
    take(player, action);
  }
  return log;
}

db::Recovery played(Choices& choices) {
  db::Recovery log;
  for (const Id game : {Id{1}, Id{2}}) log.running.push_back(played_game(choices, game));
  log.next_game = 3;
  log.last_at_ms = kNoon;
  return log;
}

// ---------------------------------------------------------------- damage

// Columns and payload agree afterwards, as if whoever damaged them had taken care.
void number_anew(db::RunningGame& game) {
  std::int64_t version = 0;
  for (db::LogRow& row : game.rows) {
    const std::string key = "\"version\":";
    const auto at = row.payload.find(key);
    if (at != std::string::npos) {
      auto end = at + key.size();
      while (end < row.payload.size() && row.payload[end] != ',' && row.payload[end] != '}') ++end;
      row.payload.replace(at, end - at, key + std::to_string(version));
    }
    row.game = game.game;
    row.version = version++;
  }
}

void damage_payload(Choices& choices, std::string& payload) {
  static const std::vector<std::string> kNumbers{"0",
                                                 "1",
                                                 "-1",
                                                 "2",
                                                 "225",
                                                 "2147483647",
                                                 "1796000000001",
                                                 "9007199254740991",
                                                 "-9223372036854775808",
                                                 "1e9"};
  static const std::vector<std::string> kWords{"\"first\"", "\"second\"", "\"H8\"", "\"A1\"",
                                               "\"black\"", "null",       "[]",     "true"};
  if (payload.empty()) return;
  switch (choices.below(5)) {
    case 0: {  // one bit
      char& byte = payload[choices.below(payload.size())];
      byte = static_cast<char>(static_cast<unsigned char>(byte) ^ (1u << choices.below(8)));
      return;
    }
    case 1:
      payload.resize(choices.below(payload.size()));
      return;
    default: {  // one value takes another's place
      std::vector<std::size_t> starts;
      for (std::size_t i = 1; i < payload.size(); ++i) {
        if (payload[i - 1] == ':' || payload[i - 1] == '[' || payload[i - 1] == ',')
          starts.push_back(i);
      }
      if (starts.empty()) return;
      const std::size_t start = choices.pick(starts);
      std::size_t end = start;
      while (end < payload.size() && payload[end] != ',' && payload[end] != '}' &&
             payload[end] != ']')
        ++end;
      payload.replace(start, end - start, choices.pick(choices.chance(60) ? kNumbers : kWords));
    }
  }
}

void damage(Choices& choices, db::Recovery& log) {
  db::RunningGame& game = log.running[choices.below(2)];
  const db::RunningGame& other = log.running[choices.below(2)];
  if (game.rows.empty() || other.rows.empty()) return;
  const std::size_t at = choices.below(game.rows.size());
  const auto position = game.rows.begin() + static_cast<std::ptrdiff_t>(at);
  switch (choices.below(10)) {
    case 0:
      game.rows.erase(position);
      break;
    case 1:
      std::swap(game.rows[at], game.rows[choices.below(game.rows.size())]);
      break;
    case 2: {
      const db::LogRow copy = choices.pick(other.rows);
      game.rows.insert(position, copy);
      break;
    }
    case 3:
      game.rows.resize(at);
      break;
    case 4:
      game.rows[at].kind = choices.pick(other.rows).kind;
      return;
    case 5:
      game.rows[at].at_ms = choices.chance(50) ? -1 : INT64_MAX;
      return;
    default:
      damage_payload(choices, game.rows[at].payload);
      return;
  }
  if (choices.chance(80)) number_anew(game);
}

// ---------------------------------------------------------------- a start from it

class Restart {
 public:
  explicit Restart(core::Core& core, Millis now) : core_(core), now_(now) {}

  std::string run(Id next_game) {
    core_.resume(now_, 1'000, next_game);
    core::RoomConfig room;
    room.id = 1;
    room.kind = "casual";
    room.rule = "freestyle";
    room.time = HallTime{60'000, 10'000, 5'000};
    room.is_default = true;
    submit(core::command::RoomsLoaded{{room}});
    for (const Id game : core_.running_games()) visit(game);
    for (int i = 0; i < 30; ++i) {
      const auto due = core_.next_deadline();
      if (!due) break;
      now_ = std::max(now_, *due);
      submit(core::command::Tick{});
    }
    return broken_;
  }

 private:
  void visit(Id game) {
    namespace request = proto::request;
    for (const Id user : {10 * game + 1, 10 * game + 2}) {
      core::Profile profile;
      profile.user = user;
      profile.name = "player" + std::to_string(user);
      submit(core::command::SignedIn{user, std::int64_t{1}, "token", profile});
      ask(user, request::Sync{game, std::nullopt});
      ask(user, request::Sync{game, 1});
    }
    for (int i = 0; i < kPointCount; i += 7) {
      const Game* played = core_.find_game(game);
      if (played == nullptr || played->over()) return;
      const int turn = played->turn();
      for (const Id user : {10 * game + 1, 10 * game + 2}) {
        ask(user, request::Place{game, turn, Point::from_index(i)});
        ask(user, request::RequestUndo{game, turn});
        ask(user, request::OfferDraw{game, turn});
      }
    }
  }

  void ask(core::SessionId session, proto::Request asked) {
    submit(core::command::ClientRequest{session, std::int64_t{2}, std::move(asked)});
  }

  void submit(core::Command command) {
    core::Input input;
    input.at_ms = input.received_at_ms = now_;
    input.command = std::move(command);
    core_.submit(input);
    for (const std::string& what : core_.violations()) {
      if (broken_.empty()) broken_ = what;
    }
  }

  core::Core& core_;
  Millis now_;
  std::string broken_;
};

Millis last_instant(const db::Recovery& log) {
  Millis last = log.last_at_ms;
  for (const db::RunningGame& game : log.running) {
    for (const db::LogRow& row : game.rows) last = std::max(last, row.at_ms);
  }
  return last;
}

}  // namespace

db::Recovery played_log(std::span<const std::uint8_t> bytes) {
  Choices choices(bytes);
  return played(choices);
}

db::Recovery damaged_log(std::span<const std::uint8_t> bytes) {
  Choices choices(bytes);
  db::Recovery log = played(choices);
  const std::size_t times = 1 + choices.below(3);
  for (std::size_t i = 0; i < times; ++i) damage(choices, log);
  return log;
}

Outcome start_from(const db::Recovery& log) {
  auto recovered = shell::rebuild(log, core::Limits{});
  Outcome outcome;
  if (recovered) {
    outcome.broken = Restart(recovered->core, last_instant(log) + 1'000).run(log.next_game);
    return outcome;
  }
  outcome.refused = recovered.error();
  const bool names_game = outcome.refused.starts_with("the game log is damaged: game 1 ") ||
                          outcome.refused.starts_with("the game log is damaged: game 2 ");
  if (!names_game) outcome.broken = "a refusal that names no game: " + outcome.refused;
  return outcome;
}

}  // namespace tianyuan::test
