#include "client/console/local_mode.h"

#include <string>

#include "client/console/hall_notices.h"
#include "client/console/line_mode.h"

namespace tianyuan::console {
namespace {

void print(std::FILE* output, const std::vector<Notice>& notices) {
  for (const Notice& notice : notices) {
    for (const std::string& line : lines_of(notice)) std::fprintf(output, "%s\n", line.c_str());
  }
  std::fflush(output);
}

}  // namespace

int run_local_mode(LocalTable& table, std::istream& input, std::FILE* output, Language language) {
  print(output, table.greeting());
  const Command board{Verb::board, {}, {}};
  for (std::string line; std::getline(input, line);) {
    const auto command = parse_command(line);
    if (!command) continue;
    if (!*command) {
      print(output, {tell_refused(language, command->error().word, command->error().detail)});
      continue;
    }
    if ((*command)->verb == Verb::quit) return kDone;
    const bool ran = !table.over();
    print(output, table.perform(**command));
    if (ran && table.over()) print(output, table.perform(board));
  }
  if (!table.over()) print(output, table.perform(board));
  return kDone;
}

}  // namespace tianyuan::console
