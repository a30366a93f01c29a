// decide(): the acts of players, judged. Time-outs and absence stand in game_time.cpp.

#include <algorithm>

#include "common/assert.h"
#include "common/game_limits.h"
#include "common/openings.h"
#include "common/referee.h"
#include "common/winning_row.h"

namespace tianyuan {
namespace {

std::unexpected<Refusal> refuse(RefusalCode code) {
  return std::unexpected(Refusal{code, {}, 0, 0});
}

}  // namespace

Referee::Referee(const Game& game, Player player, const Moment& moment)
    : game_(game),
      player_(player),
      at_ms_(std::max(moment.now_ms, game.last_event_ms_)),
      acted_ms_(counts_at(game, moment)),
      clocks_(game.clocks_),
      answering_(game.undo_held_ms_.has_value()) {}

// ---------------------------------------------------------------- moves

Referee::Answer Referee::operator()(const action::PlaceStone& act) {
  if (const auto refusal = refuse_act(StepKind::place)) return std::unexpected(*refusal);
  ForbiddenKinds kinds;
  if (const auto refusal = refuse_stone(act.point, kinds)) return std::unexpected(*refusal);
  const OpeningStep* step = game_.procedure_.current(game_.rule());
  const Colour colour = step != nullptr ? step->colour : game_.procedure_.to_move;
  return stone(act.point, colour, kinds);
}

Referee::Answer Referee::stone(Point point, Colour colour, ForbiddenKinds kinds) {
  events_.reserve(2);
  lapse_offers();
  Procedure after = game_.procedure_;
  after.stone(game_.rule(), colour);
  take_turn(true, after);
  emit(event::StonePlaced{player_, colour, point, kinds});
  judge_stone(point, colour, kinds);
  return std::move(events_);
}

void Referee::judge_stone(Point point, Colour colour, ForbiddenKinds kinds) {
  Board board = game_.board_;
  board.place(point, colour);
  const RuleSet& rule = game_.rule();
  auto row = tianyuan::winning_row(board, point, colour == Colour::black ? rule.black : rule.white);
  if (!row.empty()) {
    const Player winner = game_.player_of(colour);
    end({Outcome::win, EndReason::five, winner, other(winner)}, std::move(row));
  } else if (kinds.any() && (game_.settings_.enforcement == Enforcement::lose || board.full())) {
    // On the last free point nobody is left to claim it (F4).
    const Player winner = game_.player_of(Colour::white);
    end({Outcome::win, EndReason::forbidden, winner, other(winner)}, {}, kinds);
  } else if (board.full()) {
    end({Outcome::draw, EndReason::board_full, std::nullopt, std::nullopt});
  }
}

Referee::Answer Referee::operator()(const action::Pass&) {
  if (game_.procedure_.actor(game_.rule()) != player_) return refuse(RefusalCode::not_your_turn);
  if (!game_.passing_allowed()) return refuse(RefusalCode::passing_not_allowed);
  lapse_offers();
  Procedure after = game_.procedure_;
  after.turn_passes();
  take_turn(true, after);
  emit(event::Passed{player_});
  if (game_.moves_.back().kind == Move::Kind::pass) {
    end({Outcome::draw, EndReason::passes, std::nullopt, std::nullopt});
  }
  return std::move(events_);
}

std::optional<Refusal> Referee::refuse_act(StepKind kind) const {
  if (game_.procedure_.actor(game_.rule()) != player_) {
    return Refusal{RefusalCode::not_your_turn, {}, 0, 0};
  }
  const OpeningStep* step = game_.procedure_.current(game_.rule());
  const StepKind wanted = step != nullptr ? step->kind : StepKind::place;
  if (wanted != kind) return Refusal{RefusalCode::wrong_act, {}, 0, 0};
  return std::nullopt;
}

std::optional<Refusal> Referee::refuse_stone(Point point, ForbiddenKinds& kinds) const {
  const auto no = [](RefusalCode code) { return Refusal{code, {}, 0, 0}; };
  const OpeningStep* step = game_.procedure_.current(game_.rule());
  const Colour colour = step != nullptr ? step->colour : game_.procedure_.to_move;
  if (!game_.board_.empty(point)) return no(RefusalCode::occupied);
  if (game_.centre_needed(colour) && point != kTengen) return no(RefusalCode::centre_first);
  if (step != nullptr && !step->area.contains(point)) {
    return no(step->shows_opening ? RefusalCode::not_an_opening : RefusalCode::outside_area);
  }
  if (!game_.judges_forbidden(colour)) return std::nullopt;
  kinds = forbidden_kinds(game_.board_, point, game_.settings_.forbidden);
  if (!kinds.any() || game_.settings_.enforcement != Enforcement::refuse) return std::nullopt;
  if (game_.must_pass()) return no(RefusalCode::must_pass);
  return Refusal{RefusalCode::forbidden, kinds, 0, 0};
}

// ---------------------------------------------------------------- opening decisions

Referee::Answer Referee::decision(GameEventBody body, const Procedure& after) {
  lapse_offers();
  const bool is_move = std::holds_alternative<event::FifthsOffered>(body);
  take_turn(is_move, after);
  emit(std::move(body));
  return std::move(events_);
}

Referee::Answer Referee::operator()(const action::AnswerSwap& act) {
  if (const auto refusal = refuse_act(StepKind::offer_swap)) return std::unexpected(*refusal);
  Procedure after = game_.procedure_;
  after.swap(game_.rule(), act.swap);
  return decision(event::SwapAnswered{player_, act.swap}, after);
}

Referee::Answer Referee::operator()(const action::ChooseBranch& act) {
  if (const auto refusal = refuse_act(StepKind::choose_branch)) return std::unexpected(*refusal);
  const auto& options = game_.procedure_.current(game_.rule())->options;
  const auto found = std::find(options.begin(), options.end(), act.option);
  if (found == options.end()) return refuse(RefusalCode::bad_option);
  const int option = static_cast<int>(found - options.begin());
  Procedure after = game_.procedure_;
  after.branch(game_.rule(), option);
  const OpeningStep* next = after.current(game_.rule());
  const bool takes_colour = next != nullptr && next->kind == StepKind::take_colour;
  if (takes_colour) after.swap(game_.rule(), true);
  auto answer = decision(event::BranchChosen{player_, option}, after);
  if (takes_colour) {
    answer->push_back({at_ms_, event::SwapAnswered{player_, true}, clocks_});
  }
  return answer;
}

Referee::Answer Referee::operator()(const action::DeclareFifths& act) {
  if (const auto refusal = refuse_act(StepKind::declare_fifths)) return std::unexpected(*refusal);
  const OpeningStep* step = game_.procedure_.current(game_.rule());
  const int most = std::min(step->count_max, game_.settings_.fifths_max);
  if (act.count < step->count_min || act.count > most) {
    return std::unexpected(Refusal{RefusalCode::bad_count, {}, step->count_min, most});
  }
  Procedure after = game_.procedure_;
  after.declare(game_.rule(), act.count);
  return decision(event::FifthsDeclared{player_, act.count}, after);
}

Referee::Answer Referee::operator()(const action::OfferFifths& act) {
  if (const auto refusal = refuse_act(StepKind::offer_fifths)) return std::unexpected(*refusal);
  if (const auto refusal = refuse_fifths(act.points)) return std::unexpected(*refusal);
  Procedure after = game_.procedure_;
  after.offer(game_.rule());
  return decision(event::FifthsOffered{player_, act.points}, after);
}

std::optional<Refusal> Referee::refuse_fifths(const std::vector<Point>& points) const {
  const int wanted = game_.fifths_wanted();
  if (static_cast<int>(points.size()) != wanted) {
    return Refusal{RefusalCode::bad_count, {}, wanted, wanted};
  }
  const Area area = game_.procedure_.current(game_.rule())->area;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!game_.board_.empty(points[i])) return Refusal{RefusalCode::occupied, {}, 0, 0};
    if (!area.contains(points[i])) return Refusal{RefusalCode::outside_area, {}, 0, 0};
    for (std::size_t j = 0; j < i; ++j) {
      if (points[i] == points[j] || same_fifth(game_.board_, points[i], points[j])) {
        return Refusal{RefusalCode::same_fifth, {}, 0, 0};
      }
    }
  }
  return std::nullopt;
}

