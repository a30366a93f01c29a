#include "tests/server/core/hall.h"

using namespace tianyuan;
using namespace tianyuan::core;
using namespace tianyuan::core::test;
using proto::ErrorCode;

TEST_CASE("Rooms: list, enter, leave, move") {
  Hall hall;
  const SessionId a = hall.sign_in(1);
  const auto rooms_seen = hall.get<result::Rooms>(a, request::Rooms{}).rooms;
  REQUIRE(rooms_seen.size() == 8);
  CHECK(rooms_seen[0].is_default);
  CHECK(rooms_seen[6].rule == "rif");
  CHECK(rooms_seen[7].coins);
  CHECK(hall.refused(a, request::LeaveRoom{}).code == ErrorCode::not_in_room);
  CHECK(hall.refused(a, request::EnterRoom{99}).code == ErrorCode::unknown_room);
  CHECK(hall.get<result::Room>(a, request::EnterRoom{1}).room.players == 1);
  CHECK(hall.get<result::Room>(a, request::EnterRoom{1}).room.players == 1);
  hall.get<result::Room>(a, request::EnterRoom{2});
  CHECK(hall.get<result::Rooms>(a, request::Rooms{}).rooms[0].players == 0);
  hall.get<result::Ok>(a, request::LeaveRoom{});
}

TEST_CASE("Rooms ask what they ask: capacity, score, escape rate, no guests") {
  auto asked = rooms();
  asked[0].capacity = 1;
  asked[1].minimum_score = 30;
  asked[2].maximum_escape_rate = 0.25;
  asked[3].guests_allowed = false;
  Hall hall({}, asked);
  const SessionId a = hall.sign_in(1);
  const SessionId guest = hall.sign_in(2, true);
  hall.get<result::Room>(a, request::EnterRoom{1});
  CHECK(hall.refused(guest, request::EnterRoom{1}).code == ErrorCode::room_full);
  CHECK(hall.refused(guest, request::MatchStart{1}).code == ErrorCode::room_full);
  CHECK(hall.refused(a, request::EnterRoom{2}).code == ErrorCode::score_too_low);
  CHECK(hall.refused(guest, request::EnterRoom{4}).code == ErrorCode::guests_not_allowed);
  Profile runner = hall.profile(1);
  runner.finished = 10;
  runner.escapes = 3;
  hall.submit(command::ProfileChanged{runner});
  CHECK(hall.refused(a, request::EnterRoom{3}).code == ErrorCode::escape_rate_too_high);
  runner.finished = 12;
  hall.submit(command::ProfileChanged{runner});
  hall.get<result::Room>(a, request::EnterRoom{3});
}

TEST_CASE("Changed rooms are told to those in them; a deleted one finishes its games") {
  Hall hall;
  const auto match = hall.match(1, 2);
  const SessionId elsewhere = hall.sign_in(3);
  hall.get<result::Room>(elsewhere, request::EnterRoom{2});
  auto changed = rooms();
  changed[0].points.run_publish = 20;
  hall.submit(command::RoomsLoaded{changed});
  CHECK(hall.told<notify::RoomUpdate>(match.first).back().room.run_publish == 20);
  CHECK(hall.told<notify::RoomUpdate>(elsewhere).empty());
  changed.erase(changed.begin());
  hall.submit(command::RoomsLoaded{changed});
  CHECK_FALSE(hall.told<notify::RoomUpdate>(match.first).back().room.open);
  CHECK(hall.get<result::Rooms>(elsewhere, request::Rooms{}).rooms.size() == 7);
  hall.play(match, {"h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4", "h12"});
  CHECK(hall.told<notify::GameOver>(match.first).size() == 1);
  CHECK(hall.refused(match.first, request::TableReady{true}).code == ErrorCode::room_closed);
  hall.get<result::Ok>(match.first, request::LeaveRoom{});
  hall.get<result::Ok>(match.second, request::LeaveRoom{});
  CHECK(hall.core.census().rooms == 7);
}

