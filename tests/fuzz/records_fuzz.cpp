// Any bytes as a record of any format: an error with a place in the text, or records that hold
// together and come back the same when written and read again. The first byte picks the format.

#include <cstdint>
#include <string_view>

#include "common/move_string.h"
#include "common/psq.h"
#include "common/renlib.h"
#include "common/rule_set.h"
#include "common/sgf.h"
#include "tests/fuzz/check.h"

namespace {

using namespace tianyuan;

void check_place(const RecordError& error, std::string_view text) {
  FUZZ_CHECK(!error.what.empty());
  FUZZ_CHECK(error.line >= 1);
  FUZZ_CHECK(error.column >= 1);
  FUZZ_CHECK(static_cast<std::size_t>(error.line) <= text.size() + 1);
  FUZZ_CHECK(static_cast<std::size_t>(error.column) <= text.size() + 1);
}

// Names that are read may hold what a rule or an opening cannot; the moves must be sound.
void check_record(const Record& record) {
  FUZZ_CHECK(record.moves.size() <= kMostRecordMoves);
  FUZZ_CHECK(record.rule.empty() || find_rule_set(record.rule) != nullptr);
  MoveList list;
  for (const Move& move : record.moves) FUZZ_CHECK(!list.add(move.kind, move.colour, move.point));
  for (const Enforcement enforcement : {Enforcement::claim, Enforcement::lose}) {
    const RuleSet& rule = *find_rule_set(record.rule.empty() ? "freestyle" : record.rule);
    FUZZ_CHECK(judge(record.moves, rule, enforcement).moves <= record.moves.size());
  }
  const auto moves = parse_move_string(to_move_string(record.moves));
  FUZZ_CHECK(moves.has_value() && *moves == record.moves);
  if (const auto psq = write_psq(record)) {
    const auto read = read_psq(*psq);
    FUZZ_CHECK(read.has_value() && read->records[0].moves == record.moves);
  }
}

void check_read(const std::expected<Records, RecordError>& read, std::string_view text) {
  if (!read) return check_place(read.error(), text);
  FUZZ_CHECK(!read->records.empty());
  for (const Record& record : read->records) check_record(record);
  const auto again = read_sgf(write_sgf(read->records));
  FUZZ_CHECK(again.has_value());
  FUZZ_CHECK(again->records == read->records);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0] % 4) {
    case 0:
      check_read(read_sgf(text), text);
      break;
    case 1:
      check_read(read_psq(text), text);
      break;
    case 2:
      check_read(read_renlib(text), text);
      break;
    default: {
      const auto moves = parse_move_string(text);
      if (!moves) {
        check_place(moves.error(), text);
      } else {
        Record record;
        record.moves = *moves;
        check_record(record);
      }
    }
  }
  return 0;
}