Referee::Answer Referee::operator()(const action::ChooseFifth& act) {
  if (const auto refusal = refuse_act(StepKind::choose_fifth)) return std::unexpected(*refusal);
  if (std::find(game_.fifths_.begin(), game_.fifths_.end(), act.point) == game_.fifths_.end()) {
    return refuse(RefusalCode::not_offered);
  }
  Procedure after = game_.procedure_;
  after.stone(game_.rule(), Colour::black);
  // Three black stones make neither a five nor a forbidden shape: nothing to judge.
  return decision(event::FifthChosen{player_, act.point, {}}, after);
}

// ---------------------------------------------------------------- claims, giving up, offers

Referee::Answer Referee::operator()(const action::ClaimForbidden&) {
  const bool allowed = game_.claimable_ && player_ == game_.player_of(Colour::white) &&
                       game_.claims_left_[index(player_)] > 0;
  if (!allowed) return refuse(RefusalCode::claim_not_allowed);
  if (game_.claimable_->any()) {
    end({Outcome::win, EndReason::claimed, player_, other(player_)}, {}, *game_.claimable_);
  } else {
    emit(event::ClaimRejected{player_, game_.claims_left_[index(player_)] - 1});
  }
  return std::move(events_);
}

Referee::Answer Referee::concede(EndReason reason) {
  if (!game_.started_) {  // before its appointed time a game costs nothing (W3)
    end({Outcome::annulled, reason, std::nullopt, std::nullopt});
    return std::move(events_);
  }
  win_for(other(player_), reason);
  return std::move(events_);
}
Referee::Answer Referee::operator()(const action::Resign&) {
  return concede(EndReason::resigned);
}
Referee::Answer Referee::operator()(const action::LeaveTable&) {
  return concede(EndReason::left_table);
}

