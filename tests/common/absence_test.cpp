// Lost connections, escape, restarts and mass drops (X1, X2, X4, X5).

#include <catch2/catch.hpp>

#include "common/game.h"
#include "tests/common/play.h"

using namespace tianyuan;
using namespace tianyuan::test;

namespace {
constexpr Player kBlack = Player::first;
constexpr Player kWhite = Player::second;
constexpr GameResult kAnnulled{Outcome::annulled, EndReason::absence, std::nullopt, std::nullopt};

GameResult escaped(Player player) {
  return {Outcome::escape, EndReason::absence, std::nullopt, player};
}
GameSettings with_clock(DisconnectClock mode, TimeControl time = SuddenDeath{600'000}) {
  GameSettings settings = settings_of("freestyle", std::move(time));
  settings.disconnect_clock = mode;
  return settings;
}
}  // namespace

TEST_CASE("three minutes after the connection was lost it is an escape") {
  Play play;
  play.stones("h8");
  play.wait(1'000);
  play.does(kBlack, action::Disconnect{});
  CHECK(play.game.grace_ends_ms(kBlack) == play.now + 180'000);
  play.stones("a1");  // the other plays on; then the absent player's clock stands
  CHECK(next_deadline(play.game) == play.game.grace_ends_ms(kBlack));
  play.wait_and_tick(179'999);
  CHECK(play.recent.empty());
  play.wait_and_tick(1);
  CHECK(play.game.result() == escaped(kBlack));
}

TEST_CASE("back in time he plays on, and each loss has its own three minutes of six in all") {
  Play play(with_clock(DisconnectClock::pause));
  const auto away = [&](Millis ms) {
    play.does(kBlack, action::Disconnect{});
    play.wait(ms);
    play.does(kBlack, action::Reconnect{});
  };
  away(170'000);
  CHECK(play.game.absence(kBlack).used_ms == 170'000);
  CHECK_FALSE(play.game.absence(kBlack).absent);
  play.stones("h8");
  away(100'000);
  play.does(kBlack, action::Disconnect{});
  CHECK(play.game.grace_ends_ms(kBlack) == play.now + 90'000);
  play.wait(30'000);                        // White is present; his clock runs meanwhile
  play.does(kBlack, action::Disconnect{});  // said twice: nothing
  CHECK(play.recent.empty());
  CHECK(play.game.grace_ends_ms(kBlack) == play.now + 60'000);
  play.does(kBlack, action::Reconnect{});
  play.does(kBlack, action::Reconnect{});
  CHECK(play.recent.empty());
}

// T1, X2: in the first three stones no turn passes, so that six skips take 160 s.
TEST_CASE("who sleeps while the other is away draws nothing: the escape decides") {
  Play play(settings_of("freestyle"));
  play.stones("h8");
  play.does(kBlack, action::Disconnect{});
  play.wait_and_tick(60'000);
  for (int skip = 2; skip <= 6; ++skip) play.wait_and_tick(20'000);
  CHECK(*play.last<event::TurnSkipped>() == event::TurnSkipped{kWhite, false, true});
  CHECK_FALSE(play.game.over());
  SECTION("who never comes back has escaped") {
    play.wait_and_tick(20'000);
    CHECK(play.game.result() == escaped(kBlack));
  }
  SECTION("once he is back the count begins") {
    play.does(kBlack, action::Reconnect{});
    for (int skip = 1; skip <= 5; ++skip) play.wait_and_tick(20'000);
    CHECK_FALSE(play.game.over());
    play.wait_and_tick(20'000);
    CHECK(play.game.result() ==
          GameResult{Outcome::draw, EndReason::asleep, std::nullopt, std::nullopt});
  }
}

TEST_CASE("back at the very instant is too late") {
  Play play;
  play.does(kBlack, action::Disconnect{});
  play.wait(180'000);
  play.does(kBlack, action::Reconnect{});
  CHECK(play.game.result() == escaped(kBlack));
}

TEST_CASE("both away: the first whose time is up escapes; at the same instant annulled") {
  Play play;
  play.does(kWhite, action::Disconnect{});
  SECTION("one millisecond later") {
    play.wait(1);
    play.does(kBlack, action::Disconnect{});
    play.wait_and_tick(500'000);  // the tick came late: the order of the instants counts
    CHECK(play.game.result() == escaped(kWhite));
  }
  SECTION("at once") {
    play.does(kBlack, action::Disconnect{});
    play.wait_and_tick(180'000);
    CHECK(play.game.result() == kAnnulled);
  }
}

TEST_CASE("pause: only the absent player's clock stands, in his own turn") {
  Play play(with_clock(DisconnectClock::pause));
  play.wait(10'000);
  play.does(kWhite, action::Disconnect{});  // Black's turn: his clock runs on
  play.wait(5'000);
  CHECK(time_left_ms(play.game, kBlack, play.now) == 585'000);
  play.stones("h8");  // now it is the absent player's turn: it stands from its start
  play.wait(100'000);
  CHECK(time_left_ms(play.game, kWhite, play.now) == 600'000);
  CHECK_FALSE(move_left_ms(play.game, play.now));
  play.does(kWhite, action::Reconnect{});
  play.wait(7'000);
  CHECK(time_left_ms(play.game, kWhite, play.now) == 593'000);
  play.does(kWhite, action::Disconnect{});
  play.wait(50'000);
  CHECK(time_left_ms(play.game, kWhite, play.now) == 593'000);
  play.does(kWhite, action::Reconnect{});
  play.wait(3'000);
  play.stones("a1");
  CHECK(play.game.clocks().players[index(kWhite)].left_ms == 590'000);
}

TEST_CASE("run: the clock does not care, and byo-yomi never stops") {
  Play run(with_clock(DisconnectClock::run));
  run.does(kBlack, action::Disconnect{});
  run.wait(20'000);
  CHECK(time_left_ms(run.game, kBlack, run.now) == 580'000);
  Play byo(with_clock(DisconnectClock::pause, ByoYomi{60'000, 30'000, 1}));
  byo.wait(60'000);
  byo.does(kBlack, action::Disconnect{});
  byo.wait_and_tick(30'000);
  CHECK(byo.game.result() == GameResult{Outcome::win, EndReason::time, kWhite, kBlack});
}

TEST_CASE("byo-yomi begun while the player is away runs") {
  Play play(with_clock(DisconnectClock::pause, ByoYomi{60'000, 30'000, 1}));
  play.wait(65'000);
  play.stones("h8");
  play.does(kBlack, action::Disconnect{});
  play.stones("a1");
  CHECK(move_left_ms(play.game, play.now) == 30'000);
}

TEST_CASE("an escape while the other thinks: his clock and score are not touched") {
  Play play(with_clock(DisconnectClock::pause));
  play.does(kWhite, action::Disconnect{});
  play.wait_and_tick(180'000);
  CHECK(play.game.result() == escaped(kWhite));
  CHECK(play.game.result()->winner == std::nullopt);
}

TEST_CASE("after a restart the clock stands as last stored until the mover is back") {
  Play play(with_clock(DisconnectClock::run));
  play.stones("h8");
  play.wait(50'000);  // not stored: nobody's
  const auto stored = play.game.clocks().players;
  play.does(action::Restore{10'000});
  CHECK(play.game.clocks().players == stored);
  CHECK(play.game.grace_ends_ms(kBlack) == play.now + 180'000);
  CHECK(play.game.grace_ends_ms(kWhite) == play.now + 180'000);
  play.wait(100'000);
  play.does(kBlack, action::Reconnect{});
  CHECK(time_left_ms(play.game, kWhite, play.now) == 600'000);
  play.does(kWhite, action::Reconnect{});
  CHECK(play.game.absence(kWhite).used_ms == 0);  // a restart is nobody's absence
  play.wait(1'000);
  CHECK(time_left_ms(play.game, kWhite, play.now) == 599'000);
}

TEST_CASE("after a restart nothing that was due meanwhile happens") {
  Play play(with_clock(DisconnectClock::run));
  play.wait(700'000);
  play.does(action::Restore{700'000});
  CHECK(play.recent.size() == 1);
  play.tick();
  CHECK_FALSE(play.game.over());
}

TEST_CASE("a restart gives a fresh three minutes whatever was used before") {
  GameSettings settings;
  settings.absence_total_ms = 180'000;
  Play play(settings);
  play.does(kBlack, action::Disconnect{});
  play.wait(179'000);
  play.does(kBlack, action::Reconnect{});
  play.does(action::Restore{1'000});
  CHECK(play.game.grace_ends_ms(kBlack) == play.now + 180'000);
}

TEST_CASE("after a restart: nobody returns, one returns") {
  for (const Millis down : {Millis{180'000}, Millis{180'001}}) {
    const bool outage = down > 180'000;
    Play nobody;
    nobody.does(action::Restore{down});
    nobody.wait_and_tick(180'000);
    CHECK(nobody.game.result()->outcome == Outcome::annulled);
    Play one;
    one.does(action::Restore{down});
    one.wait(1'000);
    one.does(kWhite, action::Reconnect{});
    one.wait_and_tick(179'000);
    REQUIRE(one.game.over());
    if (outage) {
      CHECK(one.game.result() ==
            GameResult{Outcome::annulled, EndReason::shutdown, std::nullopt, std::nullopt});
    } else {
      CHECK(one.game.result() == escaped(kBlack));
    }
    Play both;
    both.does(action::Restore{down});
    both.does(kWhite, action::Reconnect{});
    both.does(kBlack, action::Reconnect{});
    both.stones("h8a1");
    both.does(kBlack, action::Disconnect{});
    both.wait_and_tick(180'000);
    CHECK(both.game.result() == escaped(kBlack));  // an absence like any other
  }
}

TEST_CASE("a mass drop: all graces stand still until they could return") {
  Play play;
  play.does(kWhite, action::Disconnect{});
  play.wait(60'000);
  play.does(action::FreezeGrace{});
  CHECK(play.game.grace_frozen());
  play.wait(10'000);
  play.does(kBlack, action::Disconnect{});
  play.wait_and_tick(400'000);
  CHECK_FALSE(play.game.over());
  play.does(action::FreezeGrace{});
  CHECK(play.recent.empty());
  play.does(action::ThawGrace{});
  CHECK(play.game.grace_ends_ms(kWhite) == play.now + 120'000);
  CHECK(play.game.grace_ends_ms(kBlack) == play.now + 180'000);
  play.wait(20'000);
  play.does(kWhite, action::Reconnect{});
  CHECK(play.game.absence(kWhite).used_ms == 80'000);
}

TEST_CASE("who returns during a mass drop is charged what passed before it") {
  Play play;
  play.does(kWhite, action::Disconnect{});
  play.wait(60'000);
  play.does(action::FreezeGrace{});
  play.wait(400'000);
  play.does(kWhite, action::Reconnect{});
  CHECK(play.game.absence(kWhite).used_ms == 60'000);
}

TEST_CASE("nothing happens to a game that is over") {
  Play play;
  play.does(kBlack, action::Resign{});
  const Game before = play.game;
  for (const Action& action :
       {Action{action::Disconnect{}}, Action{action::Reconnect{}}, Action{action::Tick{}},
        Action{action::Restore{1}}, Action{action::FreezeGrace{}}, Action{action::ThawGrace{}}}) {
    play.does(kWhite, action);
    CHECK(play.recent.empty());
  }
  CHECK(play.game == before);
}
