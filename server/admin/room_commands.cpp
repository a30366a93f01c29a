// Rooms and settings.

#include "server/admin/commands.h"

namespace tianyuan::admin {
namespace {

struct Args {
  db::Id room = 0;
  std::string column, value, name, kind, rule, key;
  std::int64_t number = 0;
  std::vector<std::string> cells;
};

Report list_rooms(const std::vector<db::Room>& rooms) {
  Table table({"id", "name", "kind", "rule", "enforcement", "time control", "win", "loss", "draw",
               "RunPublish", "stake", "state"});
  Json rows = Json::array();
  for (const auto& room : rooms) {
    const std::string state =
        std::string(room.open ? "open" : "closed") + (room.is_default ? ", default" : "");
    table.add({std::to_string(room.id), room.name, room.kind, room.rule, room.enforcement,
               room.time_control, std::to_string(room.points.win), std::to_string(room.points.loss),
               std::to_string(room.points.draw), std::to_string(room.points.run_publish),
               std::to_string(room.stake), state});
    rows.push_back({{"id", room.id},
                    {"name", room.name},
                    {"kind", room.kind},
                    {"rule", room.rule},
                    {"enforcement", room.enforcement},
                    {"time_control", room.time_control},
                    {"win_points", room.points.win},
                    {"loss_points", room.points.loss},
                    {"draw_points", room.points.draw},
                    {"run_publish", room.points.run_publish},
                    {"stake", room.stake},
                    {"open", room.open},
                    {"default", room.is_default}});
  }
  return {{{"rooms", rows}}, table.text()};
}

Report show_room(const std::vector<db::Cell>& cells) {
  Table table({"column", "value"});
  Json json = Json::object();
  for (const auto& cell : cells) {
    table.add({cell.column, cell.value.value_or("NULL")});
    json[cell.column] = cell.value ? Json(*cell.value) : Json();
  }
  return {{{"room", json}}, table.text()};
}

std::optional<std::string> to_value(const std::string& typed) {
  if (typed == "NULL" || typed == "null") return std::nullopt;
  return typed;
}

db::Result<Report> set_room(db::Operations& operations, db::Id room, const std::string& column,
                            const std::string& value) {
  if (auto done = operations.set_room(room, column, to_value(value)); !done) {
    return std::unexpected(done.error());
  }
  return said("room " + std::to_string(room) + ": " + column + " = " + value,
              {{"room", room}, {"column", column}, {"value", value}});
}

db::Result<Report> add_room(db::Operations& operations, const Args& args) {
  std::vector<db::Cell> cells{{"Name", args.name}, {"Kind", args.kind}, {"OpeningRule", args.rule}};
  for (const std::string& cell : args.cells) {
    const auto equals = cell.find('=');
    if (equals == std::string::npos) {
      return std::unexpected(db::Error{db::Failure::refused, "expected Column=Value, not " + cell});
    }
    cells.push_back({cell.substr(0, equals), to_value(cell.substr(equals + 1))});
  }
  const auto room = operations.add_room(cells);
  if (!room) return std::unexpected(room.error());
  return said("room " + std::to_string(*room) + " added: " + args.name, {{"room", *room}});
}

CLI::App* add_room_command(CLI::App& group, Desk& desk, const std::string& name,
                           const std::string& help, const std::shared_ptr<Args>& args,
                           std::function<db::Result<Report>(db::Operations&, const Args&)> act) {
  CLI::App* command = add_command(group, name, help);
  command->callback([&desk, args, act] {
    desk.run = [args, act](Desk& at) {
      return with_operations(at,
                             [&](db::Operations& operations) { return act(operations, *args); });
    };
  });
  return command;
}

void add_room_group(CLI::App& app, Desk& desk) {
  CLI::App* group = add_command(app, "room", "look at, change, add, close or delete a room");
  group->require_subcommand(1);
  const auto with_id = [](CLI::App* command, const std::shared_ptr<Args>& args) {
    command->add_option("room", args->room, "its RoomId")->required();
    return command;
  };
  auto args = std::make_shared<Args>();
  with_id(add_room_command(*group, desk, "show", "every column", args,
                           [](db::Operations& operations, const Args& given) -> db::Result<Report> {
                             const auto cells = operations.room(given.room);
                             if (!cells) return std::unexpected(cells.error());
                             return show_room(*cells);
                           }),
          args);
  args = std::make_shared<Args>();
  CLI::App* set = with_id(
      add_room_command(*group, desk, "set", "change one column: room set 3 RunPublish 20", args,
                       [](db::Operations& operations, const Args& given) {
                         return set_room(operations, given.room, given.column, given.value);
                       }),
      args);
  set->add_option("column", args->column, "as in TGameRoomBase, in any case")->required();
  set->add_option("value", args->value, "the new value, or NULL")->required();
  for (const auto& [name, help, value] : {std::tuple("close", "games run on, none begins", "0"),
                                          std::tuple("open", "open again", "1")}) {
    args = std::make_shared<Args>();
    with_id(
        add_room_command(*group, desk, name, help, args,
                         [to = std::string(value)](db::Operations& operations, const Args& given) {
                           return set_room(operations, given.room, "Open", to);
                         }),
        args);
  }
  args = std::make_shared<Args>();
  with_id(
      add_room_command(
          *group, desk, "delete", "its games end as they would have", args,
          [](db::Operations& operations, const Args& given) -> db::Result<Report> {
            if (auto done = operations.delete_room(given.room); !done) {
              return std::unexpected(done.error());
            }
            return said("room " + std::to_string(given.room) + " deleted", {{"room", given.room}});
          }),
      args);
  args = std::make_shared<Args>();
  CLI::App* add = add_room_command(*group, desk, "add", "a new room, open at once", args, add_room);
  add->add_option("name", args->name)->required();
  add->add_option("kind", args->kind, "casual, national or professional")->required();
  add->add_option("rule", args->rule, "its OpeningRule, such as renju")->required();
  add->add_option("columns", args->cells, "further columns as Column=Value");
}

Report list_settings(const std::vector<db::Setting>& settings) {
  Table table({"key", "value", "from", "to", "what it is"});
  Json rows = Json::array();
  for (const auto& setting : settings) {
    table.add({setting.key, std::to_string(setting.value), std::to_string(setting.minimum),
               std::to_string(setting.maximum), setting.description});
    rows.push_back({{"key", setting.key},
                    {"value", setting.value},
                    {"minimum", setting.minimum},
                    {"maximum", setting.maximum},
                    {"description", setting.description}});
  }
  return {{{"settings", rows}}, table.text()};
}

void add_setting_commands(CLI::App& app, Desk& desk) {
  auto none = std::make_shared<Args>();
  add_room_command(app, desk, "settings", "settings of the whole hall", none,
                   [](db::Operations& operations, const Args&) -> db::Result<Report> {
                     const auto settings = operations.settings();
                     if (!settings) return std::unexpected(settings.error());
                     return list_settings(*settings);
                   });
  CLI::App* group = add_command(app, "setting", "change a setting");
  group->require_subcommand(1);
  auto args = std::make_shared<Args>();
  CLI::App* set =
      add_room_command(*group, desk, "set", "setting set PairGamesPerDay 7", args,
                       [](db::Operations& operations, const Args& given) -> db::Result<Report> {
                         if (auto done = operations.set_setting(given.key, given.number); !done) {
                           return std::unexpected(done.error());
                         }
                         return said(given.key + " = " + std::to_string(given.number),
                                     {{"key", given.key}, {"value", given.number}});
                       });
  set->add_option("key", args->key)->required();
  set->add_option("value", args->number)->required();
}

}  // namespace

void add_room_commands(CLI::App& app, Desk& desk) {
  CLI::App* rooms = add_command(app, "rooms", "all rooms");
  rooms->callback([&desk] {
    desk.run = [](Desk& at) {
      return with_reader(at, [](db::Store& store) -> db::Result<Report> {
        const auto found = store.rooms();
        if (!found) return std::unexpected(found.error());
        return list_rooms(*found);
      });
    };
  });
  add_room_group(app, desk);
  add_setting_commands(app, desk);
}

}  // namespace tianyuan::admin
