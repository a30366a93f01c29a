#include "db/operations.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "db/internal/connection.h"
#include "db/internal/migrate.h"

namespace tianyuan::db {

using soci::into;
using soci::use;

Operations::Operations(std::unique_ptr<Connection> connection, std::string who)
    : connection_(std::move(connection)), who_(std::move(who)) {}

Operations::~Operations() = default;

Result<std::unique_ptr<Operations>> Operations::open(const std::string& path, std::string who) {
  auto connection = open_existing(path);
  if (!connection) return std::unexpected(connection.error());
  (*connection)->set_busy_timeout(kOperatorBusyTimeoutMs);
  const auto version = schema_version(**connection);
  if (!version) return std::unexpected(version.error());
  const int own = migrations().back().version;
  if (*version != own) {
    const auto failure = *version > own ? Failure::newer : Failure::other;
    return std::unexpected(
        Error{failure, path + " has version " + std::to_string(*version) + ", this program " +
                           std::to_string(own) +
                           (*version > own ? "" : "; start its server once, it migrates")});
  }
  auto set =
      (*connection)->script("PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL", "opening");
  if (!set) return std::unexpected(set.error());
  return std::unique_ptr<Operations>(new Operations(std::move(*connection), std::move(who)));
}

// One transaction: the change, with the triggers naming us, and a row that says what was meant.
template <class Body>
auto Operations::act(std::string_view action, std::string_view table, Id row,
                     std::optional<Id> user, std::string_view note, Body&& body) {
  return in_transaction(*connection_, action, [&]() -> std::invoke_result_t<Body> {
    set_actor(connection_->sql(), who_);
    auto answer = body();
    if (!answer) return answer;
    if constexpr (requires { Id(*answer); }) row = *answer;
    const std::string what(action), where(table), words(note), key = std::to_string(row);
    Integer whom = user.value_or(0);
    soci::indicator known = user ? soci::i_ok : soci::i_null;
    connection_->sql() << "INSERT INTO TAuditLog (Who, Action, TableName, RowKey, UserId, Note) "
                          "VALUES (:who, :action, :table, :row, :user, :note)",
        use(who_), use(what), use(where), use(key), use(whom, known), use(words);
    clear_actor(connection_->sql());
    return answer;
  });
}

Result<Id> Operations::find_user(std::string_view name_or_id) {
  return attempt(*connection_, "finding an account", [&]() -> Result<Id> {
    const std::string name(name_or_id);
    Integer id = 0;
    connection_->sql() << "SELECT UserId FROM TUserBase WHERE (Name = :name OR NameKey = :name) "
                          "AND Deleted = 0 AND UserId > 0 ORDER BY Name <> :name LIMIT 1",
        use(name, "name"), into(id);
    if (connection_->sql().got_data()) return id;
    std::string_view digits = name_or_id;
    if (digits.starts_with('#')) digits.remove_prefix(1);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), id);
    if (error == std::errc() && end == digits.data() + digits.size()) {
      Integer there = 0;
      connection_->sql() << "SELECT count(*) FROM TUserBase WHERE UserId = :id AND UserId > 0",
          use(id), into(there);
      if (there == 1) return id;
    }
    return std::unexpected(Error{Failure::not_found, "nobody is called " + name});
  });
}

Result<void> Operations::set_flag(Id user, UserFlag flag, bool on, std::string_view reason) {
  const bool mute = flag == UserFlag::muted;
  const std::string action = std::string(on ? "" : "un") + (mute ? "mute" : "ban");
  return act(action, "TUserBase", user, user, reason, [&]() -> Result<void> {
    const Integer id = user, value = on;
    connection_->sql() << "UPDATE TUserBase SET " << (mute ? "Muted" : "Banned")
                       << " = :value WHERE UserId = :id",
        use(value), use(id);
    return {};
  });
}

Result<void> Operations::set_role(Id user, std::string_view role, bool has) {
  const std::string word(role);
  if (word.empty() ||
      !std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; })) {
    return std::unexpected(Error{Failure::refused, "a role is one word of a-z, such as referee"});
  }
  return act(has ? "role add" : "role remove", "TUserBase", user, user, word,
             [&]() -> Result<void> {
               const Integer id = user;
               std::string roles;
               connection_->sql() << "SELECT Roles FROM TUserBase WHERE UserId = :id", use(id),
                   into(roles);
               std::string kept;
               for (std::size_t at = 0; at < roles.size();) {
                 const std::size_t end = std::min(roles.find(' ', at), roles.size());
                 if (const auto one = roles.substr(at, end - at); one != word)
                   kept += kept.empty() ? one : " " + one;
                 at = end + 1;
               }
               if (has) kept += kept.empty() ? word : " " + word;
               connection_->sql() << "UPDATE TUserBase SET Roles = :roles WHERE UserId = :id",
                   use(kept), use(id);
               return {};
             });
}

Result<void> Operations::reset_password(Id user, std::string_view password_hash) {
  return act("reset-password", "TUserBase", user, user, "", [&]() -> Result<void> {
    const Integer id = user;
    const std::string hash(password_hash);
    Integer guest = 0, deleted = 0;
    connection_->sql() << "SELECT Guest, Deleted FROM TUserBase WHERE UserId = :id", use(id),
        into(guest), into(deleted);
    if (guest != 0 || deleted != 0) {
      return std::unexpected(
          Error{Failure::refused, "a guest or deleted account has no password to reset"});
    }
    connection_->sql() << "UPDATE TUserBase SET PasswordHash = :hash WHERE UserId = :id", use(hash),
        use(id);
    connection_->sql() << "DELETE FROM TUserSession WHERE UserId = :id", use(id);
    return {};
  });
}

