// Who is connected as whom. One live session an account: the newest wins.

#include "server/core/handlers.h"
#include "server/core/views.h"

namespace tianyuan::core {
namespace {

constexpr int kCloseReplaced = 4001;  // the client must not come back by itself
constexpr int kCloseBanned = 4003;

// Where he was and what waits for him.
proto::result::Session session_view(const State& state, const User& user, std::string token) {
  proto::result::Session shown;
  shown.token = std::move(token);
  shown.user = view::user(state, user.profile.user, {});
  shown.roles = user.profile.roles;
  if (user.room != 0) shown.room = user.room;
  if (const Table* table = find(state.tables, user.table))
    shown.table = view::table(state, *table, true);
  const GameRun* run = find(state.games, user.game);
  if (run != nullptr) shown.game = view::snapshot(state, *run);
  return shown;
}

void replace_older(Step& step, Id user_id, SessionId newest) {
  const User* user = find(step.state().users, user_id);
  if (user == nullptr || user->session == 0 || user->session == newest) return;
  const SessionId older = user->session;
  step.tell({older}, proto::notify::SessionReplaced{});
  step.close(older, kCloseReplaced, "replaced by a newer session");
}

}  // namespace

effect::Answer sign_in(Step& step, const command::SignedIn& command) {
  const State& state = step.state();
  const Id user_id = command.profile.user;
  const Id* before = find(state.sessions, command.session);
  if (before != nullptr && *before != user_id) lose_connection(step, *before, true);

  replace_older(step, user_id, command.session);
  const User* known = find(state.users, user_id);
  // A replaced session is no loss of connection: the player is here all the while.
  const bool was_away = known == nullptr || known->session == 0;
  if (!was_away && known->session != command.session) step.emit(hall::SessionUnbound{user_id});
  step.emit(hall::SessionBound{command.session, command.profile, command.blocked});

  step.answer_with_events_of(state.users.at(user_id).game, command.session);
  if (was_away) regain_connection(step, user_id);
  const User& user = state.users.at(user_id);
  step.table_in_answer(user.table, command.session);
  return {command.session,
          {command.request, proto::Result{session_view(state, user, command.token)}}};
}

effect::Answer sign_out(Step& step, const command::SignedOut& command) {
  if (const Id* user = find(step.state().sessions, command.session))
    lose_connection(step, *user, true);
  return {command.session, {command.request, proto::Result{proto::result::Ok{}}}};
}

void session_closed(Step& step, SessionId session) {
  // A replaced or signed-out session is bound to nobody: its end says nothing about the player.
  if (const Id* user = find(step.state().sessions, session)) lose_connection(step, *user, false);
}

void close_player(Step& step, Id user_id) {
  const User* user = find(step.state().users, user_id);
  if (user == nullptr || user->session == 0) return;
  const SessionId session = user->session;
  lose_connection(step, user_id, true);
  step.close(session, kCloseBanned, "the account is closed");
}

void profile_changed(Step& step, const Profile& profile) {
  step.emit(hall::ProfileUpdated{profile});
  if (profile.banned) close_player(step, profile.user);
}

}  // namespace tianyuan::core
