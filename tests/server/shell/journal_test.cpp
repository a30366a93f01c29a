// The journal keeps every event exactly, and reads any row whatever without falling over.

#include "server/shell/journal.h"

#include <catch2/catch.hpp>
#include <random>

using namespace tianyuan;
using namespace tianyuan::shell;

namespace {

using Random = std::mt19937_64;

std::int64_t number(Random& random, std::int64_t low, std::int64_t high) {
  return std::uniform_int_distribution<std::int64_t>(low, high)(random);
}
bool coin(Random& random) {
  return number(random, 0, 1) == 1;
}
Player player(Random& random) {
  return coin(random) ? Player::first : Player::second;
}
Point point(Random& random) {
  return Point::from_index(static_cast<int>(number(random, 0, kPointCount - 1)));
}
ForbiddenKinds forbidden(Random& random) {
  return ForbiddenKinds(static_cast<unsigned>(number(random, 0, 7)));
}
std::vector<Point> points(Random& random) {
  std::vector<Point> list(static_cast<std::size_t>(number(random, 0, 15)));
  for (Point& one : list) one = point(random);
  return list;
}
int small(Random& random) {
  return static_cast<int>(number(random, 0, 200));
}
OfferAnswer answer(Random& random) {
  return static_cast<OfferAnswer>(number(random, 0, 2));
}

event::RefereeMark mark(Random& random) {
  return {number(random, 1, 1'000'000), "裁判\"Tom\\", coin(random) ? "断电 \"storm\"\n" : ""};
}

// One body of every alternative, by index.
GameEventBody body(std::size_t kind, Random& r) {
  switch (kind) {
    case 0:
      return event::GameStarted{};
    case 1:
      return event::StonePlaced{player(r), coin(r) ? Colour::black : Colour::white, point(r),
                                forbidden(r)};
    case 2:
      return event::Passed{player(r)};
    case 3:
      return event::TurnSkipped{player(r), coin(r), coin(r)};
    case 4:
      return event::SwapAnswered{player(r), coin(r)};
    case 5:
      return event::BranchChosen{player(r), small(r)};
    case 6:
      return event::FifthsDeclared{player(r), small(r)};
    case 7:
      return event::FifthsOffered{player(r), points(r)};
    case 8:
      return event::FifthChosen{player(r), point(r), forbidden(r)};
    case 9:
      return event::DrawOffered{player(r), small(r)};
    case 10:
      return event::DrawAnswered{small(r), answer(r)};
    case 11:
      return event::UndoRequested{player(r), small(r)};
    case 12:
      return event::UndoAnswered{small(r), answer(r), small(r)};
    case 13:
      return event::ClaimRejected{player(r), small(r)};
    case 14:
      return event::PlayerLeft{player(r)};
    case 15:
      return event::PlayerReturned{player(r)};
    case 16:
      return event::GraceFrozen{};
    case 17:
      return event::GraceThawed{};
    case 18:
      return event::Restored{number(r, 0, 1'000'000'000'000)};
    case 19:
      return event::ClocksPaused{mark(r)};
    case 20:
      return event::ClocksResumed{coin(r) ? mark(r) : event::RefereeMark{}};
    case 21:
      return event::ClockSet{mark(r), player(r)};
    case 22:
      return event::PoolSplit{mark(r)};
    case 23:
      return event::Adjudged{mark(r)};
    default:
      break;
  }
  event::GameEnded ended;
  ended.result.outcome = static_cast<Outcome>(number(r, 0, 4));
  ended.result.reason = static_cast<EndReason>(number(r, 0, 14));
  if (coin(r)) ended.result.winner = player(r);
  if (coin(r)) ended.result.loser = player(r);
  ended.row = points(r);
  ended.forbidden = forbidden(r);
  return ended;
}

PlayerClock clock(Random& r) {
  return {number(r, 0, 86'400'000), small(r), small(r), small(r), number(r, 0, 86'400'000)};
}

core::GameHappened happened(std::size_t kind, Random& r) {
  core::GameHappened event;
  event.game = number(r, 1, 1'000'000);
  event.version = number(r, 1, 1'000);
  event.event.at_ms = number(r, 0, 2'000'000'000'000);
  event.event.body = body(kind, r);
  event.event.clocks.players = {clock(r), clock(r)};
  if (coin(r)) event.event.clocks.running = player(r);
  event.event.clocks.since_ms = number(r, 0, 2'000'000'000'000);
  event.event.clocks.used_ms = number(r, 0, 86'400'000);
  event.event.clocks.paused = coin(r);
  return event;
}

core::GameOpened opened(Random& r) {
  core::GameOpened game;
  game.game = number(r, 1, 1'000'000);
  game.room = number(r, 1, 100);
  game.table = number(r, 1, 1'000'000);
  game.kind = "national";
  game.at_ms = number(r, 0, 2'000'000'000'000);
  game.is_private = coin(r);
  game.stake = number(r, 0, 1'000);
  game.settings.rule = "renju";
  game.settings.enforcement = static_cast<Enforcement>(number(r, 0, 2));
  game.settings.forbidden.overline_counts_as_four = coin(r);
  game.settings.centre_first = coin(r);
  game.settings.fifths_max = small(r);
  game.settings.time = HallTime{900'000, 90'000, 30'000};
  game.settings.disconnect_clock = coin(r) ? DisconnectClock::pause : DisconnectClock::run;
  game.settings.grace_ms = number(r, 0, 1'000'000);
  game.settings.absence_total_ms = number(r, 0, 1'000'000);
  game.settings.skips_to_lose = small(r);
  game.settings.undos_per_player = small(r);
  game.settings.false_claims_per_game = small(r);
  if (coin(r)) {
    game.settings.appointed_ms = number(r, 1, 2'000'000'000'000);
    game.settings.lateness_ms = number(r, 60'000, 7'200'000);
  }
  game.players[0] = {number(r, 1, 1'000'000), "小明\"Tom\\\n\x7f", coin(r)};
  game.players[1] = {number(r, 1, 1'000'000), "", coin(r)};
  if (coin(r)) game.seats = {1, 0};
  game.games_before = small(r);
  game.first_before = player(r);
  return game;
}

core::GameSettled settled(Random& r) {
  core::GameSettled event;
  event.game = number(r, 1, 1'000'000);
  event.at_ms = number(r, 0, 2'000'000'000'000);
  event.settlement.game = event.game;
  event.settlement.counted = coin(r);
  event.settlement.not_counted_why = coin(r) ? "" : "pair_limit";
  event.settlement.coins = coin(r);
  for (PlayerSettlement& one : event.settlement.players) {
    one = {number(r, 1, 1'000'000),
           number(r, -50, 50),
           number(r, -9'000, 9'000),
           number(r, -9'000, 9'000),
           number(r, -500, 500),
           number(r, 0, 100'000),
           small(r),
           small(r)};
  }
  return event;
}

void check_round_trip(const core::Durable& event) {
  const db::LogRow row = journal_row(event, 77);
  INFO(row.payload);
  CHECK(row.kind == journal_kind(event));
  const auto back = decode_row(row);
  REQUIRE(back.has_value());
  CHECK(*back == event);
}

}  // namespace

TEST_CASE("every kind of event comes back as it was") {
  Random random(20261129);
  for (int round = 0; round < 50; ++round) {
    for (std::size_t kind = 0; kind < std::variant_size_v<GameEventBody>; ++kind) {
      const auto event = happened(kind, random);
      REQUIRE(event.event.body.index() == kind);
      check_round_trip(event);
    }
    check_round_trip(opened(random));
    check_round_trip(settled(random));
  }
}

TEST_CASE("every kind has a name of its own") {
  Random random(1);
  std::vector<std::string> names = {"opened", "settled"};
  for (std::size_t kind = 0; kind < std::variant_size_v<GameEventBody>; ++kind) {
    names.emplace_back(journal_kind(happened(kind, random)));
  }
  std::sort(names.begin(), names.end());
  CHECK(std::adjacent_find(names.begin(), names.end()) == names.end());
}

TEST_CASE("a payload reads as documented") {
  core::GameHappened event;
  event.game = 5;
  event.version = 7;
  event.event.at_ms = 1'000;
  event.event.body = event::StonePlaced{Player::first, Colour::black, kTengen, {}};
  event.event.clocks.players[0] = {600'000, 0, 0, 0, 60'000};
  event.event.clocks.players[1] = {599'000, 0, 0, 1, 60'000};
  event.event.clocks.running = Player::second;
  event.event.clocks.since_ms = 1'000;
  CHECK(journal_row(event).payload ==
        R"({"format":1,"version":7,"at":1000,"kind":"stone","player":"first","colour":"black",)"
        R"("point":"H8","clocks":{"first":[600000,0,0,0,60000],"second":[599000,0,0,1,60000],)"
        R"("running":"second","since":1000,"used":0,"paused":false}})");
}

TEST_CASE("an ended game's events are read from their one text, as far as they make sense") {
  Random random(4);
  std::string events = "[" + journal_row(opened(random)).payload;
  std::vector<GameEventBody> bodies;
  for (std::size_t kind = 0; kind < std::variant_size_v<GameEventBody>; ++kind) {
    const auto event = happened(kind, random);
    events += "," + journal_row(event).payload;
    bodies.push_back(event.event.body);
  }
  CHECK(event_bodies(events + "]") == bodies);
  CHECK(event_bodies(events + R"(,{"kind":"swap","player":"nobody"},{"kind":"started"}])") ==
        bodies);
  CHECK(event_bodies(events + R"(,{"kind":"dance"}])") == bodies);
  CHECK(event_bodies(events).empty());  // cut short
  for (const char* text : {"", "null", "7", "{}", "[7]", "[null]", "[{}]", "[[]]"}) {
    CHECK(event_bodies(text).empty());
  }
}

TEST_CASE("a name that is no UTF-8 does not spoil the log") {
  Random random(2);
  auto game = opened(random);
  game.players[0].name = "bad \xff\xfe name";
  const auto back = decode_row(journal_row(game));
  REQUIRE(back.has_value());
  CHECK(std::get<core::GameOpened>(*back).players[1] == game.players[1]);
}

TEST_CASE("a damaged row is an error with its place, never a crash") {
  Random random(3);
  db::LogRow row = journal_row(happened(1, random));

  SECTION("cut at any byte") {
    for (std::size_t length = 0; length < row.payload.size(); ++length) {
      db::LogRow cut = row;
      cut.payload.resize(length);
      const auto back = decode_row(cut);
      REQUIRE_FALSE(back.has_value());
      CHECK(back.error().find("version " + std::to_string(row.version)) != std::string::npos);
    }
  }
  SECTION("any byte changed: an error or an event") {
    for (std::size_t at = 0; at < row.payload.size(); ++at) {
      db::LogRow changed = row;
      changed.payload[at] = static_cast<char>(number(random, 0, 255));
      (void)decode_row(changed);
    }
  }
  SECTION("random bytes") {
    for (int i = 0; i < 20'000; ++i) {
      db::LogRow noise = row;
      noise.payload.resize(static_cast<std::size_t>(number(random, 0, 60)));
      for (char& c : noise.payload) c = static_cast<char>(number(random, 0, 255));
      REQUIRE_FALSE(decode_row(noise).has_value());
    }
  }
  SECTION("200,000 brackets") {
    row.payload.assign(200'000, '[');
    CHECK_FALSE(decode_row(row).has_value());
    row.payload = std::string(100'000, '[') + std::string(100'000, ']');
    CHECK_FALSE(decode_row(row).has_value());
  }
  SECTION("other values in each member") {
    const auto whole = journal_row(happened(19, random));
    for (const char* wrong : {"null", "7.5", "\"7\"", "-1", "18446744073709551615", "1e400", "[]",
                              "{}", "true", "\"Q99\"", "4294967303"}) {
      for (std::size_t colon = whole.payload.find(':'); colon != std::string::npos;
           colon = whole.payload.find(':', colon + 1)) {
        db::LogRow changed = whole;
        const auto end = changed.payload.find_first_of(",}", colon);
        changed.payload.replace(colon + 1, end - colon - 1, wrong);
        (void)decode_row(changed);
      }
    }
  }
}

TEST_CASE("columns and payload must agree") {
  Random random(4);
  const db::LogRow row = journal_row(happened(2, random));
  db::LogRow other = row;
  other.kind = "returned";
  CHECK_FALSE(decode_row(other).has_value());
  other = row;
  other.version += 1;
  CHECK_FALSE(decode_row(other).has_value());
  other = row;
  other.at_ms += 1;
  CHECK_FALSE(decode_row(other).has_value());
  other = row;
  other.payload.replace(other.payload.find("\"format\":1"), 10, "\"format\":2");
  const auto newer = decode_row(other);
  REQUIRE_FALSE(newer.has_value());
  CHECK(newer.error().find("format") != std::string::npos);
}
