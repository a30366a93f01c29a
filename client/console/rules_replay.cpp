#include "client/console/rules_replay.h"

#include <algorithm>
#include <fstream>
#include <istream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <ostream>

#include "client/console/record_file.h"
#include "client/console/replay_game.h"
#include "client/console/rules_position.h"
#include "common/move_string.h"
#include "common/openings.h"
#include "common/rule_set.h"

namespace tianyuan::console {

namespace {

using nlohmann::ordered_json;

struct Request {
  std::string rule;  // empty: the record's own, or renju
  Enforcement enforcement = Enforcement::lose;
  ForbiddenOptions forbidden;
  bool as_json = false;
  std::string file;
};

std::expected<Request, std::string> parse_request(std::span<const std::string> args) {
  Request request;
  for (std::size_t i = 0; i < args.size(); ++i) {
    const std::string& word = args[i];
    const bool takes_value = word == "--rule" || word == "--enforcement";
    if (takes_value && i + 1 == args.size()) return std::unexpected(word + " needs a value");
    if (word == "--rule") {
      request.rule = args[++i];
      if (find_rule_set(request.rule) == nullptr) {
        std::string known;
        for (const RuleSet& rule : rule_sets()) known += " " + std::string(rule.name);
        return std::unexpected("there is no rule '" + request.rule + "'; known:" + known);
      }
    } else if (word == "--enforcement") {
      const auto enforcement = parse_enforcement(args[++i]);
      if (!enforcement) return std::unexpected("--enforcement is claim, lose or refuse");
      request.enforcement = *enforcement;
    } else if (word == "--overline-counts-as-four") {
      request.forbidden.overline_counts_as_four = true;
    } else if (word == "--json") {
      request.as_json = true;
    } else if (word.starts_with("--") || !request.file.empty()) {
      return std::unexpected("replay takes no '" + word + "'");
    } else {
      request.file = word;
    }
  }
  if (request.file.empty()) return std::unexpected("replay needs a file");
  return request;
}

std::string name_of(const Move& move) {
  return to_move_string({move});
}

// One line a move, then what became of the game.
class Report {
 public:
  Report(std::ostream& out, bool as_json) : out_(out), as_json_(as_json) {}

  void game(std::size_t number) { write({{"game", number}}, "game " + std::to_string(number)); }

  void move(std::size_t number, const Move& move, ForbiddenKinds kinds) {
    ordered_json line{{"move", number}, {"colour", to_string(move.colour)}, {"at", name_of(move)}};
    std::string text =
        std::to_string(number) + " " + std::string(to_string(move.colour)) + " " + name_of(move);
    if (kinds.any()) {
      line["forbidden"] = to_string(kinds);
      text += " forbidden " + to_string(kinds);
    }
    write(line, text);
  }

  void refused(std::size_t number, const Move& move, const Refusal& refusal) {
    ordered_json line{
        {"move", number}, {"at", name_of(move)}, {"refused", to_string(refusal.code)}};
    std::string text = std::to_string(number) + " " + name_of(move) + " refused " +
                       std::string(to_string(refusal.code));
    if (refusal.kinds.any()) {
      line["forbidden"] = to_string(refusal.kinds);
      text += " " + to_string(refusal.kinds);
    }
    write(line, text);
  }

  void opening(std::string_view code) {
    for (const OpeningName& name : opening_names()) {
      if (name.code != code) continue;
      write({{"opening", name.code}, {"chinese", name.chinese}, {"english", name.english}},
            "opening " + std::string(name.code) + " " + std::string(name.chinese) + " " +
                std::string(name.english));
    }
  }

  // The result under the rule, and what the record itself says.
  void end(std::string_view rule, const Game& game, const RecordResult& recorded) {
    ordered_json line{{"rule", rule}, {"result", nullptr}};
    std::string text = "unfinished";
    if (game.over()) text = end_of(game, line);
    if (recorded.kind != RecordResult::Kind::unknown) {
      line["recorded"] = to_string(recorded);
      text += " recorded " + to_string(recorded);
    }
    write(line, text);
  }

 private:
  static std::string end_of(const Game& game, ordered_json& line) {
    const GameResult& result = *game.result();
    line["result"] = to_string(result.outcome);
    std::string text = "result " + std::string(to_string(result.outcome));
    if (result.winner) {
      const std::string_view winner = to_string(game.colour_of(*result.winner));
      line["winner"] = winner;
      text += " " + std::string(winner);
    }
    line["reason"] = to_string(result.reason);
    text += " " + std::string(to_string(result.reason));
    for (const Point point : game.winning_points()) {
      line["row"].push_back(small_name(point));
      text += " " + small_name(point);
    }
    return text;
  }

  void write(const ordered_json& line, const std::string& text) {
    out_ << (as_json_ ? line.dump() : text) << '\n';
  }

  std::ostream& out_;
  bool as_json_;
};

// Whether every move of the record was accepted.
bool judge_record(const Request& request, const Record& record, Report& report) {
  std::string rule = request.rule.empty() ? record.rule : request.rule;
  if (find_rule_set(rule) == nullptr) rule = "renju";
  const Replayed replayed = replay(timeless(rule, request.enforcement, request.forbidden), record);
  for (std::size_t i = 0; i < replayed.taken; ++i) {
    report.move(i + 1, replayed.game.moves()[i], replayed.kinds[i]);
  }
  report.opening(replayed.game.opening());
  if (replayed.refusal) {
    report.refused(replayed.taken + 1, record.moves[replayed.taken], *replayed.refusal);
  }
  report.end(rule, replayed.game, record.result);
  return !replayed.refusal;
}

}  // namespace

int run_replay(std::span<const std::string> args, std::istream& in, std::ostream& out,
               std::ostream& err) {
  const auto request = parse_request(args);
  if (!request) {
    err << "tianyuan rules: " << request.error() << '\n';
    return 2;
  }
  std::ifstream file;
  if (request->file != "-") {
    file.open(request->file);
    if (!file) {
      err << "tianyuan rules: cannot read " << request->file << '\n';
      return 1;
    }
  }
  std::istream& source = request->file == "-" ? in : file;
  const std::string bytes{std::istreambuf_iterator<char>(source), {}};
  const auto read = read_any_record(bytes);
  if (!read) {
    err << "tianyuan rules: " << to_string(read.error()) << '\n';
    return 1;
  }
  for (const std::string& warning : read->warnings) err << "tianyuan rules: " << warning << '\n';
  Report report(out, request->as_json);
  bool all_legal = true;
  for (std::size_t i = 0; i < read->records.size(); ++i) {
    if (read->records.size() > 1) report.game(i + 1);
    all_legal = judge_record(*request, read->records[i], report) && all_legal;
  }
  return all_legal ? 0 : 1;
}

}  // namespace tianyuan::console
