// Moves, rows, forbidden moves and their enforcement, passes, giving up (B3, W1-W4, F4).

#include "common/game.h"

#include <catch2/catch.hpp>

#include "tests/common/play.h"

using namespace tianyuan;
using namespace tianyuan::test;

namespace {
constexpr Player kBlack = Player::first;
constexpr Player kWhite = Player::second;

bool won(const Game& game, Player winner, EndReason reason) {
  return game.result() == GameResult{Outcome::win, reason, winner, other(winner)};
}
GameSettings renju(Enforcement enforcement) {
  GameSettings settings = settings_of("renju");
  settings.enforcement = enforcement;
  return settings;
}
// Black's next stone at h10 is a double three: h8 h9 and i10 j10, everything open.
constexpr std::string_view kDoubleThree = "h8a1h9c1i10e1j10g1";
}  // namespace

TEST_CASE("the stone that makes five ends the game at once") {
  Play play;
  play.stones("h8a1i8c1j8e1k8g1");
  play.does(action::PlaceStone{point("l8")});
  CHECK(won(play.game, kBlack, EndReason::five));
  CHECK(play.game.winning_points() == points({"h8", "i8", "j8", "k8", "l8"}));
  CHECK(play.recent.size() == 2);  // the stone and the end, in one answer
  const Game before = play.game;
  CHECK(play.code(kWhite, action::PlaceStone{point("n1")}) == RefusalCode::game_over);
  CHECK(play.code(kBlack, action::RequestUndo{}) == RefusalCode::game_over);
  CHECK(play.code(kBlack, action::RequestUndo{}) == RefusalCode::game_over);
  CHECK(play.game == before);
  CHECK_FALSE(play.game.ask());
}

TEST_CASE("a row longer than five wins where five or more do, and not where exactly five does") {
  const std::string_view moves = "d8a1e8c1f8e1g8g1i8i1j8k1k8m1l8o1";
  Play freestyle;
  freestyle.stones(moves);
  freestyle.does(action::PlaceStone{point("h8")});
  CHECK(won(freestyle.game, kBlack, EndReason::five));
  CHECK(freestyle.game.winning_points().size() == 9);
  Play exact(settings_of("exact-five"));
  exact.stones(moves);
  exact.does(action::PlaceStone{point("h8")});
  CHECK_FALSE(exact.game.over());
}

TEST_CASE("an exact five wins although a longer row crosses it") {
  Play exact(settings_of("exact-five"));
  exact.stones("d8a1e8c1f8e1g8g1i8i1h4k1h5m1h6o1h7a15");
  exact.does(action::PlaceStone{point("h8")});  // six in the row, five in the column
  CHECK(won(exact.game, kBlack, EndReason::five));
  CHECK(exact.game.winning_points().size() == 5);
}

TEST_CASE("a refused stone changes nothing") {
  Play play;
  play.stones("h8");
  CHECK(play.code(kBlack, action::PlaceStone{point("a1")}) == RefusalCode::not_your_turn);
  CHECK(play.code(kWhite, action::PlaceStone{point("h8")}) == RefusalCode::occupied);
  CHECK(play.code(kWhite, action::AnswerSwap{true}) == RefusalCode::wrong_act);
  CHECK(play.code(kWhite, action::Pass{}) == RefusalCode::passing_not_allowed);
}

TEST_CASE("the first stone stands in the centre where rule or room want it") {
  Play renju_game(renju(Enforcement::refuse));
  CHECK(renju_game.game.ask()->area == Area{0, false});
  CHECK(renju_game.code(kBlack, action::PlaceStone{point("h9")}) == RefusalCode::centre_first);
  renju_game.stones("h8a1o15");
  GameSettings room = settings_of("freestyle");
  room.centre_first = true;
  Play freestyle(room);
  CHECK(freestyle.code(kBlack, action::PlaceStone{point("a1")}) == RefusalCode::centre_first);
  Play anywhere;
  anywhere.stones("a1");
}

TEST_CASE("refuse: a forbidden stone is not placed, with its kind") {
  Play play(renju(Enforcement::refuse));
  play.stones(kDoubleThree);
  CHECK(play.game.forbidden_shown()[static_cast<std::size_t>(point("h10").index())].has(
      ForbiddenKinds::double_three));
  const auto refusal = play.act(kBlack, action::PlaceStone{point("h10")});
  REQUIRE(refusal);
  CHECK(refusal->code == RefusalCode::forbidden);
  CHECK(to_string(refusal->kinds) == "33");
  play.stones("a15");
}

TEST_CASE("lose: a forbidden stone loses at once") {
  Play play(renju(Enforcement::lose));
  play.stones(kDoubleThree);
  play.does(action::PlaceStone{point("h10")});
  CHECK(won(play.game, kWhite, EndReason::forbidden));
  CHECK(to_string(play.last<event::GameEnded>()->forbidden) == "33");
}

