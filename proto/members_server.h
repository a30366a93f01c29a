#pragma once

// Results and notifications (see members.h).

#include "proto/members_view.h"

namespace tianyuan::proto {

namespace result {

constexpr auto members(Of<Ok>) {
  return std::tuple{};
}
constexpr auto members(Of<Hello>) {
  return std::tuple{required("server", &Hello::server), required("version", &Hello::version),
                    required("protocol", &Hello::protocol),
                    required("now", &Hello::now_ms, Rule{.text = TextKind::instant})};
}
constexpr auto members(Of<Session>) {
  return std::tuple{required("token", &Session::token), required("user", &Session::user),
                    optional("roles", &Session::roles), optional("room", &Session::room),
                    optional("table", &Session::table), optional("game", &Session::game)};
}
constexpr auto members(Of<Pong>) {
  return std::tuple{required("now", &Pong::now_ms, Rule{.text = TextKind::instant})};
}
constexpr auto members(Of<Rooms>) {
  return std::tuple{required("rooms", &Rooms::rooms)};
}
constexpr auto members(Of<Room>) {
  return std::tuple{required("room", &Room::room), required("tables", &Room::tables)};
}
constexpr auto members(Of<Match>) {
  return std::tuple{required("search", &Match::search)};
}
constexpr auto members(Of<Table>) {
  return std::tuple{required("table", &Table::table), optional("game", &Table::game)};
}
constexpr auto members(Of<Tables>) {
  return std::tuple{required("tables", &Tables::tables)};
}
constexpr auto members(Of<Game>) {
  return std::tuple{required("game", &Game::game), required("turn", &Game::turn),
                    required("events", &Game::events)};
}
constexpr auto members(Of<Sync>) {
  return std::tuple{required("events", &Sync::events), optional("snapshot", &Sync::snapshot)};
}
constexpr auto members(Of<Ladder>) {
  return std::tuple{required("kind", &Ladder::kind),   required("page", &Ladder::page),
                    required("pages", &Ladder::pages), required("players", &Ladder::players),
                    required("rows", &Ladder::rows),   optional("place", &Ladder::place)};
}
constexpr auto members(Of<Profile>) {
  return std::tuple{
      required("user", &Profile::user),           required("coins", &Profile::coins),
      required("games", &Profile::games),         required("wins", &Profile::wins),
      required("losses", &Profile::losses),       required("draws", &Profile::draws),
      required("escapes", &Profile::escapes),     required("escape_rate", &Profile::escape_rate),
      optional("next_rank", &Profile::next_rank), optional("next_rank_at", &Profile::next_rank_at),
      required("scores", &Profile::scores)};
}
constexpr auto members(Of<Games>) {
  return std::tuple{required("page", &Games::page), required("pages", &Games::pages),
                    required("games", &Games::games)};
}
constexpr auto members(Of<Record>) {
  return std::tuple{required("game", &Record::game), required("moves", &Record::moves),
                    optional("opening", &Record::opening)};
}

}  // namespace result

namespace notify {

constexpr auto members(Of<MatchWaiting>) {
  return std::tuple{required("search", &MatchWaiting::search),
                    required("waited_ms", &MatchWaiting::waited_ms),
                    required("players", &MatchWaiting::players)};
}
constexpr auto members(Of<MatchFound>) {
  return std::tuple{required("search", &MatchFound::search), required("table", &MatchFound::table),
                    required("game", &MatchFound::game)};
}
constexpr auto members(Of<MatchEnded>) {
  return std::tuple{required("search", &MatchEnded::search),
                    required("reason", &MatchEnded::reason)};
}
constexpr auto members(Of<TableState>) {
  return std::tuple{required("table", &TableState::table)};
}
constexpr auto members(Of<GameStarted>) {
  return std::tuple{required("game", &GameStarted::game)};
}
constexpr auto members(Of<GameEvent>) {
  return std::tuple{required("game", &GameEvent::game), required("event", &GameEvent::event)};
}
constexpr auto members(Of<Settlement>) {
  return std::tuple{required("user", &Settlement::user),
                    required("change", &Settlement::change),
                    required("score", &Settlement::score),
                    required("rank", &Settlement::rank),
                    optional("coins_change", &Settlement::coins_change),
                    optional("coins", &Settlement::coins)};
}
constexpr auto members(Of<GameOver>) {
  return std::tuple{required("game", &GameOver::game), required("result", &GameOver::result),
                    required("counted", &GameOver::counted),
                    optional("not_counted_why", &GameOver::not_counted_why),
                    required("settlements", &GameOver::settlements)};
}
constexpr auto members(Of<PlayerConnection>) {
  return std::tuple{required("game", &PlayerConnection::game),
                    required("player", &PlayerConnection::player),
                    required("connected", &PlayerConnection::connected),
                    required("grace_left_ms", &PlayerConnection::grace_left_ms)};
}
constexpr auto members(Of<Guess>) {
  return std::tuple{required("table", &Guess::table),
                    required("hashes", &Guess::hashes),
                    required("numbers", &Guess::numbers),
                    required("salts", &Guess::salts),
                    optional("black_seat", &Guess::black_seat),
                    required("drawn_by_server", &Guess::drawn_by_server)};
}
constexpr auto members(Of<ChatMessage>) {
  return std::tuple{required("scope", &ChatMessage::scope), required("from", &ChatMessage::from),
                    required("name", &ChatMessage::name), required("text", &ChatMessage::text),
                    optional("watcher", &ChatMessage::watcher)};
}
constexpr auto members(Of<RoomUpdate>) {
  return std::tuple{required("room", &RoomUpdate::room)};
}
constexpr auto members(Of<SessionReplaced>) {
  return std::tuple{};
}
constexpr auto members(Of<ServerDraining>) {
  return std::tuple{required("message", &ServerDraining::message)};
}
constexpr auto members(Of<Announcement>) {
  return std::tuple{required("text", &Announcement::text)};
}

}  // namespace notify
}  // namespace tianyuan::proto
