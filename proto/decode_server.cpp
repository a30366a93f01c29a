#include <algorithm>

#include "proto/codec.h"
#include "proto/envelope.h"
#include "proto/limits.h"
#include "proto/members_server.h"
#include "proto/methods.h"
#include "proto/read_members.h"

namespace tianyuan::proto {

// The error object on the wire.
struct WireErrorData {
  std::string field;
  std::string expected;
  std::optional<std::int64_t> turn;
  std::optional<std::int64_t> retry_after_ms;
  std::string kinds;
};
constexpr auto members(Of<WireErrorData>) {
  return std::tuple{optional("field", &WireErrorData::field),
                    optional("expected", &WireErrorData::expected),
                    optional("turn", &WireErrorData::turn),
                    optional("retry_after_ms", &WireErrorData::retry_after_ms),
                    optional("kinds", &WireErrorData::kinds)};
}
struct WireError {
  std::int64_t code = 0;
  std::string message;
  WireErrorData data;
};
constexpr auto members(Of<WireError>) {
  return std::tuple{required("code", &WireError::code), required("message", &WireError::message),
                    optional("data", &WireError::data)};
}

namespace {

Error unreadable(const Fault& fault, std::string_view part) {
  std::string field(part);
  if (!fault.field.empty()) field += "." + fault.field;
  return refusal(ErrorCode::invalid_request, std::move(field), fault.expected);
}

template <class Variant, class T>
std::expected<Variant, Error> decode_part(std::string_view text, std::string_view part) {
  T value;
  Fault fault;
  JsonReader in(text);
  if (!read_value(in, value, Rule{}, fault)) return std::unexpected(unreadable(fault, part));
  return value;
}

constexpr auto kResultDecoders = std::apply(
    [](const auto&... method) {
      return std::array{
          &decode_part<Result, typename std::remove_cvref_t<decltype(method)>::Result>...};
    },
    kMethods);

constexpr auto kNotificationDecoders = std::apply(
    [](const auto&... push) {
      return std::array{
          &decode_part<Notification,
                       typename std::remove_cvref_t<decltype(push)>::Notification>...};
    },
    kPushes);

std::expected<Error, Error> decode_error(std::string_view text) {
  const auto wire = decode_part<WireError, WireError>(text, "error");
  if (!wire) return std::unexpected(wire.error());
  Error error;
  // A word that this client does not know yet is the server's matter all the same.
  error.code = parse_error_code(wire->code).value_or(ErrorCode::internal_error);
  error.message = wire->message;
  error.field = wire->data.field;
  error.expected = wire->data.expected;
  error.turn = wire->data.turn;
  error.retry_after_ms = wire->data.retry_after_ms;
  error.kinds = wire->data.kinds;
  return error;
}

std::expected<ServerMessage, Error> decode_notification(const Envelope& envelope) {
  const auto name = std::ranges::find(kPushNames, std::string_view(*envelope.method));
  if (name == kPushNames.end()) {
    return std::unexpected(
        refusal(ErrorCode::method_not_found, "method", "a notification listed in openrpc.json"));
  }
  const auto decode = kNotificationDecoders[static_cast<std::size_t>(name - kPushNames.begin())];
  auto notification = decode(envelope.params.value_or("{}"), "params");
  if (!notification) return std::unexpected(std::move(notification.error()));
  return std::move(*notification);
}

std::expected<ServerMessage, Error> decode_response(const Envelope& envelope,
                                                    const PendingMethods& pending) {
  if (envelope.error) {
    auto error = decode_error(*envelope.error);
    if (!error) return std::unexpected(std::move(error.error()));
    if (!envelope.id) return ErrorWithoutId{std::move(*error)};
    return Response{*envelope.id, std::move(*error)};
  }
  if (!envelope.id)
    return std::unexpected(refusal(ErrorCode::invalid_request, "id", "the request's id"));
  const auto name = std::ranges::find(kMethodNames, pending.method_of(*envelope.id));
  if (name == kMethodNames.end())
    return std::unexpected(refusal(ErrorCode::invalid_request, "id", "the id of a sent request"));
  const auto decode = kResultDecoders[static_cast<std::size_t>(name - kMethodNames.begin())];
  auto result = decode(*envelope.result, "result");
  if (!result) return std::unexpected(std::move(result.error()));
  return Response{*envelope.id, std::move(*result)};
}

}  // namespace

std::expected<ServerMessage, Error> decode_server(std::string_view text,
                                                  const PendingMethods& pending) {
  const auto envelope = read_envelope(text, kMaxServerFrameBytes);
  if (!envelope) return std::unexpected(envelope.error());
  if (!envelope->bad.empty())
    return std::unexpected(refusal(ErrorCode::invalid_request, envelope->bad, "given once"));
  if (!envelope->version)
    return std::unexpected(refusal(ErrorCode::invalid_request, "jsonrpc", "\"2.0\""));
  const int parts =
      (envelope->method ? 1 : 0) + (envelope->result ? 1 : 0) + (envelope->error ? 1 : 0);
  if (parts != 1) {
    return std::unexpected(
        refusal(ErrorCode::invalid_request, "", "one of \"result\", \"error\" and \"method\""));
  }
  if (envelope->method) return decode_notification(*envelope);
  return decode_response(*envelope, pending);
}

}  // namespace tianyuan::proto
