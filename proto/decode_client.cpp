#include <algorithm>

#include "proto/codec.h"
#include "proto/envelope.h"
#include "proto/limits.h"
#include "proto/members_request.h"
#include "proto/methods.h"
#include "proto/read_members.h"

namespace tianyuan::proto {
namespace {

using Decoded = std::expected<Request, Error>;

template <class T>
Decoded decode_params(std::optional<std::string_view> params) {
  T request;
  Fault fault;
  JsonReader in(params.value_or("{}"));
  if (read_value(in, request, Rule{}, fault)) return request;
  if (fault.field.empty()) fault.field = "params";
  Error error =
      refusal(ErrorCode::invalid_params, std::move(fault.field), std::move(fault.expected));
  if (fault.missing) error.message = "A parameter is missing.";
  return std::unexpected(std::move(error));
}

// By the variant's index.
constexpr auto kDecoders = std::apply(
    [](const auto&... method) {
      return std::array{&decode_params<typename std::remove_cvref_t<decltype(method)>::Request>...};
    },
    kMethods);

std::unexpected<Unreadable> unreadable(std::optional<RequestId> id, Error error) {
  return std::unexpected(Unreadable{std::move(id), std::move(error)});
}

// What is wrong with the outer object of a request, if anything.
std::optional<Error> check(const Envelope& envelope) {
  const auto invalid = [](std::string field, std::string expected) {
    return refusal(ErrorCode::invalid_request, std::move(field), std::move(expected));
  };
  if (envelope.bad == "jsonrpc" || (envelope.bad.empty() && !envelope.version))
    return invalid("jsonrpc", "\"2.0\", once");
  if (envelope.bad == "id" || (envelope.bad.empty() && !envelope.id)) {
    return invalid("id", "once, an integer up to " + std::to_string(kMaxId) +
                             " or a string of 1.." + std::to_string(kMaxRequestIdCharacters) +
                             " characters");
  }
  if (envelope.bad == "method" || (envelope.bad.empty() && !envelope.method))
    return invalid("method", "the method's name, once");
  if (!envelope.bad.empty()) return invalid(envelope.bad, "given once");
  if (envelope.result) return invalid("result", "a request, not a response");
  if (envelope.error) return invalid("error", "a request, not a response");
  return std::nullopt;
}

}  // namespace

std::expected<ClientMessage, Unreadable> decode_client(std::string_view text) {
  auto envelope = read_envelope(text, kMaxFrameBytes);
  if (!envelope) return unreadable(std::nullopt, std::move(envelope.error()));
  // An id given twice is no id to answer to.
  const auto id = envelope->bad == "id" ? std::nullopt : envelope->id;
  if (auto error = check(*envelope)) return unreadable(id, std::move(*error));

  const auto name = std::ranges::find(kMethodNames, std::string_view(*envelope->method));
  if (name == kMethodNames.end()) {
    return unreadable(
        id, refusal(ErrorCode::method_not_found, "method", "a method listed in openrpc.json"));
  }
  auto request = kDecoders[static_cast<std::size_t>(name - kMethodNames.begin())](envelope->params);
  if (!request) return unreadable(id, std::move(request.error()));
  return ClientMessage{*id, std::move(*request)};
}

}  // namespace tianyuan::proto
