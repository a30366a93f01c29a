#pragma once

// Is this text one JSON value (RFC 8259), well-formed UTF-8 and nested no deeper than allowed? One
// pass without recursion and without memory, so any bytes of any length are safe. What passes can
// be read by JsonReader, which relies on it.

#include <string_view>

namespace tianyuan::proto {

enum class JsonFault { none, malformed, too_deep };

// max_depth counts open objects and arrays, at most 64.
JsonFault check_json(std::string_view text, int max_depth);

}  // namespace tianyuan::proto
