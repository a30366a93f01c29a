// Draws by agreement (W2) and undo by consent (R7).

#include <catch2/catch.hpp>

#include "common/game.h"
#include "tests/common/play.h"

using namespace tianyuan;
using namespace tianyuan::test;

namespace {
constexpr Player kBlack = Player::first;
constexpr Player kWhite = Player::second;
int draw_id(const Play& play) {
  return play.game.draw_offer()->id;
}
int undo_id(const Play& play) {
  return play.game.undo_request()->id;
}
}  // namespace

TEST_CASE("a draw offered and accepted by its id") {
  Play play;
  play.stones("h8");
  play.does(kBlack, action::OfferDraw{});
  CHECK(play.code(kBlack, action::AnswerDraw{draw_id(play), true}) == RefusalCode::no_offer);
  CHECK(play.code(kWhite, action::AnswerDraw{draw_id(play) + 1, true}) == RefusalCode::no_offer);
  play.does(kWhite, action::AnswerDraw{draw_id(play), true});
  CHECK(play.game.result() ==
        GameResult{Outcome::draw, EndReason::agreement, std::nullopt, std::nullopt});
}

TEST_CASE("a draw offer lapses when the receiver moves, not when the offerer does") {
  Play play;
  play.does(kBlack, action::OfferDraw{});
  const int offer = draw_id(play);
  play.stones("h8");
  REQUIRE(play.game.draw_offer());
  play.stones("a1");
  CHECK(play.log.end()[-2].body == GameEventBody{event::DrawAnswered{offer, OfferAnswer::lapsed}});
  CHECK_FALSE(play.game.draw_offer());
  CHECK(play.code(kWhite, action::AnswerDraw{offer, true}) == RefusalCode::no_offer);
}

