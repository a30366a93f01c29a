#include "client/console/rules_replay.h"

#include <algorithm>
#include <fstream>
#include <istream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <ostream>

#include "client/console/replay_game.h"
#include "client/console/rules_position.h"
#include "common/openings.h"
#include "common/rule_set.h"

namespace tianyuan::console {

namespace {

using nlohmann::ordered_json;

struct Request {
  std::string rule = "renju";
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

std::expected<std::vector<Move>, std::string> read_moves(std::istream& in) {
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  std::vector<Move> moves;
  const auto add_pass = [&] {
    moves.push_back({Move::Kind::pass, moves.size() % 2 == 0 ? Colour::black : Colour::white, {}});
  };
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t pass = std::min(text.find("--", from), text.size());
    const auto stones = parse_moves(std::string_view(text).substr(from, pass - from));
    if (!stones) return std::unexpected(stones.error());
    for (const Point point : *stones) {
      const Colour colour = moves.size() % 2 == 0 ? Colour::black : Colour::white;
      moves.push_back({Move::Kind::stone, colour, point});
    }
    if (pass == text.size()) break;
    add_pass();
    from = pass + 2;
  }
  return moves;
}

std::string name_of(const Move& move) {
  return move.kind == Move::Kind::stone ? small_name(move.point) : "--";
}

// One line a move, then what became of the game.
class Report {
 public:
  Report(std::ostream& out, bool as_json) : out_(out), as_json_(as_json) {}

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

  void end(const Game& game) {
    if (!game.over()) {
      write({{"result", nullptr}}, "unfinished");
      return;
    }
    const GameResult& result = *game.result();
    ordered_json line{{"result", to_string(result.outcome)}, {"reason", to_string(result.reason)}};
    std::string text = "result " + std::string(to_string(result.outcome));
    if (result.winner) {
      const std::string_view winner = to_string(game.colour_of(*result.winner));
      line["winner"] = winner;
      text += " " + std::string(winner);
    }
    text += " " + std::string(to_string(result.reason));
    if (!game.winning_points().empty()) {
      ordered_json row = ordered_json::array();
      for (const Point point : game.winning_points()) {
        row.push_back(small_name(point));
        text += " " + small_name(point);
      }
      line["row"] = row;
    }
    write(line, text);
  }

 private:
  void write(const ordered_json& line, const std::string& text) {
    out_ << (as_json_ ? line.dump() : text) << '\n';
  }

  std::ostream& out_;
  bool as_json_;
};

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
  const auto moves = read_moves(request->file == "-" ? in : file);
  if (!moves) {
    err << "tianyuan rules: " << moves.error() << '\n';
    return 1;
  }
  const Replayed replayed =
      replay(timeless(request->rule, request->enforcement, request->forbidden), *moves);
  Report report(out, request->as_json);
  for (std::size_t i = 0; i < replayed.taken; ++i) {
    report.move(i + 1, replayed.game.moves()[i], replayed.kinds[i]);
  }
  report.opening(replayed.game.opening());
  if (replayed.refusal && replayed.taken < moves->size()) {
    report.refused(replayed.taken + 1, (*moves)[replayed.taken], *replayed.refusal);
  }
  report.end(replayed.game);
  return replayed.refusal ? 1 : 0;
}

}  // namespace tianyuan::console
