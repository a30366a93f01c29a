#pragma once

// `tianyuan record …`: game records of every format at the command line, without a server (B4, B5).
//
//   record convert IN OUT            OUT ends in .sgf, .psq or .txt (a plain move string)
//   record show FILE [--ascii]       each game as a diagram with move numbers
//
// What IN is tells its content: SGF, .psq, a move string, RenLib's .lib. A faulty file is refused
// with line and column; nothing is written then.

#include <iosfwd>
#include <span>
#include <string>

namespace tianyuan::console {

// `args` follow the word "record". Returns the exit status: 0 done, 1 the file is refused or cannot
// be read or written, 2 the command line makes no sense.
int run_record(std::span<const std::string> args, std::ostream& out, std::ostream& err);

}  // namespace tianyuan::console
