#include "tests/server/core/hall.h"

using namespace tianyuan;
using namespace tianyuan::core;
using namespace tianyuan::core::test;
using proto::ErrorCode;

TEST_CASE("A whole casual game: match, moves, five, settlement, game.over") {
  Hall hall;
  const auto match = hall.match(1, 2);
  hall.play(match, {"h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4", "h12"});
  const auto over = hall.told<notify::GameOver>(match.second);
  REQUIRE(over.size() == 1);
  CHECK(over.front().result.outcome == "win");
  CHECK(over.front().result.reason == "five");
  CHECK(over.front().result.winner == Player::first);
  CHECK(over.front().result.row.size() == 5);
  CHECK(over.front().settlements[0].change == 4);
  CHECK(over.front().settlements[1].change == -4);
  CHECK(hall.told<notify::GameOver>(match.first).size() == 1);
  const auto states = hall.told<notify::TableState>(match.second);
  CHECK(states.back().table.state == "ready_check");
  CHECK(hall.core.find_game(match.game) == nullptr);
}

TEST_CASE("Until it is settled a game is over but not told to be") {
  Hall hall;
  hall.settle_at_once = false;
  const auto match = hall.match(1, 2);
  hall.get<result::Game>(match.first, request::Resign{match.game});
  CHECK(hall.told<notify::GameOver>(match.second).empty());
  CHECK(hall.told<notify::TableState>(match.second).back().table.state == "settling");
  CHECK(hall.refused(match.second, request::MatchStart{kCasual}).code == ErrorCode::game_running);
  CHECK(hall.refused(match.second, request::TableReady{true}).code == ErrorCode::game_running);
  hall.settle();
  CHECK(hall.told<notify::GameOver>(match.second).size() == 1);
  const auto settled = std::get<GameSettled>(hall.log.back());
  hall.submit(command::Settled{settled});  // told twice: nothing more
  CHECK(hall.told<notify::GameOver>(match.second).size() == 1);
}

TEST_CASE("The answer holds the events, everyone else is told them, without a gap") {
  Hall hall;
  const auto match = hall.match(1, 2);
  const SessionId watcher = hall.sign_in(3);
  hall.get<result::Table>(watcher, request::TableWatch{match.table, {}});
  hall.forget_told();
  std::vector<const char*> points{"h8", "a1", "h9", "a2"};
  std::int64_t version = 1;
  bool first = true;
  for (const char* point : points) {
    const SessionId mover = first ? match.first : match.second;
    const auto answer = hall.placed(mover, match.game, point);
    REQUIRE(answer.events.size() == 1);
    CHECK(answer.events.front().version == ++version);
    CHECK(answer.events.front().kind == "stone");
    CHECK(answer.events.front().number == static_cast<int>(version) - 1);
    CHECK(answer.turn == answer.events.front().turn);
    first = !first;
  }
  std::vector<std::int64_t> watched, second;
  for (const auto& told : hall.told<notify::GameEvent>(watcher))
    watched.push_back(told.event.version);
  for (const auto& told : hall.told<notify::GameEvent>(match.second))
    second.push_back(told.event.version);
  CHECK(watched == std::vector<std::int64_t>{2, 3, 4, 5});
  CHECK(second == std::vector<std::int64_t>{2, 4});  // 3 and 5 came as answers
}

TEST_CASE(
    "swap2: every choice after three stones is told by its name; taking Black swaps at once") {
  auto loaded = rooms();
  loaded[0].rule = "swap2";
  Hall hall({}, loaded);
  const auto match = hall.match(1, 2);
  for (const char* point : {"a1", "b1", "c1"}) hall.placed(match.first, match.game, point);
  const std::string option = GENERATE(as<std::string>{}, "white", "black", "two_more");
  const auto answer = hall.get<result::Game>(match.second, request::Choose{match.game, 3, option});
  const bool swaps = option == "black";
  REQUIRE(answer.events.size() == (swaps ? 2u : 1u));
  CHECK(answer.events.front().kind == "branch");
  CHECK(answer.events.front().text == option);
  CHECK(answer.events.back().ask.has_value());
  if (swaps) {
    CHECK_FALSE(answer.events.front().ask.has_value());
    CHECK(answer.events.back().kind == "swap");
    CHECK(answer.events.back().yes == true);
  }
  CHECK(hall.core.find_game(match.game)->black() == (swaps ? Player::second : Player::first));
  const auto told = hall.told<notify::GameEvent>(match.first);
  CHECK(told[told.size() - answer.events.size()].event.text == option);
}

