// Two things at one instant. Whichever the hall takes first counts, the other is refused by what
// stands then, and both players hear the same end.

#include "tests/server/core/hall.h"

using namespace tianyuan;
using namespace tianyuan::core;
using namespace tianyuan::core::test;
using proto::ErrorCode;

namespace {

constexpr Millis kTotal = 10'000;
const std::vector<const char*> kFourEach{"h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4"};

// Sudden death of ten seconds a side, without a word of the server's own before the flag.
std::vector<RoomConfig> sudden_rooms() {
  auto all = rooms();
  all[0].time = *parse_time_control("sudden 10000");
  return all;
}

struct Sudden {
  Hall hall{Limits{}, sudden_rooms()};
  Hall::Match match = hall.match(1, 2);

  // The answer to a stone that was received at that instant and taken by the hall at `hall.now`.
  proto::Response place(SessionId session, const char* point, Millis received, Millis lag = 0) {
    const int turn = hall.turn(match.game);
    const auto output =
        hall.submit(command::ClientRequest{session, std::int64_t{7},
                                           request::Place{match.game, turn, at(point)}},
                    received, lag);
    for (const Effect& effect : output.effects) {
      const auto* answer = std::get_if<effect::Answer>(&effect);
      if (answer != nullptr) return answer->response;
    }
    FAIL("no answer");
    return {};
  }
  bool running() const { return hall.core.census().games == 1; }
  // The one end that both were told.
  notify::GameOver over() {
    const auto first = hall.told<notify::GameOver>(match.first);
    const auto second = hall.told<notify::GameOver>(match.second);
    REQUIRE(first.size() == 1);
    REQUIRE(second.size() == 1);
    CHECK(first.front().result.winner == second.front().result.winner);
    return first.front();
  }
};

bool taken(const proto::Response& response) {
  return std::holds_alternative<proto::Result>(response.body);
}
ErrorCode refusal(const proto::Response& response) {
  return taken(response) ? ErrorCode::internal_error : std::get<proto::Error>(response.body).code;
}

int offer_of(Hall& hall, SessionId to) {
  return *hall.told<notify::GameEvent>(to).back().event.number;
}

}  // namespace

TEST_CASE("The last second: a move counts by when it was received, whenever it is taken") {
  Sudden game;
  const Millis limit = game.hall.now + kTotal;
  const Millis early = GENERATE(1, 0, -1);     // before the limit, at it, after it
  const Millis taken_after = GENERATE(0, 40);  // how long the hall was busy
  game.hall.now = limit - early + taken_after;
  const auto answer = game.place(game.match.first, "h8", limit - early);
  if (early > 0) {
    CHECK(taken(answer));
    CHECK(game.running());
  } else {
    CHECK(refusal(answer) == ErrorCode::game_over);
    CHECK(game.over().result.reason == "time");
    CHECK(game.over().result.winner == Player::second);
  }
}

TEST_CASE("The last second: tick and move at one instant, either order, is one end") {
  Sudden game;
  game.hall.now += kTotal;
  if (GENERATE(true, false)) game.hall.tick();
  const auto before = game.hall.log.size();
  const auto error =
      game.hall.refused(game.match.first, request::Place{game.match.game, 1, at("h8")});
  CHECK(error.code == ErrorCode::game_over);
  game.hall.tick();
  CHECK(game.over().result.winner == Player::second);
  CHECK(game.hall.log.size() >= before);
}

TEST_CASE("The last second: the network's time is given back, within the budget") {
  Sudden game;
  const Millis limit = game.hall.now + kTotal;
  game.hall.now = limit + 60;
  const Millis lag = GENERATE(61, 60);
  CHECK(taken(game.place(game.match.first, "h8", limit + 60, lag)) == (lag > 60));
}

TEST_CASE("A37: who has moved with 60 ms left does not lose on time; who idles does") {
  Sudden game;
  game.hall.now += kTotal - 60;
  REQUIRE(taken(game.place(game.match.first, "h8", game.hall.now)));
  game.hall.wait(kTotal - 1);
  CHECK(game.running());
  game.hall.wait(1);
  CHECK(game.over().result.reason == "time");
  CHECK(game.over().result.winner == Player::first);
}

