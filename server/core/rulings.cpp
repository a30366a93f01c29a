// A referee's acts on a running game (T5): who may, and what the rule library makes of it.

#include <algorithm>

#include "server/core/handlers.h"
#include "server/core/views.h"

namespace tianyuan::core {

using proto::ErrorCode;

namespace {

constexpr std::string_view kReferee = "referee";

event::RefereeMark mark_of(const State& state, Id user, const std::string& reason) {
  return {user, state.users.at(user).profile.name, reason};
}

Answer rule(Step& step, SessionId session, Id user, Id game, const Action& action) {
  const State& state = step.state();
  if (!is_referee(state, user))
    return fail(ErrorCode::not_referee, "only a referee may do this", {}, "the role referee");
  const GameRun* run = find(state.games, game);
  if (run == nullptr) return fail(ErrorCode::unknown_game, "there is no such game", "game");
  if (run->player_of(user))
    return fail(ErrorCode::own_game, "a referee does not rule in his own game", "game");
  if (run->game.over()) return fail(ErrorCode::game_over, "the game is over", "game");

  step.answer_with_events_of(game, session);
  const auto refusal = play(step, game, {}, action, step.moment());
  if (!refusal) return proto::result::Game{game, run->game.turn(), step.answered_events()};
  game_due(step, game);  // what was due meanwhile is told with the refusal
  step.tell_answered_events();
  return std::unexpected(error_of(*refusal, run->game.ask()));
}

}  // namespace

bool is_referee(const State& state, Id user) {
  const std::vector<std::string>& roles = state.users.at(user).profile.roles;
  return std::find(roles.begin(), roles.end(), kReferee) != roles.end();
}

Answer pause_game(Step& step, SessionId session, Id user, const proto::request::RefereePause& r) {
  return rule(step, session, user, r.game,
              action::PauseClocks{mark_of(step.state(), user, r.reason)});
}

Answer resume_game(Step& step, SessionId session, Id user, const proto::request::RefereeResume& r) {
  return rule(step, session, user, r.game,
              action::ResumeClocks{mark_of(step.state(), user, r.reason)});
}

Answer set_game_clock(Step& step, SessionId session, Id user,
                      const proto::request::RefereeSetClock& r) {
  return rule(
      step, session, user, r.game,
      action::SetClock{mark_of(step.state(), user, r.reason), r.player, r.left_ms, r.period});
}

Answer split_pool(Step& step, SessionId session, Id user, const proto::request::RefereeSplit& r) {
  return rule(step, session, user, r.game,
              action::SplitPool{mark_of(step.state(), user, r.reason)});
}

Answer adjudge(Step& step, SessionId session, Id user, const proto::request::RefereeAdjudge& r) {
  const Outcome outcome = r.verdict == "win"         ? Outcome::win
                          : r.verdict == "draw"      ? Outcome::draw
                          : r.verdict == "both_lose" ? Outcome::both_lose
                                                     : Outcome::annulled;
  return rule(step, session, user, r.game,
              action::Adjudge{mark_of(step.state(), user, r.reason), outcome, r.winner});
}

}  // namespace tianyuan::core
