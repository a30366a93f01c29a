#pragma once

// State as clients are shown it. In a claim room (F4) nothing in here says which points are, or a
// stone was, forbidden before the game is over.

#include "proto/messages.h"
#include "server/core/state.h"

namespace tianyuan::core::view {

proto::UserView user(const State& state, Id user, const std::string& kind);
proto::RoomView room(const Room& room);
// `inside`: the receiver is at the table and may see a private table's code.
proto::TableView table(const State& state, const Table& table, bool inside);
// Of a room: those with a free seat first, at most kTablesListed; private ones are not listed.
std::vector<proto::TableView> tables(const State& state, const Room& room);
inline constexpr std::size_t kTablesListed = 100;  // one message stays under 64 KiB

proto::GameSnapshot snapshot(const State& state, const GameRun& run);
proto::GameEventView game_event(const State& state, const GameRun& run, const RingEntry& entry);
proto::ResultView result(const GameRun& run);
proto::ClocksView clocks(const Game& game, Millis now_ms);
proto::notify::Guess guess(const Table& table, std::optional<int> black_seat);
// How long a player who is lost at `at_ms` may stay away: his grace, or T3's lateness.
Millis may_stay_away_ms(const Game& game, Player player, Millis at_ms);
std::string opening(const Game& game);  // "D4 花月"; empty: none yet

}  // namespace tianyuan::core::view
