#include "client/console/client.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/client/fake_server.h"

using namespace tianyuan;
using namespace tianyuan::console;
using namespace tianyuan::console::test;

TEST_CASE("Signing in: hello, guest, rooms, then commands may go out") {
  FakeServer server(as_guest());
  server.client.opened(0);
  CHECK_FALSE(server.client.ready());
  server.command("rooms");
  CHECK(server.told().back() == "error not_connected");
  server.give(server.expect<ask::Hello>().first, answer::Hello{});
  const auto [id, guest] = server.expect<ask::Guest>();
  CHECK(guest.name == "ming");
  server.give(id, FakeServer::session());
  CHECK_FALSE(server.client.ready());
  server.give(server.expect<ask::Rooms>().first, FakeServer::rooms());
  CHECK(server.client.ready());
  CHECK(server.told() == std::vector<std::string>{"signed-in ming id=1 guest=yes score=0"});
  CHECK(server.client.take_token() == "token-1");
  CHECK_FALSE(server.client.take_token());
}

TEST_CASE("A refused sign-in of the command line is remembered and told") {
  ClientSettings settings;
  settings.sign_in = {SignIn::How::login, "ming", "wrong-password"};
  FakeServer server(settings);
  server.client.opened(0);
  server.give(server.expect<ask::Hello>().first, answer::Hello{});
  server.refuse(server.expect<ask::Login>().first, proto::ErrorCode::bad_credentials);
  CHECK(server.client.sign_in_refused());
  CHECK(server.client.ready());
  CHECK(FakeServer::has(server.told(), "error bad_credentials"));
}

TEST_CASE("A token that is no longer good gives way to the sign-in beside it") {
  ClientSettings settings = as_guest();
  settings.token = "old";
  FakeServer server(settings);
  server.client.opened(0);
  server.give(server.expect<ask::Hello>().first, answer::Hello{});
  const auto [id, resume] = server.expect<ask::Resume>();
  CHECK(resume.token == "old");
  server.refuse(id, proto::ErrorCode::bad_token);
  server.give(server.expect<ask::Guest>().first, FakeServer::session());
  CHECK(FakeServer::has(server.told(), "signed-in ming"));
}

TEST_CASE("A game: found, started, prompts, stones, the end and the score") {
  FakeServer server(as_guest());
  server.start_game();
  auto told = server.told();
  CHECK(FakeServer::has(told,
                        "match-found game=12 table=5 room=1 you=first colour=black opponent=hong"));
  CHECK(FakeServer::has(told, "game-started game=12 table=5 room=1 you=first colour=black"));
  CHECK(told.back() == "your-turn place turn=0 colour=black");
  CHECK_FALSE(server.client.state().search);

  server.command("h8");
  CHECK(server.client.busy());
  const auto [id, place] = server.expect<ask::Place>();
  CHECK(place.turn == 0);
  server.give(id, answer::Game{12, 1, {FakeServer::stone(2, Player::first, "H8")}});
  CHECK_FALSE(server.client.busy());
  told = server.told();
  CHECK(told[0] == "stone black H8 move=1 player=first");
  CHECK(told[1] == "their-turn place turn=1 player=second colour=white");

  server.tell(proto::notify::GameEvent{12, FakeServer::stone(3, Player::second, "I8")});
  told = server.told();
  CHECK(told[0] == "stone white I8 move=2 player=second");
  CHECK(told[1] == "your-turn place turn=2 colour=black");

  proto::GameEventView ended;
  ended.version = 4;
  ended.turn = 2;
  ended.kind = "ended";
  ended.result.emplace();
  ended.result->outcome = "win";
  ended.result->reason = "resigned";
  ended.result->winner = Player::first;
  ended.result->winner_colour = Colour::black;
  server.tell(proto::notify::GameEvent{12, ended});
  CHECK(FakeServer::has(server.told(), "ended win resigned winner=black row=- forbidden=-"));
  CHECK(server.client.state().game_runs());

  proto::notify::GameOver over;
  over.game = 12;
  over.result = *ended.result;
  over.counted = true;
  over.settlements = {{1, 4, 4, "初学者", {}, {}}, {2, -4, -4, "初学者", {}, {}}};
  server.tell(over);
  told = server.told();
  CHECK(told[0] == "game-over win resigned game=12 winner=black you=won counted=yes why=-");
  CHECK(told[1] == "score +4 user=ming total=4");
  CHECK(told[2] == "score -4 user=hong total=-4");
  CHECK_FALSE(server.client.state().game_runs());
  CHECK(server.client.state().user->score == 4);
}

