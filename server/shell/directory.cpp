#include "server/shell/directory.h"

#include "server/shell/db_rows.h"
#include "server/shell/log.h"

namespace tianyuan::shell {

Directory::Directory(Health& health) : health_(health) {
  const auto ranks = default_ranks();
  ranks_ = std::make_shared<const std::vector<Rank>>(ranks.begin(), ranks.end());
}

std::shared_ptr<const std::vector<Rank>> Directory::ranks() const {
  const std::lock_guard lock(mutex_);
  return ranks_;
}

db::Result<std::optional<core::Command>> Directory::refresh_ranks(
    db::Store& store, std::vector<std::string>& warnings) {
  auto rows = store.ranks();
  if (!rows) return std::unexpected(rows.error());
  if (const auto good = check_ranks(*rows); !good) {
    warnings.push_back("ranks: " + good.error());
    return std::nullopt;
  }
  {
    const std::lock_guard lock(mutex_);
    if (ranks_loaded_ && *rows == *ranks_) return std::nullopt;
    ranks_loaded_ = true;
    ranks_ = std::make_shared<const std::vector<Rank>>(*rows);
  }
  return core::Command(core::command::RanksLoaded{std::move(*rows)});
}

db::Result<std::vector<core::Command>> Directory::refresh_rooms(db::Store& store) {
  std::vector<core::Command> commands;
  std::vector<std::string> warnings;
  const auto rows = store.rooms();
  if (!rows) return std::unexpected(rows.error());
  std::map<core::Id, core::RoomConfig> rooms;
  for (const db::Room& row : *rows) {
    if (auto config = to_config(row)) {
      rooms.emplace(row.id, std::move(*config));
      continue;
    } else {
      warnings.push_back(config.error());
    }
    if (const auto last_good = rooms_.find(row.id); last_good != rooms_.end()) {
      rooms.insert(*last_good);
    }
  }
  auto ranks = refresh_ranks(store, warnings);
  if (!ranks) return std::unexpected(ranks.error());
  if (*ranks) commands.push_back(std::move(**ranks));
  if (rooms != rooms_) {
    rooms_ = std::move(rooms);
    core::command::RoomsLoaded loaded;
    for (const auto& [id, room] : rooms_) loaded.rooms.push_back(room);
    commands.emplace_back(std::move(loaded));
  }
  if (warnings != reported_) {
    for (const std::string& warning : warnings) log_warn("database.row", {{"detail", warning}});
    reported_ = warnings;
  }
  health_.set_warnings("rows", std::move(warnings));
  return commands;
}

std::shared_ptr<const ReservedNames> Directory::reserved_names() const {
  const std::lock_guard lock(mutex_);
  return names_;
}

db::Result<std::vector<core::Command>> Directory::refresh_names(db::Store& store) {
  const auto rows = store.reserved_names();
  if (!rows) return std::unexpected(rows.error());
  auto names = std::make_shared<const ReservedNames>(*rows);
  const std::lock_guard lock(mutex_);
  names_ = std::move(names);
  return std::vector<core::Command>{};
}

db::Result<std::vector<core::Command>> Directory::refresh_users(db::Store& store) {
  std::vector<core::Command> commands;
  const auto changed = store.changed_users();
  if (!changed) return std::unexpected(changed.error());
  for (const db::Id id : *changed) {
    const auto user = store.user_by_id(id);
    if (!user && user.error().failure == db::Failure::not_found) continue;
    if (!user) return std::unexpected(user.error());
    commands.emplace_back(core::command::ProfileChanged{to_profile(*user)});
    if (user->banned || user->deleted) commands.emplace_back(core::command::ClosePlayer{id});
  }
  return commands;
}

db::Result<std::vector<core::Command>> Directory::refresh_announcements(db::Store& store) {
  std::vector<core::Command> commands;
  if (!announced_) {
    const auto newest = store.newest_announcement();
    if (!newest) return std::unexpected(newest.error());
    announced_ = *newest;
    return commands;
  }
  auto announcements = store.announcements_since(*announced_);
  if (!announcements) return std::unexpected(announcements.error());
  for (db::Announcement& one : *announcements) {
    announced_ = one.id;
    log_info("announcement", {{"id", one.id}, {"text", one.text}});
    commands.emplace_back(core::command::Announce{std::move(one.text)});
  }
  return commands;
}

db::Result<std::vector<core::Command>> Directory::poll(db::Store& store) {
  const auto version = store.data_version();
  if (!version) return std::unexpected(version.error());
  std::vector<core::Command> commands;
  if (*version == data_version_) return commands;
  for (const auto refresh : {&Directory::refresh_rooms, &Directory::refresh_names,
                             &Directory::refresh_users, &Directory::refresh_announcements}) {
    auto more = (this->*refresh)(store);
    if (!more) return std::unexpected(more.error());
    std::move(more->begin(), more->end(), std::back_inserter(commands));
  }
  // Only now: a read that failed is tried again at the next poll.
  data_version_ = *version;
  return commands;
}

}  // namespace tianyuan::shell
