#include "client/console/commands.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <limits>
#include <sstream>
#include <utility>

#include "client/console/referee_commands.h"

namespace tianyuan::console {
namespace {

constexpr std::size_t kMany = std::numeric_limits<std::size_t>::max();

constexpr std::array kUsages{
    Usage{Verb::guest, "guest", "[NAME]", 0, 1},
    Usage{Verb::register_account, "register", "NAME PASSWORD", 2, 2},
    Usage{Verb::login, "login", "NAME PASSWORD", 2, 2},
    Usage{Verb::logout, "logout", "", 0, 0},
    Usage{Verb::password, "password", "OLD NEW", 2, 2},
    Usage{Verb::whoami, "whoami", "", 0, 0},
    Usage{Verb::rooms, "rooms", "", 0, 0},
    Usage{Verb::enter, "enter", "ROOM", 1, 1},
    Usage{Verb::leave, "leave", "", 0, 0},
    Usage{Verb::match, "match", "[ROOM]", 0, 1},
    Usage{Verb::cancel, "cancel", "", 0, 0},
    Usage{Verb::tables, "tables", "[ROOM]", 0, 1},
    Usage{Verb::new_table, "new", "[private] [toss] [at=TIME] [late=SECONDS]", 0, 4},
    Usage{Verb::sit, "sit", "TABLE [CODE]", 1, 2},
    Usage{Verb::watch, "watch", "TABLE [CODE]", 1, 2},
    Usage{Verb::confirm, "confirm", "[MINUTES SECONDS SECONDS]", 0, 3},
    Usage{Verb::ready, "ready", "[no]", 0, 1},
    Usage{Verb::guess, "guess", "N", 1, 1},
    Usage{Verb::toss, "toss", "black|white|other", 1, 1},
    Usage{Verb::place, "place", "POINT", 1, 1},
    Usage{Verb::pass, "pass", "", 0, 0},
    Usage{Verb::swap, "swap", "yes|no", 1, 1},
    Usage{Verb::fifths, "fifths", "N", 1, 1},
    Usage{Verb::offer, "offer", "POINT ...", 1, kMany},
    Usage{Verb::keep, "keep", "POINT", 1, 1},
    Usage{Verb::choose, "choose", "OPTION", 1, 1},
    Usage{Verb::claim, "claim", "", 0, 0},
    Usage{Verb::resign, "resign", "", 0, 0},
    Usage{Verb::forfeit, "leave!", "", 0, 0},
    Usage{Verb::draw, "draw", "[yes|no]", 0, 1},
    Usage{Verb::undo, "undo", "[yes|no]", 0, 1},
    Usage{Verb::redo, "redo", "", 0, 0},
    Usage{Verb::referee, "referee",
          "pause|resume|split GAME REASON | clock GAME PLAYER SECONDS [period=N] REASON | adjudge "
          "GAME PLAYER|draw|both_lose|replay REASON",
          3, kMany},
    Usage{Verb::board, "board", "[numbers]", 0, 1},
    Usage{Verb::moves, "moves", "", 0, 0},
    Usage{Verb::clock, "clock", "", 0, 0},
    Usage{Verb::turn, "turn", "", 0, 0},
    Usage{Verb::sync, "sync", "", 0, 0},
    Usage{Verb::chat, "chat", "TEXT", 1, kMany},
    Usage{Verb::say, "say", "TEXT", 1, kMany},
    Usage{Verb::block, "block", "ID", 1, 1},
    Usage{Verb::unblock, "unblock", "ID", 1, 1},
    Usage{Verb::report, "report", "ID TEXT", 2, kMany},
    Usage{Verb::ladder, "ladder", "[KIND] [PAGE] | me [KIND]", 0, 2},
    Usage{Verb::profile, "profile", "[ID]", 0, 1},
    Usage{Verb::games, "games", "[ID] [PAGE]", 0, 2},
    Usage{Verb::show, "show", "GAME", 1, 1},
    Usage{Verb::help, "help", "", 0, 0},
    Usage{Verb::quit, "quit", "", 0, 0},
    Usage{Verb::wait, "wait", "WORD [TOKEN ...] [timeout=SECONDS]", 1, kMany},
    Usage{Verb::play, "play", "POINT|pass ...", 1, kMany},
    Usage{Verb::sleep, "sleep", "MILLISECONDS", 1, 1},
};

std::string lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

const Usage& usage_of(Verb verb) {
  return *std::ranges::find(kUsages, verb, &Usage::verb);
}

Refused bad_argument(Verb verb) {
  const Usage& usage = usage_of(verb);
  return {"bad_argument", std::string(usage.name) + " " + std::string(usage.form)};
}

std::optional<std::int64_t> number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

std::optional<int> small_number(std::string_view text) {
  const auto value = number(text);
  if (!value || *value > std::numeric_limits<int>::max()) return std::nullopt;
  return static_cast<int>(*value);
}

std::optional<bool> yes_no(std::string_view text) {
  const std::string word = lower(text);
  if (word == "yes" || word == "y" || word == "是") return true;
  if (word == "no" || word == "n" || word == "否") return false;
  return std::nullopt;
}

// Everything behind the `count`th word.
std::string behind(std::string_view text, int count) {
  for (; count > 0; --count) {
    const std::size_t end = text.find_first_of(" \t");
    if (end == std::string_view::npos) return {};
    text.remove_prefix(std::min(text.find_first_not_of(" \t", end), text.size()));
  }
  return std::string(text);
}

using Built = std::expected<std::optional<proto::Request>, Refused>;
namespace ask = proto::request;

Built session_request(const Command& command) {
  const auto& args = command.args;
  switch (command.verb) {
    case Verb::guest:
      return ask::Guest{args.empty() ? "" : args[0]};
    case Verb::register_account:
      return ask::Register{args[0], args[1]};
    case Verb::login:
      return ask::Login{args[0], args[1]};
    case Verb::logout:
      return ask::Logout{};
    default:
      return ask::ChangePassword{args[0], args[1]};
  }
}

// new [private] [toss] [at=TIME] [late=SECONDS]
Built new_table_request(const std::vector<std::string>& args, const State& state) {
  const auto bad = std::unexpected(bad_argument(Verb::new_table));
  ask::TableCreate request;
  for (const std::string& arg : args) {
    if (arg.starts_with("at=")) {
      const auto at_ms = parse_appointment(arg.substr(3));
      if (!at_ms || request.appointed_at_ms != 0) return bad;
      request.appointed_at_ms = *at_ms;
    } else if (arg.starts_with("late=")) {
      request.lateness_s = small_number(arg.substr(5));
      if (!request.lateness_s) return bad;
    } else {
      bool& wanted = lower(arg) == "toss" ? request.toss : request.is_private;
      const bool known = lower(arg) == "toss" || lower(arg) == "private";
      if (!known || wanted) return bad;
      wanted = true;
    }
  }
  if (!state.room) return std::unexpected(Refused{"not_in_room", {}});
  request.room = *state.room;
  return request;
}

Built confirm_request(const Command& command, const State& state) {
  if (command.args.empty()) {
    ask::TableConfirm confirm;
    if (state.table && state.table->total_ms) {
      confirm.total_ms = *state.table->total_ms;
      confirm.before_ms = state.table->before_ms.value_or(0);
      confirm.after_ms = state.table->after_ms.value_or(0);
    }
    return confirm;
  }
  if (command.args.size() != 3) return std::unexpected(bad_argument(command.verb));
  const auto total = small_number(command.args[0]);
  const auto before = small_number(command.args[1]);
  const auto after = small_number(command.args[2]);
  if (!total || !before || !after) return std::unexpected(bad_argument(command.verb));
  return ask::TableConfirm{Millis{*total} * 60'000, Millis{*before} * 1'000,
                           Millis{*after} * 1'000};
}

Built hall_request(const Command& command, const State& state) {
  const auto& args = command.args;
  const auto first = args.empty() ? std::nullopt : number(args[0]);
  switch (command.verb) {
    case Verb::rooms:
      return ask::Rooms{};
    case Verb::enter:
      if (!first) break;
      return ask::EnterRoom{*first};
    case Verb::leave:
      if (state.table) return ask::TableLeave{false};
      return ask::LeaveRoom{};
    case Verb::forfeit:
      return ask::TableLeave{true};
    case Verb::match: {
      const auto room = !args.empty() ? first : state.room ? state.room : state.default_room();
      if (!args.empty() && !first) break;
      if (!room) return std::unexpected(Refused{"not_in_room", {}});
      return ask::MatchStart{*room};
    }
    case Verb::cancel:
      return ask::MatchCancel{state.search.value_or(0)};
    case Verb::tables:
      if (!args.empty() && !first) break;
      if (!first && !state.room) return std::unexpected(Refused{"not_in_room", {}});
      return ask::TableList{first ? *first : *state.room};
    case Verb::new_table:
      return new_table_request(args, state);
    case Verb::sit:
      if (!first) break;
      return ask::TableSit{*first, args.size() > 1 ? args[1] : "", std::nullopt};
    case Verb::watch:
      if (!first) break;
      return ask::TableWatch{*first, args.size() > 1 ? args[1] : ""};
    case Verb::confirm:
      return confirm_request(command, state);
    case Verb::ready:
      if (!args.empty() && yes_no(args[0]) != false) break;
      return ask::TableReady{args.empty()};
    case Verb::toss: {
      const std::string choice = lower(args[0]);
      if (choice != "black" && choice != "white" && choice != "other") break;
      return ask::TossChoose{choice};
    }
    default:
      break;
  }
  return std::unexpected(bad_argument(command.verb));
}

Built offer_request(const Command& command, const GameModel& game) {
  const auto& now = game.state();
  const bool draw = command.verb == Verb::draw;
  if (command.args.empty()) {
    if (draw) return ask::OfferDraw{game.id(), now.turn};
    return ask::RequestUndo{game.id(), now.turn};
  }
  const auto yes = yes_no(command.args[0]);
  if (!yes) return std::unexpected(bad_argument(command.verb));
  const auto id = draw ? now.draw_offer : now.undo_request;
  if (!id) return std::unexpected(Refused{"no_offer", {}});
  if (draw) return ask::AnswerDraw{game.id(), *id, *yes};
  return ask::AnswerUndo{game.id(), *id, *yes};
}

Built point_request(const Command& command, const GameModel& game) {
  std::vector<Point> points;
  for (const std::string& arg : command.args) {
    const auto point = parse_point(arg);
    if (!point) return std::unexpected(Refused{"bad_point", arg});
    points.push_back(*point);
  }
  const int turn = game.state().turn;
  if (command.verb == Verb::offer) return ask::OfferFifths{game.id(), turn, std::move(points)};
  if (command.verb == Verb::keep) return ask::ChooseFifth{game.id(), turn, points[0]};
  return ask::Place{game.id(), turn, points[0]};
}

Built game_request(const Command& command, const State& state) {
  if (!state.game) return std::unexpected(Refused{"no_game", {}});
  const GameModel& game = *state.game;
  const int turn = game.state().turn;
  const auto& args = command.args;
  switch (command.verb) {
    case Verb::place:
    case Verb::offer:
    case Verb::keep:
      return point_request(command, game);
    case Verb::draw:
    case Verb::undo:
      return offer_request(command, game);
    case Verb::pass:
      return ask::Pass{game.id(), turn};
    case Verb::swap: {
      const auto yes = yes_no(args[0]);
      if (!yes) break;
      return ask::Swap{game.id(), turn, *yes};
    }
    case Verb::fifths: {
      const auto count = small_number(args[0]);
      if (!count) break;
      return ask::DeclareFifths{game.id(), turn, *count};
    }
    case Verb::choose:
      return ask::Choose{game.id(), turn, args[0]};
    case Verb::claim:
      return ask::ClaimForbidden{game.id(), turn};
    case Verb::resign:
      return ask::Resign{game.id()};
    case Verb::sync:
      return ask::Sync{game.id(), std::nullopt};
    default:
      break;
  }
  return std::unexpected(bad_argument(command.verb));
}

Built ladder_request(const Command& command) {
  const auto& args = command.args;
  if (!args.empty() && lower(args[0]) == "me") {
    return ask::LadderFind{args.size() > 1 ? lower(args[1]) : "", 0};
  }
  ask::LadderPage page;
  for (const std::string& arg : args) {
    if (const auto n = small_number(arg)) {
      page.page = *n;
    } else {
      page.kind = lower(arg) == "all" ? "" : lower(arg);
    }
  }
  return page;
}

Built people_request(const Command& command) {
  const auto& args = command.args;
  const auto id = args.empty() ? std::optional<std::int64_t>(0) : number(args[0]);
  switch (command.verb) {
    case Verb::chat:
      return ask::ChatSay{command.rest, "room"};
    case Verb::say:
      return ask::ChatSay{command.rest, "table"};
    case Verb::ladder:
      return ladder_request(command);
    default:
      break;
  }
  if (!id) return std::unexpected(bad_argument(command.verb));
  switch (command.verb) {
    case Verb::block:
    case Verb::unblock:
      return ask::ChatBlock{*id, command.verb == Verb::block};
    case Verb::report:
      return ask::ChatReport{*id, behind(command.rest, 1)};
    case Verb::profile:
      return ask::Profile{*id};
    case Verb::games: {
      const auto page = args.size() > 1 ? small_number(args[1]) : std::optional(1);
      if (!page) return std::unexpected(bad_argument(command.verb));
      return ask::PlayerGames{*id, *page};
    }
    default:
      return ask::RecordGet{*id};
  }
}

}  // namespace

std::optional<std::expected<Command, Refused>> parse_command(std::string_view line) {
  std::istringstream in{std::string(line)};
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  if (words.empty() || words[0][0] == '#') return std::nullopt;

  const std::size_t begin = line.find_first_not_of(" \t\r");
  std::string rest = behind(line.substr(begin), 1);
  while (!rest.empty() && (rest.back() == '\r' || rest.back() == ' ')) rest.pop_back();

  if (words.size() == 1 && parse_point(words[0])) return Command{Verb::place, words, words[0]};
  const auto usage = std::ranges::find(kUsages, lower(words[0]), &Usage::name);
  if (usage == kUsages.end()) {
    // A letter and digits off the board were meant as a point.
    const bool point_like = words.size() == 1 && words[0].size() >= 2 && words[0].size() <= 3 &&
                            std::isalpha(static_cast<unsigned char>(words[0][0])) != 0 &&
                            std::isdigit(static_cast<unsigned char>(words[0][1])) != 0;
    return std::unexpected(Refused{point_like ? "bad_point" : "bad_command", words[0]});
  }
  words.erase(words.begin());
  if (words.size() < usage->least || words.size() > usage->most) {
    return std::unexpected(bad_argument(usage->verb));
  }
  return Command{usage->verb, std::move(words), std::move(rest)};
}

std::span<const Usage> usages() {
  return kUsages;
}

std::string_view name_of(Verb verb) {
  return usage_of(verb).name;
}

std::expected<std::optional<proto::Request>, Refused> request_of(const Command& command,
                                                                 const State& state) {
  switch (command.verb) {
    case Verb::guest:
    case Verb::register_account:
    case Verb::login:
    case Verb::logout:
    case Verb::password:
      return session_request(command);
    case Verb::rooms:
    case Verb::enter:
    case Verb::leave:
    case Verb::forfeit:
    case Verb::match:
    case Verb::cancel:
    case Verb::tables:
    case Verb::new_table:
    case Verb::sit:
    case Verb::watch:
    case Verb::confirm:
    case Verb::ready:
    case Verb::toss:
      return hall_request(command, state);
    case Verb::place:
    case Verb::pass:
    case Verb::swap:
    case Verb::fifths:
    case Verb::offer:
    case Verb::keep:
    case Verb::choose:
    case Verb::claim:
    case Verb::resign:
    case Verb::draw:
    case Verb::undo:
    case Verb::sync:
      return game_request(command, state);
    case Verb::chat:
    case Verb::say:
    case Verb::block:
    case Verb::unblock:
    case Verb::report:
    case Verb::ladder:
    case Verb::profile:
    case Verb::games:
    case Verb::show:
      return people_request(command);
    case Verb::referee:
      if (auto request = referee_request(command.args, state)) return request;
      return std::unexpected(bad_argument(command.verb));
    case Verb::whoami:
    case Verb::guess:
    case Verb::redo:
    case Verb::board:
    case Verb::moves:
    case Verb::clock:
    case Verb::turn:
    case Verb::help:
    case Verb::quit:
    case Verb::wait:
    case Verb::play:
    case Verb::sleep:
      break;
  }
  return std::optional<proto::Request>{};
}

}  // namespace tianyuan::console