Referee::Answer Referee::operator()(const action::OfferDraw&) {
  if (game_.draw_offer_ || game_.draw_offered_[index(player_)]) {
    return refuse(RefusalCode::offer_stands);
  }
  emit(event::DrawOffered{player_, game_.next_id_});
  return std::move(events_);
}

Referee::Answer Referee::operator()(const action::AnswerDraw& act) {
  const auto& offer = game_.draw_offer_;
  if (!offer || offer->id != act.offer || offer->by == player_)
    return refuse(RefusalCode::no_offer);
  const auto answer = act.accept ? OfferAnswer::accepted : OfferAnswer::declined;
  emit(event::DrawAnswered{act.offer, answer});
  if (act.accept) end({Outcome::draw, EndReason::agreement, std::nullopt, std::nullopt});
  return std::move(events_);
}

Referee::Answer Referee::operator()(const action::RequestUndo&) {
  if (game_.undo_request_) return refuse(RefusalCode::offer_stands);
  if (game_.undos_left_[index(player_)] <= 0 || undo_extent(player_).first == 0) {
    return refuse(RefusalCode::undo_not_allowed);
  }
  if (clocks_.running == player_ && !game_.absence_[index(other(player_))].absent) {
    // The time spent on asking is the answerer's, but it never costs him the game: the request
    // lapses before his clock could.
    const TimeControl& control = game_.time_;
    const Player answerer = other(player_);
    const Millis own_limit = clocks_.players[index(player_)].move_limit_ms;
    begin_turn_of(answerer);
    clocks_.players[index(player_)].move_limit_ms = own_limit;
    PlayerClock& clock = clocks_.players[index(answerer)];
    Millis limit = std::min(kUndoAnswerMs, clock.move_limit_ms);
    if (!std::holds_alternative<HallTime>(control))
      limit = std::min(limit, clock.move_limit_ms / 2);
    clock.move_limit_ms = limit;
  }
  emit(event::UndoRequested{player_, game_.next_id_});
  return std::move(events_);
}

Referee::Answer Referee::operator()(const action::AnswerUndo& act) {
  const auto& request = game_.undo_request_;
  if (!request || request->id != act.request || request->by == player_) {
    return refuse(RefusalCode::no_offer);
  }
  if (!act.accept) {
    settle_answering();
    emit(event::UndoAnswered{act.request, OfferAnswer::declined, 0});
    return std::move(events_);
  }
  if (game_.draw_offer_) {
    emit(event::DrawAnswered{game_.draw_offer_->id, OfferAnswer::lapsed});
  }
  const int stones = undo_extent(request->by).second;
  take_back(request->by);
  emit(event::UndoAnswered{act.request, OfferAnswer::accepted, stones});
  return std::move(events_);
}

