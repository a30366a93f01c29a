// Clocks in play (T1-T4): limits, deadlines, skips, time-outs, lag credit.

#include "common/clock.h"

#include <catch2/catch.hpp>

#include "common/game.h"
#include "tests/common/play.h"

using namespace tianyuan;
using namespace tianyuan::test;

namespace {
constexpr Player kBlack = Player::first;
constexpr Player kWhite = Player::second;

Play with(TimeControl time) {
  return Play(settings_of("freestyle", std::move(time)));
}
Millis limit(const Play& play) {
  return *next_deadline(play.game) - play.now;
}
const PlayerClock& clock_of(const Play& play, Player player) {
  return play.game.clocks().players[index(player)];
}
}  // namespace

TEST_CASE("hall: the sooner of the per-move limit and total left plus the limit after it") {
  Play play = with(HallTime{90'000, 60'000, 20'000});
  CHECK(limit(play) == 60'000);
  play.wait(40'000);
  play.stones("h8");
  CHECK(clock_of(play, kBlack).left_ms == 50'000);
  play.wait(59'999);
  play.stones("a1");
  CHECK(clock_of(play, kWhite).left_ms == 30'001);
  CHECK(limit(play) == 60'000);
  play.wait(35'000);
  play.stones("a3");  // Black has 15 s left
  play.stones("a5");
  CHECK(limit(play) == 35'000);
  play.wait(34'000);
  play.stones("a7");
  CHECK(clock_of(play, kBlack).left_ms == 0);
  play.stones("a9");
  CHECK(limit(play) == 20'000);
  CHECK(time_left_ms(play.game, kBlack, play.now + 5'000) == 0);
  CHECK(move_left_ms(play.game, play.now + 5'000) == 15'000);
}

TEST_CASE("hall: a per-move time-out places no stone and passes the turn") {
  Play play = with(HallTime{600'000, 60'000, 20'000});
  play.stones("h8a1a15");
  play.wait_and_tick(59'999);
  CHECK(play.recent.empty());
  play.wait_and_tick(1);
  const auto* skip = play.last<event::TurnSkipped>();
  REQUIRE(skip);
  CHECK(*skip == event::TurnSkipped{kWhite, true, true});
  CHECK(play.asked() == kBlack);
  CHECK(play.game.ask()->colour == Colour::black);
  CHECK(clock_of(play, kWhite).left_ms == 540'000);
  CHECK(clock_of(play, kWhite).skips_in_row == 1);
  CHECK(play.game.moves().back() == Move{Move::Kind::skip, Colour::white, {}});
  play.tick();
  CHECK(play.recent.empty());  // doubled ticks do no harm
  play.stones("c1c3");
  CHECK(clock_of(play, kWhite).skips_in_row == 0);
}

TEST_CASE("hall: within the first three stones the same player must still act") {
  Play play = with(HallTime{600'000, 60'000, 20'000});
  play.stones("h8a1");
  play.wait_and_tick(60'000);
  CHECK(*play.last<event::TurnSkipped>() == event::TurnSkipped{kBlack, false, true});
  CHECK(play.asked() == kBlack);
  CHECK(play.game.moves().size() == 2);
  CHECK(limit(play) == 20'000);  // a new period, of the limit after the total
  play.wait_and_tick(20'000);
  CHECK(clock_of(play, kBlack).skips_in_row == 2);
  CHECK(clock_of(play, kBlack).left_ms == 520'000);
  play.stones("a15");
  CHECK(limit(play) == 60'000);
  play.wait_and_tick(60'000);
  CHECK(play.last<event::TurnSkipped>()->turn_passes);
}

TEST_CASE("hall: in opening decisions no turn passes") {
  Play play(settings_of("rif"));
  play.stones("h8h9h10");
  REQUIRE(play.act_asked() == Act::swap);
  const int turn = play.game.turn();
  play.wait_and_tick(60'000);
  CHECK(*play.last<event::TurnSkipped>() == event::TurnSkipped{kWhite, false, true});
  CHECK(play.act_asked() == Act::swap);
  CHECK(play.game.turn() == turn + 1);  // skips count
  play.does(action::AnswerSwap{false});
  CHECK(clock_of(play, kWhite).skips_in_row == 0);
}

TEST_CASE("hall: six skips in a row are a draw, an act between starts the count anew") {
  Play play = with(HallTime{600'000, 60'000, 20'000});
  play.stones("h8a1a15");
  for (int skip = 1; skip <= 5; ++skip) play.wait_and_tick(60'000);
  CHECK_FALSE(play.game.over());
  SECTION("the sixth") {
    play.wait_and_tick(60'000);
    CHECK(play.game.result() ==
          GameResult{Outcome::draw, EndReason::asleep, std::nullopt, std::nullopt});
  }
  SECTION("a stone") {
    play.stones("c1");
    for (int skip = 1; skip <= 5; ++skip) play.wait_and_tick(60'000);
    CHECK_FALSE(play.game.over());
    play.wait_and_tick(60'000);
    CHECK(play.game.over());
  }
}

TEST_CASE("hall: skips_to_lose in a row by one side lose, where the room says so") {
  GameSettings settings = settings_of("freestyle");
  settings.skips_to_lose = 2;
  Play play(settings);
  play.stones("h8a1a15");
  play.wait_and_tick(60'000);  // White
  play.stones("c1");           // Black is awake: of one side, the count goes on
  play.wait_and_tick(60'000);
  CHECK(play.game.result() == GameResult{Outcome::win, EndReason::skips, kBlack, kWhite});
}

TEST_CASE("hall: skips of an absent player do not count") {
  GameSettings settings = settings_of("freestyle");
  settings.disconnect_clock = DisconnectClock::run;
  settings.skips_to_lose = 1;
  settings.grace_ms = 3'600'000;
  settings.absence_total_ms = 3'600'000;
  Play play(settings);
  play.stones("h8a1a15");
  play.does(kWhite, action::Disconnect{});
  play.wait_and_tick(60'000);
  CHECK(*play.last<event::TurnSkipped>() == event::TurnSkipped{kWhite, true, false});
  CHECK(clock_of(play, kWhite).skips_in_row == 0);
}

TEST_CASE("a late stone is refused, in time by its receipt is in time") {
  for (const TimeControl& time :
       {TimeControl{SuddenDeath{60'000}}, TimeControl{HallTime{600'000, 60'000, 20'000}}}) {
    Play play = with(time);
    play.stones("h8a1a15");
    const Millis due = *next_deadline(play.game);
    const auto at = [&](Millis received) { return Moment{due + 80, received, 0}; };
    const Game before = play.game;
    const auto late = play.act(kWhite, action::PlaceStone{point("c1")}, at(due));
    REQUIRE(late);
    CHECK(late->code == RefusalCode::late);
    CHECK(play.game == before);
    CHECK_FALSE(play.act(kWhite, action::PlaceStone{point("c1")}, at(due - 1)));
    CHECK(play.asked() == kBlack);
    CHECK(play.game.clocks().since_ms == due + 80);  // the wait for the referee is nobody's time
  }
}

TEST_CASE("lag credit is given back, but never more than passed since the last event") {
  Play play = with(SuddenDeath{60'000});
  play.stones("h8");
  play.wait(1'000);
  const Moment moment{play.now, play.now, 400};
  CHECK_FALSE(play.act(kWhite, action::PlaceStone{point("a1")}, moment));
  CHECK(clock_of(play, kWhite).left_ms == 60'000 - 600);
  play.wait(100);
  const Moment generous{play.now, play.now, 5'000};
  CHECK_FALSE(play.act(kBlack, action::PlaceStone{point("a3")}, generous));
  CHECK(clock_of(play, kBlack).left_ms == 60'000);
  const Moment future{play.now, play.now + 900'000, 0};  // no such receipt: taken as now
  CHECK_FALSE(play.act(kWhite, action::PlaceStone{point("a5")}, future));
  CHECK(clock_of(play, kWhite).left_ms == 60'000 - 600);
}

TEST_CASE("a last-moment stone counts, and then it is the other who runs out") {
  Play play = with(SuddenDeath{60'000});
  play.wait(59'940);
  play.stones("h8");
  CHECK(clock_of(play, kBlack).left_ms == 60);
  play.wait_and_tick(60'000);
  CHECK(play.game.result() == GameResult{Outcome::win, EndReason::time, kBlack, kWhite});
}

TEST_CASE("who runs out loses, either colour, and the clocks stand from then on") {
  for (const Player loser : {kBlack, kWhite}) {
    Play play = with(SuddenDeath{60'000});
    if (loser == kWhite) play.stones("h8");
    play.wait_and_tick(60'001);
    CHECK(play.game.result() == GameResult{Outcome::win, EndReason::time, other(loser), loser});
    CHECK(time_left_ms(play.game, loser, play.now + 5'000) == 0);
    CHECK(time_left_ms(play.game, other(loser), play.now + 5'000) == 60'000);
    CHECK_FALSE(next_deadline(play.game));
    CHECK_FALSE(move_left_ms(play.game, play.now));
  }
}

TEST_CASE("resigning after one's flag has fallen does not change how it ended") {
  Play play = with(SuddenDeath{60'000});
  play.wait(60'000);
  CHECK(play.code(kWhite, action::Resign{}) == RefusalCode::game_over);
  play.tick();
  CHECK(play.game.result() == GameResult{Outcome::win, EndReason::time, kWhite, kBlack});
}

TEST_CASE("Fischer: the increment is earned by a stone, not by a decision") {
  Play play(settings_of("rif", Fischer{60'000, 5'000}));
  play.wait(10'000);
  play.stones("h8h9h10");
  CHECK(clock_of(play, kBlack).left_ms == 65'000);
  play.wait(1'000);
  play.does(action::AnswerSwap{false});
  CHECK(clock_of(play, kWhite).left_ms == 59'000);
  CHECK(limit(play) == 59'000);
}

TEST_CASE("byo-yomi: main time, then a move a period; a period used up is gone") {
  Play play = with(ByoYomi{60'000, 30'000, 3});
  CHECK(limit(play) == 150'000);
  play.wait(70'000);
  play.stones("h8a1");
  CHECK(clock_of(play, kBlack).left_ms == 0);
  CHECK(clock_of(play, kBlack).period == 0);
  CHECK(limit(play) == 90'000);
  CHECK(time_left_ms(play.game, kBlack, play.now + 10'000) == 20'000);
  play.wait(29'999);
  play.stones("a3a5");
  CHECK(clock_of(play, kBlack).period == 0);
  CHECK(time_left_ms(play.game, kBlack, play.now + 35'000) == 25'000);
  play.wait(35'000);
  play.stones("a7a9");
  CHECK(clock_of(play, kBlack).period == 1);
  play.wait_and_tick(59'999);
  CHECK_FALSE(play.game.over());
  play.wait_and_tick(1);
  CHECK(play.game.result() == GameResult{Outcome::win, EndReason::time, kWhite, kBlack});
}

TEST_CASE("periods: moves to make, carried once into the next, the last begins anew") {
  Play play = with(Periods{{{60'000, 2}, {20'000, 1}}});
  play.wait(10'000);
  play.stones("h8a1");
  CHECK(clock_of(play, kBlack).moves_in_period == 1);
  CHECK(limit(play) == 50'000);
  play.wait(20'000);
  play.stones("a3a5");
  CHECK(clock_of(play, kBlack).period == 1);
  CHECK(clock_of(play, kBlack).left_ms == 50'000);
  play.wait(5'000);
  play.stones("a7a9");
  CHECK(clock_of(play, kBlack).left_ms == 20'000);
  play.wait_and_tick(20'000);
  CHECK(play.game.result() == GameResult{Outcome::win, EndReason::time, kWhite, kBlack});
}

TEST_CASE("periods without moves run down one into the other") {
  Play play = with(Periods{{{60'000, 0}, {20'000, 0}}});
  CHECK(limit(play) == 80'000);
  play.wait(65'000);
  CHECK(time_left_ms(play.game, kBlack, play.now) == 15'000);
  play.stones("h8a1");
  CHECK(clock_of(play, kBlack).period == 1);
  CHECK(limit(play) == 15'000);
  play.wait_and_tick(15'000);
  CHECK(play.game.over());
}

TEST_CASE("shared time: both draw on one pool") {
  Play play = with(SharedTime{60'000});
  play.wait(10'000);
  play.stones("h8");
  play.wait(15'000);
  CHECK(time_left_ms(play.game, kBlack, play.now) == 35'000);
  CHECK(time_left_ms(play.game, kWhite, play.now) == 35'000);
  play.stones("a1");
  CHECK(clock_of(play, kBlack).left_ms == 35'000);
  play.wait_and_tick(35'000);
  CHECK(play.game.result() == GameResult{Outcome::win, EndReason::time, kWhite, kBlack});
}

TEST_CASE("a time control is one line of text") {
  for (const std::string_view text :
       {"hall 900000 90000 30000", "sudden 600000", "fischer 300000 5000",
        "periods 3600000/40,900000/15", "periods 60000,20000/1", "byoyomi 600000 30000 3",
        "shared 1200000", "sudden 1000", "sudden 86400000"}) {
    INFO(text);
    const auto control = parse_time_control(text);
    REQUIRE(control);
    CHECK(to_string(*control) == text);
  }
  for (const std::string_view text : {"",
                                      "hall",
                                      "hall 900000 90000",
                                      "hall 900000 90000 30000 1",
                                      "hall  900000 90000 30000",
                                      "sudden 999",
                                      "sudden 86400001",
                                      "sudden 0600000",
                                      "sudden 600000 ",
                                      " sudden 600000",
                                      "sudden -600000",
                                      "sudden 6e5",
                                      "sudden 18446744073709551617",
                                      "sudden NaN",
                                      "periods ",
                                      "periods 60000/",
                                      "periods 60000/0",
                                      "periods 60000,,20000",
                                      "periods 60000/1/1",
                                      "byoyomi 600000 30000 0",
                                      "byoyomi 600000 30000 101",
                                      "Hall 900000 90000 30000",
                                      "fischer 300000 0",
                                      "caro 1000"}) {
    INFO(text);
    CHECK_FALSE(parse_time_control(text));
  }
}
