#include "common/game.h"

#include <algorithm>

#include "common/assert.h"
#include "common/game_limits.h"
#include "common/openings.h"

namespace tianyuan {

Game::Game(GameSettings settings)
    : settings_(std::move(settings)), rule_(find_rule_set(settings_.rule)), time_(settings_.time) {
  TIANYUAN_ASSERT(rule_ != nullptr);
  procedure_ = Procedure::begin(*rule_);
  clocks_ = initial_clocks(time_);
  undos_left_.fill(settings_.undos_per_player);
  if (rule_->forbidden_moves && settings_.enforcement == Enforcement::claim) {
    claims_left_.fill(settings_.false_claims_per_game);
  }
}

bool operator==(const Game& a, const Game& b) {
  return a.settings_ == b.settings_ && a.procedure_ == b.procedure_ && a.started_ == b.started_ &&
         a.board_ == b.board_ && a.moves_ == b.moves_ && a.clocks_ == b.clocks_ &&
         a.result_ == b.result_ && a.row_ == b.row_ && a.turn_ == b.turn_ &&
         a.opening_moves_ == b.opening_moves_ && a.skips_in_row_ == b.skips_in_row_ &&
         a.fifths_ == b.fifths_ && a.next_id_ == b.next_id_ && a.draw_offer_ == b.draw_offer_ &&
         a.draw_offered_ == b.draw_offered_ && a.undo_request_ == b.undo_request_ &&
         a.undo_requested_ms_ == b.undo_requested_ms_ && a.undo_held_ms_ == b.undo_held_ms_ &&
         a.undos_left_ == b.undos_left_ && a.clocks_before_ == b.clocks_before_ &&
         a.claimable_ == b.claimable_ && a.claims_left_ == b.claims_left_ &&
         a.absence_ == b.absence_ && a.grace_frozen_ == b.grace_frozen_ && a.pause_ == b.pause_ &&
         a.paused_ms_ == b.paused_ms_ && a.absences_stand_ms_ == b.absences_stand_ms_ &&
         a.waiting_ == b.waiting_ && a.lateness_ends_ms_ == b.lateness_ends_ms_ &&
         a.time_ == b.time_ && a.down_ms_ == b.down_ms_ && a.last_event_ms_ == b.last_event_ms_;
}

bool Game::centre_needed(Colour colour) const {
  return colour == Colour::black && board_.stones() == 0 &&
         (rule_->centre_first || settings_.centre_first);
}

bool Game::judges_forbidden(Colour colour) const {
  return colour == Colour::black && rule_->forbidden_moves;
}

bool Game::passing_allowed() const {
  return rule_->passing && opening_over() && moves_.size() >= kMovesBeforePassing;
}

// Under refuse only; stops at the first legal point, so it costs little while there is one.
bool Game::no_legal_point() const {
  for (int i = 0; i < kPointCount; ++i) {
    const Point point = Point::from_index(i);
    if (board_.empty(point) && !forbidden_kinds(board_, point, settings_.forbidden).any()) {
      return false;
    }
  }
  return true;
}

bool Game::must_pass() const {
  return opening_over() && judges_forbidden(procedure_.to_move) &&
         settings_.enforcement == Enforcement::refuse && no_legal_point();
}

std::optional<Ask> Game::ask() const {
  if (!started_ || over() || pause_ || waiting_) return std::nullopt;
  Ask ask;
  ask.player = procedure_.actor(*rule_);
  const OpeningStep* step = procedure_.current(*rule_);
  if (step == nullptr) {
    ask.colour = procedure_.to_move;
    if (!must_pass()) ask.acts.push_back(Act::place);
    if (passing_allowed()) ask.acts.push_back(Act::pass);
    if (centre_needed(ask.colour)) ask.area = {0, false};
    return ask;
  }
  // Between the two events of taking Black (swap2): nobody is asked, the swap follows by itself.
  if (step->kind == StepKind::take_colour) return std::nullopt;
  ask.colour = step->colour;
  ask.area = step->area;
  switch (step->kind) {
    case StepKind::place:
      ask.acts.push_back(Act::place);
      if (centre_needed(ask.colour)) ask.area = {0, false};
      break;
    case StepKind::offer_swap:
      ask.acts.push_back(Act::swap);
      break;
    case StepKind::declare_fifths:
      ask.acts.push_back(Act::declare_fifths);
      ask.count_min = step->count_min;
      ask.count_max = std::min(step->count_max, settings_.fifths_max);
      break;
    case StepKind::offer_fifths:
      ask.acts.push_back(Act::offer_fifths);
      ask.count_min = ask.count_max = fifths_wanted();
      break;
    case StepKind::choose_fifth:
      ask.acts.push_back(Act::choose_fifth);
      ask.fifths = fifths_;
      break;
    case StepKind::choose_branch:
      ask.acts.push_back(Act::branch);
      ask.options = step->options;
      break;
    case StepKind::take_colour:
      TIANYUAN_ASSERT(false);  // answered above
  }
  return ask;
}

int Game::fifths_wanted() const {
  const OpeningStep* step = procedure_.current(*rule_);
  TIANYUAN_ASSERT(step != nullptr && step->kind == StepKind::offer_fifths);
  return step->count_max > 0 ? step->count_max : procedure_.declared;
}

std::optional<Millis> Game::grace_ends_ms(Player player) const {
  const Absence& absence = absence_[index(player)];
  if (!absence.absent || absences_stand() || waiting_ || !started_) return std::nullopt;
  if (absence.by_restart) return absence.since_ms + settings_.grace_ms;
  const Millis budget = std::max<Millis>(0, settings_.absence_total_ms - absence.used_ms);
  return absence.since_ms + std::min(settings_.grace_ms, budget);
}

std::optional<Millis> Game::lateness_ends_ms() const {
  if (!waiting_ || over() || absences_stand()) return std::nullopt;
  return lateness_ends_ms_;
}

// How long an absence has lasted that a restart did not cause; what stands still does not count.
Millis Game::absence_ms(const Absence& absence, Millis at_ms) const {
  if (absence.by_restart) return 0;
  const Millis until = absences_stand() ? absences_stand_ms_ : at_ms;
  return std::max<Millis>(0, until - absence.since_ms);
}

int Game::claims_left() const {
  return claims_left_[index(player_of(Colour::white))];
}

std::string Game::opening() const {
  if (moves_.size() < 3) return {};
  for (int i = 0; i < 3; ++i) {
    if (moves_[static_cast<std::size_t>(i)].kind != Move::Kind::stone) return {};
  }
  const auto name = opening_name(moves_[0].point, moves_[1].point, moves_[2].point);
  return name ? std::string(name->code) : std::string();
}

ForbiddenMap Game::forbidden_shown() const {
  if (!started_ || over() || settings_.enforcement == Enforcement::claim) return {};
  const OpeningStep* step = procedure_.current(*rule_);
  if (step != nullptr && step->kind != StepKind::place) return {};
  const Colour colour = step != nullptr ? step->colour : procedure_.to_move;
  if (!judges_forbidden(colour)) return {};
  return forbidden_map(board_, settings_.forbidden);
}

std::optional<Millis> next_deadline(const Game& game) {
  if (game.over()) return std::nullopt;
  if (!game.started_) {
    if (game.settings_.appointed_ms > 0) return game.settings_.appointed_ms;
    return std::nullopt;
  }
  if (game.pause_) return game.paused_ms_ + kPauseLongestMs;
  if (game.waiting_) return game.lateness_ends_ms();
  std::optional<Millis> due = turn_deadline(game.clocks_);
  for (const Player player : {Player::first, Player::second}) {
    const auto grace = game.grace_ends_ms(player);
    if (grace && (!due || *grace < *due)) due = grace;
  }
  return due;
}

std::optional<Millis> move_left_ms(const Game& game, Millis now_ms) {
  const auto deadline = turn_deadline(game.clocks());
  if (!deadline) return std::nullopt;
  return std::max<Millis>(0, *deadline - now_ms);
}

Millis time_left_ms(const Game& game, Player player, Millis now_ms) {
  const ClockState& clocks = game.clocks();
  const TimeControl& control = game.time();
  const bool runs =
      clocks.running == player || (clocks.running && std::holds_alternative<SharedTime>(control));
  const Millis spent = runs ? turn_used_ms(clocks, now_ms) : 0;
  return shown_left_ms(clocks.players[index(player)], control, spent);
}

}  // namespace tianyuan
