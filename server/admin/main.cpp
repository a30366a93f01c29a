// tianyuan-admin: for the people who run a hall. Works through the database, with the server up or
// down. Exit codes: 0 done, 1 not done (said on standard error), 2 a mistake on the command line.

#include <pwd.h>
#include <sodium.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>

#include "server/admin/commands.h"

namespace tianyuan::admin {

db::Result<std::unique_ptr<db::Store>> Desk::reader() const {
  db::OpenOptions options;
  options.path = database;
  options.read_only = true;
  options.busy_timeout_ms = db::kOperatorBusyTimeoutMs;
  return db::Store::open(options);
}

CLI::App* add_command(CLI::App& parent, const std::string& name, const std::string& help) {
  CLI::App* command = parent.add_subcommand(name, help);
  command->fallthrough();
  return command;
}

db::Result<Report> with_operations(const Desk& desk, const Act& act) {
  auto operations = desk.operations();
  if (!operations) return std::unexpected(operations.error());
  return act(**operations);
}

db::Result<Report> with_reader(const Desk& desk, const Look& look) {
  auto reader = desk.reader();
  if (!reader) return std::unexpected(reader.error());
  return look(**reader);
}

Report said(const std::string& sentence, Json json) {
  return {std::move(json), printable(sentence) + "\n"};
}

}  // namespace tianyuan::admin

namespace {

using namespace tianyuan;
using namespace tianyuan::admin;

std::string own_name() {
  if (const char* behind_sudo = std::getenv("SUDO_USER"))
    return std::string("admin:") + behind_sudo;
  const passwd* entry = ::getpwuid(::getuid());
  return "admin:" + (entry != nullptr ? std::string(entry->pw_name) : std::to_string(::getuid()));
}

int answer(const Desk& desk, const db::Result<Report>& report) {
  if (report) {
    std::cout << (desk.json ? report->json.dump() + "\n" : report->text) << std::flush;
    return std::cout ? 0 : 1;
  }
  const db::Error& error = report.error();
  if (desk.json) {
    const Json json = {
        {"error", {{"failure", admin::to_string(error.failure)}, {"message", error.message}}}};
    std::cerr << json.dump(-1, ' ', false, Json::error_handler_t::replace) << "\n";
  } else {
    std::cerr << "tianyuan-admin: " << printable(error.message) << "\n";
  }
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (sodium_init() < 0) {
    std::cerr << "tianyuan-admin: libsodium cannot start\n";
    return 1;
  }
  Desk desk;
  desk.who = own_name();
  CLI::App app("tianyuan-admin: looks after a hall through its database, server up or down",
               "tianyuan-admin");
  app.require_subcommand(1);
  app.fallthrough();
  app.add_option("--database", desk.database, "the hall's database")
      ->envname("TIANYUAN_DATABASE")
      ->capture_default_str();
  app.add_flag("--json", desk.json, "answer one line of JSON");
  app.add_option("--who", desk.who, "the name that the audit log gets")->capture_default_str();
  add_people_commands(app, desk);
  add_room_commands(app, desk);
  add_data_commands(app, desk);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& mistake) {
    app.exit(mistake, std::cout, std::cerr);
    return 2;
  }
  return answer(desk, desk.run(desk));
}