TEST_CASE("The players are told before the watchers") {
  Hall hall;
  const SessionId early = hall.sign_in(9);  // a lower session number than the players'
  const auto match = hall.match(1, 2);
  hall.get<result::Table>(early, request::TableWatch{match.table, {}});
  const auto output = hall.submit(command::ClientRequest{match.first, std::int64_t{1},
                                                         request::Place{match.game, 0, at("h8")}});
  REQUIRE(std::holds_alternative<effect::Answer>(output.effects.at(0)));
  const auto& tell = std::get<effect::Tell>(output.effects.at(1));
  CHECK(tell.sessions == std::vector<SessionId>{match.second, early});
}

TEST_CASE("The same act at the same turn gets the old answer and no second stone") {
  Hall hall;
  const auto match = hall.match(1, 2);
  const request::Place act{match.game, 0, at("h8")};
  const auto answer = hall.get<result::Game>(match.first, act);
  hall.forget_told();
  const auto again = hall.get<result::Game>(match.first, act);
  CHECK(again.turn == answer.turn);
  REQUIRE(again.events.size() == answer.events.size());
  CHECK(again.events.front().version == answer.events.front().version);
  CHECK(hall.told<notify::GameEvent>(match.second).empty());
  CHECK(hall.core.find_game(match.game)->board().stones() == 1);

  SECTION("also when the other has played meanwhile") {
    hall.placed(match.second, match.game, "a1");
    const auto later = hall.get<result::Game>(match.first, act);
    CHECK(later.events.front().version == answer.events.front().version);
    CHECK(later.turn == 2);
    CHECK(hall.core.find_game(match.game)->board().stones() == 2);
  }
  SECTION("another act at that turn is stale and names the present one") {
    const auto error = hall.refused(match.first, request::Place{match.game, 0, at("h9")});
    CHECK(error.code == ErrorCode::stale);
    CHECK(error.turn == 1);
  }
}

TEST_CASE("A winning stone that is sent again gets the old answer") {
  Hall hall;
  const auto match = hall.match(1, 2);
  hall.play(match, {"h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4"});
  const request::Place act{match.game, hall.turn(match.game), at("h12")};
  const auto answer = hall.get<result::Game>(match.first, act);
  REQUIRE(answer.events.size() == 2);
  CHECK(answer.events.back().kind == "ended");
  const auto again = hall.get<result::Game>(match.first, act);
  REQUIRE(again.events.size() == 2);
  CHECK(again.events.back().result->winner == Player::first);
  CHECK(hall.told<notify::GameOver>(match.first).size() == 1);
}

