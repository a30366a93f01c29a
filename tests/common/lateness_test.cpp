// Appointed games (T3): whoever is absent at the appointed time pays for it, and at last forfeits.

#include <catch2/catch.hpp>

#include "common/game.h"
#include "tests/common/play.h"

using namespace tianyuan;
using namespace tianyuan::test;

namespace {

constexpr Player kBlack = Player::first;
constexpr Player kWhite = Player::second;
constexpr Millis kLimit = 600'000;
const event::RefereeMark kBy{7, "裁判", "roads are closed"};

// Agreed an hour before; nobody has been seen since unless the test brings him.
Play appointed(TimeControl time = SuddenDeath{3'600'000}) {
  GameSettings settings = settings_of("freestyle", std::move(time));
  settings.appointed_ms = Play().now + 3'600'000;
  settings.lateness_ms = kLimit;
  return Play(settings);
}
void away(Play& play, Player player) {
  play.does(player, action::Disconnect{});
}
void here(Play& play, Player player) {
  play.does(player, action::Reconnect{});
}
void to_the_hour(Play& play) {
  play.now = play.game.settings().appointed_ms;
  play.tick();
}
Millis left(const Play& play, Player player) {
  return time_left_ms(play.game, player, play.now);
}
constexpr GameResult kBothLate{Outcome::both_lose, EndReason::late, std::nullopt, std::nullopt};

}  // namespace

