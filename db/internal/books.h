#pragma once

// Do the sums that are kept agree with the ledger? Internal to db/.

#include "db/internal/connection.h"

namespace tianyuan::db {

// The sum of all differences (score in all and in kinds, coins, and the coins of all accounts from
// 0): 0 when sound. Throws soci_error.
std::int64_t books_difference(soci::session& sql);

}  // namespace tianyuan::db