Result<void> Operations::correct(Id user, std::string_view currency, std::int64_t amount,
                                 std::string_view reason) {
  const std::string action = std::string(currency) + " correct";
  const std::string note =
      (amount > 0 ? "+" : "") + std::to_string(amount) + ": " + std::string(reason);
  return act(action, "TScoreLedger", user, user, note, [&]() -> Result<void> {
    const Integer id = user, by = amount;
    const std::string kind(currency), why(reason);
    connection_->sql() << "INSERT INTO TScoreLedger (UserId, Currency, Amount, Note, Who) "
                          "VALUES (:user, :currency, :amount, :note, :who)",
        use(id), use(kind), use(by), use(why), use(who_);
    return {};
  });
}

// The table's own spelling, so that a name typed by somebody never becomes part of a statement.
Result<std::string> Operations::column_named(std::string_view column) {
  const std::string typed(column);
  std::string name, all;
  soci::statement columns =
      (connection_->sql().prepare << "SELECT name FROM pragma_table_info('TGameRoomBase')",
       into(name));
  columns.execute();
  std::optional<std::string> found;
  while (columns.fetch()) {
    const bool same = std::equal(
        name.begin(), name.end(), typed.begin(), typed.end(),
        [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); });
    if (same) found = name;
    all += (all.empty() ? "" : ", ") + name;
  }
  if (found) return *found;
  return std::unexpected(
      Error{Failure::not_found, "TGameRoomBase has no column " + typed + "; it has " + all});
}

Result<void> Operations::set_room(Id room, std::string_view column,
                                  std::optional<std::string> value) {
  const std::string note = std::string(column) + " = " + value.value_or("NULL");
  return act("room set", "TGameRoomBase", room, std::nullopt, note, [&]() -> Result<void> {
    const auto name = column_named(column);
    if (!name) return std::unexpected(name.error());
    const Integer id = room;
    std::string bound = value.value_or("");
    soci::indicator there = value ? soci::i_ok : soci::i_null;
    soci::statement update = (connection_->sql().prepare << "UPDATE TGameRoomBase SET " << *name
                                                         << " = :value WHERE RoomId = :id",
                              use(bound, there), use(id));
    update.execute(true);
    if (update.get_affected_rows() == 0) {
      return std::unexpected(Error{Failure::not_found, "no room has id " + std::to_string(room)});
    }
    return {};
  });
}

Result<Id> Operations::add_room(const std::vector<Cell>& cells) {
  return act("room add", "TGameRoomBase", 0, std::nullopt, "", [&]() -> Result<Id> {
    std::string names, places;
    std::vector<std::string> values;
    std::vector<soci::indicator> there;
    for (const Cell& cell : cells) {
      const auto name = column_named(cell.column);
      if (!name) return std::unexpected(name.error());
      names += (names.empty() ? "" : ", ") + *name;
      places += (places.empty() ? ":v" : ", :v") + std::to_string(values.size());
      values.push_back(cell.value.value_or(""));
      there.push_back(cell.value ? soci::i_ok : soci::i_null);
    }
    soci::statement insert(connection_->sql());
    for (std::size_t i = 0; i < values.size(); ++i) insert.exchange(use(values[i], there[i]));
    insert.alloc();
    insert.prepare("INSERT INTO TGameRoomBase (" + names + ") VALUES (" + places + ")");
    insert.define_and_bind();
    insert.execute(true);
    Integer id = 0;
    connection_->sql() << "SELECT last_insert_rowid()", into(id);
    return id;
  });
}

Result<void> Operations::delete_room(Id room) {
  return act("room delete", "TGameRoomBase", room, std::nullopt, "", [&]() -> Result<void> {
    const Integer id = room;
    soci::statement remove =
        (connection_->sql().prepare << "DELETE FROM TGameRoomBase WHERE RoomId = :id", use(id));
    remove.execute(true);
    if (remove.get_affected_rows() == 0) {
      return std::unexpected(Error{Failure::not_found, "no room has id " + std::to_string(room)});
    }
    return {};
  });
}

Result<void> Operations::set_setting(std::string_view key, std::int64_t value) {
  const std::string note = std::string(key) + " = " + std::to_string(value);
  return act("setting set", "TSettingBase", 0, std::nullopt, note, [&]() -> Result<void> {
    const std::string name(key);
    const Integer to = value;
    soci::statement update =
        (connection_->sql().prepare << "UPDATE TSettingBase SET Value = :value WHERE Key = :key",
         use(to), use(name));
    update.execute(true);
    if (update.get_affected_rows() == 0) {
      return std::unexpected(Error{Failure::not_found, "no setting is called " + name});
    }
    return {};
  });
}

Result<Id> Operations::announce(std::string_view text) {
  return act("announce", "TAnnouncement", 0, std::nullopt, "", [&]() -> Result<Id> {
    const std::string words(text);
    connection_->sql() << "INSERT INTO TAnnouncement (Who, Text) VALUES (:who, :text)", use(who_),
        use(words);
    Integer id = 0;
    connection_->sql() << "SELECT max(AnnouncementId) FROM TAnnouncement", into(id);
    return id;
  });
}

Result<void> Operations::backup_to(const std::string& path) {
  if (auto copied = backup(*connection_, path); !copied) return copied;
  return act("backup", "", 0, std::nullopt, path, []() -> Result<void> { return {}; });
}

}  // namespace tianyuan::db
