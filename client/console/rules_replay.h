#pragma once

// `tianyuan rules replay`: a game, judged move by move under a rule set.

#include <iosfwd>
#include <span>
#include <string>

namespace tianyuan::console {

// Arguments and exit status as run_rules() says. FILE is SGF, Piskvork's psq, RenLib's lib or a
// move string, told by its first bytes; "-" reads `in`.
int run_replay(std::span<const std::string> args, std::istream& in, std::ostream& out,
               std::ostream& err);

}  // namespace tianyuan::console