TEST_CASE("A38: a move that comes 100 ms late loses, be it a winning one") {
  Sudden game;
  const bool wins = GENERATE(true, false);
  game.hall.play(game.match, kFourEach);
  game.hall.now += kTotal + 100;
  const auto answer = game.place(game.match.first, wins ? "h12" : "o15", game.hall.now);
  CHECK(refusal(answer) == ErrorCode::game_over);
  CHECK(game.over().result.reason == "time");
  CHECK(game.over().result.winner == Player::second);
}

TEST_CASE("Flag and resignation at one instant: the flag was first") {
  Sudden game;
  game.hall.now += kTotal;
  const SessionId resigns = GENERATE(0, 1) == 0 ? game.match.first : game.match.second;
  CHECK(game.hall.refused(resigns, request::Resign{game.match.game}).code == ErrorCode::game_over);
  CHECK(game.over().result.reason == "time");
  CHECK(game.over().result.winner == Player::second);
}

TEST_CASE("Five in a row and the other's resignation in one tick, either order") {
  Hall hall;
  const auto match = hall.match(1, 2);
  hall.play(match, kFourEach);
  const int turn = hall.turn(match.game);
  const auto five = request::Place{match.game, turn, at("h12")};
  const bool five_first = GENERATE(true, false);
  if (five_first) {
    hall.get<result::Game>(match.first, five);
    CHECK(hall.refused(match.second, request::Resign{match.game}).code == ErrorCode::game_over);
  } else {
    hall.get<result::Game>(match.second, request::Resign{match.game});
    CHECK(hall.refused(match.first, five).code == ErrorCode::game_over);
  }
  for (const SessionId session : {match.first, match.second}) {
    const auto over = hall.told<notify::GameOver>(session);
    REQUIRE(over.size() == 1);
    CHECK(over.front().result.reason == (five_first ? "five" : "resigned"));
    CHECK(over.front().result.winner == Player::first);
  }
}

TEST_CASE("Draw accepted and the accepter's own move in one tick, either order") {
  Hall hall;
  const auto match = hall.match(1, 2);
  hall.placed(match.first, match.game, "h8");
  hall.get<result::Game>(match.first, request::OfferDraw{match.game, hall.turn(match.game)});
  const int offer = offer_of(hall, match.second);
  const auto accept = request::AnswerDraw{match.game, offer, true};
  const auto move = request::Place{match.game, hall.turn(match.game), at("a1")};
  if (GENERATE(true, false)) {
    hall.get<result::Game>(match.second, accept);
    CHECK(hall.refused(match.second, move).code == ErrorCode::game_over);
    CHECK(hall.told<notify::GameOver>(match.first).front().result.outcome == "draw");
  } else {
    hall.get<result::Game>(match.second, move);
    CHECK(hall.refused(match.second, accept).code == ErrorCode::no_offer);
    CHECK(hall.core.census().games == 1);
  }
}

TEST_CASE("Draw accepted and the offerer's move in one tick, either order is a draw") {
  Hall hall;
  const auto match = hall.match(1, 2);
  hall.get<result::Game>(match.first, request::OfferDraw{match.game, hall.turn(match.game)});
  const int offer = offer_of(hall, match.second);
  const auto accept = request::AnswerDraw{match.game, offer, true};
  const auto move = request::Place{match.game, hall.turn(match.game), at("h8")};
  if (GENERATE(true, false)) {
    hall.get<result::Game>(match.second, accept);
    CHECK(hall.refused(match.first, move).code == ErrorCode::game_over);
  } else {
    hall.get<result::Game>(match.first, move);
    hall.get<result::Game>(match.second, accept);
  }
  for (const SessionId session : {match.first, match.second})
    CHECK(hall.told<notify::GameOver>(session).front().result.outcome == "draw");
}

