#include "proto/envelope.h"

#include "proto/json_check.h"
#include "proto/limits.h"
#include "proto/read_members.h"

namespace tianyuan::proto {
namespace {

using Kind = JsonReader::Kind;

constexpr Rule kIdInteger{.min = -kMaxId, .max = kMaxId};
constexpr Rule kIdString{.min = 1, .max = kMaxRequestIdCharacters};

// One known member of the outer object into `envelope`; false: it is not what it must be.
bool read_known(JsonReader& in, std::string_view key, Envelope& envelope) {
  if (key == "jsonrpc") {
    const bool right = in.kind() == Kind::string && in.string() == "2.0";
    if (envelope.version || !right) return false;
    envelope.version = true;
    return true;
  }
  if (key == "id") {
    if (envelope.id || envelope.null_id) return false;
    envelope.null_id = in.kind() == Kind::null;
    envelope.id = read_id(in);
    return envelope.id.has_value() || envelope.null_id;
  }
  if (key == "method") {
    if (envelope.method || in.kind() != Kind::string) return false;
    envelope.method = in.string();
    return true;
  }
  std::optional<std::string_view>& part = key == "params"   ? envelope.params
                                          : key == "result" ? envelope.result
                                                            : envelope.error;
  if (part) return false;
  part = in.skip();
  return true;
}

}  // namespace

Error refusal(ErrorCode code, std::string field, std::string expected) {
  Error error;
  error.code = code;
  error.message = default_message(code);
  error.field = std::move(field);
  error.expected = std::move(expected);
  return error;
}

std::optional<RequestId> read_id(JsonReader& in) {
  Fault fault;
  if (in.kind() == Kind::number) {
    std::int64_t number = 0;
    if (!read_integer(in, number, kIdInteger, fault)) return std::nullopt;
    return number;
  }
  if (in.kind() == Kind::string) {
    std::string text;
    if (!read_value(in, text, kIdString, fault)) return std::nullopt;
    return text;
  }
  in.skip();
  return std::nullopt;
}

std::expected<Envelope, Error> read_envelope(std::string_view text, std::size_t max_bytes) {
  if (text.size() > max_bytes) {
    return std::unexpected(
        refusal(ErrorCode::too_large, "", "at most " + std::to_string(max_bytes) + " bytes"));
  }
  switch (check_json(text, kMaxDepth)) {
    case JsonFault::malformed:
      return std::unexpected(refusal(ErrorCode::parse_error, "", "one JSON text in UTF-8"));
    case JsonFault::too_deep:
      return std::unexpected(
          refusal(ErrorCode::parse_error, "",
                  "JSON nested at most " + std::to_string(kMaxDepth) + " levels deep"));
    case JsonFault::none:
      break;
  }
  JsonReader in(text);
  if (in.kind() == Kind::array)
    return std::unexpected(
        refusal(ErrorCode::invalid_request, "", "one message a frame, no batch"));
  if (in.kind() != Kind::object)
    return std::unexpected(refusal(ErrorCode::invalid_request, "", "a JSON-RPC 2.0 object"));

  Envelope envelope;
  in.enter();
  for (std::string_view key; in.next_key(key);) {
    constexpr std::string_view kKnown[] = {"jsonrpc", "id", "method", "params", "result", "error"};
    const auto* known = std::ranges::find(kKnown, key);
    if (known == std::end(kKnown)) {
      in.skip();
      continue;
    }
    JsonReader value = in;  // a member that is refused half way is skipped as a whole
    in.skip();
    if (!read_known(value, *known, envelope) && envelope.bad.empty()) envelope.bad = *known;
  }
  return envelope;
}

}  // namespace tianyuan::proto
