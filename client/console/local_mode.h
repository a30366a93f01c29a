#pragma once

// Line mode of `tianyuan local`. Thread: the caller's, until it returns.

#include <cstdio>
#include <istream>

#include "client/console/local_table.h"

namespace tianyuan::console {

// Until quit, the end of the input or of the game. An exit status.
int run_local_mode(LocalTable& table, std::istream& input, std::FILE* output, Language language);

}  // namespace tianyuan::console
