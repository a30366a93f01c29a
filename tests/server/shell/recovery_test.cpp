#include "server/shell/recovery.h"

#include <catch2/catch.hpp>
#include <random>

#include "fake_store.h"
#include "tests/support/damaged_log.h"

using namespace tianyuan;
using namespace tianyuan::shell;

namespace {

std::string start_of(const db::Recovery& log) {
  auto script = std::make_shared<FakeStore::Script>();
  script->recovery = log;
  FakeStore store(script);
  const auto recovered = recover(store, core::Limits{});
  return recovered ? "recovered" : recovered.error();
}

// What a start says of a log whose one running game has rows of these versions.
std::string start_with(const std::vector<std::int64_t>& versions) {
  db::RunningGame game{7, {}};
  for (const auto version : versions) game.rows.push_back({7, version, 0, "opened", "not JSON"});
  db::Recovery log;
  log.running.push_back(game);
  return start_of(log);
}

constexpr Millis kNoon = 1'796'000'000'000;

// A game of renju, started, with a stone on H8, and then this event at its version.
class Log {
 public:
  Log() {
    opened_.game = 7;
    opened_.room = 1;
    opened_.table = 3;
    opened_.kind = "national";
    opened_.at_ms = kNoon;
    opened_.settings.rule = "renju";
    opened_.players = {core::GamePlayer{11, "one", false}, core::GamePlayer{12, "two", false}};
    game_ = Game(opened_.settings);
    rows_.push_back(journal_row(opened_));
    act(Player::first, action::Start{});
    act(Player::first, action::PlaceStone{*parse_point("H8")});
  }

