#pragma once

// The hall's handlers by subject. Each reads the state, refuses or emits (step.h). `user` is the
// signed-in user who asks.

#include <optional>
#include <string>
#include <string_view>

#include "proto/messages.h"
#include "server/core/step.h"

namespace tianyuan::core {

using Unless = std::optional<proto::Error>;  // nothing: it may be done

// ---- sessions.cpp
effect::Answer sign_in(Step& step, const command::SignedIn& command);
effect::Answer sign_out(Step& step, const command::SignedOut& command);
void session_closed(Step& step, SessionId session);
void close_player(Step& step, Id user);
void profile_changed(Step& step, const Profile& profile);

// ---- presence.cpp, X1..X5
// `for_good`: he signed out, so a seat without a game is given up at once.
void lose_connection(Step& step, Id user, bool for_good);
void regain_connection(Step& step, Id user);
void begin_absent(Step& step, Id game);  // players who are away when their game starts
void seat_hold_due(Step& step, Id user);
void mass_drop_due(Step& step);
void forget_if_idle(Step& step, Id user);

// ---- rooms.cpp, R1
Unless cannot_enter(const State& state, Id user, Id room);
void move_to_room(Step& step, Id user, Id room);  // out of the old one with all that it holds
void leave_room(Step& step, Id user);
// No new game may begin there now: closed, deleted or draining.
Unless cannot_play_in(const State& state, const Room* room);
Unless cannot_afford(const State& state, Id user, const Room& room);  // S3
Answer list_rooms(Step& step);
Answer enter_room(Step& step, Id user, const proto::request::EnterRoom& request);
Answer leave_room_request(Step& step, Id user);
void rooms_loaded(Step& step, const std::vector<RoomConfig>& rooms);

// ---- match.cpp, R4
Answer start_match(Step& step, Id user, const proto::request::MatchStart& request);
Answer cancel_match(Step& step, Id user, const proto::request::MatchCancel& request);
void end_search(Step& step, Id user);  // where there is one
// The same without his doing: he is told why (match.ended).
void break_search(Step& step, Id user, std::string reason);
void search_due(Step& step, Id user);

// ---- tables.cpp, R2, R5, R6, R7
Answer create_table(Step& step, Id user, const proto::request::TableCreate& request);
Answer list_tables(Step& step, Id user, const proto::request::TableList& request);
Answer sit(Step& step, Id user, const proto::request::TableSit& request);
Answer watch(Step& step, Id user, const proto::request::TableWatch& request);
Answer leave_table(Step& step, Id user, const proto::request::TableLeave& request);
Answer confirm(Step& step, Id user, const proto::request::TableConfirm& request);
Answer ready(Step& step, Id user, const proto::request::TableReady& request);
void appointment_due(Step& step, Id table);  // T3: its time came before a second player
void unseat(Step& step, Id user);            // no game of his runs; closes an empty table
void stop_watching(Step& step, Id user);
proto::Result table_answer(Step& step, Id table, Id user);

// ---- colours.cpp, R3
void begin_colours(Step& step, Id table);
void colours_due(Step& step, Id table);  // the 20 s are over: the server draws, or chooses
Answer commit_guess(Step& step, Id user, const proto::request::GuessCommit& request);
Answer open_guess(Step& step, Id user, const proto::request::GuessOpen& request);
Answer choose_toss(Step& step, Id user, const proto::request::TossChoose& request);

// ---- game.cpp
// `asker`: the session whose answer holds the game's snapshot; it is told the same one, not an
// older. 0: none.
void start_game(Step& step, Id table, int first_seat, SessionId asker = 0);
// T3: both have taken their seats: the game is agreed, colours are drawn, and it begins at its
// time.
void open_appointed_game(Step& step, Id table, SessionId asker);
// Carries an action of the hall or of a player out; the events are emitted. Answers the refusal.
std::optional<Refusal> play(Step& step, Id game, Player player, const Action& action,
                            const Moment& moment);
// `turn`: what the request was meant for; nothing where it is bound to an id or to none.
Answer act(Step& step, SessionId session, Id user, Id game, std::optional<int> turn,
           const Action& action);
Answer sync_game(Step& step, Id user, const proto::request::Sync& request);
void game_due(Step& step, Id game);
void game_settled(Step& step, const GameSettled& settled);

// ---- rulings.cpp, T5
// An act of a referee, who must have the role and not play in that game.
Answer pause_game(Step& step, SessionId session, Id user, const proto::request::RefereePause& r);
Answer resume_game(Step& step, SessionId session, Id user, const proto::request::RefereeResume& r);
Answer set_game_clock(Step& step, SessionId session, Id user,
                      const proto::request::RefereeSetClock& r);
Answer split_pool(Step& step, SessionId session, Id user, const proto::request::RefereeSplit& r);
Answer adjudge(Step& step, SessionId session, Id user, const proto::request::RefereeAdjudge& r);
bool is_referee(const State& state, Id user);

// ---- chat.cpp, R6
Answer say(Step& step, Id user, const proto::request::ChatSay& request);

// ---- restore.cpp, X5
void replay_event(State& state, const Durable& event);
void resume_games(Step& step, Millis down_ms);

// ---- check.cpp
std::uint64_t hash_of_games(const State& state);
std::vector<std::string> broken_invariants(const State& state);

}  // namespace tianyuan::core
