#pragma once

// openrpc.json beside the program's own tables: which schema belongs to which struct.

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "proto/members_request.h"
#include "proto/members_server.h"
#include "proto/methods.h"
#include "proto/openrpc_text.h"

namespace tianyuan::proto::test {

using Json = nlohmann::json;

inline const Json& contract() {
  static const Json document = Json::parse(openrpc_json());
  return document;
}

inline const Json& schema(const std::string& name) {
  return contract().at("components").at("schemas").at(name);
}

// What a $ref into components/schemas names; empty: `node` is no reference.
inline std::string referred(const Json& node) {
  constexpr std::string_view kPrefix = "#/components/schemas/";
  const Json& inner = node.contains("allOf") ? node.at("allOf").at(0) : node;
  if (!inner.contains("$ref")) return "";
  return inner.at("$ref").get<std::string>().substr(kPrefix.size());
}

inline const Json& resolved(const Json& node) {
  const std::string name = referred(node);
  return name.empty() ? node : schema(name);
}

// "game.place" -> its entry among the methods or notifications.
inline const Json& entry(std::string_view list, std::string_view name) {
  for (const Json& one : contract().at(std::string(list))) {
    if (one.at("name") == name) return one;
  }
  throw std::runtime_error("openrpc.json has no " + std::string(name));
}

// "player.profile" -> "PlayerProfileParams"
inline std::string params_schema(std::string_view list, std::string_view name) {
  return referred(entry(list, name).at("x-params"));
}

// Structs that stand in other structs.
template <class T>
inline constexpr std::string_view kSchemaOf{};
template <>
inline constexpr std::string_view kSchemaOf<UserView> = "User";
template <>
inline constexpr std::string_view kSchemaOf<RoomView> = "Room";
template <>
inline constexpr std::string_view kSchemaOf<PlayerClockView> = "PlayerClock";
template <>
inline constexpr std::string_view kSchemaOf<ClocksView> = "Clocks";
template <>
inline constexpr std::string_view kSchemaOf<AskView> = "Ask";
template <>
inline constexpr std::string_view kSchemaOf<MoveView> = "Move";
template <>
inline constexpr std::string_view kSchemaOf<ResultView> = "Result";
template <>
inline constexpr std::string_view kSchemaOf<ForbiddenPoint> = "ForbiddenPoint";
template <>
inline constexpr std::string_view kSchemaOf<GameEventView> = "GameEvent";
template <>
inline constexpr std::string_view kSchemaOf<PauseView> = "Pause";
template <>
inline constexpr std::string_view kSchemaOf<GameSnapshot> = "GameSnapshot";
template <>
inline constexpr std::string_view kSchemaOf<SeatView> = "Seat";
template <>
inline constexpr std::string_view kSchemaOf<TableView> = "Table";
template <>
inline constexpr std::string_view kSchemaOf<LadderRow> = "LadderRow";
template <>
inline constexpr std::string_view kSchemaOf<GameRow> = "GameRow";
template <>
inline constexpr std::string_view kSchemaOf<notify::Settlement> = "Settlement";

}  // namespace tianyuan::proto::test