TEST_CASE("The rule dialog: the first to confirm sets the values, the other takes them or leaves") {
  Hall hall;
  const SessionId a = hall.sign_in(1);
  const SessionId b = hall.sign_in(2);
  const Id table = hall.get<result::Table>(a, request::TableCreate{kCasual}).table.id;
  CHECK(hall.get<result::Table>(b, request::TableSit{table, {}, {}}).table.state == "confirming");
  CHECK(hall.refused(a, request::TableReady{true}).code == ErrorCode::not_confirmed);
  CHECK(hall.refused(a, request::TableConfirm{59'999, 0, 0}).field == "total_ms");
  CHECK(hall.refused(a, request::TableConfirm{0, 4'999, 0}).field == "before_ms");
  CHECK(hall.refused(a, request::TableConfirm{0, 0, 600'001}).field == "after_ms");
  const auto agreed = hall.get<result::Table>(a, request::TableConfirm{300'000, 0, 10'000}).table;
  CHECK(agreed.total_ms == 300'000);
  CHECK(agreed.before_ms == 60'000);
  CHECK(agreed.after_ms == 10'000);
  CHECK(agreed.seats[0].confirmed);
  CHECK(hall.refused(b, request::TableConfirm{600'000, 0, 0}).code == ErrorCode::bad_settings);
  SECTION("the same values") {
    const auto both = hall.get<result::Table>(b, request::TableConfirm{300'000, 60'000, 10'000});
    CHECK(both.table.state == "choosing_colours");
    CHECK(both.table.choosing == "commit");
  }
  SECTION("nothing said") {
    hall.get<result::Table>(b, request::TableConfirm{});
    CHECK(hall.refused(b, request::TableConfirm{}).code == ErrorCode::not_expected);
  }
  SECTION("leaves: the values stay for the next one, until both seats are empty") {
    hall.get<result::Ok>(b, request::TableLeave{});
    const auto again = hall.get<result::Table>(b, request::TableSit{table, {}, {}}).table;
    CHECK(again.total_ms == 300'000);
    CHECK(again.seats[0].confirmed);
    CHECK_FALSE(again.seats[1].confirmed);
    const SessionId watcher = hall.sign_in(3);
    hall.get<result::Table>(watcher, request::TableWatch{table, {}});
    hall.get<result::Ok>(a, request::TableLeave{});
    hall.get<result::Ok>(b, request::TableLeave{});
    CHECK_FALSE(hall.get<result::Table>(a, request::TableSit{table, {}, {}}).table.total_ms);
  }
}

TEST_CASE("Where the room's clock is no hall clock nothing can be set") {
  auto fixed = rooms();
  fixed[0].time = SuddenDeath{300'000};
  Hall hall({}, fixed);
  const SessionId a = hall.sign_in(1);
  hall.get<result::Table>(a, request::TableCreate{kCasual});
  CHECK(hall.refused(a, request::TableConfirm{600'000, 0, 0}).code == ErrorCode::bad_settings);
  hall.get<result::Table>(a, request::TableConfirm{});
}

TEST_CASE("Sit, leave, sit in one packet holds one seat at most") {
  Hall hall;
  const SessionId a = hall.sign_in(1);
  const SessionId b = hall.sign_in(2);
  const Id table = hall.get<result::Table>(a, request::TableCreate{kCasual}).table.id;
  hall.ask(b, request::TableSit{table, {}, 1});
  hall.ask(b, request::TableLeave{});
  hall.ask(b, request::TableSit{table, {}, 0});
  hall.ask(b, request::TableSit{table, {}, 1});
  hall.ask(b, request::TableSit{table, {}, 1});
  const auto view = hall.get<result::Tables>(b, request::TableList{kCasual}).tables.front();
  CHECK(view.seats[0].user->id == 1);
  CHECK(view.seats[1].user->id == 2);
  CHECK(hall.refused(b, request::TableSit{table, {}, 0}).code == ErrorCode::already_seated);
  CHECK(hall.refused(b, request::TableSit{table, {}, 2}).code == ErrorCode::already_seated);
}

TEST_CASE("A thousand want one seat: one gets it") {
  Hall hall;
  const SessionId host = hall.sign_in(1);
  const Id table = hall.get<result::Table>(host, request::TableCreate{kCasual}).table.id;
  int seated = 0, taken = 0;
  for (Id user = 2; user <= 301; ++user) {
    const auto response = hall.ask(hall.sign_in(user), request::TableSit{table, {}, {}});
    const auto* error = std::get_if<proto::Error>(&response.body);
    seated += error == nullptr;
    taken += error != nullptr && error->code == ErrorCode::seat_taken;
  }
  CHECK(seated == 1);
  CHECK(taken == 299);
}

TEST_CASE("Private tables: by code alone, listed nowhere") {
  Hall hall;
  const SessionId a = hall.sign_in(1);
  const SessionId b = hall.sign_in(2);
  const auto mine = hall.get<result::Table>(a, request::TableCreate{kCasual, true}).table;
  CHECK(mine.code.size() == 16);
  CHECK(hall.get<result::Tables>(b, request::TableList{kCasual}).tables.empty());
  CHECK(hall.refused(b, request::TableSit{mine.id, {}, {}}).code == ErrorCode::bad_link);
  CHECK(hall.refused(b, request::TableSit{mine.id, "wrong", {}}).code == ErrorCode::bad_link);
  CHECK(hall.refused(b, request::TableSit{0, "wrong", {}}).code == ErrorCode::bad_link);
  CHECK(hall.refused(b, request::TableWatch{mine.id, {}}).code == ErrorCode::bad_link);
  CHECK(hall.refused(b, request::TableSit{0, {}, {}}).code == ErrorCode::unknown_table);
  SECTION("by code") {
    const auto sat = hall.get<result::Table>(b, request::TableSit{0, mine.code, {}}).table;
    CHECK(sat.id == mine.id);
    CHECK(sat.code == mine.code);
  }
  SECTION("a link to a table that is gone") {
    hall.get<result::Ok>(a, request::TableLeave{});
    CHECK(hall.refused(b, request::TableSit{0, mine.code, {}}).code == ErrorCode::bad_link);
    CHECK(hall.core.census().tables == 0);
  }
}

TEST_CASE("Watching: besides a seat, one table at a time, as many as fit") {
  Limits limits;
  limits.watchers_per_table = 2;
  Hall hall(limits);
  const auto match = hall.match(1, 2);
  const SessionId a = hall.sign_in(3);
  const auto seen = hall.get<result::Table>(a, request::TableWatch{match.table, {}});
  CHECK(seen.game->game == match.game);
  CHECK(seen.table.watchers == 1);
  hall.get<result::Table>(a, request::TableWatch{match.table, {}});
  CHECK(hall.core.census().watching == 1);
  hall.get<result::Table>(a, request::TableCreate{kNationalRefuse});
  CHECK(hall.core.census().watching == 0);  // the new table is in another room
  hall.get<result::Table>(a, request::TableWatch{match.table, {}});
  CHECK(hall.core.census().watching == 1);
  hall.get<result::Ok>(a, request::TableLeave{});  // watching first
  CHECK(hall.core.census().watching == 0);
  hall.get<result::Table>(a, request::TableWatch{match.table, {}});
  hall.get<result::Ok>(a, request::TableLeave{true});  // he means his seat
  CHECK(hall.core.census().watching == 1);
  hall.get<result::Ok>(a, request::TableLeave{true});  // a watcher has nothing to forfeit
  CHECK(hall.core.census().watching == 0);
  CHECK(hall.core.census().games == 1);
  hall.get<result::Table>(a, request::TableCreate{kCasual});
  hall.get<result::Ok>(a, request::TableLeave{});  // then the seat
  CHECK(hall.refused(a, request::TableLeave{}).code == ErrorCode::not_seated);
  for (Id user = 4; user <= 5; ++user)
    hall.get<result::Table>(hall.sign_in(user), request::TableWatch{match.table, {}});
  CHECK(hall.refused(hall.sign_in(6), request::TableWatch{match.table, {}}).code ==
        ErrorCode::busy);
}

TEST_CASE("A seat without a game waits for a lost connection, a while") {
  Hall hall;
  const SessionId a = hall.sign_in(1);
  const SessionId b = hall.sign_in(2);
  const Id table = hall.get<result::Table>(a, request::TableCreate{kCasual}).table.id;
  hall.get<result::Table>(b, request::TableSit{table, {}, {}});
  hall.get<result::Table>(b, request::TableConfirm{});
  hall.drop(b);
  CHECK_FALSE(hall.told<notify::TableState>(a).back().table.seats[1].connected);
  SECTION("back in time: dialog and all") {
    hall.wait(29'000);
    const auto back = hall.sign_in_again(2, hall.new_session());
    CHECK(back.table->id == table);
    CHECK(back.table->seats[1].confirmed);
    hall.wait(60'000);
    CHECK(hall.core.census().users == 2);
  }
  SECTION("not back in time: the seat is free, he is nowhere") {
    hall.wait(30'001);
    CHECK_FALSE(hall.told<notify::TableState>(a).back().table.seats[1].user.has_value());
    CHECK(hall.core.census().users == 1);
    hall.get<result::Table>(hall.sign_in(3), request::TableSit{table, {}, {}});
  }
}

TEST_CASE("Ten thousand joins and drops leave nothing behind") {
  Hall hall;
  for (int i = 0; i < 500; ++i) {
    const SessionId a = hall.sign_in(1 + i);
    hall.get<result::Table>(a, request::TableCreate{kCasual, i % 2 == 0});
    if (i % 3 == 0) hall.get<result::Ok>(a, request::TableLeave{});
    hall.drop(a);
  }
  hall.wait(60'000);
  const auto census = hall.core.census();
  CHECK(census.users == 0);
  CHECK(census.tables == 0);
  CHECK(census.sessions == 0);
  CHECK_FALSE(hall.core.next_deadline().has_value());
}

TEST_CASE("The creator leaves before anyone comes: no table stays, nobody waits") {
  Hall hall;
  const SessionId a = hall.sign_in(1);
  const Id table = hall.get<result::Table>(a, request::TableCreate{kCasual}).table.id;
  hall.submit(command::SignedOut{a, std::int64_t{1}});
  const SessionId b = hall.sign_in(2);
  CHECK(hall.refused(b, request::TableSit{table, {}, {}}).code == ErrorCode::unknown_table);
  CHECK(hall.core.census().tables == 0);
}