TEST_CASE("Bad acts are refused each in its way and change nothing") {
  Hall hall;
  const auto match = hall.match(1, 2);
  const SessionId stranger = hall.sign_in(3);
  hall.placed(match.first, match.game, "h8");
  const auto hash = hall.core.hash();
  const Id game = match.game;
  CHECK(hall.refused(match.first, request::Place{game, 1, at("h9")}).code ==
        ErrorCode::not_your_turn);
  CHECK(hall.refused(match.second, request::Place{game, 1, at("h8")}).code == ErrorCode::occupied);
  CHECK(hall.refused(match.second, request::Place{game, 5, at("h9")}).code == ErrorCode::stale);
  CHECK(hall.refused(match.second, request::Place{game, -1, at("h9")}).code == ErrorCode::stale);
  CHECK(hall.refused(match.second, request::Pass{game, 1}).code == ErrorCode::passing_not_allowed);
  CHECK(hall.refused(match.second, request::Swap{game, 1, true}).code == ErrorCode::wrong_act);
  CHECK(hall.refused(match.second, request::ClaimForbidden{game, 1}).code ==
        ErrorCode::claim_not_allowed);
  CHECK(hall.refused(match.second, request::AnswerDraw{game, 1, true}).code == ErrorCode::no_offer);
  CHECK(hall.refused(match.second, request::AnswerUndo{game, 1, true}).code == ErrorCode::no_offer);
  CHECK(hall.refused(stranger, request::Place{game, 1, at("h9")}).code == ErrorCode::not_a_player);
  CHECK(hall.refused(stranger, request::Resign{game}).code == ErrorCode::not_a_player);
  CHECK(hall.refused(stranger, request::Place{999, 1, at("h9")}).code == ErrorCode::unknown_game);
  CHECK(hall.core.hash() == hash);
}

TEST_CASE("After the end every act is refused as over") {
  Hall hall;
  const auto match = hall.match(1, 2);
  hall.get<result::Game>(match.second, request::Resign{match.game});
  CHECK(hall.refused(match.first, request::Place{match.game, 0, at("h8")}).code ==
        ErrorCode::game_over);
  CHECK(hall.refused(match.first, request::Resign{match.game}).code == ErrorCode::game_over);
}

TEST_CASE("A resignation out of turn names the right winner to both") {
  Hall hall;
  const auto match = hall.match(1, 2);
  hall.placed(match.first, match.game, "h8");
  const SessionId resigner = GENERATE(0, 1) == 0 ? match.first : match.second;
  const Player winner = resigner == match.first ? Player::second : Player::first;
  hall.get<result::Game>(resigner, request::Resign{match.game});
  for (const SessionId session : {match.first, match.second}) {
    const auto over = hall.told<notify::GameOver>(session);
    REQUIRE(over.size() == 1);
    CHECK(over.front().result.winner == winner);
    CHECK(over.front().result.reason == "resigned");
  }
}

TEST_CASE("Five in a row and a resignation: whichever came first counts") {
  Hall hall;
  const auto match = hall.match(1, 2);
  hall.play(match, {"h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4"});
  SECTION("the five") {
    hall.placed(match.first, match.game, "h12");
    CHECK(hall.refused(match.second, request::Resign{match.game}).code == ErrorCode::game_over);
    CHECK(hall.told<notify::GameOver>(match.second).front().result.reason == "five");
  }
  SECTION("the resignation of him who would have won") {
    const int turn = hall.turn(match.game);
    hall.get<result::Game>(match.first, request::Resign{match.game});
    CHECK(hall.refused(match.first, request::Place{match.game, turn, at("h12")}).code ==
          ErrorCode::game_over);
    CHECK(hall.told<notify::GameOver>(match.first).front().result.winner == Player::second);
  }
}

TEST_CASE("A watcher can do nothing that a player does") {
  Hall hall;
  const auto match = hall.match(1, 2);
  const SessionId watcher = hall.sign_in(3);
  hall.get<result::Table>(watcher, request::TableWatch{match.table, {}});
  hall.placed(match.first, match.game, "h8");
  const auto hash = hall.core.hash();
  const Id game = match.game;
  const std::vector<proto::Request> acts{request::Place{game, 1, at("h9")},
                                         request::Pass{game, 1},
                                         request::Swap{game, 1, true},
                                         request::Choose{game, 1, "swap"},
                                         request::DeclareFifths{game, 1, 2},
                                         request::OfferFifths{game, 1, {at("h9"), at("h10")}},
                                         request::ChooseFifth{game, 1, at("h9")},
                                         request::ClaimForbidden{game, 1},
                                         request::Resign{game},
                                         request::OfferDraw{game, 1},
                                         request::AnswerDraw{game, 1, true},
                                         request::RequestUndo{game, 1},
                                         request::AnswerUndo{game, 1, true}};
  for (const proto::Request& act : acts)
    CHECK(hall.refused(watcher, act).code == ErrorCode::not_a_player);
  CHECK(hall.core.hash() == hash);
}

