#include "server/core/handlers.h"
#include "server/core/views.h"

namespace tianyuan::core {

using proto::ErrorCode;

namespace {

std::int64_t score_in(const Profile& profile, const std::string& kind) {
  const auto score = profile.score_by_kind.find(kind);
  return score == profile.score_by_kind.end() ? 0 : score->second;
}

Unless not_admitted(const Profile& profile, const Room& room) {
  const RoomConfig& config = room.config;
  if (profile.guest && !config.guests_allowed)
    return fail(ErrorCode::guests_not_allowed, "guests may not enter this room", "room").error();
  if (config.minimum_score && score_in(profile, config.kind) < *config.minimum_score) {
    return fail(ErrorCode::score_too_low, "this room asks a higher score", "room",
                "a score of " + std::to_string(*config.minimum_score) + " or more")
        .error();
  }
  if (config.maximum_escape_rate && profile.finished > 0) {
    const double rate = static_cast<double>(profile.escapes) / profile.finished;
    if (rate > *config.maximum_escape_rate)
      return fail(ErrorCode::escape_rate_too_high, "this room asks a lower escape rate", "room")
          .error();
  }
  if (static_cast<int>(room.people.size()) >= config.capacity)
    return fail(ErrorCode::room_full, "the room is full", "room").error();
  return std::nullopt;
}

}  // namespace

Unless cannot_enter(const State& state, Id user_id, Id room_id) {
  const Room* room = find(state.rooms, room_id);
  if (room == nullptr || room->gone)
    return fail(ErrorCode::unknown_room, "there is no such room", "room", "one of hall.rooms")
        .error();
  const User& user = state.users.at(user_id);
  if (user.room == room_id) return std::nullopt;
  if (user.table != 0 && user.game != 0)
    return fail(ErrorCode::game_running, "your game runs in another room").error();
  return not_admitted(user.profile, *room);
}

void leave_room(Step& step, Id user_id) {
  if (step.state().users.at(user_id).room == 0) return;
  end_search(step, user_id);
  stop_watching(step, user_id);
  if (step.state().users.at(user_id).table != 0) unseat(step, user_id);
  step.emit(hall::RoomLeft{user_id});
}

void move_to_room(Step& step, Id user_id, Id room) {
  if (step.state().users.at(user_id).room == room) return;
  leave_room(step, user_id);
  step.emit(hall::RoomEntered{user_id, room});
}

Unless cannot_play_in(const State& state, const Room* room) {
  if (state.draining)
    return fail(ErrorCode::draining, "the server is going down: no new games").error();
  if (room == nullptr || room->gone || !room->config.open ||
      find_rule_set(room->config.rule) == nullptr)
    return fail(ErrorCode::room_closed, "the room is closed for new games", "room").error();
  return std::nullopt;
}

Unless cannot_afford(const State& state, Id user_id, const Room& room) {
  const RoomConfig& config = room.config;
  if (config.stake == 0) return std::nullopt;
  const std::int64_t needed = std::max(config.stake, config.points.run_publish);
  if (state.users.at(user_id).profile.coins >= needed) return std::nullopt;
  return fail(ErrorCode::balance_too_low, "not enough coins to play here", {},
              std::to_string(needed) + " coins or more")
      .error();
}

Answer list_rooms(Step& step) {
  proto::result::Rooms shown;
  for (const auto& [id, room] : step.state().rooms) {
    if (!room.gone) shown.rooms.push_back(view::room(room));
  }
  return shown;
}

Answer enter_room(Step& step, Id user, const proto::request::EnterRoom& request) {
  if (auto error = cannot_enter(step.state(), user, request.room)) return std::unexpected(*error);
  move_to_room(step, user, request.room);
  const Room& room = step.state().rooms.at(request.room);
  return proto::result::Room{view::room(room), view::tables(step.state(), room)};
}

Answer leave_room_request(Step& step, Id user_id) {
  const User& user = step.state().users.at(user_id);
  if (user.room == 0) return fail(ErrorCode::not_in_room, "you are in no room");
  if (user.table != 0 && user.game != 0)
    return fail(ErrorCode::game_running, "your game runs: leave the table first");
  leave_room(step, user_id);
  return proto::result::Ok{};
}

void rooms_loaded(Step& step, const std::vector<RoomConfig>& rooms) {
  const State& state = step.state();
  std::map<Id, RoomConfig> before;
  for (const auto& [id, room] : state.rooms) before.emplace(id, room.config);
  step.emit(hall::RoomsReplaced{rooms});
  for (const auto& [id, room] : state.rooms) {
    const auto old = before.find(id);
    if (old != before.end() && old->second == room.config) continue;
    step.tell(room_sessions(state, room), proto::notify::RoomUpdate{view::room(room)});
    if (cannot_play_in(state, &room)) {
      const auto queue = room.queue;
      for (const auto& [score, user] : queue) break_search(step, user, "room_closed");
    }
  }
}

}  // namespace tianyuan::core
