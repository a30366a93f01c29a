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

#include "client/console/line_mode.h"
#include "client/console/options.h"
#include "client/console/rules_command.h"

int main(int argc, char** argv) {
  using namespace tianyuan::console;
  if (argc > 1 && std::string_view(argv[1]) == "rules") {
    const std::vector<std::string> args(argv + 2, argv + argc);
    return run_rules(args, std::cin, std::cout, std::cerr);
  }
  auto parsed = parse_options(argc, argv);
  if (const int* status = std::get_if<int>(&parsed)) return *status;
  Options& options = std::get<Options>(parsed);
  if (sodium_init() < 0) {
    std::fprintf(stderr, "no source of randomness\n");
    return kBadArguments;
  }
  std::signal(SIGPIPE, SIG_IGN);  // a reader that has gone is seen at the next write

  if (!options.token_file.empty()) options.client.token = read_token(options.token_file);
  SessionLoop session(options.url, std::move(options.client),
                      {options.token_file, options.connect_timeout_ms}, system_chance());
  if (options.one_shot) return run_one_shot(session, *options.one_shot, stdout);
  return run_line_mode(session, {0, stdout, options.exit_on_eof});
}
