#pragma once

// Line mode: commands from a file descriptor, notices to a stream (docs/console.md). For scripts,
// screen readers and pipes. Thread: the caller's, until it returns.

#include <cstdio>

#include "client/console/session_loop.h"

namespace tianyuan::console {

// Exit statuses of the program.
inline constexpr int kDone = 0;
inline constexpr int kBadArguments = 1;
inline constexpr int kNoConnection = 2;
inline constexpr int kReplaced = 3;
inline constexpr int kSignInRefused = 4;
inline constexpr int kCommandRefused = 5;

struct LineSettings {
  int input_fd = 0;
  std::FILE* output = nullptr;
  bool exit_on_eof = false;
};

int run_line_mode(SessionLoop& session, const LineSettings& settings);

// One command, its answer, the end: `tianyuan show 12`.
int run_one_shot(SessionLoop& session, const Command& command, std::FILE* output);

}  // namespace tianyuan::console
