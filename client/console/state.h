#pragma once

// What the client knows of itself, the hall, its table and its game. A value.

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "client/console/game_model.h"
#include "proto/messages.h"

namespace tianyuan::console {

struct State {
  std::optional<proto::UserView> user;  // nothing: not signed in
  std::vector<proto::RoomView> rooms;
  std::optional<proto::Id> room;          // where one is
  std::vector<proto::TableView> tables;   // of that room, as listed last
  std::optional<proto::TableView> table;  // where one sits or watches
  bool watching = false;
  std::optional<GameModel> game;  // the running one, or the last that ended
  bool settled = false;           // game.over has come for it
  std::optional<proto::Id> search;
  std::optional<proto::result::Ladder> ladder;
  std::deque<proto::notify::ChatMessage> chat;  // what was said, oldest first; the latest kChatKept
  int chat_heard = 0;                           // how many in all, those forgotten included

  static constexpr std::size_t kChatKept = 200;
  void hear(const proto::notify::ChatMessage& message) {
    chat.push_back(message);
    if (chat.size() > kChatKept) chat.pop_front();
    ++chat_heard;
  }

  std::optional<Player> me() const {
    return game && user ? game->player_of(user->id) : std::nullopt;
  }
  std::optional<int> seat() const {
    if (!table || !user) return std::nullopt;
    for (int i = 0; i < 2; ++i) {
      const auto& sitting = table->seats[static_cast<std::size_t>(i)].user;
      if (sitting && sitting->id == user->id) return i;
    }
    return std::nullopt;
  }
  // A game that one plays in or watches and whose result has not been told.
  bool game_runs() const { return game && !settled && table; }
  const proto::RoomView* find_room(proto::Id id) const {
    for (const proto::RoomView& known : rooms) {
      if (known.id == id) return &known;
    }
    return nullptr;
  }
  std::optional<proto::Id> default_room() const {
    for (const proto::RoomView& known : rooms) {
      if (known.is_default) return known.id;
    }
    return rooms.empty() ? std::nullopt : std::optional(rooms.front().id);
  }
};

}  // namespace tianyuan::console
