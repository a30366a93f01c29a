#pragma once

// The published contract, proto/openrpc.json, as it was when this program was built.

#include <string_view>

namespace tianyuan::proto {

std::string_view openrpc_json();

}  // namespace tianyuan::proto