TEST_CASE("a draw offer lapses when the receiver's turn is skipped") {
  Play play;
  play.stones("h8a1a15");
  play.does(kBlack, action::OfferDraw{});
  play.wait_and_tick(60'000);
  CHECK_FALSE(play.game.draw_offer());
  CHECK(play.last<event::DrawAnswered>()->answer == OfferAnswer::lapsed);
}

TEST_CASE("one draw offer a move, and none while one stands") {
  Play play;
  play.does(kBlack, action::OfferDraw{});
  const int first = draw_id(play);
  CHECK(play.code(kBlack, action::OfferDraw{}) == RefusalCode::offer_stands);
  CHECK(play.code(kWhite, action::OfferDraw{}) == RefusalCode::offer_stands);
  play.does(kWhite, action::AnswerDraw{first, false});
  CHECK(play.last<event::DrawAnswered>()->answer == OfferAnswer::declined);
  CHECK(play.code(kBlack, action::OfferDraw{}) == RefusalCode::offer_stands);
  play.stones("h8");
  CHECK(play.code(kBlack, action::OfferDraw{}) == RefusalCode::offer_stands);  // the same move
  play.stones("a1");
  play.does(kBlack, action::OfferDraw{});
  CHECK(draw_id(play) > first);
}

TEST_CASE("an undo takes back the asker's stone, and the reply if made") {
  Play play;
  play.stones("h8a1a15c1");
  SECTION("without a reply: one stone, and he moves again with his own colour") {
    play.does(kWhite, action::RequestUndo{});
    play.does(kBlack, action::AnswerUndo{undo_id(play), true});
    CHECK(play.last<event::UndoAnswered>()->stones_removed == 1);
    CHECK(play.asked() == kWhite);
    play.stones("c3");
    CHECK(play.game.board().at(point("c3")) == Colour::white);
    CHECK(play.game.moves().size() == 4);
    CHECK(play.game.board().empty(point("c1")));
  }
  SECTION("with the reply: two stones") {
    play.does(kBlack, action::RequestUndo{});
    play.does(kWhite, action::AnswerUndo{undo_id(play), true});
    CHECK(play.last<event::UndoAnswered>()->stones_removed == 2);
    CHECK(play.asked() == kBlack);
    CHECK(play.game.moves().size() == 2);
    CHECK(play.game.board().stones() == 2);
    play.stones("k5");
    CHECK(play.game.board().at(point("k5")) == Colour::black);
  }
}

TEST_CASE("the turn only grows, by a take-back too") {
  Play play;
  play.stones("h8a1");
  const int turn = play.game.turn();
  play.does(kWhite, action::RequestUndo{});
  CHECK(play.game.turn() == turn);
  play.does(kBlack, action::AnswerUndo{undo_id(play), true});
  CHECK(play.game.turn() == turn + 1);
}

TEST_CASE("three askings a game, whatever the answers; none where the room allows none") {
  Play play;
  play.stones("h8a1");
  for (int asking = 1; asking <= 3; ++asking) {
    play.does(kWhite, action::RequestUndo{});
    CHECK(play.game.undos_left(kWhite) == 3 - asking);
    CHECK(play.code(kWhite, action::RequestUndo{}) == RefusalCode::offer_stands);
    CHECK(play.code(kWhite, action::AnswerUndo{undo_id(play), true}) == RefusalCode::no_offer);
    play.does(kBlack, action::AnswerUndo{undo_id(play), false});
  }
  CHECK(play.code(kWhite, action::RequestUndo{}) == RefusalCode::undo_not_allowed);
  play.does(kBlack, action::RequestUndo{});  // his own three
  GameSettings off;
  off.undos_per_player = 0;
  Play none(off);
  none.stones("h8a1");
  CHECK(none.code(kWhite, action::RequestUndo{}) == RefusalCode::undo_not_allowed);
}

TEST_CASE("nothing to take back, and never into the opening") {
  Play play;
  CHECK(play.code(kBlack, action::RequestUndo{}) == RefusalCode::undo_not_allowed);
  play.stones("h8");
  CHECK(play.code(kWhite, action::RequestUndo{}) == RefusalCode::undo_not_allowed);
  Play rif(settings_of("rif"));
  rif.stones("h8h9h10");
  CHECK(rif.code(kBlack, action::RequestUndo{}) == RefusalCode::undo_not_allowed);
  rif.does(action::AnswerSwap{false});
  rif.stones("a1");
  rif.does(action::OfferFifths{points({"i10", "j13"})});
  rif.does(action::ChooseFifth{point("j13")});
  CHECK(rif.code(kBlack, action::RequestUndo{}) == RefusalCode::undo_not_allowed);
  rif.stones("c1");
  CHECK(rif.code(kBlack, action::RequestUndo{}) == RefusalCode::undo_not_allowed);
  rif.does(kWhite, action::RequestUndo{});
  rif.does(kBlack, action::AnswerUndo{undo_id(rif), true});
  CHECK(rif.game.moves().size() == 5);
  CHECK(rif.code(kWhite, action::RequestUndo{}) == RefusalCode::undo_not_allowed);
}

TEST_CASE("an undo request lapses by a stone of either") {
  Play answerer;
  answerer.stones("h8a1");
  answerer.does(kWhite, action::RequestUndo{});
  const int request = undo_id(answerer);
  answerer.stones("a15");
  CHECK(answerer.recent[0].body ==
        GameEventBody{event::UndoAnswered{request, OfferAnswer::lapsed, 0}});
  CHECK(answerer.code(kBlack, action::AnswerUndo{request, true}) == RefusalCode::no_offer);
  Play asker;
  asker.stones("h8a1");
  asker.does(kBlack, action::RequestUndo{});
  asker.stones("a15");
  CHECK_FALSE(asker.game.undo_request());
}

TEST_CASE("clocks go back to before the removed stone, the asking is the answerer's time") {
  Play play(settings_of("freestyle", SuddenDeath{600'000}));
  play.stones("h8a1");
  play.wait(30'000);
  play.stones("a15");  // Black: 570 s
  play.wait(20'000);
  SECTION("asked in the answerer's turn") {
    play.does(kBlack, action::RequestUndo{});
    play.wait(5'000);
    play.does(kWhite, action::AnswerUndo{undo_id(play), true});
    CHECK(play.game.clocks().players[index(kBlack)].left_ms == 600'000);
    CHECK(play.game.clocks().players[index(kWhite)].left_ms == 595'000);
    CHECK(play.game.clocks().running == kBlack);
    CHECK(play.game.clocks().since_ms == play.now);
  }
  SECTION("asked in the asker's own turn") {
    play.stones("c1");  // White: 580 s
    play.wait(10'000);
    play.does(kBlack, action::RequestUndo{});
    CHECK(play.game.clocks().running == kWhite);
    play.wait(5'000);
    CHECK(time_left_ms(play.game, kBlack, play.now) == 570'000);
    SECTION("and accepted") {
      play.does(kWhite, action::AnswerUndo{undo_id(play), true});
      CHECK(play.game.clocks().players[index(kBlack)].left_ms == 600'000);
      CHECK(play.game.clocks().players[index(kWhite)].left_ms == 595'000);
    }
    SECTION("and declined: his turn goes on where it stood") {
      play.does(kWhite, action::AnswerUndo{undo_id(play), false});
      CHECK(play.game.clocks().running == kBlack);
      CHECK(time_left_ms(play.game, kBlack, play.now) == 560'000);
      CHECK(play.game.clocks().players[index(kWhite)].left_ms == 575'000);
    }
    SECTION("and not answered: it lapses, and costs the answerer no game") {
      play.wait_and_tick(15'000);
      CHECK(play.last<event::UndoAnswered>()->answer == OfferAnswer::lapsed);
      CHECK_FALSE(play.game.over());
      CHECK(time_left_ms(play.game, kBlack, play.now) == 560'000);
      CHECK(play.game.clocks().players[index(kWhite)].left_ms == 560'000);
    }
    SECTION("and he plays on: the time that he took himself counts") {
      play.stones("e1");
      CHECK(play.game.clocks().players[index(kBlack)].left_ms == 560'000);
      CHECK(play.game.clocks().players[index(kWhite)].left_ms == 575'000);
    }
  }
}

TEST_CASE("an undo request never flags the answerer") {
  Play play(settings_of("freestyle", SuddenDeath{60'000}));
  play.stones("h8");
  play.wait(56'000);
  play.stones("a1");
  play.does(kBlack, action::RequestUndo{});
  CHECK(next_deadline(play.game) == play.now + 2'000);  // half of what White has
  play.wait_and_tick(2'000);
  CHECK_FALSE(play.game.over());
  CHECK(play.game.clocks().running == kBlack);
}

TEST_CASE("a pass that followed is taken back with the stone") {
  Play play(settings_of("renju"));
  play.stones("h8h9h10--");
  play.does(kBlack, action::RequestUndo{});
  play.does(kWhite, action::AnswerUndo{undo_id(play), true});
  CHECK(play.last<event::UndoAnswered>()->stones_removed == 1);
  CHECK(play.game.moves().size() == 2);
  CHECK(play.asked() == kBlack);
}

TEST_CASE("a take-back ends a standing draw offer") {
  Play play;
  play.stones("h8a1");
  play.does(kWhite, action::OfferDraw{});
  play.does(kWhite, action::RequestUndo{});
  play.does(kBlack, action::AnswerUndo{undo_id(play), true});
  CHECK_FALSE(play.game.draw_offer());
}

TEST_CASE("while the answerer is away the asker thinks on his own time") {
  Play play(settings_of("freestyle", SuddenDeath{600'000}));
  play.stones("h8a1");
  const bool left_before = GENERATE(false, true);
  if (left_before) play.does(kWhite, action::Disconnect{});
  play.does(kBlack, action::RequestUndo{});
  if (!left_before) {
    play.wait(5'000);  // White's
    play.does(kWhite, action::Disconnect{});
  }
  CHECK(play.game.clocks().running == kBlack);
  play.wait(30'000);
  CHECK(time_left_ms(play.game, kBlack, play.now) == 570'000);
  play.does(kWhite, action::Reconnect{});
  play.does(kWhite, action::AnswerUndo{undo_id(play), true});
  CHECK(play.game.moves().empty());
  CHECK(play.game.clocks().players[index(kWhite)].left_ms == 600'000);
}
