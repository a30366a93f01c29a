#pragma once

// `tianyuan rules …`: the rule library at the command line, without a server. What it reads and
// writes is for programs as much as for people and stands in docs/rules-command.md.
//
//   rules forbidden [--overline-counts-as-four] [--why]   positions, one JSON object a line
//   rules opening h8h9i10 [--json]                        the opening's name
//   rules fifths h8h9h7h6                                 fifth stones that are the same move
//   rules replay [--rule NAME] [--json] FILE              a game, judged move by move
//
// A bad line of input is answered by an error in its place and the next is read.

#include <iosfwd>
#include <span>
#include <string>

namespace tianyuan::console {

// `args` follow the word "rules". Returns the exit status: 0 done, 1 the answer is no (no opening
// of the 26, a game that breaks the rules), 2 the command line makes no sense.
int run_rules(std::span<const std::string> args, std::istream& in, std::ostream& out,
              std::ostream& err);

}  // namespace tianyuan::console