TEST_CASE("A draw offer: accepted by its id, refused by moving, gone after that") {
  Hall hall;
  const auto match = hall.match(1, 2);
  hall.placed(match.first, match.game, "h8");
  hall.get<result::Game>(match.first, request::OfferDraw{match.game, hall.turn(match.game)});
  const auto offered = hall.told<notify::GameEvent>(match.second).back().event;
  REQUIRE(offered.kind == "draw_offered");
  const int offer = *offered.number;
  SECTION("accepted") {
    hall.get<result::Game>(match.second, request::AnswerDraw{match.game, offer, true});
    CHECK(hall.told<notify::GameOver>(match.first).front().result.outcome == "draw");
  }
  SECTION("refused by moving") {
    const auto answer = hall.placed(match.second, match.game, "a1");
    CHECK(answer.events.front().kind == "draw_answered");
    CHECK(answer.events.front().text == "lapsed");
    CHECK(hall.refused(match.second, request::AnswerDraw{match.game, offer, true}).code ==
          ErrorCode::no_offer);
  }
  SECTION("twice declined is the same answer once") {
    hall.get<result::Game>(match.second, request::AnswerDraw{match.game, offer, false});
    const auto again =
        hall.get<result::Game>(match.second, request::AnswerDraw{match.game, offer, false});
    CHECK(again.events.size() == 1);
  }
}

TEST_CASE("An undo takes the asker's stone and the reply back; the colour goes on right") {
  Hall hall;
  const auto match = hall.match(1, 2);
  hall.play(match, {"h8", "i8"});
  hall.get<result::Game>(match.first, request::RequestUndo{match.game, hall.turn(match.game)});
  const int asked = *hall.told<notify::GameEvent>(match.second).back().event.number;
  const auto answer =
      hall.get<result::Game>(match.second, request::AnswerUndo{match.game, asked, true});
  CHECK(answer.events.back().removed == 2);
  CHECK(hall.core.find_game(match.game)->board().stones() == 0);
  const auto next = hall.placed(match.first, match.game, "j8");
  CHECK(next.events.back().colour == Colour::black);
}

TEST_CASE("game.sync: missing events while the ring holds them, else a snapshot") {
  Hall hall;
  const auto match = hall.match(1, 2);
  hall.play(match, {"h8", "a1", "h9", "a2"});
  const auto some = hall.get<result::Sync>(match.first, request::Sync{match.game, 3});
  REQUIRE(some.events.size() == 2);
  CHECK(some.events[0].version == 4);
  CHECK(some.events[1].version == 5);
  CHECK(some.events[1].ask.has_value());
  CHECK_FALSE(some.snapshot.has_value());
  const auto none = hall.get<result::Sync>(match.first, request::Sync{match.game, 5});
  CHECK(none.events.empty());
  CHECK_FALSE(none.snapshot.has_value());
  const auto all = hall.get<result::Sync>(match.first, request::Sync{match.game, std::nullopt});
  REQUIRE(all.snapshot.has_value());
  CHECK(all.snapshot->version == 5);
  CHECK(all.snapshot->moves.size() == 4);
  CHECK(all.snapshot->moves[1].move == "A1");
  const auto ahead = hall.get<result::Sync>(match.first, request::Sync{match.game, 77});
  CHECK(ahead.snapshot.has_value());
  const SessionId stranger = hall.sign_in(3);
  CHECK(hall.refused(stranger, request::Sync{match.game, 1}).code == ErrorCode::not_a_player);
}

