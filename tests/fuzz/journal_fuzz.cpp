// Any bytes as the payload of a log row: an event or a reason. What was read is written and read
// again as the same. The first byte picks the row's kind; its version is 1 and its instant 1000.

#include <array>
#include <cstdint>
#include <string_view>

#include "server/shell/journal.h"
#include "tests/fuzz/check.h"

namespace {

constexpr std::array<std::string_view, 28> kKinds = {
    "opened",         "settled",      "started",       "stone",           "pass",
    "skip",           "swap",         "branch",        "fifths_declared", "fifths_offered",
    "fifth_chosen",   "draw_offered", "draw_answered", "undo_requested",  "undo_answered",
    "claim_rejected", "left",         "returned",      "grace_frozen",    "grace_thawed",
    "restored",       "ended",        "unheard_of",    "paused",          "resumed",
    "clock_set",      "pool_split",   "adjudged"};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tianyuan::shell;
  if (size == 0) return 0;
  tianyuan::db::LogRow row;
  row.game = 1;
  row.version = 1;
  row.at_ms = 1'000;
  row.kind = kKinds[data[0] % kKinds.size()];
  row.payload.assign(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto event = decode_row(row);
  if (!event) {
    FUZZ_CHECK(event.error().starts_with("game 1 version 1: "));
    return 0;
  }
  auto again = journal_row(*event, 1);
  FUZZ_CHECK(again.kind == row.kind);
  FUZZ_CHECK(decode_row(again) == event);
  return 0;
}
