// Chat (R6): rate limit, mute, block; watchers are not heard by the players of a running game.

#include <algorithm>
#include <string_view>

#include "proto/limits.h"
#include "server/core/handlers.h"

namespace tianyuan::core {

using proto::ErrorCode;

namespace {

// What may be said at all has been seen to by the codec; this is what the
// hall itself needs.
bool has_control_character(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7F;
  });
}

std::size_t characters(std::string_view text) {  // of UTF-8: bytes that begin one
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

Unless unfit(const std::string& text) {
  if (text.empty())
    return fail(ErrorCode::invalid_params, "nothing is said", "text", "1..300 characters").error();
  if (text.size() > proto::kMaxChatBytes ||
      characters(text) > static_cast<std::size_t>(proto::kMaxChatCharacters))
    return fail(ErrorCode::too_large, "too long", "text", "at most 300 characters").error();
  if (has_control_character(text))
    return fail(ErrorCode::invalid_params, "control characters are not allowed", "text",
                "one line of plain text")
        .error();
  return std::nullopt;
}

Unless too_often(const State& state, const User& user) {
  if (user.chat_tokens < 0) return std::nullopt;
  const Millis interval = state.limits.chat_interval_ms;
  const Millis waited = state.now_ms - user.chat_at_ms;
  if (user.chat_tokens + waited / interval >= 1) return std::nullopt;
  proto::Error error = fail(ErrorCode::rate_limited, "too many messages").error();
  error.retry_after_ms = interval - waited;
  return error;
}

// Who hears; the speaker included, whoever blocked him not.
std::vector<SessionId> hearers(const State& state, std::vector<SessionId> sessions, Id speaker) {
  std::erase_if(sessions, [&](SessionId session) {
    return state.users.at(state.sessions.at(session)).blocked.contains(speaker);
  });
  return sessions;
}

std::vector<SessionId> at_table(const State& state, const User& user, bool watcher) {
  const Table& table = state.tables.at(watcher ? user.watching : user.table);
  return watcher && table.game != 0 ? watching_sessions(state, table) : audience(state, table);
}

}  // namespace

Answer say(Step& step, Id user_id, const proto::request::ChatSay& request) {
  const State& state = step.state();
  const User& user = state.users.at(user_id);
  if (request.scope != "room" && request.scope != "table")
    return fail(ErrorCode::invalid_params, "no such scope", "scope", "\"room\" or \"table\"");
  if (auto error = unfit(request.text)) return std::unexpected(*error);
  if (user.profile.muted) return fail(ErrorCode::muted, "you are muted");
  const bool at_room = request.scope == "room";
  if (at_room && user.room == 0) return fail(ErrorCode::not_in_room, "you are in no room");
  if (!at_room && user.table == 0 && user.watching == 0)
    return fail(ErrorCode::not_seated, "you are at no table");
  if (auto error = too_often(state, user)) return std::unexpected(*error);

  step.emit(hall::ChatSpent{user_id, step.now_ms()});
  const bool watcher = !at_room && user.table == 0;
  auto sessions =
      at_room ? room_sessions(state, state.rooms.at(user.room)) : at_table(state, user, watcher);
  step.tell(
      hearers(state, std::move(sessions), user_id),
      proto::notify::ChatMessage{request.scope, user_id, user.profile.name, request.text, watcher});
  return proto::result::Ok{};
}

}  // namespace tianyuan::core
