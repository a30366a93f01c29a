// tianyuan: the console client.

#include <sodium.h>

#include <csignal>
#include <cstdio>
#include <iostream>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "client/console/full_screen.h"
#include "client/console/line_mode.h"
#include "client/console/local_mode.h"
#include "client/console/options.h"
#include "client/console/record_command.h"
#include "client/console/rules_command.h"
#include "client/console/terminal.h"
#include "client/console/text.h"

namespace {

using namespace tianyuan::console;

View view_of(const Options& options, Page page, std::string server) {
  View view;
  view.language = options.client.language;
  view.ascii = options.client.ascii;
  view.page = page;
  view.server = std::move(server);
  return view;
}

int play_locally(const Options& options, bool full_screen) {
  const auto enforcement = tianyuan::parse_enforcement(options.local_enforcement);
  if (tianyuan::find_rule_set(options.local_rule) == nullptr || !enforcement) {
    std::fprintf(stderr, "--rule: no rule set '%s'; there are:", options.local_rule.c_str());
    for (const tianyuan::RuleSet& rule : tianyuan::rule_sets()) {
      std::fprintf(stderr, " %.*s", static_cast<int>(rule.name.size()), rule.name.data());
    }
    std::fprintf(stderr, "\n");
    return kBadArguments;
  }
  const Language language = options.client.language;
  LocalTable table(options.local_rule, *enforcement, language, options.client.ascii);
  if (!full_screen) return run_local_mode(table, std::cin, stdout, language);
  LocalFace face(std::move(table), language);
  return run_full_screen(face, view_of(options, Page::play, {}));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == "rules") {
    const std::vector<std::string> args(argv + 2, argv + argc);
    return run_rules(args, std::cin, std::cout, std::cerr);
  }
  if (argc > 1 && std::string_view(argv[1]) == "record") {
    const std::vector<std::string> args(argv + 2, argv + argc);
    return run_record(args, std::cout, std::cerr);
  }
  auto parsed = parse_options(argc, argv);
  if (const int* status = std::get_if<int>(&parsed)) return *status;
  Options& options = std::get<Options>(parsed);
  if (sodium_init() < 0) {
    std::fprintf(stderr, "no source of randomness\n");
    return kBadArguments;
  }
  std::signal(SIGPIPE, SIG_IGN);  // a reader that has gone is seen at the next write

  const bool full_screen = !options.line_mode && Terminal::usable();
  if (options.local) return play_locally(options, full_screen);
  if (!options.token_file.empty()) options.client.token = read_token(options.token_file);
  SessionLoop session(
      options.url, options.client,
      {options.token_file, options.connect_timeout_ms, options.reconnect_timeout_ms},
      system_chance());
  if (options.one_shot) return run_one_shot(session, *options.one_shot, stdout);
  if (!full_screen) return run_line_mode(session, {0, stdout, options.exit_on_eof});
  NetworkFace face(session);
  const int status = run_full_screen(face, view_of(options, Page::rooms, options.client.server));
  if (session.gave_up()) {
    const std::string why = text(options.client.language, Key::gave_up,
                                 {options.client.server, session.last_failure()});
    std::fprintf(stderr, "%s\n", why.c_str());
  }
  return status;
}
