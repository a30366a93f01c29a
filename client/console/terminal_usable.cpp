// Apart from the rest: term.h defines short words such as `tab` and `columns` as macros.

#include "client/console/terminal.h"

#include <curses.h>
#include <term.h>
#include <unistd.h>

namespace tianyuan::console {

bool Terminal::usable() {
  if (isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0) return false;
  int error = 0;
  if (setupterm(nullptr, STDOUT_FILENO, &error) != OK) return false;
  const char* moves = tigetstr("cup");
  return moves != nullptr && moves != reinterpret_cast<const char*>(-1);
}

}  // namespace tianyuan::console
