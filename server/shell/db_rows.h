#pragma once

// Database rows as the core's and the protocol's values. Pure functions.

#include <expected>
#include <span>
#include <string>

#include "common/record.h"
#include "db/types.h"
#include "proto/messages.h"
#include "server/core/room.h"

namespace tianyuan::shell {

// What is wrong with the row, for the log and /readyz.
std::expected<core::RoomConfig, std::string> to_config(const db::Room& row);
// Ranks must rise from the first on and not be empty.
std::expected<void, std::string> check_ranks(std::span<const Rank> ranks);
core::Profile to_profile(const db::User& row);

proto::UserView to_view(const db::User& row, std::span<const Rank> ranks);
proto::result::Profile to_profile_result(const db::User& row, std::span<const Rank> ranks);
proto::result::Ladder to_ladder(std::string_view kind, const db::LadderPage& page,
                                std::span<const Rank> ranks);
proto::GameRow to_game_row(const db::GameSummary& row);
// What the opening rule decided, from the events of the game (Store::game_events).
OpeningNotes opening_notes(const db::GameSummary& row, const std::string& events);
proto::result::Record to_record(const db::GameSummary& row);
// For SGF and psq, with the opening's decisions told in comments; nothing: the game is not over.
std::optional<Record> to_game_record(const db::GameSummary& row, const OpeningNotes& notes);

}  // namespace tianyuan::shell