  Log& act(Player player, const Action& action) {
    now_ += 1'000;
    const auto events = decide(game_, player, action, Moment::at(now_));
    REQUIRE(events.has_value());
    for (const GameEvent& event : *events) {
      apply(game_, event);
      stored(event);
    }
    return *this;
  }
  // An event as nobody decided it, with the clocks as they stood.
  Log& then(GameEventBody body) { return then(std::move(body), game_.clocks(), now_ + 1'000); }
  Log& then(GameEventBody body, const ClockState& clocks, Millis at_ms) {
    stored({at_ms, std::move(body), clocks});
    return *this;
  }
  const ClockState& clocks() const { return game_.clocks(); }
  Millis now() const { return now_; }
  core::GameOpened opened() const { return opened_; }

  std::string start() const { return start({{7, rows_}}); }
  std::string start(std::vector<db::RunningGame> running) const {
    db::Recovery log;
    log.running = std::move(running);
    const std::string said = start_of(log);
    const std::string prefix = "the game log is damaged: game 7 ";
    return said.starts_with(prefix) ? said.substr(prefix.size()) : said;
  }
  std::vector<db::LogRow> rows_;

 private:
  void stored(const GameEvent& event) {
    rows_.push_back(
        journal_row(core::GameHappened{7, static_cast<std::int64_t>(rows_.size()), event}));
  }
  core::GameOpened opened_;
  Game game_{GameSettings{}};
  Millis now_ = kNoon;
};

Point point(const char* text) {
  return *parse_point(text);
}

std::vector<std::uint8_t> some_bytes(std::mt19937_64& random) {
  std::vector<std::uint8_t> bytes(24);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
  return bytes;
}

}  // namespace

TEST_CASE("a log with missing, doubled or no rows is refused in words, not by an assertion") {
  CHECK(start_with({}) == "the game log is damaged: game 7 runs and has no rows");
  CHECK(start_with({1}) ==
        "the game log is damaged: game 7 version 1 stands where version 0 belongs");
  // Two servers on one database.
  CHECK(Log().rows_.size() == 3);
  Log doubled;
  doubled.rows_.push_back(doubled.rows_.back());
  CHECK(doubled.start() == "version 2 stands where version 3 belongs");
  Log gap;
  gap.rows_.erase(gap.rows_.begin() + 1);
  CHECK(gap.start() == "version 2 stands where version 1 belongs");
  // Without a gap the rows themselves are read.
  CHECK(start_with({0}).find("no JSON") != std::string::npos);
  CHECK(Log().start() == "recovered");
}

TEST_CASE("events in an order that no game has are refused with game, version and reason") {
  using namespace event;
  const Player one = Player::first, two = Player::second;
  const auto said = [](GameEventBody body) { return Log().then(std::move(body)).start(); };
  CHECK(said(StonePlaced{two, Colour::white, point("H8"), {}}) ==
        "version 3: a stone on H8, taken");
  CHECK(said(StonePlaced{one, Colour::black, point("H9"), {}}) ==
        "version 3: a stone of the wrong colour");
  CHECK(said(StonePlaced{one, Colour::white, point("H9"), {}}) == "version 3: an act out of turn");
  CHECK(said(GameStarted{}) == "version 3: a second start");
  CHECK(said(SwapAnswered{two, true}) ==
        "version 3: an act that its step of the opening does not have");
  CHECK(said(FifthsOffered{two, {}}) ==
        "version 3: an act that its step of the opening does not have");
  CHECK(said(DrawAnswered{1, OfferAnswer::declined}) == "version 3: an answer to no draw offer");
  CHECK(said(DrawOffered{two, 2147483647}) == "version 3: a draw offer out of number");
  CHECK(said(UndoAnswered{1, OfferAnswer::accepted, 1}) ==
        "version 3: an answer to no undo request");
  CHECK(said(PlayerReturned{one}) == "version 3: the return of one who is there");
  CHECK(said(GraceThawed{}) == "version 3: a thawing of what is not frozen");
  CHECK(said(Restored{-1}) == "version 3: a restart before its crash");
  CHECK(Log().act(one, action::RequestUndo{}).start() == "recovered");
  CHECK(Log()
            .act(one, action::RequestUndo{})
            .then(UndoAnswered{1, OfferAnswer::accepted, 3})
            .start() == "version 4: stones taken back out of range: 3");
}

TEST_CASE("clocks, instants and results that nothing can have are refused") {
  const Player two = Player::second;
  const event::PlayerLeft left{two};
  const auto with = [&](auto change) {
    Log log;
    ClockState clocks = log.clocks();
    change(clocks);
    return log.then(left, clocks, log.now() + 1).start();
  };
  CHECK(with([](ClockState&) {}) == "recovered");
  CHECK(with([](ClockState& c) { c.players[0].left_ms = Millis{1} << 45; }) ==
        "version 3: a clock that cannot read so");
  CHECK(with([](ClockState& c) { c.players[1].period = 1; }) ==
        "version 3: a clock that cannot read so");
  CHECK(with([](ClockState& c) { c.running.reset(); }) == "version 3: no clock that runs");
  CHECK(with([](ClockState& c) { c.running = Player::first; }) ==
        "version 3: the wrong player's clock running");
  CHECK(with([](ClockState& c) { c.since_ms += 60'000; }) ==
        "version 3: a clock that starts later");
  Log early;
  CHECK(early.then(left, early.clocks(), kNoon).start() ==
        "version 3: an instant before the last one's");
  Log over;
  ClockState still = over.clocks();
  still.running.reset();
  event::GameEnded ended;
  ended.result = {Outcome::win, EndReason::resigned, Player::first, std::nullopt};
  CHECK(over.then(ended, still, over.now()).start() ==
        "version 3: a result whose winner and loser do not fit it");
}

TEST_CASE("a log that stops where no transaction does is refused") {
  Log opened;
  opened.rows_.resize(1);
  CHECK(opened.start() == "stops after version 0: a game that was opened and not started");
  CHECK(Log().act(Player::first, action::Resign{}).start() ==
        "stops after version 3: an end that was never settled");
}

TEST_CASE("two running games that share a player or a table are refused") {
  const Log log;
  const auto beside = [&](auto change) {
    core::GameOpened other = log.opened();
    other.game = 8;
    other.table = 4;
    other.players = {core::GamePlayer{13, "three", false}, core::GamePlayer{14, "four", false}};
    change(other);
    std::vector<db::LogRow> rows{journal_row(other)};
    GameEvent started{kNoon, event::GameStarted{}, log.clocks()};
    started.clocks.running = Player::first;
    started.clocks.since_ms = kNoon;
    rows.push_back(journal_row(core::GameHappened{8, 1, started}));
    return log.start({{7, log.rows_}, {8, rows}});
  };
  CHECK(beside([](core::GameOpened&) {}) == "recovered");
  CHECK(beside([](core::GameOpened& other) { other.players[1].user = 12; }) ==
        "the game log is damaged: game 8 version 0: player 12 in two games");
  CHECK(beside([](core::GameOpened& other) { other.table = 3; }) ==
        "the game log is damaged: game 8 version 0: table 3 with two games");
  CHECK(beside([](core::GameOpened& other) {
          other.seats = {1, 1};
        }) == "the game log is damaged: game 8 version 0: seats that no table has");
}

TEST_CASE("a log as the server writes it is taken, whatever the rules, the clock and the course") {
  std::mt19937_64 random(20261130);
  for (int i = 0; i < 300; ++i) {
    const auto log = test::played_log(some_bytes(random));
    const auto outcome = test::start_from(log);
    INFO(i << ": " << outcome.refused);
    CHECK(outcome.refused.empty());
    CHECK(outcome.broken.empty());
  }
}

TEST_CASE("a damaged log is refused by name, or it is sound: no start ends in an assertion") {
  std::mt19937_64 random(5);
  int refused = 0, taken = 0;
  for (int i = 0; i < 3'000; ++i) {
    const auto outcome = test::start_from(test::damaged_log(some_bytes(random)));
    INFO(i);
    CHECK(outcome.broken.empty());
    ++(outcome.refused.empty() ? taken : refused);
  }
  CHECK(refused > 1'500);
  CHECK(taken > 0);  // such as a point that became another free one: no log can tell
}
