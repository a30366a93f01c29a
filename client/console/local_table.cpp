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

GameSettings settings_of(std::string rule, Enforcement enforcement) {
  GameSettings settings;
  settings.rule = std::move(rule);
  settings.enforcement = enforcement;
  settings.time = SuddenDeath{kNoTime};
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

proto::ResultView view_of(const GameResult& result, const std::vector<Point>& row,
                          const Game& game) {
  proto::ResultView shown;
  shown.outcome = to_string(result.outcome);
  shown.reason = to_string(result.reason);
  shown.winner = result.winner;
  if (result.winner) shown.winner_colour = game.colour_of(*result.winner);
  shown.row = row;
  return shown;
}

// Only what tell_event() reads.
proto::GameEventView view_of(const GameEventBody& body, const Game& after,
                             std::string_view option) {
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
                          shown.text = option;
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
                          shown.result = view_of(e.result, e.row, after);
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
  if (game_.over()) shown.result = view_of(*game_.result(), game_.winning_points(), game_);
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
    const auto* branch = std::get_if<event::BranchChosen>(&event.body);
    const std::string_view option = branch ? game_.option_name(branch->option) : "";
    apply(game_, event);
    ++version_;
    const GameModel after(snapshot(), 0);
    if (auto notice = tell_event(language_, view_of(event.body, game_, option), after)) {
      notices.push_back(std::move(*notice));
    }
  }
  if (!game_.opening().empty() && game_.opening() != opening_before) {
    notices.push_back(tell_opening(language_, snapshot().opening));
  }
  return notices;
}

// Remembered as one step, unless it was refused.
std::vector<Notice> LocalTable::perform_acts(const std::vector<Deed>& deeds) {
  const Game before = game_;
  std::vector<Notice> notices;
  for (const Deed& deed : deeds) {
    for (Notice& notice : act(deed.player, deed.action)) notices.push_back(std::move(notice));
  }
  if (game_ != before) done_.push_back({before, deeds});
  return notices;
}

std::vector<Notice> LocalTable::agree_to_draw(Player player) {
  Game asked = game_;
  const auto offered = decide(asked, player, action::OfferDraw{}, Moment::at(0));
  if (!offered) return act(player, action::OfferDraw{});
  for (const GameEvent& event : *offered) apply(asked, event);
  const int offer = asked.draw_offer()->id;
  return perform_acts(
      {{player, action::OfferDraw{}}, {other(player), action::AnswerDraw{offer, true}}});
}

// Not the referee's take-back, which never goes into the opening nor behind the end of a game: at
// one screen the two may go back to any earlier position.
std::vector<Notice> LocalTable::take_back() {
  if (done_.empty()) return {tell_refused(language_, "undo_not_allowed", {})};
  const std::size_t moves = game_.moves().size();
  undone_.push_back(std::move(done_.back().deeds));
  game_ = std::move(done_.back().before);
  done_.pop_back();
  ++version_;
  return {
      tell_taken_back(language_, ++take_backs_, static_cast<int>(moves - game_.moves().size()))};
}

std::vector<Notice> LocalTable::do_again() {
  if (undone_.empty()) return {tell_refused(language_, "nothing_undone", {})};
  const std::vector<Deed> deeds = std::move(undone_.back());
  undone_.pop_back();
  return perform_acts(deeds);
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
  const bool draw = command.verb == Verb::draw;
  const bool along = command.verb == Verb::undo || command.verb == Verb::redo;
  const std::optional<Action> wanted = *request ? action_of(**request) : std::nullopt;
  if (!wanted && !draw && !along) return show(command);
  if (game_.over() && !along) return {tell_refused(language_, "game_over", {})};

  const std::int64_t version = version_;
  std::vector<Notice> notices;
  if (along) {
    notices = command.verb == Verb::undo ? take_back() : do_again();
  } else {
    const Player player = game_.ask()->player;
    notices = draw ? agree_to_draw(player) : perform_acts({{player, *wanted}});
    if (version_ != version) undone_.clear();
  }
  if (version_ != version) {
    for (Notice& notice : ask()) notices.push_back(std::move(notice));
  }
  return notices;
}

}  // namespace tianyuan::console
