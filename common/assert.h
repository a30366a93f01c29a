#pragma once

// A programmer's error: on in every build, release included. Says where, then aborts; the log and
// the database hold everything that was acknowledged, so a restart tells the truth.

#include <cstdio>
#include <cstdlib>

#define TIANYUAN_ASSERT(condition)                                                             \
  do {                                                                                         \
    if (!(condition)) {                                                                        \
      std::fprintf(stderr, "assertion failed: %s at %s:%d\n", #condition, __FILE__, __LINE__); \
      std::abort();                                                                            \
    }                                                                                          \
  } while (false)
