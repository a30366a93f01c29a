// Any bytes as a log of running games and its damage: a start refuses it by the game's name, or
// plays on soundly. It never ends in an assertion.

#include <cstdint>

#include "tests/fuzz/check.h"
#include "tests/support/damaged_log.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tianyuan::test;
  const auto outcome = start_from(damaged_log({data, size}));
  FUZZ_CHECK(outcome.broken.empty());
  return 0;
}
