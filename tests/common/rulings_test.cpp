// What a referee may do to a game (T5, T2): pause, set, split, restart, adjudge.

#include <catch2/catch.hpp>

#include "common/game.h"
#include "tests/common/play.h"

using namespace tianyuan;
using namespace tianyuan::test;

namespace {

constexpr Player kBlack = Player::first;
constexpr Player kWhite = Player::second;
const event::RefereeMark kBy{7, "裁判", "a fire alarm"};

void pause(Play& play) {
  play.does(kBlack, action::PauseClocks{kBy});
}
void resume(Play& play) {
  play.does(kBlack, action::ResumeClocks{kBy});
}
Action set(Player player, Millis left_ms, std::optional<int> period = std::nullopt) {
  return action::SetClock{kBy, player, left_ms, period};
}
Action adjudge(Outcome outcome, std::optional<Player> winner = std::nullopt) {
  return action::Adjudge{kBy, outcome, winner};
}
Play with(TimeControl time) {
  return Play(settings_of("freestyle", std::move(time)));
}

}  // namespace

TEST_CASE("a pause stops time and moves; what was used stays used") {
  Play play;  // hall 600 000, 60 000, 20 000
  play.stones("h8");
  play.wait(25'000);
  pause(play);
  REQUIRE(play.game.pause());
  CHECK(*play.game.pause() == kBy);
  CHECK(play.last<event::ClocksPaused>()->by == kBy);
  CHECK_FALSE(play.game.ask());
  CHECK_FALSE(move_left_ms(play.game, play.now + 1'000));
  play.wait_and_tick(3'600'000);
  CHECK(play.recent.empty());
  CHECK(time_left_ms(play.game, kWhite, play.now) == 575'000);
  CHECK(play.code(kWhite, action::PlaceStone{point("a1")}) == RefusalCode::paused);
  CHECK(play.code(kBlack, action::OfferDraw{}) == RefusalCode::paused);
  CHECK(play.code(kBlack, action::RequestUndo{}) == RefusalCode::paused);
  resume(play);
  CHECK_FALSE(play.game.pause());
  CHECK(move_left_ms(play.game, play.now) == 35'000);
  play.stones("a1");
  CHECK(play.game.clocks().players[index(kWhite)].left_ms == 575'000);
}

TEST_CASE("a pause counts from when it was received") {
  Play play = with(SuddenDeath{60'000});
  play.wait(60'100);  // the flag fell 100 ms ago; the referee's word came 200 ms ago
  CHECK_FALSE(play.act(kBlack, action::PauseClocks{kBy}, {play.now, play.now - 200, 0}));
  CHECK_FALSE(play.game.over());
  CHECK(time_left_ms(play.game, kBlack, play.now) == 100);
}

TEST_CASE("refusals around a pause name what is wrong") {
  Play play;
  CHECK(play.code(kBlack, action::ResumeClocks{kBy}) == RefusalCode::not_paused);
  CHECK(play.code(kBlack, set(kBlack, 60'000)) == RefusalCode::not_paused);
  pause(play);
  CHECK(play.code(kBlack, action::PauseClocks{kBy}) == RefusalCode::paused);
  CHECK(play.code(kBlack, action::SplitPool{kBy}) == RefusalCode::not_shared);
  play.does(kBlack, action::Resign{});
  CHECK(play.game.result() == GameResult{Outcome::win, EndReason::resigned, kWhite, kBlack});
  CHECK(play.code(kBlack, action::ResumeClocks{kBy}) == RefusalCode::game_over);
  CHECK(play.code(kBlack, adjudge(Outcome::draw)) == RefusalCode::game_over);
}

TEST_CASE("leaving with forfeit is possible while paused") {
  Play play;
  pause(play);
  play.does(kWhite, action::LeaveTable{});
  CHECK(play.game.result() == GameResult{Outcome::win, EndReason::left_table, kBlack, kWhite});
}

TEST_CASE("a pause that nobody ends is over after a day") {
  Play play;
  play.wait(10'000);
  pause(play);
  CHECK(next_deadline(play.game) == play.now + 86'400'000);
  play.wait_and_tick(86'399'999);
  CHECK(play.game.pause());
  play.wait_and_tick(1);
  CHECK_FALSE(play.game.pause());
  CHECK(play.last<event::ClocksResumed>()->by == event::RefereeMark{});
  CHECK(move_left_ms(play.game, play.now) == 50'000);
}

TEST_CASE("the grace of an absent player stands still while the game is paused") {
  Play play;
  play.does(kBlack, action::Disconnect{});
  play.wait(100'000);
  pause(play);
  CHECK_FALSE(play.game.grace_ends_ms(kBlack));
  play.wait_and_tick(1'000'000);
  CHECK_FALSE(play.game.over());
  SECTION("and goes on with the game") {
    resume(play);
    CHECK(play.game.grace_ends_ms(kBlack) == play.now + 80'000);
    CHECK_FALSE(move_left_ms(play.game, play.now));  // his clock stands as long as he is away
    play.wait_and_tick(80'000);
    CHECK(play.game.result()->outcome == Outcome::escape);
  }
  SECTION("he comes back during the pause: his clock still stands") {
    play.does(kBlack, action::Reconnect{});
    CHECK(play.game.absence(kBlack).used_ms == 100'000);
    CHECK_FALSE(move_left_ms(play.game, play.now));
    resume(play);
    CHECK(move_left_ms(play.game, play.now) == 60'000);
  }
  SECTION("he is lost again during the pause: a whole grace from the restart on") {
    play.does(kBlack, action::Reconnect{});
    play.wait(5'000);
    play.does(kBlack, action::Disconnect{});
    play.wait(5'000);
    resume(play);
    CHECK(play.game.grace_ends_ms(kBlack) == play.now + 180'000);
  }
  SECTION("a mass drop within it: graces stand until both are over") {
    play.does(kBlack, action::FreezeGrace{});
    play.wait(1'000);
    resume(play);
    CHECK_FALSE(play.game.grace_ends_ms(kBlack));
    play.wait(1'000);
    play.does(kBlack, action::ThawGrace{});
    CHECK(play.game.grace_ends_ms(kBlack) == play.now + 80'000);
  }
}

TEST_CASE("a pause survives a restart of the server") {
  Play play;
  play.stones("h8");
  play.wait(10'000);
  pause(play);
  play.wait(50'000);
  play.does(kBlack, action::Restore{50'000});
  CHECK(play.game.pause());
  play.does(kBlack, action::Reconnect{});
  play.does(kWhite, action::Reconnect{});
  CHECK_FALSE(move_left_ms(play.game, play.now));
  play.wait(1'000);
  resume(play);
  CHECK(move_left_ms(play.game, play.now) == 50'000);
}

TEST_CASE("a clock that was set shows that, and the present turn begins anew") {
  Play play = with(SuddenDeath{300'000});
  play.wait(100'000);
  pause(play);
  play.does(kBlack, set(kBlack, 60'000));
  CHECK(play.last<event::ClockSet>()->player == kBlack);
  CHECK(time_left_ms(play.game, kBlack, play.now) == 60'000);
  CHECK(time_left_ms(play.game, kWhite, play.now) == 300'000);
  play.does(kBlack, set(kWhite, 1'000));
  resume(play);
  play.wait(20'000);
  play.stones("h8");
  CHECK(time_left_ms(play.game, kBlack, play.now) == 40'000);
  play.wait_and_tick(1'000);
  CHECK(play.game.result() == GameResult{Outcome::win, EndReason::time, kBlack, kWhite});
}

TEST_CASE("what can be set depends on the time control") {
  const auto refused = [](TimeControl time, Millis left_ms, std::optional<int> period) {
    Play play = with(std::move(time));
    pause(play);
    return play.code(kBlack, set(kWhite, left_ms, period));
  };
  const auto code = [](RefusalCode c) { return std::optional<RefusalCode>(c); };
  CHECK(refused(SuddenDeath{60'000}, 999, {}) == code(RefusalCode::bad_clock));
  CHECK(refused(SuddenDeath{60'000}, 86'400'001, {}) == code(RefusalCode::bad_clock));
  CHECK(refused(SuddenDeath{60'000}, 86'400'000, {}) == std::nullopt);
  CHECK(refused(SuddenDeath{60'000}, 60'000, 1) == code(RefusalCode::bad_period));
  CHECK(refused(SuddenDeath{60'000}, 60'000, 0) == std::nullopt);
  CHECK(refused(HallTime{60'000, 20'000, 5'000}, 0, {}) == std::nullopt);
  CHECK(refused(HallTime{60'000, 20'000, 5'000}, -1, {}) == code(RefusalCode::bad_clock));
  CHECK(refused(ByoYomi{60'000, 20'000, 3}, 0, 2) == std::nullopt);
  CHECK(refused(ByoYomi{60'000, 20'000, 3}, 0, 3) == code(RefusalCode::bad_period));
  CHECK(refused(ByoYomi{60'000, 20'000, 3}, 0, -1) == code(RefusalCode::bad_period));
  CHECK(refused(Periods{{{60'000, 5}, {20'000, 0}}}, 10'000, 1) == std::nullopt);
  CHECK(refused(Periods{{{60'000, 5}, {20'000, 0}}}, 10'000, 2) == code(RefusalCode::bad_period));
}

TEST_CASE("byo-yomi periods come back, and the moves of a new period begin at none") {
  Play byo = with(ByoYomi{60'000, 30'000, 3});
  byo.wait(100'000);
  byo.stones("h8");
  pause(byo);
  CHECK(byo.game.clocks().players[index(kBlack)].period == 1);
  byo.does(kBlack, set(kBlack, 0, 0));
  CHECK(byo.game.clocks().players[index(kBlack)].move_limit_ms == 90'000);

  Play periods = with(Periods{{{60'000, 5}, {20'000, 2}}});
  periods.stones("h8");
  pause(periods);
  periods.does(kBlack, set(kBlack, 15'000));
  CHECK(periods.game.clocks().players[index(kBlack)].moves_in_period == 1);
  periods.does(kBlack, set(kBlack, 15'000, 1));
  CHECK(periods.game.clocks().players[index(kBlack)].moves_in_period == 0);
  CHECK(periods.game.clocks().players[index(kBlack)].period == 1);
}

TEST_CASE("a shared pool is split in halves, and from then on it is sudden death") {
  Play play = with(SharedTime{300'000});
  play.stones("h8");
  play.wait(100'001);
  CHECK(play.code(kBlack, action::SplitPool{kBy}) == RefusalCode::not_paused);
  pause(play);
  play.does(kBlack, action::SplitPool{kBy});
  CHECK(time_left_ms(play.game, kWhite, play.now) == 100'000);  // the odd one: White is to move
  CHECK(time_left_ms(play.game, kBlack, play.now) == 99'999);
  CHECK(to_string(play.game.time()) == "sudden 100000");
  CHECK(play.code(kBlack, action::SplitPool{kBy}) == RefusalCode::not_shared);
  resume(play);
  play.wait(30'000);
  play.stones("a1");
  CHECK(time_left_ms(play.game, kWhite, play.now) == 70'000);
  CHECK(time_left_ms(play.game, kBlack, play.now) == 99'999);
  play.wait_and_tick(99'999);
  CHECK(play.game.result() == GameResult{Outcome::win, EndReason::time, kWhite, kBlack});
}

TEST_CASE("an undo does not go back behind a clock that a referee has set") {
  Play play = with(SuddenDeath{300'000});
  play.wait(10'000);
  play.stones("h8");
  play.wait(10'000);
  pause(play);
  play.does(kBlack, set(kBlack, 100'000));
  resume(play);
  play.wait(5'000);
  play.stones("a1");
  play.does(kWhite, action::RequestUndo{});
  play.does(kBlack, action::AnswerUndo{1, true});
  CHECK(play.game.board().stones() == 1);
  CHECK(time_left_ms(play.game, kBlack, play.now) == 100'000);
  CHECK(time_left_ms(play.game, kWhite, play.now) == 300'000);
  play.does(kBlack, action::RequestUndo{});
  play.does(kWhite, action::AnswerUndo{2, true});
  CHECK(play.game.board().stones() == 0);
  CHECK(time_left_ms(play.game, kBlack, play.now) == 100'000);
}

TEST_CASE("setting a clock ends an undo request that stands; a pause only holds it") {
  Play play = with(SuddenDeath{300'000});
  play.stones("h8a1");
  play.wait(10'000);
  play.does(kBlack, action::RequestUndo{});  // in his own turn: White's clock runs for it
  play.wait(4'000);
  pause(play);
  play.wait(100'000);
  SECTION("held") {
    resume(play);
    CHECK(next_deadline(play.game) == play.now + 16'000);
  }
  SECTION("ended") {
    play.does(kBlack, set(kWhite, 200'000));
    CHECK(play.last<event::UndoAnswered>()->answer == OfferAnswer::lapsed);
    CHECK(time_left_ms(play.game, kWhite, play.now) == 200'000);
    CHECK(time_left_ms(play.game, kBlack, play.now) == 290'000);
    resume(play);
    CHECK(play.game.clocks().running == kBlack);
    CHECK(move_left_ms(play.game, play.now) == 290'000);
  }
}

TEST_CASE("a game is adjudged in every way, paused or not") {
  Play play;
  play.stones("h8");
  if (GENERATE(false, true)) pause(play);
  SECTION("win") {
    play.does(kBlack, adjudge(Outcome::win, kWhite));
    CHECK(play.game.result() == GameResult{Outcome::win, EndReason::referee, kWhite, kBlack});
  }
  SECTION("draw") {
    play.does(kBlack, adjudge(Outcome::draw));
    CHECK(play.game.result() == GameResult{Outcome::draw, EndReason::referee, {}, {}});
  }
  SECTION("both lose") {
    play.does(kBlack, adjudge(Outcome::both_lose));
    CHECK(play.game.result() == GameResult{Outcome::both_lose, EndReason::referee, {}, {}});
  }
  SECTION("replay") {
    play.does(kBlack, adjudge(Outcome::annulled));
    CHECK(play.game.result() == GameResult{Outcome::annulled, EndReason::referee, {}, {}});
  }
  CHECK(play.last<event::Adjudged>()->by == kBy);
  CHECK_FALSE(play.game.pause());
  CHECK_FALSE(next_deadline(play.game));
}

TEST_CASE("a verdict that makes no sense is refused") {
  Play play;
  CHECK(play.code(kBlack, adjudge(Outcome::win)) == RefusalCode::bad_verdict);
  CHECK(play.code(kBlack, adjudge(Outcome::draw, kBlack)) == RefusalCode::bad_verdict);
  CHECK(play.code(kBlack, adjudge(Outcome::escape, kBlack)) == RefusalCode::bad_verdict);
  CHECK(play.code(kBlack, adjudge(Outcome::escape)) == RefusalCode::bad_verdict);
}
