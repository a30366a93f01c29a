#include "proto/codec.h"
#include "proto/members_server.h"
#include "proto/methods.h"
#include "proto/write_members.h"

namespace tianyuan::proto {
namespace {

// "data" always has the reason; the rest where it says something.
void write_error(std::string& out, const Error& error) {
  out += R"({"code":)";
  write_integer(out, static_cast<int>(error.code));
  out += R"(,"message":)";
  write_string(out, error.message.empty() ? default_message(error.code) : error.message);
  out += R"(,"data":{"reason":)";
  write_string(out, reason(error.code));
  const auto text = [&out](std::string_view name, std::string_view value) {
    if (value.empty()) return;
    out.append(",\"").append(name).append("\":");
    write_string(out, value);
  };
  const auto number = [&out](std::string_view name, std::optional<std::int64_t> value) {
    if (!value) return;
    out.append(",\"").append(name).append("\":");
    write_integer(out, *value);
  };
  text("field", error.field);
  text("expected", error.expected);
  number("turn", error.turn);
  number("retry_after_ms", error.retry_after_ms);
  text("kinds", error.kinds);
  out += "}}";
}

}  // namespace

std::span<const std::string_view> notification_names() {
  return kPushNames;
}

std::string_view name_of(const Notification& notification) {
  return kPushNames[notification.index()];
}

std::string encode_response(const Response& response) {
  std::string out = R"({"jsonrpc":"2.0","id":)";
  write_id(out, response.id);
  if (const auto* error = std::get_if<Error>(&response.body)) {
    out += R"(,"error":)";
    write_error(out, *error);
  } else {
    out += R"(,"result":)";
    std::visit([&out](const auto& result) { write_value(out, result); },
               std::get<Result>(response.body));
  }
  out += '}';
  return out;
}

std::string encode_notification(const Notification& notification) {
  std::string out = R"({"jsonrpc":"2.0","method":")";
  out += name_of(notification);
  out += R"(","params":)";
  std::visit([&out](const auto& body) { write_value(out, body); }, notification);
  out += '}';
  return out;
}

std::string encode(const ServerMessage& message) {
  if (const auto* response = std::get_if<Response>(&message)) return encode_response(*response);
  if (const auto* notification = std::get_if<Notification>(&message))
    return encode_notification(*notification);
  std::string out = R"({"jsonrpc":"2.0","id":null,"error":)";
  write_error(out, std::get<ErrorWithoutId>(message).error);
  out += '}';
  return out;
}

}  // namespace tianyuan::proto
