#pragma once

// Rooms, ranks, reserved names and people's flags as the database has them, re-read whenever
// somebody else wrote to it. A row that makes no sense is reported and the last good one stays in
// force.
//
// Threads: refresh on the writer's; ranks() and reserved_names() from any.

#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "db/store.h"
#include "server/core/core.h"
#include "server/shell/health.h"
#include "server/shell/reserved_names.h"

namespace tianyuan::shell {

class Directory {
 public:
  explicit Directory(Health& health);

  // Reads rooms and ranks; answers what the core must be told. Also says in `health` what is wrong.
  db::Result<std::vector<core::Command>> refresh_rooms(db::Store& store);
  // The names that nobody may take; nothing for the core.
  db::Result<std::vector<core::Command>> refresh_names(db::Store& store);
  // Users whose flags, names or ledgers were changed by others.
  db::Result<std::vector<core::Command>> refresh_users(db::Store& store);
  // What operators said to all since the last call; the first call only finds the place.
  db::Result<std::vector<core::Command>> refresh_announcements(db::Store& store);

  // All of it, if somebody else wrote since the last call.
  db::Result<std::vector<core::Command>> poll(db::Store& store);

  std::shared_ptr<const std::vector<Rank>> ranks() const;
  std::shared_ptr<const ReservedNames> reserved_names() const;

 private:
  db::Result<std::optional<core::Command>> refresh_ranks(db::Store& store,
                                                         std::vector<std::string>& warnings);

  Health& health_;
  std::int64_t data_version_ = -1;
  std::optional<db::Id> announced_;
  std::map<core::Id, core::RoomConfig> rooms_;  // the last good ones
  std::vector<std::string> reported_;
  mutable std::mutex mutex_;
  bool ranks_loaded_ = false;
  std::shared_ptr<const std::vector<Rank>> ranks_;
  std::shared_ptr<const ReservedNames> names_ = std::make_shared<const ReservedNames>();
};

}  // namespace tianyuan::shell
