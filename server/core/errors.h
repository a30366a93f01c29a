#pragma once

// Refusals as the wire protocol's errors.

#include <expected>
#include <string>

#include "common/game.h"
#include "proto/errors.h"

namespace tianyuan::core {

// An unexpected value: `return fail(ErrorCode::seat_taken, "...")`.
std::unexpected<proto::Error> fail(proto::ErrorCode code, std::string message,
                                   std::string field = {}, std::string expected = {});

// The referee's refusal. `ask` is what the game waits for.
proto::Error error_of(const Refusal& refusal, const std::optional<Ask>& ask);

proto::Error stale(int present_turn);

}  // namespace tianyuan::core
