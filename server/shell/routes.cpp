#include "server/shell/routes.h"

#include <charconv>
#include <nlohmann/json.hpp>

#include "common/psq.h"
#include "common/sgf.h"
#include "proto/codec.h"
#include "proto/openrpc_text.h"
#include "server/shell/db_rows.h"

namespace tianyuan::shell {
namespace {

std::optional<std::int64_t> number(std::string_view text) {
  std::int64_t value = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  if (parsed.ec != std::errc{} || parsed.ptr != text.data() + text.size() || text.empty()) {
    return std::nullopt;
  }
  return value;
}

// The body of the wire's answer, so that HTTP and WebSocket never differ.
HttpResponse response_of(const Queries::Answer& answer) {
  if (const auto* error = std::get_if<proto::Error>(&answer)) {
    const bool missing = error->code == proto::ErrorCode::unknown_record ||
                         error->code == proto::ErrorCode::unknown_user;
    if (error->code == proto::ErrorCode::busy) {
      HttpResponse response = error_response(503, "busy");
      response.headers.emplace_back("Retry-After", "1");
      return response;
    }
    std::string text(proto::reason(error->code));
    if (!error->field.empty()) text += ": " + error->field;
    if (!error->expected.empty()) text += " must be " + error->expected;
    return error_response(missing ? 404 : 400, text);
  }
  const std::string wire =
      proto::encode_response({std::int64_t{0}, std::get<proto::Result>(answer)});
  const auto json = nlohmann::json::parse(wire, nullptr, false);
  HttpResponse response = json_response(json.at("result").dump());
  response.headers.emplace_back("Cache-Control", "no-store");
  return response;
}

HttpResponse record_response(const db::Result<std::optional<Record>>& read, db::Id game,
                             std::string_view format) {
  if (!read) {
    return read.error().failure == db::Failure::not_found
               ? error_response(404, "there is no such game")
               : error_response(503, "busy");
  }
  const std::optional<Record>& record = *read;
  if (!record) return error_response(404, "the game is not over");
  HttpResponse response;
  if (format == ".sgf") {
    response.content_type = "application/x-go-sgf; charset=utf-8";
    response.body = write_sgf(std::span(&*record, 1));
  } else {
    auto text = write_psq(*record);
    if (!text) return error_response(409, "psq cannot hold this game: " + text.error().what);
    response.body = std::move(*text);
  }
  response.headers.emplace_back(
      "Content-Disposition",
      "attachment; filename=\"game-" + std::to_string(game) + std::string(format) + "\"");
  return response;
}

constexpr std::string_view kPlainPage = R"(Tianyuan (天元): gomoku and renju online.

Players connect with the console client:

    tianyuan --server ws://HOST:PORT/ws

Programs speak JSON-RPC 2.0 over WebSocket at /ws, subprotocol tianyuan.v1; /openrpc.json
describes every message.

    GET /healthz
    GET /api/v1/ladder?kind=national&page=1
    GET /api/v1/games/1.json
)";

}  // namespace

void Routes::handle(const HttpRequest& request, HttpReply reply) {
  if (request.method != "GET" && request.method != "HEAD") {
    HttpResponse response = error_response(405, "only GET and HEAD");
    response.headers.emplace_back("Allow", "GET, HEAD");
    return reply(std::move(response));
  }
  if (request.admin) return admin(request, reply);
  if (request.path == "/healthz") return reply(json_response("{\"ok\":true}"));
  if (request.path == "/openrpc.json")
    return reply(json_response(std::string(proto::openrpc_json())));
  if (request.path == "/api/v1/ladder") return ladder(request, std::move(reply));
  if (request.path.starts_with("/api/v1/games/")) return game(request, std::move(reply));
  if (request.path == "/ws") {
    HttpResponse response = error_response(426, "this is a WebSocket: upgrade");
    response.headers.emplace_back("Upgrade", "websocket");
    return reply(std::move(response));
  }
  reply(page(request));
}

void Routes::admin(const HttpRequest& request, const HttpReply& reply) {
  if (request.path == "/healthz") return reply(json_response("{\"ok\":true}"));
  if (request.path == "/readyz") {
    HttpResponse response = json_response(health_.json());
    response.status = health_.ready() ? 200 : 503;
    return reply(std::move(response));
  }
  if (request.path == "/metrics") {
    HttpResponse response;
    response.content_type = "text/plain; version=0.0.4; charset=utf-8";
    response.body = metrics_.text();
    return reply(std::move(response));
  }
  reply(error_response(404, "here are /healthz, /readyz and /metrics"));
}

void Routes::ladder(const HttpRequest& request, HttpReply reply) {
  proto::request::LadderPage ask;
  if (const auto kind = request.query.find("kind"); kind != request.query.end()) {
    ask.kind = kind->second;
  }
  if (const auto page = request.query.find("page"); page != request.query.end()) {
    const auto value = number(page->second);
    if (!value || *value < 1 || *value > INT32_MAX) {
      return reply(error_response(400, "page must be a number from 1 on"));
    }
    ask.page = static_cast<int>(*value);
  }
  queries_.ask(ask, [reply = std::move(reply)](const Queries::Answer& answer) {
    reply(response_of(answer));
  });
}

void Routes::game(const HttpRequest& request, HttpReply reply) {
  std::string_view name = std::string_view(request.path).substr(std::size("/api/v1/games/") - 1);
  std::string_view format = ".json";
  for (const std::string_view one : {".json", ".sgf", ".psq"}) {
    if (!name.ends_with(one)) continue;
    format = one;
    name.remove_suffix(one.size());
    break;
  }
  const auto id = number(name);
  if (!id || *id < 1) return reply(error_response(404, "there is no such game"));
  if (format != ".json") {
    return queries_.read_record(*id,
                                [id = *id, format, reply = std::move(reply)](const auto& read) {
                                  reply(record_response(read, id, format));
                                });
  }
  queries_.ask(
      proto::request::RecordGet{*id},
      [reply = std::move(reply)](const Queries::Answer& answer) { reply(response_of(answer)); });
}

HttpResponse Routes::page(const HttpRequest& request) const {
  if (request.path != "/") return error_response(404, "there is nothing here");
  HttpResponse response;
  response.body = kPlainPage;
  return response;
}

}  // namespace tianyuan::shell