std::pair<int, int> Referee::undo_extent(Player asker) const {
  const auto& moves = game_.moves_;
  const Colour colour = game_.colour_of(asker);
  const int removable = static_cast<int>(moves.size()) - game_.opening_moves_;
  if (!game_.opening_over()) return {0, 0};
  int stones = 0;
  for (int entries = 1; entries <= std::min(2, removable); ++entries) {
    const Move& move = moves[moves.size() - static_cast<std::size_t>(entries)];
    if (move.kind == Move::Kind::stone) ++stones;
    if (move.colour != colour) continue;
    if (move.kind != Move::Kind::stone) break;  // his last entry is a pass or a skip
    return {entries, stones};
  }
  return {0, 0};
}

// Clocks return to the values before the removed stone; what passed since the request was made is
// the answerer's (R7).
void Referee::take_back(Player asker) {
  const int entries = undo_extent(asker).first;
  const Millis since_asked = std::max<Millis>(0, at_ms_ - game_.undo_requested_ms_);
  const bool answerer_runs = clocks_.running == other(asker);
  const Millis asking = answerer_runs ? std::min(turn_used_ms(clocks_, at_ms_), since_asked) : 0;
  clocks_.players = game_.clocks_before_[game_.moves_.size() - static_cast<std::size_t>(entries)];
  take_time(clocks_, game_.time_, other(asker), asking);
  begin_turn_of(asker);
  answering_ = false;
}

// ---------------------------------------------------------------- what all of them use

void Referee::emit(GameEventBody body) {
  events_.push_back({at_ms_, std::move(body), clocks_});
}

void Referee::lapse_offers() {
  if (game_.draw_offer_ && game_.draw_offer_->by != player_) {
    emit(event::DrawAnswered{game_.draw_offer_->id, OfferAnswer::lapsed});
  }
  lapse_undo();
}

void Referee::lapse_undo() {
  if (!game_.undo_request_) return;
  settle_answering();
  emit(event::UndoAnswered{game_.undo_request_->id, OfferAnswer::lapsed, 0});
}

void Referee::settle_answering() {
  if (!answering_) return;
  answering_ = false;
  const Player asker = game_.undo_request_->by;
  const Millis limit = clocks_.players[index(asker)].move_limit_ms;
  stop_turn(clocks_, game_.time_, turn_used_ms(clocks_, at_ms_));
  begin_turn_of(asker);
  clocks_.players[index(asker)].move_limit_ms = limit;
  clocks_.used_ms = *game_.undo_held_ms_;
}

void Referee::take_turn(bool is_move, const Procedure& after) {
  TIANYUAN_ASSERT(clocks_.running == player_);
  end_turn(clocks_, game_.time_, turn_used_ms(clocks_, acted_ms_), is_move);
  begin_turn_of(after.actor(game_.rule()));
}

bool Referee::stands_when_absent(Player player) const {
  const Absence& absence = game_.absence_[index(player)];
  if (!absence.absent) return false;
  if (absence.by_restart) return true;
  if (game_.settings_.disconnect_clock == DisconnectClock::run) return false;
  return true;
}

void Referee::begin_turn_of(Player player) {
  const bool paused = game_.pause_.has_value();
  begin_turn(clocks_, game_.time_, player, at_ms_, paused || stands_when_absent(player));
  if (!paused && clocks_.paused && !stands_now()) resume_clock(clocks_, at_ms_);
}

// T4: byo-yomi never stops for absence; a restart is nobody's (X5).
bool Referee::stands_now() const {
  const Player player = *clocks_.running;
  if (!stands_when_absent(player)) return false;
  const bool forgiven = game_.absence_[index(player)].by_restart;
  return forgiven || !in_byo_yomi(clocks_, game_.time_, at_ms_);
}

void Referee::end(const GameResult& result, std::vector<Point> row, ForbiddenKinds forbidden) {
  settle_answering();
  stop_turn(clocks_, game_.time_, turn_used_ms(clocks_, at_ms_));
  emit(event::GameEnded{result, std::move(row), forbidden});
}

void Referee::win_for(Player winner, EndReason reason) {
  end({Outcome::win, reason, winner, other(winner)});
}

}  // namespace tianyuan
