#pragma once

// The views that results and notifications carry (see members.h). What the server sends it has
// checked itself, so there are no limits here beyond the types.

#include "proto/members.h"

namespace tianyuan::proto {

constexpr auto members(Of<UserView>) {
  return std::tuple{required("id", &UserView::id), required("name", &UserView::name),
                    optional("guest", &UserView::guest), required("score", &UserView::score),
                    required("rank", &UserView::rank)};
}
constexpr auto members(Of<RoomView>) {
  return std::tuple{required("id", &RoomView::id),
                    required("name", &RoomView::name),
                    required("kind", &RoomView::kind),
                    required("rule", &RoomView::rule),
                    required("enforcement", &RoomView::enforcement),
                    required("time", &RoomView::time),
                    required("centre_first", &RoomView::centre_first),
                    required("coins", &RoomView::coins),
                    required("stake", &RoomView::stake),
                    required("win", &RoomView::win),
                    required("loss", &RoomView::loss),
                    required("draw", &RoomView::draw),
                    required("run_publish", &RoomView::run_publish),
                    required("grace_ms", &RoomView::grace_ms),
                    required("capacity", &RoomView::capacity),
                    required("players", &RoomView::players),
                    required("tables", &RoomView::tables),
                    required("open", &RoomView::open),
                    required("default", &RoomView::is_default),
                    optional("minimum_score", &RoomView::minimum_score)};
}
constexpr auto members(Of<PlayerClockView>) {
  return std::tuple{required("left_ms", &PlayerClockView::left_ms),
                    optional("period", &PlayerClockView::period),
                    optional("moves_in_period", &PlayerClockView::moves_in_period),
                    optional("skips", &PlayerClockView::skips)};
}
constexpr auto members(Of<ClocksView>) {
  return std::tuple{required("first", &ClocksView::first), required("second", &ClocksView::second),
                    optional("running", &ClocksView::running),
                    optional("move_left_ms", &ClocksView::move_left_ms)};
}
constexpr auto members(Of<AskView>) {
  return std::tuple{
      required("player", &AskView::player),       required("acts", &AskView::acts),
      required("colour", &AskView::colour),       optional("half_width", &AskView::half_width),
      optional("outside", &AskView::outside),     optional("count_min", &AskView::count_min),
      optional("count_max", &AskView::count_max), optional("fifths", &AskView::fifths),
      optional("options", &AskView::options)};
}
constexpr auto members(Of<MoveView>) {
  return std::tuple{required("number", &MoveView::number), required("colour", &MoveView::colour),
                    required("move", &MoveView::move)};
}
constexpr auto members(Of<ResultView>) {
  return std::tuple{required("outcome", &ResultView::outcome),
                    required("reason", &ResultView::reason),
                    optional("winner", &ResultView::winner),
                    optional("loser", &ResultView::loser),
                    optional("winner_colour", &ResultView::winner_colour),
                    optional("row", &ResultView::row),
                    optional("forbidden", &ResultView::forbidden)};
}
constexpr auto members(Of<ForbiddenPoint>) {
  return std::tuple{required("point", &ForbiddenPoint::point),
                    required("kinds", &ForbiddenPoint::kinds)};
}
constexpr auto members(Of<GameEventView>) {
  return std::tuple{required("version", &GameEventView::version),
                    required("turn", &GameEventView::turn),
                    required("kind", &GameEventView::kind),
                    optional("player", &GameEventView::player),
                    optional("colour", &GameEventView::colour),
                    optional("point", &GameEventView::point),
                    optional("points", &GameEventView::points),
                    optional("yes", &GameEventView::yes),
                    optional("number", &GameEventView::number),
                    optional("text", &GameEventView::text),
                    optional("removed", &GameEventView::removed),
                    optional("referee", &GameEventView::referee),
                    optional("grace_ms", &GameEventView::grace_ms),
                    optional("result", &GameEventView::result),
                    required("clocks", &GameEventView::clocks),
                    optional("ask", &GameEventView::ask),
                    optional("forbidden", &GameEventView::forbidden),
                    optional("opening", &GameEventView::opening)};
}
constexpr auto members(Of<PauseView>) {
  return std::tuple{required("referee", &PauseView::referee),
                    required("reason", &PauseView::reason)};
}
constexpr auto members(Of<GameSnapshot>) {
  return std::tuple{
      required("game", &GameSnapshot::game),
      required("table", &GameSnapshot::table),
      required("room", &GameSnapshot::room),
      required("version", &GameSnapshot::version),
      required("turn", &GameSnapshot::turn),
      required("rule", &GameSnapshot::rule),
      required("enforcement", &GameSnapshot::enforcement),
      required("time", &GameSnapshot::time),
      required("players", &GameSnapshot::players),
      required("connected", &GameSnapshot::connected),
      required("grace_left_ms", &GameSnapshot::grace_left_ms),
      required("black", &GameSnapshot::black),
      required("moves", &GameSnapshot::moves),
      optional("forbidden", &GameSnapshot::forbidden),
      optional("opening", &GameSnapshot::opening),
      required("clocks", &GameSnapshot::clocks),
      optional("ask", &GameSnapshot::ask),
      optional("draw_offer", &GameSnapshot::draw_offer),
      optional("draw_offered_by", &GameSnapshot::draw_offered_by),
      optional("undo_request", &GameSnapshot::undo_request),
      optional("undo_requested_by", &GameSnapshot::undo_requested_by),
      optional("fifths_declared", &GameSnapshot::fifths_declared),
      optional("pause", &GameSnapshot::pause),
      optional("appointed_at", &GameSnapshot::appointed_at_ms, Rule{.text = TextKind::instant}),
      optional("lateness_ms", &GameSnapshot::lateness_ms),
      optional("waiting", &GameSnapshot::waiting),
      optional("result", &GameSnapshot::result)};
}
constexpr auto members(Of<SeatView>) {
  return std::tuple{optional("user", &SeatView::user), required("confirmed", &SeatView::confirmed),
                    required("ready", &SeatView::ready),
                    required("connected", &SeatView::connected)};
}
constexpr auto members(Of<TableView>) {
  return std::tuple{
      required("id", &TableView::id),
      required("room", &TableView::room),
      required("state", &TableView::state),
      required("private", &TableView::is_private),
      optional("code", &TableView::code),
      required("seats", &TableView::seats),
      required("watchers", &TableView::watchers),
      optional("total_ms", &TableView::total_ms),
      optional("before_ms", &TableView::before_ms),
      optional("after_ms", &TableView::after_ms),
      optional("game", &TableView::game),
      optional("toss", &TableView::toss),
      optional("choosing", &TableView::choosing),
      optional("toss_winner", &TableView::toss_winner),
      required("games_played", &TableView::games_played),
      optional("appointed_at", &TableView::appointed_at_ms, Rule{.text = TextKind::instant}),
      optional("lateness_ms", &TableView::lateness_ms)};
}
constexpr auto members(Of<LadderRow>) {
  return std::tuple{required("place", &LadderRow::place),    required("user", &LadderRow::user),
                    required("games", &LadderRow::games),    required("wins", &LadderRow::wins),
                    required("losses", &LadderRow::losses),  required("draws", &LadderRow::draws),
                    required("escapes", &LadderRow::escapes)};
}
constexpr auto members(Of<GameRow>) {
  return std::tuple{required("game", &GameRow::game),
                    required("room", &GameRow::room),
                    required("kind", &GameRow::kind),
                    required("rule", &GameRow::rule),
                    required("started_at", &GameRow::started_at),
                    optional("ended_at", &GameRow::ended_at),
                    required("players", &GameRow::players),
                    optional("result", &GameRow::result),
                    required("score_changes", &GameRow::score_changes),
                    required("moves", &GameRow::moves)};
}

}  // namespace tianyuan::proto