TEST_CASE("an appointed game begins at its time, not before") {
  Play play = appointed();
  const Millis hour = play.game.settings().appointed_ms;
  CHECK(next_deadline(play.game) == hour);
  CHECK(play.code(kBlack, action::PlaceStone{point("h8")}) == RefusalCode::not_begun);
  CHECK(play.code(kBlack, action::Resign{}) == RefusalCode::not_begun);
  CHECK(play.code(kBlack, action::PauseClocks{kBy}) == RefusalCode::not_begun);
  play.now = hour - 1;
  play.tick();
  CHECK_FALSE(play.game.started());
  play.wait_and_tick(1);
  CHECK(play.game.started());
  CHECK_FALSE(play.game.waiting());
  play.wait(1'000);
  play.stones("h8");
  CHECK(left(play, kBlack) == 3'599'000);
}

TEST_CASE("leaving before the appointed time costs nothing; a referee may annul") {
  Play play = appointed();
  SECTION("leaving") {
    play.does(kWhite, action::LeaveTable{});
    CHECK(play.game.result() == GameResult{Outcome::annulled, EndReason::left_table, {}, {}});
  }
  SECTION("annulling") {
    play.does(kWhite, action::Adjudge{kBy, Outcome::annulled, {}});
    CHECK(play.game.result() == GameResult{Outcome::annulled, EndReason::referee, {}, {}});
  }
}

TEST_CASE("an absence before the appointed time is nobody's concern") {
  Play play = appointed();
  away(play, kWhite);
  play.wait_and_tick(3'000'000);
  CHECK_FALSE(play.game.over());
  here(play, kWhite);
  CHECK(play.game.absence(kWhite).used_ms == 0);
  to_the_hour(play);
  CHECK_FALSE(play.game.waiting());
}

TEST_CASE("the late player's clock runs, whoever is to move") {
  const Player late = GENERATE(kBlack, kWhite);
  Play play = appointed();
  away(play, late);
  to_the_hour(play);
  REQUIRE(play.game.waiting());
  CHECK(play.game.clocks().running == late);
  CHECK(play.game.lateness_ends_ms() == play.now + kLimit);
  CHECK(next_deadline(play.game) == play.now + kLimit);
  CHECK_FALSE(play.game.grace_ends_ms(late));
  play.wait(200'000);
  CHECK(left(play, late) == 3'400'000);
  CHECK(left(play, other(late)) == 3'600'000);
  CHECK(move_left_ms(play.game, play.now) == kLimit - 200'000);
  CHECK(play.code(other(late), action::PlaceStone{point("h8")}) == RefusalCode::not_begun);
  here(play, late);
  CHECK_FALSE(play.game.waiting());
  CHECK(left(play, late) == 3'400'000);
  CHECK(play.game.clocks().running == kBlack);
  play.wait(1'000);
  play.stones("h8");
  CHECK(left(play, kBlack) == (late == kBlack ? 3'399'000 : 3'599'000));
}

TEST_CASE("past the limit he forfeits, at the very instant too") {
  Play play = appointed();
  away(play, kBlack);
  to_the_hour(play);
  play.wait_and_tick(kLimit - 1);
  CHECK_FALSE(play.game.over());
  play.wait(1);
  here(play, kBlack);
  CHECK(play.game.result() == GameResult{Outcome::win, EndReason::late, kWhite, kBlack});
}

TEST_CASE("both late: both pay; past the limit both lose") {
  Play play = appointed();
  away(play, kBlack);
  away(play, kWhite);
  to_the_hour(play);
  CHECK(play.game.clocks().running == kBlack);
  play.wait(100'000);
  SECTION("both come") {
    here(play, kWhite);
    CHECK(left(play, kWhite) == 3'500'000);
    CHECK(play.game.clocks().running == kBlack);
    play.wait(50'000);
    CHECK(left(play, kBlack) == 3'450'000);
    here(play, kBlack);
    CHECK(left(play, kBlack) == 3'450'000);
    CHECK(left(play, kWhite) == 3'500'000);
    play.stones("h8a1");
  }
  SECTION("the one whose clock stood for both comes first") {
    here(play, kBlack);
    CHECK(play.game.clocks().running == kWhite);
    CHECK(left(play, kWhite) == 3'500'000);
    play.wait_and_tick(kLimit - 100'000);
    CHECK(play.game.result() == GameResult{Outcome::win, EndReason::late, kBlack, kWhite});
  }
  SECTION("nobody comes") {
    play.wait_and_tick(kLimit - 100'000);
    CHECK(play.game.result() == kBothLate);
  }
}

TEST_CASE("who came and is lost again while the other is awaited is late again, no escaper") {
  Play play = appointed();
  away(play, kBlack);
  to_the_hour(play);
  play.wait(100'000);
  away(play, kWhite);
  play.wait(10'000);
  here(play, kBlack);
  CHECK(play.game.waiting());
  CHECK(left(play, kBlack) == 3'490'000);
  CHECK(play.game.clocks().running == kWhite);
  play.wait(5'000);
  SECTION("he comes back") {
    here(play, kWhite);
    CHECK(left(play, kWhite) == 3'585'000);
    CHECK(play.game.absence(kWhite).used_ms == 0);
  }
  SECTION("he does not") {
    play.wait_and_tick(kLimit);
    CHECK(play.game.result() == GameResult{Outcome::win, EndReason::late, kBlack, kWhite});
  }
}

TEST_CASE("nobody is awaited for longer than his time lasts, where running out loses") {
  Play sudden = appointed(SuddenDeath{60'000});
  away(sudden, kBlack);
  to_the_hour(sudden);
  CHECK(sudden.game.lateness_ends_ms() == sudden.now + 60'000);

  Play hall = appointed(HallTime{60'000, 20'000, 5'000});
  away(hall, kBlack);
  to_the_hour(hall);
  CHECK(hall.game.lateness_ends_ms() == hall.now + kLimit);
  hall.wait(100'000);
  hall.tick();
  CHECK(hall.recent.empty());  // no turn is skipped while he is awaited
  here(hall, kBlack);
  CHECK(left(hall, kBlack) == 0);
  CHECK(move_left_ms(hall.game, hall.now) == 5'000);
}

TEST_CASE("a pause holds lateness as it holds the clocks") {
  Play play = appointed();
  away(play, kWhite);
  to_the_hour(play);
  play.wait(100'000);
  play.does(kBlack, action::PauseClocks{kBy});
  play.wait_and_tick(10'000'000);
  CHECK(play.code(kBlack, action::SetClock{kBy, kWhite, 60'000, {}}) == RefusalCode::not_begun);
  SECTION("he comes after it") {
    play.does(kBlack, action::ResumeClocks{kBy});
    CHECK(next_deadline(play.game) == play.now + kLimit - 100'000);
    play.wait(50'000);
    CHECK(left(play, kWhite) == 3'450'000);
    here(play, kWhite);
    CHECK(left(play, kWhite) == 3'450'000);
  }
  SECTION("he comes during it") {
    here(play, kWhite);
    CHECK(left(play, kWhite) == 3'500'000);
    CHECK_FALSE(move_left_ms(play.game, play.now));
    play.does(kBlack, action::ResumeClocks{kBy});
    CHECK(play.game.clocks().running == kBlack);
    CHECK(left(play, kBlack) == 3'600'000);
    play.stones("h8");
  }
  SECTION("a mass drop meanwhile") {
    play.does(kBlack, action::FreezeGrace{});
    play.does(kBlack, action::ResumeClocks{kBy});
    CHECK_FALSE(next_deadline(play.game));
    play.wait(70'000);
    play.does(kBlack, action::ThawGrace{});
    CHECK(next_deadline(play.game) == play.now + kLimit - 100'000);
  }
}

TEST_CASE("a restart while somebody is awaited") {
  Play play = appointed();
  away(play, kWhite);
  to_the_hour(play);
  play.wait(590'000);
  SECTION("short: what passed since the last event is nobody's") {
    play.does(kBlack, action::Restore{1'000});
    CHECK(play.game.lateness_ends_ms() == play.now + kLimit);
    here(play, kBlack);
    play.wait(20'000);
    CHECK(left(play, kWhite) == 3'600'000);
    here(play, kWhite);
    CHECK(left(play, kWhite) == 3'600'000);
    play.stones("h8");
  }
  SECTION("near the limit there is a fresh grace") {
    away(play, kBlack);  // an event: 590 s are on the books
    play.does(kBlack, action::Restore{1'000});
    CHECK(play.game.lateness_ends_ms() == play.now + 180'000);
    here(play, kBlack);
    play.wait_and_tick(180'000);
    CHECK(play.game.result() == GameResult{Outcome::win, EndReason::late, kBlack, kWhite});
  }
  SECTION("neither returns: annulled") {
    play.does(kBlack, action::Restore{1'000});
    play.wait_and_tick(kLimit);
    CHECK(play.game.result()->outcome == Outcome::annulled);
  }
  SECTION("down for long: annulled where somebody does not return") {
    play.does(kBlack, action::Restore{200'000});
    here(play, kBlack);
    play.wait_and_tick(kLimit);
    CHECK(play.game.result() == GameResult{Outcome::annulled, EndReason::shutdown, {}, {}});
  }
}

TEST_CASE("a restart before the appointed time, or over it") {
  Play play = appointed();
  play.wait(1'000);
  SECTION("before it") {
    play.does(kBlack, action::Restore{1'000});
    CHECK(next_deadline(play.game) == play.game.settings().appointed_ms);
    here(play, kBlack);
    to_the_hour(play);
    CHECK(play.game.waiting());  // White has had an hour to come back
    play.wait(30'000);
    CHECK(left(play, kWhite) == 3'570'000);
  }
  SECTION("over it: the game begins when the server is back") {
    play.now = play.game.settings().appointed_ms + 5'000'000;
    play.does(kBlack, action::Restore{8'000'000});
    play.tick();
    CHECK(play.game.waiting());
    CHECK(play.game.lateness_ends_ms() == play.now + kLimit);
  }
}
