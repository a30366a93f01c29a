#pragma once

// The commands of tianyuan-admin. Each declares its arguments on the command line and leaves in the
// desk what is to be run once everything has been parsed.

#include <CLI/CLI.hpp>
#include <expected>
#include <functional>
#include <memory>
#include <string>

#include "db/operations.h"
#include "server/admin/output.h"

namespace tianyuan::admin {

struct Desk {
  std::string database = "var/tianyuan.db";
  std::string who;  // stands in the audit log
  bool json = false;
  std::function<db::Result<Report>(Desk&)> run;

  db::Result<std::unique_ptr<db::Operations>> operations() const {
    return db::Operations::open(database, who);
  }
  db::Result<std::unique_ptr<db::Store>> reader() const;
};

void add_people_commands(CLI::App& app, Desk& desk);
void add_room_commands(CLI::App& app, Desk& desk);
void add_data_commands(CLI::App& app, Desk& desk);

// A command whose options may stand before or after its words.
CLI::App* add_command(CLI::App& parent, const std::string& name, const std::string& help);

// The common shape: open, do one thing, say it.
using Act = std::function<db::Result<Report>(db::Operations&)>;
db::Result<Report> with_operations(const Desk& desk, const Act& act);
using Look = std::function<db::Result<Report>(db::Store&)>;
db::Result<Report> with_reader(const Desk& desk, const Look& look);

Report said(const std::string& sentence, Json json);

}  // namespace tianyuan::admin
