#pragma once

#include "tests/sim/options.h"

namespace tianyuan::sim {

// The smallest options found under which the same seed still breaks something: without each kind of
// fault that is not needed, with fewer players, cut off after the last step that matters. `failing`
// fails; so does what is answered.
Options shrink(const Options& failing);

// The command line that repeats it.
std::string command_line(const Options& options);

}  // namespace tianyuan::sim