TEST_CASE("A refusal is told with its word, and the game goes on") {
  FakeServer server(as_guest());
  server.start_game();
  server.told();
  server.command("h8");
  server.refuse(server.expect<ask::Place>().first, proto::ErrorCode::occupied);
  CHECK(server.told() == std::vector<std::string>{"error occupied"});
  CHECK_FALSE(server.client.busy());
  CHECK(server.client.state().game_runs());
}

TEST_CASE("A stale command makes the client fetch what it does not know") {
  FakeServer server(as_guest());
  server.start_game();
  server.command("h8");
  const auto id = server.expect<ask::Place>().first;
  proto::Error stale;
  stale.code = proto::ErrorCode::stale;
  stale.turn = 2;
  server.client.received(proto::encode(proto::Response{id, stale}), server.now_ms);
  const auto [sync_id, sync] = server.expect<ask::Sync>();
  CHECK(sync.since == 1);
  server.told();
  server.give(sync_id, answer::Sync{{FakeServer::stone(2, Player::first, "A1"),
                                     FakeServer::stone(3, Player::second, "B1")},
                                    {}});
  CHECK(server.told().back() == "your-turn place turn=2 colour=black");
}

TEST_CASE("A gap in the versions is closed by a sync, and nothing is told twice") {
  FakeServer server(as_guest());
  server.start_game();
  server.told();
  server.tell(proto::notify::GameEvent{12, FakeServer::stone(3, Player::second, "B1")});
  server.tell(proto::notify::GameEvent{12, FakeServer::stone(4, Player::first, "C1")});
  CHECK(server.told().empty());
  const auto [id, sync] = server.expect<ask::Sync>();
  CHECK(server.silent());  // one question is enough
  server.give(id, answer::Sync{{FakeServer::stone(2, Player::first, "A1"),
                                FakeServer::stone(3, Player::second, "B1"),
                                FakeServer::stone(4, Player::first, "C1")},
                               {}});
  const auto told = server.told();
  CHECK(std::ranges::count_if(
            told, [](const std::string& line) { return line.starts_with("stone "); }) == 3);
  server.tell(proto::notify::GameEvent{12, FakeServer::stone(4, Player::first, "C1")});
  CHECK(server.told().empty());
}

TEST_CASE("After a lost connection: token, what was missed, the stone sent again for its turn") {
  FakeServer server(as_guest());
  server.start_game();
  server.command("h8");
  const ask::Place sent = server.expect<ask::Place>().second;
  server.told();
  server.client.closed(1006, server.now_ms);
  server.client.tell_retry(200);
  CHECK(server.told() == std::vector<std::string>{"disconnected retry_ms=200"});
  CHECK(server.client.busy());

  server.client.opened(server.now_ms);
  server.give(server.expect<ask::Hello>().first, answer::Hello{});
  const auto [id, resume] = server.expect<ask::Resume>();
  CHECK(resume.token == "token-1");
  answer::Session session = FakeServer::session();
  session.token = "token-2";
  session.room = 1;
  session.table = FakeServer::table();
  session.game = FakeServer::game();
  server.give(id, session);
  server.give(server.expect<ask::Rooms>().first, FakeServer::rooms());
  const auto told = server.told();
  CHECK(FakeServer::has(told, "resumed game=12 version=1 turn=0 moves=0 you=first colour=black"));
  CHECK(FakeServer::has(told, "your-turn place turn=0"));
  const auto [place_id, again] = server.expect<ask::Place>();
  CHECK(again.turn == sent.turn);
  CHECK(again.point == sent.point);
  server.give(place_id, answer::Game{12, 1, {FakeServer::stone(2, Player::first, "H8")}});
  CHECK(FakeServer::has(server.told(), "stone black H8 move=1"));
  CHECK(server.client.take_token() == "token-2");
}

