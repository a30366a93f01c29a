// Players, what is allowed to them, their passwords and their points.

#include <iostream>

#include "server/admin/commands.h"
#include "server/admin/password.h"

namespace tianyuan::admin {
namespace {

struct Args {  // of one command; lives as long as its callback
  std::string user, reason, role, kind, find;
  std::int64_t amount = 0;
  int page = 1, size = 20;
  bool only_muted = false, only_banned = false, no_guests = false, from_input = false;
};
using Shared = std::shared_ptr<Args>;

std::string flags_of(const db::PlayerRow& row) {
  std::string flags;
  for (const auto& [on, word] :
       {std::pair(row.guest, "guest"), std::pair(row.muted, "muted"),
        std::pair(row.banned, "banned"), std::pair(row.deleted, "deleted")}) {
    if (on) flags += (flags.empty() ? "" : " ") + std::string(word);
  }
  return flags;
}

Report list_players(const db::PlayersPage& page) {
  Table table({"id", "name", "score", "coins", "games", "escapes", "flags", "roles", "since"});
  Json rows = Json::array();
  for (const auto& row : page.players) {
    table.add({std::to_string(row.id), row.name, std::to_string(row.score),
               std::to_string(row.coins), std::to_string(row.games), std::to_string(row.escapes),
               flags_of(row), row.roles, utc(row.created_at_ms)});
    rows.push_back({{"id", row.id},
                    {"name", row.name},
                    {"score", row.score},
                    {"coins", row.coins},
                    {"games", row.games},
                    {"escapes", row.escapes},
                    {"guest", row.guest},
                    {"muted", row.muted},
                    {"banned", row.banned},
                    {"deleted", row.deleted},
                    {"roles", row.roles},
                    {"created_at", utc(row.created_at_ms)}});
  }
  const std::string foot =
      "page " + std::to_string(page.page) + " of " + std::to_string(page.pages) + "\n";
  return {{{"page", page.page}, {"pages", page.pages}, {"players", rows}}, table.text() + foot};
}

db::Result<Report> show_player(const Desk& desk, const std::string& whom) {
  auto operations = desk.operations();
  if (!operations) return std::unexpected(operations.error());
  const auto id = (*operations)->find_user(whom);
  if (!id) return std::unexpected(id.error());
  return with_reader(desk, [&](db::Store& store) -> db::Result<Report> {
    const auto user = store.user_by_id(*id);
    if (!user) return std::unexpected(user.error());
    const auto ranks = store.ranks();
    if (!ranks) return std::unexpected(ranks.error());
    const Rank& rank = rank_of(user->score_in_all, *ranks);
    Json kinds = Json::object();
    Table table({"what", "value"});
    table.add({"id", std::to_string(user->id)});
    table.add({"name", user->name});
    table.add({"rank", rank.name + " (" + rank.name_en + ")"});
    table.add({"score in all", std::to_string(user->score_in_all)});
    for (const auto& [kind, score] : user->score_by_kind) {
      table.add({"score in " + kind, std::to_string(score)});
      kinds[kind] = score;
    }
    table.add({"coins", std::to_string(user->coins)});
    table.add({"counted games", std::to_string(user->finished)});
    table.add({"won, lost, drawn", std::to_string(user->wins) + ", " +
                                       std::to_string(user->losses) + ", " +
                                       std::to_string(user->draws)});
    table.add({"escapes", std::to_string(user->escapes)});
    for (const auto& [on, word] :
         {std::pair(user->guest, "guest"), std::pair(user->muted, "muted"),
          std::pair(user->banned, "banned"), std::pair(user->deleted, "deleted")}) {
      if (on) table.add({word, "yes"});
    }
    if (!user->roles.empty()) table.add({"roles", user->roles});
    return Report{{{"id", user->id},
                   {"name", user->name},
                   {"rank", rank.name},
                   {"rank_en", rank.name_en},
                   {"score_in_all", user->score_in_all},
                   {"score_by_kind", kinds},
                   {"coins", user->coins},
                   {"games", user->finished},
                   {"wins", user->wins},
                   {"losses", user->losses},
                   {"draws", user->draws},
                   {"escapes", user->escapes},
                   {"guest", user->guest},
                   {"muted", user->muted},
                   {"banned", user->banned},
                   {"deleted", user->deleted},
                   {"roles", user->roles}},
                  table.text()};
  });
}

db::Result<Report> show_ladder(db::Store& store, const Args& args) {
  const auto page = store.ladder_page(args.kind, args.page, args.size);
  if (!page) return std::unexpected(page.error());
  const auto ranks = store.ranks();
  if (!ranks) return std::unexpected(ranks.error());
  Table table({"place", "id", "name", "score", "rank", "games", "won", "lost", "drawn", "escapes"});
  Json rows = Json::array();
  for (const auto& entry : page->entries) {
    const Rank& rank = rank_of(entry.score, *ranks);
    table.add({std::to_string(entry.place), std::to_string(entry.user), entry.name,
               std::to_string(entry.score), rank.name, std::to_string(entry.games),
               std::to_string(entry.wins), std::to_string(entry.losses),
               std::to_string(entry.draws), std::to_string(entry.escapes)});
    rows.push_back({{"place", entry.place},
                    {"id", entry.user},
                    {"name", entry.name},
                    {"score", entry.score},
                    {"rank", rank.name},
                    {"games", entry.games},
                    {"wins", entry.wins},
                    {"losses", entry.losses},
                    {"draws", entry.draws},
                    {"escapes", entry.escapes}});
  }
  const std::string foot = "page " + std::to_string(page->page) + " of " +
                           std::to_string(page->pages) + ", " + std::to_string(page->players) +
                           " players\n";
  return Report{{{"kind", args.kind.empty() ? "all" : args.kind},
                 {"page", page->page},
                 {"pages", page->pages},
                 {"players", page->players},
                 {"entries", rows}},
                table.text() + foot};
}

// Finds the user, does `act`, says `sentence` with his id.
using UserAct = std::function<db::Result<void>(db::Operations&, db::Id)>;
db::Result<Report> to_user(const Desk& desk, const std::string& whom, const std::string& done,
                           const UserAct& act) {
  return with_operations(desk, [&](db::Operations& operations) -> db::Result<Report> {
    const auto user = operations.find_user(whom);
    if (!user) return std::unexpected(user.error());
    if (auto ended = act(operations, *user); !ended) return std::unexpected(ended.error());
    return said(whom + " (#" + std::to_string(*user) + "): " + done,
                {{"user", *user}, {"done", done}});
  });
}

db::Result<Report> reset_password(const Desk& desk, const Args& args) {
  std::string password = random_password();
  if (args.from_input && !std::getline(std::cin, password)) password.clear();
  const auto hash = hash_password(password);
  if (!hash) return std::unexpected(db::Error{db::Failure::refused, hash.error()});
  auto report = to_user(desk, args.user, "password reset, signed out everywhere",
                        [&](db::Operations& operations, db::Id user) {
                          return operations.reset_password(user, *hash);
                        });
  if (report && !args.from_input) {
    report->json["password"] = password;
    report->text += "new password: " + password + "\n";
  }
  return report;
}

void add_flag_command(CLI::App& app, Desk& desk, const std::string& name, const std::string& help,
                      db::UserFlag flag, bool on, const std::string& done) {
  auto args = std::make_shared<Args>();
  CLI::App* command = add_command(app, name, help);
  command->add_option("user", args->user, "a name, or #id")->required();
  command->add_option("--reason", args->reason, "stands in the audit log");
  command->callback([&desk, args, flag, on, done] {
    desk.run = [args, flag, on, done](Desk& at) {
      return to_user(at, args->user, done, [&](db::Operations& operations, db::Id user) {
        return operations.set_flag(user, flag, on, args->reason);
      });
    };
  });
}

void add_correction(CLI::App& app, Desk& desk, const std::string& currency) {
  auto args = std::make_shared<Args>();
  CLI::App* group = add_command(app, currency, "correct somebody's " + currency);
  group->require_subcommand(1);
  CLI::App* command = add_command(*group, "correct", "add AMOUNT (may be negative) to the ledger");
  command->add_option("user", args->user, "a name, or #id")->required();
  command->add_option("amount", args->amount, "what to add")->required();
  command->add_option("--reason", args->reason, "why; stands in the ledger")->required();
  command->callback([&desk, args, currency] {
    desk.run = [args, currency](Desk& at) {
      const std::string done =
          currency + (args->amount < 0 ? " " : " +") + std::to_string(args->amount);
      return to_user(at, args->user, done, [&](db::Operations& operations, db::Id user) {
        return operations.correct(user, currency, args->amount, args->reason);
      });
    };
  });
}

void add_role_command(CLI::App& group, Desk& desk, const std::string& name, bool has) {
  auto args = std::make_shared<Args>();
  CLI::App* command = add_command(group, name, has ? "give a role" : "take a role away");
  command->add_option("user", args->user, "a name, or #id")->required();
  command->add_option("role", args->role, "such as referee")->required();
  command->callback([&desk, args, has] {
    desk.run = [args, has](Desk& at) {
      return to_user(at, args->user, (has ? "is now " : "is no longer ") + args->role,
                     [&](db::Operations& operations, db::Id user) {
                       return operations.set_role(user, args->role, has);
                     });
    };
  });
}

void add_lists(CLI::App& app, Desk& desk) {
  auto ladder = std::make_shared<Args>();
  CLI::App* command = add_command(app, "ladder", "the ladder of a kind of room, or of all");
  command->add_option("--kind", ladder->kind, "casual, national or professional; all without it")
      ->check(CLI::IsMember({"casual", "national", "professional"}));
  command->add_option("--page", ladder->page)->check(CLI::Range(1, 1'000'000));
  command->add_option("--size", ladder->size, "players a page")->check(CLI::Range(1, 1'000));
  command->callback([&desk, ladder] {
    desk.run = [ladder](Desk& at) {
      return with_reader(at, [&](db::Store& store) { return show_ladder(store, *ladder); });
    };
  });

  auto players = std::make_shared<Args>();
  command = add_command(app, "players", "accounts, oldest first");
  command->add_option("--find", players->find, "only names that contain this");
  command->add_flag("--muted", players->only_muted, "only the muted");
  command->add_flag("--banned", players->only_banned, "only the banned");
  command->add_flag("--no-guests", players->no_guests);
  command->add_option("--page", players->page)->check(CLI::Range(1, 1'000'000));
  command->add_option("--size", players->size, "players a page")->check(CLI::Range(1, 1'000));
  command->callback([&desk, players] {
    desk.run = [players](Desk& at) {
      return with_operations(at, [&](db::Operations& operations) -> db::Result<Report> {
        const db::PlayerFilter filter{players->find, players->only_muted, players->only_banned,
                                      !players->no_guests};
        const auto page = operations.players(filter, players->page, players->size);
        if (!page) return std::unexpected(page.error());
        return list_players(*page);
      });
    };
  });

  auto player = std::make_shared<Args>();
  command = add_command(app, "player", "one account");
  command->add_option("user", player->user, "a name, or #id")->required();
  command->callback(
      [&desk, player] { desk.run = [player](Desk& at) { return show_player(at, player->user); }; });
}

}  // namespace

void add_people_commands(CLI::App& app, Desk& desk) {
  add_lists(app, desk);
  using enum db::UserFlag;
  add_flag_command(app, desk, "mute", "no chat", muted, true, "muted");
  add_flag_command(app, desk, "unmute", "chat again", muted, false, "may chat again");
  add_flag_command(app, desk, "ban", "may not sign in", banned, true, "banned");
  add_flag_command(app, desk, "unban", "may sign in again", banned, false, "may sign in again");
  auto args = std::make_shared<Args>();
  CLI::App* command = add_command(app, "reset-password", "make a new password and show it once");
  command->add_option("user", args->user, "a name, or #id")->required();
  command->add_flag("--stdin", args->from_input, "take it from the first line of standard input");
  command->callback(
      [&desk, args] { desk.run = [args](Desk& at) { return reset_password(at, *args); }; });
  add_correction(app, desk, "score");
  add_correction(app, desk, "coins");
  CLI::App* roles = add_command(app, "role", "what somebody may do, such as referee");
  roles->require_subcommand(1);
  add_role_command(*roles, desk, "add", true);
  add_role_command(*roles, desk, "remove", false);
}

}  // namespace tianyuan::admin
