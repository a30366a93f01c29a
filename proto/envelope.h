#pragma once

// The outer object of a message: JSON-RPC's own members, with the payload still as text. Private to
// proto.

#include <cstddef>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "proto/errors.h"
#include "proto/json_reader.h"
#include "proto/messages.h"

namespace tianyuan::proto {

struct Envelope {
  bool version = false;  // "jsonrpc":"2.0" is there
  std::optional<RequestId> id;
  bool null_id = false;  // "id":null
  std::optional<std::string> method;
  std::optional<std::string_view> params;
  std::optional<std::string_view> result;
  std::optional<std::string_view> error;
  std::string bad;  // the first member that is not what it must be, or is given twice; else empty
};

// An integer of at most kMaxId either way or a string of 1..kMaxRequestIdCharacters; else nothing.

std::optional<RequestId> read_id(JsonReader& in);

// Checks `text` (size, JSON, depth, one object) and takes it apart.
std::expected<Envelope, Error> read_envelope(std::string_view text, std::size_t max_bytes);

Error refusal(ErrorCode code, std::string field, std::string expected);

}  // namespace tianyuan::proto
