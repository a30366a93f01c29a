#pragma once

// Full-screen mode. Thread: the caller's, until the person quits.

#include "client/console/face.h"
#include "client/console/screen.h"

namespace tianyuan::console {

// An exit status. The terminal is as before when it returns; what was told last is printed.
int run_full_screen(Face& face, View view);

}  // namespace tianyuan::console