TEST_CASE("The ring holds fifty events; what is older comes as a snapshot") {
  Hall hall;
  const auto match = hall.match(1, 2);
  bool first = true;
  for (int i = 0; i < 60; ++i) {  // every other row, colours by turns: no five
    const auto point = *Point::at(i % 15, 2 * (i / 15));
    const SessionId mover = first ? match.first : match.second;
    hall.get<result::Game>(mover, request::Place{match.game, hall.turn(match.game), point});
    first = !first;
  }
  const auto version = hall.get<result::Sync>(match.first, request::Sync{match.game, std::nullopt})
                           .snapshot->version;
  REQUIRE(version > 55);
  CHECK(
      hall.get<result::Sync>(match.first, request::Sync{match.game, version - 50}).events.size() ==
      50);
  CHECK(hall.get<result::Sync>(match.first, request::Sync{match.game, version - 51})
            .snapshot.has_value());
}

TEST_CASE("A flag that fell before the move arrived counts first") {
  Hall hall;
  const auto match = hall.match(1, 2);
  hall.play(match, {"h8", "a1", "h9"});
  const int turn = hall.turn(match.game);
  hall.forget_told();
  hall.now += 60'001;  // the tick is late; the move is received after the limit
  const auto error = hall.refused(match.second, request::Place{match.game, turn, at("a2")});
  CHECK(error.code == ErrorCode::stale);
  const auto told = hall.told<notify::GameEvent>(match.second);
  REQUIRE(told.size() == 1);  // he is told what happened, though he asked for something else
  CHECK(told.front().event.kind == "skip");
  CHECK(hall.told<notify::GameEvent>(match.first).size() == 1);
}

TEST_CASE("A move received before its limit counts though the core takes it after") {
  Hall hall;
  const auto match = hall.match(1, 2);
  hall.play(match, {"h8", "a1", "h9"});
  const int turn = hall.turn(match.game);
  const Millis received = hall.now + 59'999;
  hall.now += 60'050;
  const auto output =
      hall.submit(command::ClientRequest{match.second, std::int64_t{1},
                                         request::Place{match.game, turn, at("a2")}},
                  received);
  const auto& answer = std::get<effect::Answer>(output.effects.front());
  CHECK(std::holds_alternative<proto::Result>(answer.response.body));
}

TEST_CASE("Three games at once: every stone in its own") {
  Hall hall;
  std::vector<Hall::Match> games{hall.match(1, 2), hall.match(3, 4), hall.match(5, 6)};
  for (const char* point : {"h8", "a1", "h9", "a2", "h10", "a3"}) {
    for (const auto& match : games) {
      const Game& game = *hall.core.find_game(match.game);
      const SessionId mover = game.ask()->player == Player::first ? match.first : match.second;
      hall.placed(mover, match.game, point);
    }
  }
  for (const auto& match : games) CHECK(hall.core.find_game(match.game)->board().stones() == 6);
}

TEST_CASE("In a claim room nothing tells of forbidden points before the end") {
  Hall hall;
  const auto match = hall.match(1, 2, kNationalClaim);
  // Black's third stone of both rows at once: a double three at h8 is prepared round it.
  hall.play(match, {"h8", "a1", "i8", "a15", "h9", "o1", "k10", "o15"});
  const auto snapshot =
      hall.get<result::Sync>(match.first, request::Sync{match.game, std::nullopt}).snapshot;
  CHECK(snapshot->forbidden.empty());
  for (const SessionId session : {match.first, match.second}) {
    for (const auto& told : hall.told<notify::GameEvent>(session)) {
      CHECK(told.event.forbidden.empty());
      CHECK(told.event.text.empty());
      CHECK_FALSE(told.event.result.has_value());
    }
  }
}

TEST_CASE("Leaving a running game needs forfeit, and then loses it") {
  Hall hall;
  const auto match = hall.match(1, 2);
  CHECK(hall.refused(match.first, request::TableLeave{false}).code == ErrorCode::forfeit_needed);
  hall.get<result::Ok>(match.first, request::TableLeave{true});
  const auto over = hall.told<notify::GameOver>(match.first);  // he has left, and hears of it
  REQUIRE(over.size() == 1);
  CHECK(over.front().result.reason == "left_table");
  CHECK(over.front().result.winner == Player::second);
  CHECK(hall.told<notify::TableState>(match.second).back().table.state == "waiting");
}