TEST_CASE("A stone that did arrive before the loss is not sent again") {
  FakeServer server(as_guest());
  server.start_game();
  server.command("h8");
  server.expect<ask::Place>();
  server.client.closed(1006, server.now_ms);
  server.client.opened(server.now_ms);
  server.give(server.expect<ask::Hello>().first, answer::Hello{});
  answer::Session session = FakeServer::session();
  session.table = FakeServer::table();
  session.game = FakeServer::game();
  session.game->version = 3;
  session.game->turn = 2;
  session.game->moves = {{1, Colour::black, "H8"}, {2, Colour::white, "I8"}};
  server.told();
  server.give(server.expect<ask::Resume>().first, session);
  server.give(server.expect<ask::Rooms>().first, FakeServer::rooms());
  CHECK_FALSE(server.client.ready());
  const auto [id, sync] = server.expect<ask::Sync>();
  CHECK(sync.since == 1);
  server.give(id, answer::Sync{{FakeServer::stone(2, Player::first, "H8"),
                                FakeServer::stone(3, Player::second, "I8")},
                               {}});
  const auto told = server.told();
  CHECK(FakeServer::has(told, "stone black H8 move=1"));
  CHECK(FakeServer::has(told, "stone white I8 move=2"));
  CHECK(FakeServer::has(told, "resumed game=12 version=3 turn=2 moves=2"));
  CHECK(FakeServer::has(told, "ok place"));
  CHECK(server.silent());
  CHECK_FALSE(server.client.busy());
}

TEST_CASE("What was not bound to a turn is not sent again, but told as lost") {
  FakeServer server(as_guest());
  server.sign_in();
  server.command("match");
  server.expect<ask::MatchStart>();
  server.told();
  server.client.closed(1006, server.now_ms);
  CHECK(server.told() == std::vector<std::string>{"error connection_lost"});
  CHECK_FALSE(server.client.busy());
}

TEST_CASE("A game that ended while one was away is told from its record") {
  FakeServer server(as_guest());
  server.start_game();
  server.client.closed(1006, server.now_ms);
  server.client.opened(server.now_ms);
  server.give(server.expect<ask::Hello>().first, answer::Hello{});
  server.told();
  server.give(server.expect<ask::Resume>().first, FakeServer::session());
  server.give(server.expect<ask::Rooms>().first, FakeServer::rooms());
  server.give(server.expect<ask::EnterRoom>().first,
              answer::Room{FakeServer::rooms().rooms[0], {}});
  const auto [id, get] = server.expect<ask::RecordGet>();
  CHECK(get.game == 12);
  answer::Record record;
  record.game.game = 12;
  record.game.players = {FakeServer::user(1, "ming"), FakeServer::user(2, "hong")};
  record.game.result.outcome = "escape";
  record.game.result.reason = "absence";
  record.game.result.loser = Player::first;
  record.game.score_changes = {-8, 0};
  server.give(id, record);
  const auto told = server.told();
  CHECK(FakeServer::has(told, "left-table"));
  CHECK(FakeServer::has(told, "game-over escape absence game=12 winner=- you=escaped"));
  CHECK(FakeServer::has(told, "score -8 user=ming"));
  CHECK(FakeServer::has(told, "score 0 user=hong"));
  CHECK(server.client.ready());
}

TEST_CASE("Being replaced stops the client") {
  FakeServer by_code(as_guest());
  by_code.sign_in();
  by_code.client.closed(kReplacedCloseCode, 0);
  CHECK(by_code.client.stopped());
  CHECK(FakeServer::has(by_code.told(), "replaced"));

  FakeServer by_word(as_guest());
  by_word.sign_in();
  by_word.tell(proto::notify::SessionReplaced{});
  by_word.client.closed(kReplacedCloseCode, 0);
  CHECK(by_word.client.stopped());
  const auto told = by_word.told();
  CHECK(std::ranges::count(told, "replaced") == 1);
}

