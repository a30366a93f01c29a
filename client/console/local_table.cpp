#include "client/console/local_table.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "client/console/game_model.h"
#include "client/console/game_notices.h"
#include "client/console/hall_notices.h"
#include "client/console/overloaded.h"
#include "client/console/text.h"
#include "client/console/width.h"
#include "common/assert.h"
#include "common/openings.h"

namespace tianyuan::console {
namespace {

// Time never moves at this table, so a clock that can run out does not.
constexpr Millis kNoTime = 24 * 3'600'000;
constexpr int kManyUndos = 1'000;

GameSettings settings_of(std::string rule, Enforcement enforcement) {
  GameSettings settings;
  settings.rule = std::move(rule);
  settings.enforcement = enforcement;
  settings.time = SuddenDeath{kNoTime};
  settings.undos_per_player = kManyUndos;
  return settings;
}

std::optional<Action> action_of(const proto::Request& request) {
  namespace ask = proto::request;
  return std::visit(
      Overloaded{
          [](const ask::Place& r) -> std::optional<Action> { return action::PlaceStone{r.point}; },
          [](const ask::Pass&) -> std::optional<Action> { return action::Pass{}; },
          [](const ask::Swap& r) -> std::optional<Action> { return action::AnswerSwap{r.swap}; },
          [](const ask::Choose& r) -> std::optional<Action> {
            return action::ChooseBranch{r.option};
          },
          [](const ask::DeclareFifths& r) -> std::optional<Action> {
            return action::DeclareFifths{r.count};
          },
          [](const ask::OfferFifths& r) -> std::optional<Action> {
            return action::OfferFifths{r.points};
          },
          [](const ask::ChooseFifth& r) -> std::optional<Action> {
            return action::ChooseFifth{r.point};
          },
          [](const ask::ClaimForbidden&) -> std::optional<Action> {
            return action::ClaimForbidden{};
          },
          [](const ask::Resign&) -> std::optional<Action> { return action::Resign{}; },
          [](const auto&) -> std::optional<Action> { return std::nullopt; }},
      request);
}

// Only what tell_event() reads.
proto::GameEventView view_of(const GameEventBody& body, const Game& after) {
  proto::GameEventView shown;
  const int moves = static_cast<int>(after.moves().size());
  const auto kind = [&](std::string_view word, Player player) {
    shown.kind = word;
    shown.player = player;
  };
  std::visit(Overloaded{[&](const event::StonePlaced& e) {
                          kind("stone", e.player);
                          shown.colour = e.colour;
                          shown.point = e.point;
                          shown.number = moves;
                        },
                        [&](const event::Passed& e) {
                          kind("pass", e.player);
                          shown.number = moves;
                        },
                        [&](const event::SwapAnswered& e) {
                          kind("swap", e.player);
                          shown.yes = e.swapped;
                        },
                        [&](const event::BranchChosen& e) {
                          kind("branch", e.player);
                          shown.text = std::to_string(e.option);
                        },
                        [&](const event::FifthsDeclared& e) {
                          kind("fifths_declared", e.player);
                          shown.number = e.count;
                        },
                        [&](const event::FifthsOffered& e) {
                          kind("fifths_offered", e.player);
                          shown.points = e.points;
                        },
                        [&](const event::FifthChosen& e) {
                          kind("fifth_chosen", e.player);
                          shown.point = e.point;
                          shown.number = moves;
                        },
                        [&](const event::UndoAnswered& e) {
                          shown.kind = "undo_answered";
                          shown.number = e.request;
                          shown.text = to_string(e.answer);
                          shown.removed = e.stones_removed;
                        },
                        [&](const event::DrawAnswered& e) {
                          shown.kind = "draw_answered";
                          shown.number = e.offer;
                          shown.text = to_string(e.answer);
                        },
                        [&](const event::ClaimRejected& e) {
                          kind("claim_rejected", e.player);
                          shown.number = e.claims_left;
                        },
                        [&](const event::GameEnded& e) {
                          shown.kind = "ended";
                          shown.result.emplace();
                          shown.result->outcome = to_string(e.result.outcome);
                          shown.result->reason = to_string(e.result.reason);
                          shown.result->winner = e.result.winner;
                          if (e.result.winner) {
                            shown.result->winner_colour = after.colour_of(*e.result.winner);
                          }
                          shown.result->row = e.row;
                          shown.result->forbidden = to_string(e.forbidden);
                        },
                        [](const auto&) {}},
             body);
  return shown;
}

proto::AskView view_of(const Ask& ask) {
  proto::AskView shown;
  shown.player = ask.player;
  for (const Act each : ask.acts) shown.acts.emplace_back(to_string(each));
  shown.colour = ask.colour;
  shown.half_width = ask.area.half_width;
  shown.outside = ask.area.outside;
  shown.count_min = ask.count_min;
  shown.count_max = ask.count_max;
  shown.fifths = ask.fifths;
  for (const std::string_view option : ask.options) shown.options.emplace_back(option);
  return shown;
}

}  // namespace

LocalTable::LocalTable(std::string rule, Enforcement enforcement, Language language, bool ascii)
    : game_(settings_of(std::move(rule), enforcement)), language_(language), ascii_(ascii) {
  const auto events = decide(game_, Player::first, action::Start{}, Moment::at(0));
  TIANYUAN_ASSERT(events.has_value());
  for (const GameEvent& event : *events) apply(game_, event);
}

proto::GameSnapshot LocalTable::snapshot() const {
  proto::GameSnapshot shown;
  shown.version = version_;
  shown.turn = game_.turn();
  shown.rule = game_.settings().rule;
  shown.enforcement = to_string(game_.settings().enforcement);
  shown.time = "-";
  for (const Player player : {Player::first, Player::second}) {
    shown.players[index(player)].id = static_cast<proto::Id>(index(player)) + 1;
    // Colours change by swaps; the people are told apart by their seats.
    shown.players[index(player)].name = player == Player::first ? "P1" : "P2";
  }
  shown.black = game_.black();
  for (const Move& move : game_.moves()) {
    shown.moves.push_back({static_cast<int>(shown.moves.size()) + 1, move.colour,
                           move.kind == Move::Kind::stone  ? to_string(move.point)
                           : move.kind == Move::Kind::pass ? "pass"
                                                           : "skip"});
  }
  if (!game_.over()) {
    const ForbiddenMap map = game_.forbidden_shown();
    for (int i = 0; i < kPointCount; ++i) {
      const ForbiddenKinds kinds = map[static_cast<std::size_t>(i)];
      if (kinds.any()) shown.forbidden.push_back({Point::from_index(i), to_string(kinds)});
    }
    if (const auto wanted = game_.ask()) shown.ask = view_of(*wanted);
  }
  shown.opening = game_.opening();
  for (const OpeningName& name : opening_names()) {
    if (name.code == shown.opening) shown.opening += " " + std::string(name.chinese);
  }
  return shown;
}

std::vector<Notice> LocalTable::ask() const {
  const GameModel model(snapshot(), 0);
  std::vector<Notice> notices;
  if (!model.ask()) return notices;
  const Player player = model.ask()->player;
  if (auto forbidden = tell_forbidden(language_, model, player)) {
    notices.push_back(std::move(*forbidden));
  }
  if (auto wanted = tell_ask(language_, model, player)) {
    wanted->words += " player=" + std::string(to_string(player));
    wanted->text = model.user(player).name + " (" +
                   colour_text(language_, model.colour_of(player)) + "): " + wanted->text;
    notices.push_back(std::move(*wanted));
  }
  return notices;
}

std::vector<Notice> LocalTable::greeting() const {
  const std::string rule = rule_text(language_, game_.settings().rule);
  std::vector<Notice> notices;
  notices.push_back({"local-started rule=" + game_.settings().rule +
                         " enforcement=" + std::string(to_string(game_.settings().enforcement)),
                     text(language_, Key::local_start, {rule}),
                     {}});
  for (Notice& notice : ask()) notices.push_back(std::move(notice));
  return notices;
}

std::vector<Notice> LocalTable::act(Player player, const Action& action) {
  const std::string opening_before = game_.opening();
  const auto events = decide(game_, player, action, Moment::at(0));
  if (!events) {
    Notice refused = tell_refused(language_, to_string(events.error().code),
                                  forbidden_text(language_, to_string(events.error().kinds)));
    return {std::move(refused)};
  }
  std::vector<Notice> notices;
  for (const GameEvent& event : *events) {
    apply(game_, event);
    ++version_;
    const GameModel after(snapshot(), 0);
    if (auto notice = tell_event(language_, view_of(event.body, game_), after)) {
      notices.push_back(std::move(*notice));
    }
  }
  if (!game_.opening().empty() && game_.opening() != opening_before) {
    notices.push_back(tell_opening(language_, snapshot().opening));
  }
  return notices;
}

std::vector<Notice> LocalTable::agree(Player player, Verb verb) {
  if (verb == Verb::draw) {
    std::vector<Notice> notices = act(player, action::OfferDraw{});
    if (!game_.draw_offer()) return notices;
    return act(other(player), action::AnswerDraw{game_.draw_offer()->id, true});
  }
  // The last stone is taken back: asked by whoever played it.
  const auto& moves = game_.moves();
  const Player asker = moves.empty() ? player : game_.player_of(moves.back().colour);
  std::vector<Notice> notices = act(asker, action::RequestUndo{});
  if (!game_.undo_request()) return notices;
  return act(other(asker), action::AnswerUndo{game_.undo_request()->id, true});
}

std::vector<Notice> LocalTable::show(const Command& command) const {
  const GameModel model(snapshot(), 0);
  switch (command.verb) {
    case Verb::board:
      return {tell_board(language_, model, !command.args.empty(), ascii_)};
    case Verb::moves:
      return {tell_moves(language_, model)};
    case Verb::turn:
      return ask();
    case Verb::help:
      return {tell_help(language_)};
    default:
      return {tell_refused(language_, "not_connected", {})};
  }
}

std::vector<Notice> LocalTable::perform(const Command& command) {
  State state;
  state.game.emplace(snapshot(), 0);
  const auto request = request_of(command, state);
  if (!request) return {tell_refused(language_, request.error().word, request.error().detail)};
  const bool offer = command.verb == Verb::draw || command.verb == Verb::undo;
  const std::optional<Action> wanted = *request ? action_of(**request) : std::nullopt;
  if (!wanted && !offer) return show(command);
  if (game_.over()) return {tell_refused(language_, "game_over", {})};
  const Player player = game_.ask()->player;
  const int turn = game_.turn();
  std::vector<Notice> notices = offer ? agree(player, command.verb) : act(player, *wanted);
  if (game_.turn() != turn) {
    for (Notice& notice : ask()) notices.push_back(std::move(notice));
  }
  return notices;
}

}  // namespace tianyuan::console
