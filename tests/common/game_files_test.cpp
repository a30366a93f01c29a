// Every game file: read or refused with a clear reason, and what was read is the same game after
// writing and reading it again (B5). The public files are not part of the project; they are tried
// where they lie beside it.

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "common/move_string.h"
#include "common/psq.h"
#include "common/record.h"
#include "common/renlib.h"
#include "common/sgf.h"

using namespace tianyuan;

namespace {

namespace fs = std::filesystem;

const fs::path kOwn = fs::path(TIANYUAN_TEST_DATA) / "games";
const fs::path kBeside = fs::path(TIANYUAN_TEST_DATA) / "../../../shared/vectors/games";

struct Expected {
  std::size_t games = 0;   // 0: refused,
  std::string reason;      // with this in the error
  bool is_public = false;  // not among our own
};

const std::map<std::string, Expected> kFiles{
    {"engine-renju.sgf", {104, "", false}},
    {"sgf/engine_match_exact15.sgf", {6, "", false}},
    {"sgf/engine_match_free15.sgf", {12, "", false}},
    {"sgf/engine_match_renju15.sgf", {6, "", false}},
    {"sgf/escape_1_two_nodes.sgf", {0, "W: Black moves first", false}},
    {"sgf/escape_3_two_nodes.sgf", {0, "W: Black moves first", false}},
    {"sgf/branches_public_test.sgf", {1, "", true}},
    {"sgf/handchecked_renju_public_test.sgf", {1, "", true}},
    {"sgf/short_public_test.sgf", {1, "", true}},
    {"psq/dialect_crlf_trailing_junk.psq", {1, "", false}},
    {"psq/dialect_header_spaces.psq", {1, "", false}},
    {"psq/dialect_names_no_minus1.psq", {1, "", false}},
    {"psq/gomocuponline_1x0-16_2.psq", {0, "a board of 20x20; only 15x15 is played here", true}},
    {"psq/piskvork_renju_issue1.psq", {0, "a board of 20x20; only 15x15 is played here", true}},
    {"lib/synthetic_comment.lib", {1, "", false}},
    {"lib/synthetic_line.lib", {1, "", false}},
    {"lib/bad_truncated_header.lib", {0, "the file ends within its header of 20 bytes", false}},
};

std::string content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  REQUIRE(file.good());
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

std::expected<Records, RecordError> read(const fs::path& path) {
  const std::string bytes = content_of(path);
  if (path.extension() == ".sgf") return read_sgf(bytes);
  if (path.extension() == ".psq") return read_psq(bytes);
  return read_renlib(bytes);
}

bool is_game_file(const fs::path& path) {
  return path.extension() == ".sgf" || path.extension() == ".psq" || path.extension() == ".lib";
}

// In every format that is written.
void check_written_again(const Records& read) {
  const auto sgf = read_sgf(write_sgf(read.records));
  REQUIRE(sgf.has_value());
  CHECK(sgf->records == read.records);
  for (const Record& record : read.records) {
    CHECK(parse_move_string(to_move_string(record.moves)).value() == record.moves);
    const auto psq = write_psq(record);
    if (!psq) {
      CHECK(psq.error().what.find("cannot be written in a .psq file") != std::string::npos);
      continue;
    }
    const auto again = read_psq(*psq);
    REQUIRE(again.has_value());
    CHECK(again->records.front().moves == record.moves);
  }
}

void check_file(const fs::path& path, const std::string& name) {
  INFO(name);
  const auto expected = kFiles.find(name);
  REQUIRE(expected != kFiles.end());
  const auto records = read(path);
  if (expected->second.games == 0) {
    REQUIRE_FALSE(records.has_value());
    CHECK(records.error().what == expected->second.reason);
    CHECK(records.error().line >= 1);
    CHECK(records.error().column >= 1);
    return;
  }
  if (!records) FAIL(to_string(records.error()));
  CHECK(records->records.size() == expected->second.games);
  for (const Record& record : records->records) CHECK_FALSE(record.moves.empty());
  check_written_again(*records);
}

std::size_t check_folder(const fs::path& folder) {
  std::size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!is_game_file(entry.path())) continue;
    check_file(entry.path(), fs::relative(entry.path(), folder).generic_string());
    ++files;
  }
  return files;
}

}  // namespace

TEST_CASE("every game file of the project is read or refused, and written again the same") {
  std::size_t ours = 0;
  for (const auto& [name, expected] : kFiles) ours += expected.is_public ? 0 : 1;
  CHECK(check_folder(kOwn) == ours);
}

TEST_CASE("so is every public game file, where they lie beside the project") {
  if (!fs::exists(kBeside)) return;
  CHECK(check_folder(kBeside) == kFiles.size());
  std::ifstream lines(kBeside / "engine-freestyle.jsonl");
  std::size_t games = 0;
  for (std::string line; std::getline(lines, line); ++games) {
    const auto moves = parse_move_string(nlohmann::json::parse(line)["moves"].get<std::string>());
    REQUIRE(moves.has_value());
    Records records;
    records.records.emplace_back().moves = *moves;
    check_written_again(records);
  }
  CHECK(games == 21);
}

// Every cut of a small file, every few hundred bytes of a large one.
TEST_CASE("a game file cut anywhere is an error or a shorter game") {  // report A65
  for (const auto& [name, expected] : kFiles) {
    if (expected.is_public) continue;
    INFO(name);
    const std::string whole = content_of(kOwn / name);
    const std::size_t stride = whole.size() / 1'500 + 1;
    for (std::size_t length = 0; length < whole.size(); length += stride) {
      const std::string_view cut = std::string_view(whole).substr(0, length);
      for (const auto& read : {read_sgf(cut), read_psq(cut), read_renlib(cut)}) {
        if (read) {
          CHECK_FALSE(read->records.empty());
        } else {
          CHECK(read.error().line >= 1);
          CHECK_FALSE(read.error().what.empty());
        }
      }
    }
  }
}
