#pragma once

// What a referee types (docs/console.md): referee pause|resume|split|clock|adjudge GAME ... REASON.
// Pure. Thread: any.

#include <optional>
#include <string>
#include <vector>

#include "client/console/state.h"
#include "proto/messages.h"

namespace tianyuan::console {

// Of the words behind "referee"; nothing: they are not what one can ask for.
std::optional<proto::Request> referee_request(const std::vector<std::string>& words,
                                              const State& state);

// The appointed time of `new private at=...`: "2026-12-01T19:00Z" or as the wire has it.
std::optional<std::int64_t> parse_appointment(std::string text);

}  // namespace tianyuan::console
