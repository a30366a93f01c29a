#include "tests/server/core/hall.h"

using namespace tianyuan;
using namespace tianyuan::core;
using namespace tianyuan::core::test;
using proto::ErrorCode;

namespace {

// SHA-256 of "<number>:saltsalt", by the published algorithm (sha256sum).
const char* hash_of(int number) {
  switch (number) {
    case 3:
      return "b81c76818967102f4200b4923241796aa07f9d2a20c2168542ece0322ceee0c5";
    case 4:
      return "8212ee1186bf04c1f64bc97d0f40a4fec19185d8d99345c2efb686cbc6888f46";
    default:
      return "a58a792ddb3067f077488a59d656ae42a0c1ea07a713be94f9fde39003bee02c";
  }
}
constexpr const char* kSalt = "saltsalt";

struct Guessing {
  Hall hall;
  SessionId a = hall.sign_in(1);
  SessionId b = hall.sign_in(2);
  Id table = hall.get<result::Table>(a, request::TableCreate{kCasual}).table.id;
  Guessing() {
    hall.get<result::Table>(b, request::TableSit{table, {}, {}});
    hall.get<result::Table>(a, request::TableConfirm{});
    hall.get<result::Table>(b, request::TableConfirm{});
  }
  Id black_user() const { return std::get<GameOpened>(hall.log.at(0)).players[0].user; }
};

}  // namespace

TEST_CASE("Guessing: an odd total makes seat 0 Black, an even one seat 1") {
  Guessing table;
  Hall& hall = table.hall;
  const int other = GENERATE(4, 7);
  hall.get<result::Ok>(table.a, request::GuessCommit{hash_of(3)});
  CHECK(hall.refused(table.a, request::GuessOpen{3, kSalt}).code == ErrorCode::not_expected);
  hall.get<result::Ok>(table.b, request::GuessCommit{hash_of(other)});
  CHECK(hall.told<notify::TableState>(table.a).back().table.choosing == "open");
  hall.get<result::Ok>(table.a, request::GuessOpen{3, kSalt});
  // One open hand stays hidden: who saw it could refuse to open his own.
  CHECK_FALSE(hall.told<notify::Guess>(table.b).back().numbers[0].has_value());
  hall.get<result::Ok>(table.b, request::GuessOpen{other, kSalt});
  const auto told = hall.told<notify::Guess>(table.b).back();
  CHECK(told.hashes[0] == hash_of(3));
  CHECK(told.hashes[1] == hash_of(other));
  CHECK(told.numbers[0] == 3);
  CHECK(told.numbers[1] == other);
  CHECK(told.salts[0] == kSalt);
  CHECK(told.black_seat == (other == 4 ? 0 : 1));
  CHECK(table.black_user() == (other == 4 ? 1 : 2));
  CHECK(hall.told<notify::GameStarted>(table.a).size() == 1);
  CHECK(hall.told<notify::GameStarted>(table.b).size() == 1);
}

TEST_CASE("Who opens another number is told so and has his drawn") {
  Guessing table;
  Hall& hall = table.hall;
  hall.get<result::Ok>(table.a, request::GuessCommit{hash_of(3)});
  hall.get<result::Ok>(table.b, request::GuessCommit{hash_of(4)});
  CHECK(hall.refused(table.a, request::GuessOpen{5, kSalt}).code == ErrorCode::hash_mismatch);
  CHECK(hall.refused(table.a, request::GuessOpen{3, kSalt}).code == ErrorCode::not_expected);
  hall.get<result::Ok>(table.b, request::GuessOpen{4, kSalt});
  const auto told = hall.told<notify::Guess>(table.b).back();
  CHECK(told.drawn_by_server[0]);
  CHECK_FALSE(told.drawn_by_server[1]);
  CHECK(hall.core.census().games == 1);
}