TEST_CASE("Guessing for colours: hash first, then number and salt; the other's are checked") {
  FakeServer server(as_guest());
  server.sign_in();
  server.command("sit 5");
  proto::TableView table = FakeServer::table("choosing_colours");
  table.choosing = "commit";
  server.give(server.expect<ask::TableSit>().first, answer::Table{table, {}});
  const auto [commit_id, commit] = server.expect<ask::GuessCommit>();
  CHECK(commit.hash.size() == 64);
  server.give(commit_id, answer::Ok{});
  CHECK(server.silent());
  server.told();

  const Hand other_hand{4, "some-salt-of-the-other"};
  proto::notify::Guess guess;
  guess.table = 5;
  guess.hashes = {commit.hash, hash_of(other_hand)};
  server.tell(guess);
  const auto [open_id, open] = server.expect<ask::GuessOpen>();
  CHECK(hash_of({open.number, open.salt}) == commit.hash);
  CHECK(open.number >= 1);
  CHECK(open.number <= 20);
  server.give(open_id, answer::Ok{});

  guess.numbers = {open.number, 4};
  guess.salts = {open.salt, other_hand.salt};
  guess.black_seat = 0;
  server.tell(guess);
  auto told = server.told();
  CHECK(FakeServer::has(told,
                        "guess seat0=" + std::to_string(open.number) + " seat1=4 black_seat=0"));
  CHECK_FALSE(FakeServer::has(told, "guess-false"));

  guess.numbers[1] = 5;
  server.tell(guess);
  CHECK(FakeServer::has(server.told(), "guess-false seat=1"));
}

TEST_CASE("With --guess ask the number is one's own") {
  ClientSettings settings = as_guest();
  settings.guess_automatically = false;
  FakeServer server(settings);
  server.sign_in();
  server.command("guess 3");
  CHECK(server.told().back() == "error not_expected");
  server.command("sit 5");
  proto::TableView table = FakeServer::table("choosing_colours");
  table.choosing = "commit";
  server.give(server.expect<ask::TableSit>().first, answer::Table{table, {}});
  CHECK(server.silent());
  CHECK(FakeServer::has(server.told(), "guess-wanted"));
  server.command("guess 21");
  CHECK(server.told().back() == "error bad_argument");
  server.command("guess 20");
  server.expect<ask::GuessCommit>();
}

