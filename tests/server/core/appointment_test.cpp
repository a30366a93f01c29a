// Appointed games (T3): agreed by sitting down, begun by the clock, forfeited by lateness.

#include "tests/server/core/hall.h"

using namespace tianyuan;
using namespace tianyuan::core;
using namespace tianyuan::core::test;
using proto::ErrorCode;

namespace {

constexpr Millis kHour = 3'600'000;

struct Agreed {
  Hall hall;
  SessionId host = hall.sign_in(1), guest = hall.sign_in(2);
  Id table = 0, game = 0;
  std::string code;

  Agreed() {
    const auto made = hall.get<result::Table>(host, create(kNoon + kHour, 600)).table;
    table = made.id;
    code = made.code;
    CHECK(made.state == "waiting");
    CHECK(made.appointed_at_ms == kNoon + kHour);
    CHECK(made.lateness_ms == 600'000);
  }
  static request::TableCreate create(Millis at_ms, std::optional<int> lateness_s,
                                     bool is_private = true) {
    return {kCasual, is_private, false, at_ms, lateness_s};
  }
  result::Table agree() {
    const auto sat = hall.get<result::Table>(guest, request::TableSit{0, code, {}});
    REQUIRE(sat.game.has_value());
    game = sat.game->game;
    return sat;
  }
  const Game& now() { return *hall.core.find_game(game); }
  Id first() { return std::get<GameOpened>(opened()).players[0].user; }
  const Durable& opened() {
    for (const Durable& event : hall.log) {
      if (std::holds_alternative<GameOpened>(event)) return event;
    }
    FAIL("no game was opened");
    return hall.log.front();
  }
};

void restart(Hall& hall, Millis down_ms) {
  const auto log = hall.log;
  Hall fresh;
  for (const Durable& event : log) fresh.core.replay(event);
  CHECK(fresh.core.hash() == hall.core.hash());
  hall.core = std::move(fresh.core);
  hall.now += down_ms;
  hall.resumed(down_ms);
}

}  // namespace

TEST_CASE("Both seats taken, the game is agreed; it begins at its time") {
  Agreed at;
  CHECK(at.hall.refused(at.host, request::TableConfirm{}).code == ErrorCode::not_expected);
  const auto sat = at.agree();
  CHECK(sat.table.state == "appointed");
  CHECK(sat.game->appointed_at_ms == kNoon + kHour);
  CHECK_FALSE(sat.game->ask);
  CHECK(at.hall.told<notify::GameStarted>(at.host).size() == 1);
  CHECK(at.hall.refused(at.host, request::Place{at.game, 0, tianyuan::core::test::at("h8")}).code ==
        ErrorCode::not_begun);
  CHECK(at.hall.refused(at.host, request::MatchStart{kCasual}).code == ErrorCode::game_running);
  at.hall.forget_told();
  at.hall.wait(kHour - 1);
  CHECK_FALSE(at.now().started());
  at.hall.wait(1);
  CHECK(at.now().started());
  CHECK_FALSE(at.now().waiting());
  for (const SessionId session : {at.host, at.guest}) {
    const auto told = at.hall.told<notify::GameEvent>(session);
    REQUIRE(told.size() == 1);
    CHECK(told[0].event.kind == "started");
    CHECK(told[0].event.ask.has_value());
    CHECK(at.hall.told<notify::TableState>(session).back().table.state == "playing");
  }
  const SessionId black = at.first() == 1 ? at.host : at.guest;
  at.hall.placed(black, at.game, "h8");
}

TEST_CASE("An appointment that cannot be is refused, and no table is left") {
  Hall hall;
  const SessionId a = hall.sign_in(1);
  const auto field = [&](request::TableCreate asked) {
    const auto error = hall.refused(a, asked);
    CHECK(error.code == ErrorCode::bad_settings);
    CHECK(hall.core.census().tables == 0);
    return error.field;
  };
  CHECK(field(Agreed::create(kNoon, 600)) == "appointed_at");
  CHECK(field(Agreed::create(kNoon - 1, 600)) == "appointed_at");
  CHECK(field(Agreed::create(kNoon + 7 * 24 * kHour + 1, 600)) == "appointed_at");
  CHECK(field(Agreed::create(kNoon + kHour, 600, false)) == "private");
  CHECK(field(Agreed::create(0, 600)) == "lateness_s");
  const auto made = hall.get<result::Table>(a, Agreed::create(kNoon + 7 * 24 * kHour, {})).table;
  CHECK(made.lateness_ms == 600'000);
}

TEST_CASE("Nobody took the other seat: the appointment lapses without a game") {
  Agreed at;
  SECTION("the host waits") {
    at.hall.wait(kHour);
    const auto told = at.hall.told<notify::TableState>(at.host);
    REQUIRE_FALSE(told.empty());
    CHECK(told.back().table.appointed_at_ms == 0);
    CHECK(told.back().table.state == "waiting");
    at.hall.get<result::Table>(at.guest, request::TableSit{0, at.code, {}});
    CHECK(at.hall.core.census().games == 0);
  }
  SECTION("the host is away: his seat is kept until then, no longer") {
    at.hall.drop(at.host);
    at.hall.wait(kHour - 1);
    CHECK(at.hall.core.census().tables == 1);
    at.hall.wait(1);
    CHECK(at.hall.core.census().tables == 0);
  }
}

TEST_CASE("The host is away when the other agrees; both come and play") {
  Agreed at;
  at.hall.drop(at.host);
  at.hall.wait(kHour / 2);
  at.agree();
  at.hall.wait(kHour / 2 + 60'000);
  REQUIRE(at.now().waiting());
  const SessionId host = at.hall.new_session();
  const auto back = at.hall.sign_in_again(1, host);
  REQUIRE(back.game.has_value());
  CHECK(back.game->ask.has_value());
  const auto& late = at.first() == 1 ? back.game->clocks.first : back.game->clocks.second;
  const auto& other = at.first() == 1 ? back.game->clocks.second : back.game->clocks.first;
  CHECK(late.left_ms == 540'000);
  CHECK(other.left_ms == 600'000);
}

TEST_CASE("Leaving an agreed game before its time costs nothing") {
  Agreed at;
  at.agree();
  at.hall.get<result::Ok>(at.guest, request::TableLeave{});
  const auto over = at.hall.told<notify::GameOver>(at.host);
  REQUIRE(over.size() == 1);
  CHECK(over[0].result.outcome == "annulled");
  CHECK_FALSE(over[0].counted);
  CHECK(at.hall.core.census().games == 0);
}

TEST_CASE("From its time on, leaving is a forfeit like any other") {
  Agreed at;
  at.agree();
  at.hall.now += kHour;  // the tick is late: the time has come all the same
  CHECK(at.hall.refused(at.guest, request::TableLeave{}).code == ErrorCode::forfeit_needed);
  at.hall.get<result::Ok>(at.guest, request::TableLeave{true});
  CHECK(at.hall.told<notify::GameOver>(at.host)[0].result.reason == "left_table");
}

TEST_CASE("One is late past the limit, he forfeits; both, both forfeit") {
  Agreed at;
  at.agree();
  at.hall.drop(at.guest);
  at.hall.wait(kHour);
  at.hall.wait(599'999);
  SECTION("one") {
    at.hall.wait(1);
    const auto over = at.hall.told<notify::GameOver>(at.host);
    REQUIRE(over.size() == 1);
    CHECK(over[0].result.reason == "late");
    CHECK(over[0].result.outcome == "win");
    CHECK(at.hall.scores[1] == 4);
    CHECK(at.hall.scores[2] == -4);
  }
  SECTION("both") {
    at.hall.drop(at.host);
    at.hall.wait(1);
    CHECK(at.hall.core.census().games == 0);
    CHECK(at.hall.scores[1] == -4);
    CHECK(at.hall.scores[2] == -4);
    CHECK(at.hall.core.census().users == 0);
  }
}

TEST_CASE("An agreed game survives a restart of the server") {
  Agreed at;
  at.agree();
  at.hall.wait(kHour / 2);
  restart(at.hall, 10'000);
  REQUIRE(at.hall.core.find_game(at.game) != nullptr);
  const SessionId host = at.hall.new_session();
  const auto back = at.hall.sign_in_again(1, host);
  CHECK(back.table->state == "appointed");
  CHECK(back.game->appointed_at_ms == kNoon + kHour);
  at.hall.wait(kHour);
  CHECK(at.hall.told<notify::GameOver>(host)[0].result.reason == "late");
  CHECK(at.hall.scores[1] == 4);
}
