#pragma once

// The core's durable events as rows of TGameEvent and back (docs/architecture.md, "Journal").
//
// A payload is one JSON object that an operator can read:
//   {"format":1,"version":7,"at":1796000000000,"kind":"stone","player":"first","colour":"black",
//    "point":"H8","clocks":{"first":[600000,0,0,0,60000],"second":[…],"running":"second",
//    "since":1796000000000,"used":0,"paused":false}}
// A clock's five numbers: left_ms, period, moves_in_period, skips_in_row, move_limit_ms.
// `format` is raised when an old payload could be misread; decode() reads every format since 1.
//
// Thread: free functions without state; a Journal belongs to the core's thread.

#include <expected>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "db/types.h"
#include "server/core/core.h"
#include "server/core/durable.h"

namespace tianyuan::shell {

inline constexpr int kJournalFormat = 1;

// What an operator sees in TGameEvent.Kind: "opened" "started" "stone" … "ended" "settled".
std::string_view journal_kind(const core::Durable& event);

// The row of an event. A settlement's version is the caller's (the one after its game's last); it
// stands in the row alone.
db::LogRow journal_row(const core::Durable& event, std::int64_t settled_version = 0);

// Any row whatever: the event, or what is wrong with the row. Never throws. The row's columns and
// its payload must agree.
std::expected<core::Durable, std::string> decode_row(const db::LogRow& row);

// What happened in an ended game, in order: its payloads as TGameBase.Events keeps them, as far as
// they can be read. Never throws.
std::vector<GameEventBody> event_bodies(const std::string& events);

// Keeps the payloads of every running game, for the one row that remains of it.
class Journal {
 public:
  // What must be committed for an output, in order. `core` is the one that gave it, asked for
  // closed_game() of what has ended.
  std::vector<db::Record> records(const core::Output& output, const core::Core& core);

  // Recovery: decodes a row of a running game and keeps its payload.
  std::expected<core::Durable, std::string> restore(const db::LogRow& row);

  // For Store::commit: the payload of the row that it appends for a settlement.
  static std::string settled_payload(const Settlement& settlement, std::int64_t at_ms);

  std::size_t games() const { return running_.size(); }

 private:
  struct Running {
    std::string payloads;  // joined by commas
    std::int64_t version = 0;
  };
  void keep(const db::LogRow& row);
  db::CloseGame close(core::Id game, const core::Core& core);

  std::map<core::Id, Running> running_;
};

}  // namespace tianyuan::shell