TEST_CASE("The rule dialog is told when one sits down and when the other has confirmed") {
  FakeServer server(as_guest());
  server.sign_in();
  server.command("sit 5");
  server.told();
  server.give(server.expect<ask::TableSit>().first,
              answer::Table{FakeServer::table("confirming"), {}});
  CHECK(server.told().back() == "confirm-settings total_ms=- before_ms=- after_ms=-");
  proto::TableView confirmed = FakeServer::table("confirming");
  confirmed.seats[1].confirmed = true;
  confirmed.total_ms = 300'000;
  confirmed.before_ms = 30'000;
  confirmed.after_ms = 10'000;
  server.tell(proto::notify::TableState{confirmed});
  server.tell(proto::notify::TableState{confirmed});
  CHECK(server.told() == std::vector<std::string>{
                             "confirm-settings total_ms=300000 before_ms=30000 after_ms=10000"});
  server.command("confirm");
  CHECK(server.expect<ask::TableConfirm>().second.total_ms == 300'000);
}

TEST_CASE("Offers are answered by the id that stands") {
  FakeServer server(as_guest());
  server.start_game();
  proto::GameEventView offered;
  offered.version = 2;
  offered.turn = 0;
  offered.kind = "draw_offered";
  offered.player = Player::second;
  offered.number = 9;
  offered.ask = FakeServer::place(Player::first, Colour::black);
  server.tell(proto::notify::GameEvent{12, offered});
  CHECK(FakeServer::has(server.told(), "draw-offered offer=9 player=second"));
  server.command("draw no");
  CHECK(server.expect<ask::AnswerDraw>().second.offer == 9);
}

TEST_CASE("After a take-back the position is fetched before anything is asked") {
  FakeServer server(as_guest());
  server.start_game();
  server.tell(proto::notify::GameEvent{12, FakeServer::stone(2, Player::first, "H8")});
  proto::GameEventView undone;
  undone.version = 3;
  undone.turn = 2;
  undone.kind = "undo_answered";
  undone.number = 1;
  undone.text = "accepted";
  undone.removed = 1;
  undone.ask = FakeServer::place(Player::first, Colour::black);
  server.told();
  server.tell(proto::notify::GameEvent{12, undone});
  CHECK(server.told() == std::vector<std::string>{"undo-answered accepted request=1 removed=1"});
  const auto id = server.expect<ask::Sync>().first;
  answer::Sync sync;
  sync.snapshot = FakeServer::game();
  sync.snapshot->version = 3;
  sync.snapshot->turn = 2;
  server.give(id, sync);
  CHECK(server.told() == std::vector<std::string>{"your-turn place turn=2 colour=black"});
}

TEST_CASE("Forbidden points are told to Black in his turn only") {
  FakeServer server(as_guest());
  server.start_game();
  server.tell(proto::notify::GameEvent{12, FakeServer::stone(2, Player::first, "H8")});
  server.told();
  proto::GameEventView reply = FakeServer::stone(3, Player::second, "I8");
  reply.forbidden = {{*parse_point("C3"), "33"}, {*parse_point("D4"), "44+overline"}};
  server.tell(proto::notify::GameEvent{12, reply});
  const auto told = server.told();
  CHECK(told[1] == "forbidden C3=33 D4=44+overline");
  CHECK(told[2] == "your-turn place turn=2 colour=black");
}

TEST_CASE("Away and returned are told once, whichever message comes first") {
  FakeServer server(as_guest());
  server.start_game();
  server.told();
  proto::GameEventView left;
  left.version = 2;
  left.kind = "left";
  left.player = Player::second;
  left.grace_ms = 180'000;
  left.ask = FakeServer::place(Player::first, Colour::black);
  server.tell(proto::notify::GameEvent{12, left});
  server.tell(proto::notify::PlayerConnection{12, Player::second, false, 180'000});
  CHECK(server.told()[0] == "away player=second grace_ms=180000");
  server.tell(proto::notify::PlayerConnection{12, Player::second, true, 0});
  CHECK(server.told() == std::vector<std::string>{"returned player=second"});
}

TEST_CASE("A referee's acts are told with his name and his reason") {
  FakeServer server(as_guest());
  server.start_game();
  server.told();
  proto::GameEventView event;
  event.version = 2;
  event.referee = "ref";
  event.text = "fire alarm";
  event.clocks.first.left_ms = 61'000;
  event.clocks.second.left_ms = 60'000;
  const auto told = [&](const char* kind) {
    event.kind = kind;
    server.tell(proto::notify::GameEvent{12, event});
    event.version += 1;
    return server.told();
  };
  CHECK(told("paused") == std::vector<std::string>{"game-paused referee=ref reason=fire_alarm"});
  event.player = Player::first;
  CHECK(FakeServer::has(told("clock_set"),
                        "clock-set player=first first_ms=61000 second_ms=60000 referee=ref"));
  event.player.reset();
  CHECK(FakeServer::has(told("resumed"), "game-unpaused referee=ref reason=fire_alarm"));
  CHECK(FakeServer::has(told("adjudged"), "adjudged referee=ref reason=fire_alarm"));
}

TEST_CASE("Chat from others cannot break the line or the terminal") {
  FakeServer server(as_guest());
  server.sign_in();
  server.told();
  proto::notify::ChatMessage message;
  message.scope = "table";
  message.from = 2;
  message.name = "ho ng";
  message.text = "\x1b[2J\ngame-over win";
  server.tell(message);
  const auto notices = server.client.take_notices();
  REQUIRE(notices.size() == 1);
  CHECK(lines_of(notices[0]) ==
        std::vector<std::string>{"chat ho_ng scope=table id=2 watcher=no | ·[2J·game-over win"});
}

TEST_CASE("Unreadable frames are told and change nothing") {
  FakeServer server(as_guest());
  server.start_game();
  server.told();
  for (const char* frame : {"", "null", "[]", "{\"jsonrpc\":\"2.0\",\"id\":999,\"result\":{}}",
                            "{\"jsonrpc\":\"2.0\",\"method\":\"game.event\",\"params\":{}}"}) {
    server.client.received(frame, server.now_ms);
    INFO(frame);
    CHECK(server.told() == std::vector<std::string>{"error bad_message"});
  }
  CHECK(server.client.ready());
  CHECK(server.client.state().game_runs());
}
