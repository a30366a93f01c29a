// Quick match (R4): within a room, by strength, wider with waiting time. A room's queue is ordered
// by score; a search looks at its nearest neighbours only, so its cost does not grow with the
// queue.

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <utility>

#include "server/core/handlers.h"
#include "server/core/views.h"

namespace tianyuan::core {

using proto::ErrorCode;

namespace {

constexpr int kNeighbours = 8;        // looked at each way when a search begins or widens
constexpr int kWidestDoublings = 40;  // by then the window holds every score

std::int64_t window(const State& state, const Search& search) {
  if (search.widenings >= kWidestDoublings) return std::numeric_limits<std::int64_t>::max();
  return state.limits.search_window << search.widenings;
}

// The nearest that either's window reaches; among equals the one who has waited longest.
Id partner_of(const State& state, Id user_id) {
  const Search& mine = *state.users.at(user_id).search;
  const auto& queue = state.rooms.at(mine.room).queue;
  const auto self = queue.find({mine.score, user_id});
  Id best = 0;
  std::pair<std::int64_t, Id> best_key;  // distance, search
  const auto consider = [&](const std::pair<std::int64_t, Id>& entry) {
    const Search& theirs = *state.users.at(entry.second).search;
    const std::int64_t distance = std::abs(theirs.score - mine.score);
    if (distance > std::max(window(state, mine), window(state, theirs))) return;
    const std::pair<std::int64_t, Id> key{distance, theirs.id};
    if (best != 0 && best_key <= key) return;
    best = entry.second;
    best_key = key;
  };
  auto above = std::next(self);
  for (int i = 0; i < kNeighbours && above != queue.end(); ++i, ++above) consider(*above);
  auto below = self;
  for (int i = 0; i < kNeighbours && below != queue.begin(); ++i) consider(*--below);
  return best;
}

void begin_matched_game(Step& step, Id waited_longest, Id other_user) {
  const State& state = step.state();
  const std::array<Id, 2> users{waited_longest, other_user};
  std::array<Id, 2> searches{};
  for (std::size_t i = 0; i < 2; ++i) searches[i] = state.users.at(users[i]).search->id;
  const Id room = state.users.at(waited_longest).room;
  for (const Id user : users) end_search(step, user);

  const Id table = state.next_table;
  step.emit(hall::TableOpened{table, room, false, true, {}, false});
  for (int seat = 0; seat < 2; ++seat) step.emit(hall::Seated{users[seat], table, seat});
  start_game(step, table, step.chance().below(2));

  const Table& made = state.tables.at(table);
  const GameRun& run = state.games.at(made.game);
  for (std::size_t i = 0; i < 2; ++i) {
    step.tell({state.users.at(users[i]).session},
              proto::notify::MatchFound{searches[i], view::table(state, made, true),
                                        view::snapshot(state, run)});
  }
}

// Whether a game came of it.
bool try_to_pair(Step& step, Id user) {
  const State& state = step.state();
  const Id partner = partner_of(state, user);
  if (partner == 0) return false;
  const bool mine_older = state.users.at(user).search->id < state.users.at(partner).search->id;
  begin_matched_game(step, mine_older ? user : partner, mine_older ? partner : user);
  return true;
}

Unless cannot_search(const State& state, const User& user, Id room_id) {
  if (user.game != 0) return fail(ErrorCode::game_running, "your game runs").error();
  if (user.table != 0)
    return fail(ErrorCode::already_seated, "you are seated: leave the table first").error();
  if (user.search)
    return fail(ErrorCode::already_searching, "you search in another room already").error();
  if (auto error = cannot_enter(state, user.profile.user, room_id)) return error;
  const Room& room = state.rooms.at(room_id);
  if (auto error = cannot_play_in(state, &room)) return error;
  if (static_cast<int>(room.tables.size()) >= state.limits.tables_per_room)
    return fail(ErrorCode::busy, "the room has no free table").error();
  return cannot_afford(state, user.profile.user, room);
}

}  // namespace

Answer start_match(Step& step, Id user_id, const proto::request::MatchStart& request) {
  const State& state = step.state();
  const User& user = state.users.at(user_id);
  if (user.search && user.search->room == request.room)
    return proto::result::Match{user.search->id};  // asked twice: one search
  if (auto error = cannot_search(state, user, request.room)) return std::unexpected(*error);
  move_to_room(step, user_id, request.room);
  const auto& scores = user.profile.score_by_kind;
  const auto score = scores.find(state.rooms.at(request.room).config.kind);
  const Id search = state.next_search;
  step.emit(hall::SearchBegun{user_id, request.room, search,
                              score == scores.end() ? 0 : score->second, step.now_ms()});
  try_to_pair(step, user_id);
  return proto::result::Match{search};
}

Answer cancel_match(Step& step, Id user_id, const proto::request::MatchCancel& request) {
  const User& user = step.state().users.at(user_id);
  if (!user.search || user.search->id != request.search)
    return fail(ErrorCode::not_searching, "that search is over", "search");
  end_search(step, user_id);
  return proto::result::Ok{};
}

void end_search(Step& step, Id user) {
  if (step.state().users.at(user).search) step.emit(hall::SearchEnded{user});
}

void break_search(Step& step, Id user_id, std::string reason) {
  const User& user = step.state().users.at(user_id);
  if (!user.search) return;
  const Id search = user.search->id;
  end_search(step, user_id);
  step.tell({user.session}, proto::notify::MatchEnded{search, std::move(reason)});
}

void search_due(Step& step, Id user_id) {
  const State& state = step.state();
  const User* user = find(state.users, user_id);
  if (user == nullptr || !user->search) return;
  step.emit(hall::SearchWidened{user_id, step.now_ms()});
  if (try_to_pair(step, user_id)) return;
  const auto& queue = state.rooms.at(user->search->room).queue;
  step.tell({user->session},
            proto::notify::MatchWaiting{user->search->id, step.now_ms() - user->search->since_ms,
                                        static_cast<int>(queue.size())});
}

}  // namespace tianyuan::core
