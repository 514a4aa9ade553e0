#include "store/migration.h"

#include "store/schema.h"

namespace assay::store {

namespace {

// A bug may be in more states than before. SQLite changes a CHECK only so; rows that were good stay good.
void allow_new_states(SQLite::Database& db) {
    const int version = db.execAndGet("PRAGMA schema_version").getInt();
    db.exec("PRAGMA writable_schema = ON");
    db.exec("UPDATE sqlite_master SET sql = replace(sql, '''invalid'',', '''invalid'', ''unsettled'', "
            "''environment'',') WHERE name = 'bugs'");
    db.exec(fmt::format("PRAGMA schema_version = {}", version + 1));
    db.exec("PRAGMA writable_schema = OFF");
}

} // namespace

void migrate(SQLite::Database& db, int from) {
    if (from < 2) {
        db.exec(kMergedTable);
        db.exec(kUnjudgedTable);
        allow_new_states(db);
    }
    db.exec(fmt::format("PRAGMA user_version = {}", kFormat));
}

void stand_in(SQLite::Database& db, int from) {
    if (from >= 2) return;
    db.exec("CREATE TEMP TABLE merged (number INTEGER PRIMARY KEY, bug INTEGER NOT NULL)");
    db.exec("CREATE TEMP TABLE unjudged (setup TEXT, why TEXT, tests INTEGER)");
}

} // namespace assay::store
