// Games, announcements, the audit log, backups and the checkup.

#include "server/admin/commands.h"

namespace tianyuan::admin {
namespace {

struct Args {
  std::string user, text, file;
  db::Id game = 0;
  int page = 1, size = 20, newest = 50;
};

std::string outcome_of(const db::GameSummary& game) {
  if (!game.result) return "running";
  std::string words(tianyuan::to_string(game.result->outcome));
  if (game.result->winner) words += " of " + game.names[index(*game.result->winner)];
  if (!game.result->winner && game.result->loser) {
    words += " of " + game.names[index(*game.result->loser)];
  }
  return words + " (" + std::string(tianyuan::to_string(game.result->reason)) + ")";
}

Json to_json(const db::GameSummary& game) {
  Json json = {{"game", game.game},
               {"room", game.room},
               {"kind", game.kind},
               {"rule", game.rule},
               {"started_at", utc(game.started_at_ms)},
               {"ended_at", game.ended_at_ms ? Json(utc(*game.ended_at_ms)) : Json()},
               {"users", game.users},
               {"names", game.names}};
  if (game.result) {
    json["outcome"] = tianyuan::to_string(game.result->outcome);
    json["reason"] = tianyuan::to_string(game.result->reason);
    json["winner"] = game.result->winner ? Json(tianyuan::to_string(*game.result->winner)) : Json();
    json["loser"] = game.result->loser ? Json(tianyuan::to_string(*game.result->loser)) : Json();
    json["black"] = tianyuan::to_string(game.black);
    json["score_changes"] = game.score_changes;
    json["moves"] = game.moves;
    json["opening"] = game.opening;
  }
  return json;
}

Report list_games(const db::GamesPage& page) {
  Table table({"game", "room", "rule", "started", "first", "second", "result", "score"});
  Json rows = Json::array();
  for (const auto& game : page.games) {
    const std::string score = game.result ? std::to_string(game.score_changes[0]) + " / " +
                                                std::to_string(game.score_changes[1])
                                          : "";
    table.add({std::to_string(game.game), std::to_string(game.room), game.rule,
               utc(game.started_at_ms), game.names[0], game.names[1], outcome_of(game), score});
    rows.push_back(to_json(game));
  }
  const std::string foot =
      "page " + std::to_string(page.page) + " of " + std::to_string(page.pages) + "\n";
  return {{{"page", page.page}, {"pages", page.pages}, {"games", rows}}, table.text() + foot};
}

Report show_game(const db::GameSummary& game) {
  Table table({"what", "value"});
  table.add({"game", std::to_string(game.game)});
  table.add({"room", std::to_string(game.room) + " (" + game.kind + ", " + game.rule + ")"});
  table.add({"first", game.names[0] + " (#" + std::to_string(game.users[0]) + ")"});
  table.add({"second", game.names[1] + " (#" + std::to_string(game.users[1]) + ")"});
  table.add({"started", utc(game.started_at_ms)});
  if (game.ended_at_ms) table.add({"ended", utc(*game.ended_at_ms)});
  table.add({"result", outcome_of(game)});
  if (game.result) {
    table.add({"score", std::to_string(game.score_changes[0]) + " / " +
                            std::to_string(game.score_changes[1])});
    table.add({"black", game.names[index(game.black)]});
    if (!game.opening.empty()) table.add({"opening", game.opening});
    table.add({"moves", game.moves});
  }
  return {to_json(game), table.text()};
}

db::Result<Report> games(const Desk& desk, const Args& args) {
  db::Id user = 0;
  if (!args.user.empty()) {
    auto operations = desk.operations();
    if (!operations) return std::unexpected(operations.error());
    const auto found = (*operations)->find_user(args.user);
    if (!found) return std::unexpected(found.error());
    user = *found;
  }
  return with_reader(desk, [&](db::Store& store) -> db::Result<Report> {
    const auto page = store.games_of(user, args.page, args.size);
    if (!page) return std::unexpected(page.error());
    return list_games(*page);
  });
}

db::Result<Report> audit(db::Operations& operations, const Args& args) {
  std::optional<db::Id> user;
  if (!args.user.empty()) {
    const auto found = operations.find_user(args.user);
    if (!found) return std::unexpected(found.error());
    user = *found;
  }
  const auto entries = operations.audit(user, args.newest);
  if (!entries) return std::unexpected(entries.error());
  Table table({"at", "who", "action", "table", "row", "before", "after", "note"});
  Json rows = Json::array();
  const auto parsed = [](const std::string& text) {
    return text.empty() ? Json() : Json::parse(text, nullptr, false);
  };
  for (const auto& entry : *entries) {
    table.add({utc(entry.at_ms), entry.who, entry.action, entry.table, entry.row, entry.old_values,
               entry.new_values, entry.note});
    rows.push_back({{"id", entry.id},
                    {"at", utc(entry.at_ms)},
                    {"who", entry.who},
                    {"action", entry.action},
                    {"table", entry.table},
                    {"row", entry.row},
                    {"before", parsed(entry.old_values)},
                    {"after", parsed(entry.new_values)},
                    {"note", entry.note}});
  }
  return Report{{{"entries", rows}}, table.text()};
}

db::Result<Report> check(db::Operations& operations) {
  const auto found = operations.check();
  if (!found) return std::unexpected(found.error());
  if (!found->damage.empty()) {
    return std::unexpected(db::Error{db::Failure::damaged, "damaged: " + found->damage.front()});
  }
  if (found->ledger_difference != 0) {
    return std::unexpected(db::Error{
        db::Failure::damaged,
        "scores or coins differ from the ledger by " + std::to_string(found->ledger_difference)});
  }
  Table table({"what", "value"});
  table.add({"file", "sound"});
  table.add({"scores and coins", "equal to the ledger"});
  table.add({"accounts", std::to_string(found->accounts)});
  table.add({"games", std::to_string(found->games)});
  table.add({"running", std::to_string(found->running)});
  table.add({"log rows", std::to_string(found->log_rows)});
  table.add({"bytes", std::to_string(found->bytes)});
  return Report{{{"sound", true},
                 {"ledger_difference", 0},
                 {"accounts", found->accounts},
                 {"games", found->games},
                 {"running", found->running},
                 {"log_rows", found->log_rows},
                 {"bytes", found->bytes}},
                table.text()};
}

void add_games(CLI::App& app, Desk& desk) {
  auto listed = std::make_shared<Args>();
  CLI::App* command = add_command(app, "games", "games, newest first");
  command->add_option("--user", listed->user, "only his: a name, or #id");
  command->add_option("--page", listed->page)->check(CLI::Range(1, 1'000'000));
  command->add_option("--size", listed->size, "games a page")->check(CLI::Range(1, 1'000));
  command->callback(
      [&desk, listed] { desk.run = [listed](Desk& at) { return games(at, *listed); }; });
  auto one = std::make_shared<Args>();
  command = add_command(app, "game", "one game with its moves");
  command->add_option("game", one->game)->required();
  command->callback([&desk, one] {
    desk.run = [one](Desk& at) {
      return with_reader(at, [&](db::Store& store) -> db::Result<Report> {
        const auto game = store.game(one->game);
        if (!game) return std::unexpected(game.error());
        return show_game(*game);
      });
    };
  });
}

void add_backups(CLI::App& app, Desk& desk) {
  auto saved = std::make_shared<Args>();
  CLI::App* command = add_command(app, "backup", "a copy, taken while the server runs");
  command->add_option("file", saved->file, "must not exist")->required();
  command->callback([&desk, saved] {
    desk.run = [saved](Desk& at) {
      return with_operations(at, [&](db::Operations& operations) -> db::Result<Report> {
        if (auto done = operations.backup_to(saved->file); !done) {
          return std::unexpected(done.error());
        }
        return said("backup written: " + saved->file, {{"file", saved->file}});
      });
    };
  });
  auto source = std::make_shared<Args>();
  command =
      add_command(app, "restore", "put a backup in the database's place; stop the server first");
  command->add_option("file", source->file, "the backup")->required();
  command->callback([&desk, source] {
    desk.run = [source](Desk& at) -> db::Result<Report> {
      const auto kept = db::restore(at.database, source->file, at.who);
      if (!kept) return std::unexpected(kept.error());
      std::string sentence = "restored from " + source->file;
      if (!kept->empty()) sentence += "; what was there is kept as " + *kept;
      return said(sentence, {{"file", source->file}, {"kept", *kept}});
    };
  });
}

}  // namespace

void add_data_commands(CLI::App& app, Desk& desk) {
  add_games(app, desk);
  auto announcement = std::make_shared<Args>();
  CLI::App* command = add_command(app, "announce", "say something to everybody in the hall");
  command->add_option("text", announcement->text, "1 to 500 characters")->required();
  command->callback([&desk, announcement] {
    desk.run = [announcement](Desk& at) {
      return with_operations(at, [&](db::Operations& operations) -> db::Result<Report> {
        const auto id = operations.announce(announcement->text);
        if (!id) return std::unexpected(id.error());
        return said("announced", {{"announcement", *id}});
      });
    };
  });
  auto audited = std::make_shared<Args>();
  command = add_command(app, "audit", "who changed what, newest first");
  command->add_option("--user", audited->user, "only about him: a name, or #id");
  command->add_option("--newest", audited->newest, "how many")->check(CLI::Range(1, 10'000));
  command->callback([&desk, audited] {
    desk.run = [audited](Desk& at) {
      return with_operations(
          at, [&](db::Operations& operations) { return audit(operations, *audited); });
    };
  });
  command = add_command(app, "check", "is the file sound, do scores and coins equal the ledger");
  command->callback([&desk] { desk.run = [](Desk& at) { return with_operations(at, check); }; });
  add_backups(app, desk);
}

}  // namespace tianyuan::admin