TEST_CASE("Who does not answer within 20 s has his number drawn") {
  Guessing table;
  Hall& hall = table.hall;
  SECTION("nobody closes a hand") {
    hall.wait(20'000);
  }
  SECTION("one does not close his") {
    hall.get<result::Ok>(table.a, request::GuessCommit{hash_of(3)});
    hall.wait(20'000);
    CHECK(hall.core.census().games == 0);
    hall.get<result::Ok>(table.a, request::GuessOpen{3, kSalt});
  }
  SECTION("one does not open his") {
    hall.get<result::Ok>(table.a, request::GuessCommit{hash_of(3)});
    hall.get<result::Ok>(table.b, request::GuessCommit{hash_of(4)});
    hall.get<result::Ok>(table.a, request::GuessOpen{3, kSalt});
    hall.wait(19'999);
    CHECK(hall.core.census().games == 0);
    hall.wait(1);
  }
  CHECK(hall.core.census().games == 1);
  const auto told = hall.told<notify::Guess>(table.a).back();
  CHECK(told.drawn_by_server[1]);
  const int total = *told.numbers[0] + *told.numbers[1];
  CHECK(told.black_seat == (total % 2 == 1 ? 0 : 1));
}

TEST_CASE("Bad hashes, numbers and salts are refused and change nothing") {
  Guessing table;
  Hall& hall = table.hall;
  CHECK(hall.refused(table.a, request::GuessCommit{"abc"}).field == "hash");
  CHECK(hall.refused(table.a, request::GuessCommit{std::string(64, 'G')}).field == "hash");
  hall.get<result::Ok>(table.a, request::GuessCommit{hash_of(3)});
  hall.get<result::Ok>(table.a, request::GuessCommit{hash_of(3)});  // asked twice
  CHECK(hall.refused(table.a, request::GuessCommit{hash_of(4)}).code == ErrorCode::not_expected);
  hall.get<result::Ok>(table.b, request::GuessCommit{hash_of(4)});
  CHECK(hall.refused(table.a, request::GuessOpen{0, kSalt}).field == "number");
  CHECK(hall.refused(table.a, request::GuessOpen{21, kSalt}).field == "number");
  CHECK(hall.refused(table.a, request::GuessOpen{3, "short"}).field == "salt");
  CHECK(hall.refused(table.a, request::GuessOpen{3, "salt\nsalt"}).field == "salt");
  hall.get<result::Ok>(table.a, request::GuessOpen{3, kSalt});
}

TEST_CASE("Leaving during the guess costs nothing; the next one guesses anew") {
  Guessing table;
  Hall& hall = table.hall;
  hall.get<result::Ok>(table.a, request::GuessCommit{hash_of(3)});
  hall.get<result::Ok>(table.b, request::TableLeave{});
  CHECK(hall.told<notify::TableState>(table.a).back().table.state == "waiting");
  CHECK(hall.refused(table.a, request::GuessCommit{hash_of(3)}).code == ErrorCode::not_expected);
  hall.wait(60'000);
  CHECK(hall.log.empty());
  hall.get<result::Table>(table.b, request::TableSit{table.table, {}, {}});
  hall.get<result::Table>(table.b, request::TableConfirm{});
  CHECK(hall.told<notify::Guess>(table.a).back().hashes[0] == hash_of(3));  // of the first try
  hall.get<result::Ok>(table.b, request::GuessCommit{hash_of(4)});
  CHECK(hall.told<notify::Guess>(table.a).back().hashes[0].empty());
}

TEST_CASE("No game begins by a guess once the room is closed or deleted, or the server drains") {
  Guessing table;
  Hall& hall = table.hall;
  hall.get<result::Ok>(table.a, request::GuessCommit{hash_of(3)});
  hall.get<result::Ok>(table.b, request::GuessCommit{hash_of(4)});
  std::vector<RoomConfig> loaded = rooms();
  SECTION("closed") {
    for (RoomConfig& room : loaded) room.open = false;
    hall.submit(command::RoomsLoaded{loaded});
  }
  SECTION("deleted") {
    loaded.clear();
    hall.submit(command::RoomsLoaded{loaded});
  }
  SECTION("draining") {
    hall.submit(command::Drain{"soon"});
  }
  SECTION("and nobody opens his hand") {
    for (RoomConfig& room : loaded) room.open = false;
    hall.submit(command::RoomsLoaded{loaded});
    hall.wait(20'000);
  }
  hall.ask(table.a, request::GuessOpen{3, kSalt});
  hall.ask(table.b, request::GuessOpen{4, kSalt});
  hall.wait(60'000);
  CHECK(hall.core.census().games == 0);
  CHECK(hall.log.empty());
  CHECK(hall.told<notify::TableState>(table.b).back().table.state == "confirming");
  CHECK(hall.refused(table.a, request::TableConfirm{}).code != ErrorCode::not_expected);
  hall.get<result::Ok>(table.a, request::TableLeave{});
}

TEST_CASE("A connection lost during the guess: the server draws, the game waits for him") {
  Guessing table;
  Hall& hall = table.hall;
  hall.drop(table.b);
  hall.wait(20'000);
  REQUIRE(hall.core.census().games == 1);
  const Id game = hall.core.running_games().front();
  const auto& opened = std::get<GameOpened>(hall.log.at(0));
  const Player away = opened.players[0].user == 2 ? Player::first : Player::second;
  CHECK(hall.core.find_game(game)->absence(away).absent);
  const auto back = hall.sign_in_again(2, hall.new_session());
  CHECK(back.game->game == game);
  CHECK(back.game->connected[0]);
  CHECK(back.game->connected[1]);
}

namespace {

struct Tossing {
  Hall hall;
  std::array<SessionId, 2> sessions{hall.sign_in(1), hall.sign_in(2)};
  Id table = 0;
  Tossing() {
    request::TableCreate create{kCasual};
    create.toss = true;
    const auto made = hall.get<result::Table>(sessions[0], create).table;
    table = made.id;
    CHECK(made.toss);
    hall.get<result::Table>(sessions[1], request::TableSit{table, {}, {}});
    for (const SessionId session : sessions)
      hall.get<result::Table>(session, request::TableConfirm{});
  }
  proto::TableView shown(int seat) {
    return hall.told<notify::TableState>(sessions[static_cast<std::size_t>(seat)]).back().table;
  }
  int winner() { return *shown(0).toss_winner; }
  SessionId of(int seat) const { return sessions[static_cast<std::size_t>(seat)]; }
  // Users 1 and 2 sit at seats 0 and 1.
  int black_seat() const {
    return static_cast<int>(std::get<GameOpened>(hall.log.at(0)).players[0].user) - 1;
  }
};

}  // namespace

TEST_CASE("The winner of the toss takes the colour that he likes") {
  Tossing toss;
  const int winner = toss.winner();
  const bool black = GENERATE(true, false);
  CHECK(toss.shown(0).choosing == "toss");
  CHECK(toss.hall.refused(toss.of(1 - winner), request::TossChoose{"black"}).code ==
        ErrorCode::not_expected);
  CHECK(toss.hall.refused(toss.of(winner), request::TossChoose{"red"}).field == "choice");
  CHECK(toss.hall.refused(toss.of(winner), request::GuessCommit{hash_of(3)}).code ==
        ErrorCode::not_expected);
  toss.hall.get<result::Ok>(toss.of(winner), request::TossChoose{black ? "black" : "white"});
  REQUIRE(toss.hall.core.census().games == 1);
  CHECK(toss.black_seat() == (black ? winner : 1 - winner));
}

TEST_CASE("The winner of the toss makes the other choose, and that one must") {
  Tossing toss;
  const int winner = toss.winner(), other = 1 - winner;
  toss.hall.get<result::Ok>(toss.of(winner), request::TossChoose{"other"});
  CHECK(toss.shown(0).choosing == "toss_passed");
  CHECK(toss.shown(0).toss_winner == other);
  CHECK(toss.hall.refused(toss.of(winner), request::TossChoose{"black"}).code ==
        ErrorCode::not_expected);
  CHECK(toss.hall.refused(toss.of(other), request::TossChoose{"other"}).expected ==
        "black or white");
  toss.hall.get<result::Ok>(toss.of(other), request::TossChoose{"white"});
  CHECK(toss.black_seat() == winner);
}

TEST_CASE("Who does not choose after the toss within 20 s has the server choose") {
  Tossing toss;
  if (GENERATE(false, true)) {
    toss.hall.wait(19'999);
    toss.hall.get<result::Ok>(toss.of(toss.winner()), request::TossChoose{"other"});
  }
  toss.hall.wait(19'999);
  CHECK(toss.hall.core.census().games == 0);
  toss.hall.wait(1);
  CHECK(toss.hall.core.census().games == 1);
}

TEST_CASE("No game begins by a toss once the room is closed or the server drains") {
  Tossing toss;
  const int winner = toss.winner();
  if (GENERATE(false, true)) {
    toss.hall.submit(command::Drain{"soon"});
  } else {
    std::vector<RoomConfig> loaded = rooms();
    for (RoomConfig& room : loaded) room.open = false;
    toss.hall.submit(command::RoomsLoaded{loaded});
  }
  if (GENERATE(false, true)) {
    const auto refused = toss.hall.refused(toss.of(winner), request::TossChoose{"black"}).code;
    CHECK((refused == ErrorCode::draining || refused == ErrorCode::room_closed));
  }
  toss.hall.wait(60'000);
  CHECK(toss.hall.core.census().games == 0);
  CHECK(toss.hall.log.empty());
  CHECK(toss.shown(0).state == "confirming");
}

TEST_CASE("Leaving during the toss costs nothing; it is tossed anew with the next one") {
  Tossing toss;
  toss.hall.get<result::Ok>(toss.of(1), request::TableLeave{});
  CHECK(toss.shown(0).state == "waiting");
  CHECK(toss.hall.refused(toss.of(0), request::TossChoose{"black"}).code ==
        ErrorCode::not_expected);
  toss.hall.wait(60'000);
  CHECK(toss.hall.log.empty());
  toss.hall.get<result::Table>(toss.of(1), request::TableSit{toss.table, {}, {}});
  toss.hall.get<result::Table>(toss.of(1), request::TableConfirm{});
  CHECK(toss.shown(0).choosing == "toss");
}

TEST_CASE("No toss is waited for at a table that guesses") {
  Guessing table;
  CHECK(table.hall.refused(table.a, request::TossChoose{"black"}).code == ErrorCode::not_expected);
}
