#include "tests/server/core/hall.h"

using namespace tianyuan;
using namespace tianyuan::core;
using namespace tianyuan::core::test;
using proto::ErrorCode;

namespace {
constexpr Millis kGrace = 180'000;

const char* reason_of(const notify::GameOver& over) {
  return over.result.reason.c_str();
}
}  // namespace

TEST_CASE("Whoever is away is shown with the time that is left to him") {
  Hall hall;
  const auto match = hall.match(1, 2);
  hall.forget_told();
  hall.drop(match.first);
  const auto told = hall.told<notify::PlayerConnection>(match.second);
  REQUIRE(told.size() == 1);
  CHECK(told.front().player == Player::first);
  CHECK_FALSE(told.front().connected);
  CHECK(told.front().grace_left_ms == kGrace);
  const auto events = hall.told<notify::GameEvent>(match.second);
  REQUIRE(events.size() == 1);
  CHECK(events.front().event.kind == "left");
  CHECK(events.front().event.version == 2);
}

TEST_CASE("Back in time: the same seat, position, clocks, and the game goes on") {
  Hall hall;
  const auto match = hall.match(1, 2);
  hall.play(match, {"h8", "a1", "h9"});
  hall.get<result::Game>(match.first, request::OfferDraw{match.game, hall.turn(match.game)});
  hall.drop(match.second);
  hall.wait(kGrace - 1);
  hall.forget_told();
  const SessionId back = hall.new_session();
  const auto session = hall.sign_in_again(match.second_user, back);
  REQUIRE(session.game.has_value());
  CHECK(session.game->game == match.game);
  CHECK(session.game->moves.size() == 3);
  CHECK(session.game->version == 7);  // started, 3 stones, offer, left, returned
  CHECK(session.game->connected[1]);
  CHECK(session.game->draw_offer.has_value());
  CHECK(session.game->clocks.move_left_ms == 60'000);  // the absent player's clock stood
  CHECK(session.table->state == "playing");
  CHECK(hall.told<notify::GameEvent>(back).empty());  // the snapshot says it all
  CHECK(hall.told<notify::GameEvent>(match.first).back().event.kind == "returned");
  CHECK(hall.told<notify::PlayerConnection>(match.first).back().connected);
  hall.placed(back, match.game, "a2");
}

TEST_CASE("After three minutes it is an escape: the penalty for him, nothing for the other") {
  Hall hall;
  const auto match = hall.match(1, 2);
  hall.play(match, {"h8", "a1"});
  hall.drop(match.first);
  hall.wait(kGrace);
  const auto over = hall.told<notify::GameOver>(match.second);
  REQUIRE(over.size() == 1);
  CHECK(over.front().result.outcome == "escape");
  CHECK(over.front().result.loser == Player::first);
  CHECK(over.front().settlements[0].change == -8);
  CHECK(over.front().settlements[1].change == 0);

  SECTION("the other keeps his seat and can press start for the next game") {
    const auto table = hall.told<notify::TableState>(match.second).back().table;
    CHECK(table.state == "waiting");
    CHECK(hall.get<result::Table>(match.second, request::TableReady{true}).table.id == match.table);
    const SessionId third = hall.sign_in(3);
    CHECK(hall.get<result::Table>(third, request::TableSit{match.table, {}, {}}).table.state ==
          "ready_check");
    CHECK(hall.get<result::Table>(third, request::TableReady{true}).game.has_value());
  }
  SECTION("the escaper comes back to the hall") {
    const auto session = hall.sign_in_again(match.first_user, hall.new_session());
    CHECK_FALSE(session.game.has_value());
    CHECK_FALSE(session.table.has_value());
    CHECK(hall.get<result::Sync>(hall.new_session() - 1, request::Sync{match.game, {}})
              .snapshot->result->outcome == "escape");
  }
}

TEST_CASE("Both away: the first whose time is up escapes, the other is not penalised") {
  Hall hall;
  const auto match = hall.match(1, 2);
  hall.drop(match.first);
  hall.wait(10'000);
  hall.drop(match.second);
  hall.wait(kGrace);
  const auto& settled = std::get<GameSettled>(hall.log.back()).settlement;
  CHECK(settled.players[0].change == -8);
  CHECK(settled.players[1].change == 0);
  CHECK(hall.core.census().users == 0);
  CHECK(hall.core.census().tables == 0);
}

TEST_CASE("Both away at the same instant: annulled") {
  Hall hall;
  const auto match = hall.match(1, 2);
  hall.drop(match.first);
  hall.drop(match.second);
  hall.wait(kGrace);
  const auto& settled = std::get<GameSettled>(hall.log.back()).settlement;
  CHECK_FALSE(settled.counted);
  CHECK(settled.players[0].change == 0);
  CHECK(settled.players[1].change == 0);
}

TEST_CASE("Flapping twenty times: each loss is told, six minutes in all") {
  Hall hall;
  const auto match = hall.match(1, 2);
  SessionId session = match.first;
  for (int i = 0; i < 20; ++i) {
    hall.drop(session);
    hall.wait(1'000);
    session = hall.new_session();
    hall.sign_in_again(match.first_user, session);
  }
  CHECK(hall.told<notify::PlayerConnection>(match.second).size() == 40);
  CHECK(hall.core.find_game(match.game)->absence(Player::first).used_ms == 20'000);
  hall.placed(session, match.game, "h8");
}

TEST_CASE("Late, early and double ticks do no harm") {
  Hall hall;
  const auto match = hall.match(1, 2);
  hall.drop(match.first);
  hall.tick();
  hall.now += 100;
  hall.tick();
  hall.tick();
  CHECK(hall.core.census().games == 1);
  hall.now += kGrace + 55'000;
  hall.tick();
  hall.tick();
  CHECK(std::string(reason_of(hall.told<notify::GameOver>(match.second).front())) == "absence");
  CHECK(hall.told<notify::GameOver>(match.second).size() == 1);
}

TEST_CASE("A mass drop is the network's fault: the graces stand still until they could return") {
  Hall hall;
  std::vector<Hall::Match> games;
  for (Id user = 1; user <= 40; user += 2) games.push_back(hall.match(user, user + 1));
  std::vector<SessionId> survivors;
  for (std::size_t i = 0; i < games.size(); ++i) {
    hall.drop(games[i].first);  // 20 of 40 within 10 s
    survivors.push_back(games[i].second);
    hall.now += 100;
  }
  for (const auto& game : games) CHECK(hall.core.find_game(game.game)->grace_frozen());
  hall.wait(kGrace + 60'000);
  CHECK(hall.core.census().games == 20);

  SECTION("half return: whoever stays away does so by himself") {
    for (std::size_t i = 0; i < 10; ++i) {
      const SessionId back = hall.new_session();
      hall.sign_in_again(games[i].first_user, back);
      hall.placed(back, games[i].game, "h8");
    }
    for (const auto& game : games) CHECK_FALSE(hall.core.find_game(game.game)->grace_frozen());
    hall.wait(kGrace);
    int escapes = 0;
    for (const Durable& event : hall.log) {
      const auto* happened = std::get_if<GameHappened>(&event);
      if (happened == nullptr) continue;
      const auto* ended = std::get_if<event::GameEnded>(&happened->event.body);
      escapes += ended != nullptr && ended->result.outcome == Outcome::escape;
    }
    CHECK(escapes == 10);
  }
  SECTION("nobody returns: ten minutes at most") {
    hall.wait(600'000);
    CHECK(hall.core.census().games == 0);
  }
}

TEST_CASE("Nineteen drops are no mass drop; nor is a tenth of a big hall") {
  Hall hall;
  std::vector<Hall::Match> games;
  for (Id user = 1; user <= 38; user += 2) games.push_back(hall.match(user, user + 1));
  for (const auto& game : games) hall.drop(game.first);
  for (const auto& game : games) CHECK_FALSE(hall.core.find_game(game.game)->grace_frozen());
}

TEST_CASE("One who flaps is one drop, not twenty") {
  Hall hall;
  const auto match = hall.match(1, 2);
  SessionId session = match.first;
  for (int i = 0; i < 25; ++i) {
    hall.drop(session);
    session = hall.new_session();
    hall.sign_in_again(match.first_user, session);
  }
  hall.drop(session);
  CHECK_FALSE(hall.core.find_game(match.game)->grace_frozen());
}
