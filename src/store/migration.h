// Campaigns of earlier formats. Only this room includes it.
#pragma once

#include "store/database.h"

namespace assay::store {

inline constexpr int kOldestFormat = 1;

// Brings the tables of an older format to kFormat, in the transaction that the caller has open.
void migrate(SQLite::Database& db, int from);
// For a connection that may not write: tables that the older format lacks, for this connection alone.
void stand_in(SQLite::Database& db, int from);

} // namespace assay::store