TEST_CASE("claim: White claims in the turn after the stone, against that stone") {
  Play play(renju(Enforcement::claim));
  play.stones(kDoubleThree);
  CHECK(play.game.forbidden_shown() == ForbiddenMap{});
  play.stones("h10");
  CHECK_FALSE(play.game.over());
  CHECK(play.code(kBlack, action::ClaimForbidden{}) == RefusalCode::claim_not_allowed);
  SECTION("and wins") {
    play.does(kWhite, action::ClaimForbidden{});
    CHECK(won(play.game, kWhite, EndReason::claimed));
  }
  SECTION("but not once he has played on") {
    play.stones("i1");
    CHECK(play.code(kWhite, action::ClaimForbidden{}) == RefusalCode::claim_not_allowed);
    play.stones("a15");
    play.does(kWhite, action::ClaimForbidden{});  // against a15: false
    CHECK(play.last<event::ClaimRejected>()->claims_left == 2);
  }
  SECTION("nor once he has passed") {
    play.stones("--");
    CHECK(play.code(kWhite, action::ClaimForbidden{}) == RefusalCode::claim_not_allowed);
  }
  SECTION("nor once his turn was skipped") {
    play.wait_and_tick(60'000);
    CHECK(play.last<event::TurnSkipped>() != nullptr);
    CHECK(play.code(kWhite, action::ClaimForbidden{}) == RefusalCode::claim_not_allowed);
  }
  SECTION("nor when Black has taken it back") {
    play.does(kBlack, action::RequestUndo{});
    play.does(kWhite, action::AnswerUndo{play.game.undo_request()->id, true});
    CHECK(play.asked() == kBlack);
    CHECK(play.code(kWhite, action::ClaimForbidden{}) == RefusalCode::claim_not_allowed);
  }
  SECTION("nor after a take-back of the stone that ended the right") {
    play.stones("i1");
    play.does(kWhite, action::RequestUndo{});
    play.does(kBlack, action::AnswerUndo{play.game.undo_request()->id, true});
    CHECK(play.asked() == kWhite);
    CHECK(play.code(kWhite, action::ClaimForbidden{}) == RefusalCode::claim_not_allowed);
  }
}

TEST_CASE("claim: three false claims a game, and White's clock runs on") {
  Play play(renju(Enforcement::claim));
  play.stones("h8a1a15c1o15");
  for (int left = 2; left >= 0; --left) {
    const auto deadline = next_deadline(play.game);
    play.does(kWhite, action::ClaimForbidden{});
    CHECK(play.last<event::ClaimRejected>()->claims_left == left);
    CHECK(play.game.claims_left() == left);
    CHECK(next_deadline(play.game) == deadline);
  }
  CHECK(play.code(kWhite, action::ClaimForbidden{}) == RefusalCode::claim_not_allowed);
}

TEST_CASE("claim: an overline that stands is no five, five beats forbidden") {
  Play overline(renju(Enforcement::claim));
  overline.stones("h8a1i8c1j8e1l8g1m8i1k8");
  CHECK_FALSE(overline.game.over());
  overline.does(kWhite, action::ClaimForbidden{});
  CHECK(to_string(overline.last<event::GameEnded>()->forbidden) == "overline");
  Play five(renju(Enforcement::lose));
  five.stones("h8a1i8c1j8e1k8g1l6i1l7k1l9m1");
  five.does(action::PlaceStone{point("l8")});  // five in the row, a four in the column
  CHECK(won(five.game, kBlack, EndReason::five));
}

TEST_CASE("claims mean nothing without forbidden moves or under another enforcement") {
  Play lose(renju(Enforcement::lose));
  lose.stones("h8");
  CHECK(lose.code(kWhite, action::ClaimForbidden{}) == RefusalCode::claim_not_allowed);
  GameSettings room = settings_of("freestyle");
  room.enforcement = Enforcement::claim;
  Play freestyle(room);
  freestyle.stones("h8");
  CHECK(freestyle.code(kWhite, action::ClaimForbidden{}) == RefusalCode::claim_not_allowed);
  CHECK(freestyle.game.claims_left() == 0);
}

TEST_CASE("passes: not in the first three moves, and two in a row are a draw") {
  Play play(renju(Enforcement::refuse));
  play.stones("h8h9");
  CHECK(play.code(kBlack, action::Pass{}) == RefusalCode::passing_not_allowed);
  play.stones("h10--");
  CHECK_FALSE(play.game.over());
  CHECK(play.asked() == kBlack);
  CHECK(play.game.ask()->acts == std::vector{Act::place, Act::pass});
  SECTION("one pass, then a stone, then a pass is none") {
    play.stones("a1--");
    CHECK_FALSE(play.game.over());
  }
  SECTION("two in a row") {
    play.does(action::Pass{});
    CHECK(play.game.result() ==
          GameResult{Outcome::draw, EndReason::passes, std::nullopt, std::nullopt});
  }
  SECTION("a skip between two passes is no pass") {
    play.wait_and_tick(60'000);
    play.stones("--");
    CHECK_FALSE(play.game.over());
  }
}

TEST_CASE("who resigns or leaves loses, at whoever's turn") {
  for (const Player loser : {kBlack, kWhite}) {
    for (const std::string_view moves : {"", "h8", "h8a1"}) {
      Play resigned;
      resigned.stones(moves);
      resigned.does(loser, action::Resign{});
      CHECK(won(resigned.game, other(loser), EndReason::resigned));
      Play left;
      left.stones(moves);
      left.does(loser, action::LeaveTable{});
      CHECK(won(left.game, other(loser), EndReason::left_table));
    }
  }
}
