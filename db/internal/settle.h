#pragma once

// Settling a game (S1, S3, S5, R8, X3) inside the writer's open transaction. Internal to db/.

#include "db/internal/connection.h"

namespace tianyuan::db {

// Completes the running TGameBase row, writes the ledger (score and coins follow it by trigger) and
// counts the game for both players. Throws soci_error.
// Failure::conflict: the game was settled already; not_found: it was never opened.
Result<Settlement> settle(soci::session& sql, const CloseGame& close);

}  // namespace tianyuan::db
