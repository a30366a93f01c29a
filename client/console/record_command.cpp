#include "client/console/record_command.h"

#include <cstdio>
#include <expected>
#include <fstream>
#include <iterator>
#include <ostream>
#include <string_view>
#include <vector>

#include "client/console/board_view.h"
#include "client/console/record_file.h"
#include "client/console/record_words.h"
#include "client/console/width.h"
#include "common/move_string.h"
#include "common/psq.h"
#include "common/record.h"
#include "common/sgf.h"

namespace tianyuan::console {
namespace {

constexpr int kRefused = 1;
constexpr int kMisused = 2;
constexpr std::string_view kUsage =
    "tianyuan record convert IN OUT    OUT ends in .sgf, .psq or .txt\n"
    "tianyuan record show FILE [--ascii]\n";

std::expected<Records, std::string> read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::unexpected(path + ": cannot be read");
  const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (file.bad()) return std::unexpected(path + ": cannot be read");
  auto records = read_any_record(bytes);
  if (!records) return std::unexpected(path + ": " + to_string(records.error()));
  if (records->records.empty()) return std::unexpected(path + ": no game in it");
  return std::move(*records);
}

// The text that `path` asks for by its ending.
std::expected<std::string, std::string> text_for(const std::string& path, const Records& records) {
  if (path.ends_with(".sgf")) return write_sgf(records.records);
  const bool psq = path.ends_with(".psq");
  if (!psq && !path.ends_with(".txt")) {
    return std::unexpected(path + ": the ending must be .sgf, .psq or .txt");
  }
  if (records.records.size() != 1) {
    return std::unexpected(path + ": this format holds one game, not " +
                           std::to_string(records.records.size()));
  }
  const Record& record = records.records.front();
  if (!psq) return to_move_string(record.moves) + "\n";
  auto text = write_psq(record);
  if (!text) return std::unexpected(path + ": " + text.error().what);
  return std::move(*text);
}

// Whole or not at all: a full disk must not leave half a game in place of the old file.
bool write_file(const std::string& path, const std::string& text) {
  const std::string beside = path + ".part";
  {
    std::ofstream file(beside, std::ios::binary | std::ios::trunc);
    file << text;
    file.close();
    if (!file) {
      std::remove(beside.c_str());
      return false;
    }
  }
  return std::rename(beside.c_str(), path.c_str()) == 0;
}

int convert(const std::string& from, const std::string& to, std::ostream& err) {
  const auto records = read_file(from);
  if (!records) {
    err << records.error() << "\n";
    return kRefused;
  }
  for (const std::string& warning : records->warnings) err << from << ": " << warning << "\n";
  const auto text = text_for(to, *records);
  if (!text) {
    err << text.error() << "\n";
    return kRefused;
  }
  if (write_file(to, *text)) return 0;
  err << to << ": cannot be written\n";
  return kRefused;
}

std::vector<proto::MoveView> views_of(const std::vector<Move>& moves) {
  std::vector<proto::MoveView> views;
  for (const Move& move : moves) {
    views.push_back({static_cast<int>(views.size()) + 1, move.colour,
                     move.kind == Move::Kind::stone  ? to_string(move.point)
                     : move.kind == Move::Kind::pass ? "pass"
                                                     : "skip"});
  }
  return views;
}

int show(const std::string& path, bool ascii, std::ostream& out, std::ostream& err) {
  const auto records = read_file(path);
  if (!records) {
    err << records.error() << "\n";
    return kRefused;
  }
  for (const std::string& warning : records->warnings) err << path << ": " << warning << "\n";
  for (const Record& record : records->records) {
    // The words of a file are somebody else's: they are printed, never obeyed by the terminal.
    out << "record black=" << word(record.black) << " white=" << word(record.white)
        << " rule=" << word(record.rule) << " result=" << word(to_string(record.result))
        << " date=" << word(record.date) << " opening=" << word(record.opening)
        << " moves=" << record.moves.size() << " " << opening_words(record.acts, record.fifths)
        << "\n";
    for (const std::string& line : draw_numbered(views_of(record.moves), ascii)) {
      out << " " << line << "\n";
    }
  }
  return 0;
}

}  // namespace

int run_record(std::span<const std::string> args, std::ostream& out, std::ostream& err) {
  if (args.size() == 3 && args[0] == "convert") return convert(args[1], args[2], err);
  std::vector<std::string> words(args.begin(), args.end());
  const bool ascii = std::erase(words, "--ascii") > 0;
  if (words.size() == 2 && words[0] == "show") return show(words[1], ascii, out, err);
  const bool help = !words.empty() && (words[0] == "--help" || words[0] == "-h");
  (help ? out : err) << kUsage;
  return help ? 0 : kMisused;
}

}  // namespace tianyuan::console
