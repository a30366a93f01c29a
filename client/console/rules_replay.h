#pragma once

// `tianyuan rules replay`: a game, judged move by move under a rule set.

#include <iosfwd>
#include <span>
#include <string>

namespace tianyuan::console {

// Arguments and exit status as run_rules() says. FILE holds a move string ("h8h9j10", "--" is a
// pass, blanks and line ends between moves mean nothing); "-" reads `in`.
int run_replay(std::span<const std::string> args, std::istream& in, std::ostream& out,
               std::ostream& err);

}  // namespace tianyuan::console