TEST_CASE("Undo granted and the granter's own move in one tick, either order") {
  Hall hall;
  const auto match = hall.match(1, 2);
  hall.placed(match.first, match.game, "h8");
  hall.get<result::Game>(match.first, request::RequestUndo{match.game, hall.turn(match.game)});
  const int asked = offer_of(hall, match.second);
  const auto grant = request::AnswerUndo{match.game, asked, true};
  const auto move = request::Place{match.game, hall.turn(match.game), at("a1")};
  if (GENERATE(true, false)) {
    hall.get<result::Game>(match.second, grant);
    CHECK(hall.refused(match.second, move).code == ErrorCode::stale);
    CHECK(hall.core.find_game(match.game)->board().stones() == 0);
  } else {
    hall.get<result::Game>(match.second, move);
    CHECK(hall.refused(match.second, grant).code == ErrorCode::no_offer);
    CHECK(hall.core.find_game(match.game)->board().stones() == 2);
  }
}

TEST_CASE("Back at the last millisecond of the three minutes: no escape; at it: an escape") {
  Hall hall;
  const auto match = hall.match(1, 2);
  hall.drop(match.first);
  const Millis early = GENERATE(1, 0);
  hall.wait(180'000 - early);
  hall.sign_in_again(match.first_user, hall.new_session());
  CHECK(hall.core.census().games == (early > 0 ? 1 : 0));
  CHECK(hall.told<notify::GameOver>(match.second).size() == (early > 0 ? 0u : 1u));
}

TEST_CASE("The loss of a connection and the winning stone before it: the stone counts") {
  Hall hall;
  const auto match = hall.match(1, 2);
  hall.play(match, kFourEach);
  hall.placed(match.first, match.game, "h12");
  hall.drop(match.first);
  CHECK(hall.told<notify::GameOver>(match.second).front().result.reason == "five");
}

TEST_CASE("A cancel that crosses a match: told not_searching, and the game runs") {
  Hall hall;
  const SessionId a = hall.sign_in(1), b = hall.sign_in(2);
  const Id search = hall.get<result::Match>(a, request::MatchStart{kCasual}).search;
  const bool found_first = GENERATE(true, false);
  if (found_first) {
    hall.get<result::Match>(b, request::MatchStart{kCasual});
    CHECK(hall.refused(a, request::MatchCancel{search}).code == ErrorCode::not_searching);
  } else {
    hall.get<result::Ok>(a, request::MatchCancel{search});
    hall.get<result::Match>(b, request::MatchStart{kCasual});
  }
  CHECK(hall.core.census().games == (found_first ? 1 : 0));
  CHECK(hall.core.census().searching == (found_first ? 0 : 1));
}

TEST_CASE("A second tab takes over while its first one searches: one search, never with oneself") {
  Hall hall;
  const SessionId first_tab = hall.sign_in(1);
  hall.get<result::Match>(first_tab, request::MatchStart{kCasual});
  const SessionId second_tab = hall.sign_in(1);
  hall.get<result::Match>(second_tab, request::MatchStart{kCasual});
  CHECK(hall.refused(first_tab, request::MatchStart{kCasual}).code == ErrorCode::not_signed_in);
  hall.drop(first_tab);
  hall.wait(600'000);
  CHECK(hall.core.census().games == 0);
  CHECK(hall.core.census().searching == 1);
  const SessionId other = hall.sign_in(2);
  hall.get<result::Match>(other, request::MatchStart{kCasual});
  CHECK(hall.core.census().games == 1);
  CHECK(hall.told<notify::MatchFound>(second_tab).size() == 1);
  CHECK(hall.told<notify::MatchFound>(first_tab).empty());
}

TEST_CASE("Ready from both and a leave in one tick, either order: one game or none") {
  Hall hall;
  const auto match = hall.match(1, 2);
  hall.get<result::Game>(match.first, request::Resign{match.game});
  hall.get<result::Table>(match.first, request::TableReady{true});
  if (GENERATE(true, false)) {
    hall.get<result::Table>(match.second, request::TableReady{true});
    CHECK(hall.refused(match.second, request::TableLeave{}).code == ErrorCode::forfeit_needed);
    CHECK(hall.core.census().games == 1);
  } else {
    hall.get<result::Ok>(match.second, request::TableLeave{});
    CHECK(hall.refused(match.second, request::TableReady{true}).code == ErrorCode::not_seated);
    hall.wait(600'000);
    CHECK(hall.core.census().games == 0);
  }
}
