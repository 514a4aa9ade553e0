#include "store/unfinished.h"

#include "store/rows.h"

namespace assay::store {
namespace {

constexpr int kReductionGivenUp = 20;

void put_back_tests(SQLite::Database& db) {
    constexpr const char* kRunning = "kind = 'test' AND state = 'running'";
    const int most =
        db.execAndGet(fmt::format("SELECT coalesce(max(attempts), 0) FROM jobs WHERE {}", kRunning)).getInt();
    db.exec(fmt::format("UPDATE jobs SET attempts = attempts + 1 WHERE {} AND attempts >= {}", kRunning,
                        most >= kSuspicious ? most : 0));
    db.exec(fmt::format("INSERT INTO unjudged SELECT 'every setup', 'test ' || subject || ' was given up: it "
                        "did not come to an end in ' || attempts || ' attempts', 1 FROM jobs WHERE {} AND "
                        "attempts >= {} ON CONFLICT DO NOTHING",
                        kRunning, kGivenUp));
    db.exec(fmt::format(
        "UPDATE jobs SET state = CASE WHEN attempts < {} THEN 'ready' ELSE 'abandoned' END WHERE {}",
        kGivenUp, kRunning));
}

} // namespace

void put_back_unfinished(SQLite::Database& db, bool died) {
    put_back_tests(db);
    db.exec(fmt::format("UPDATE jobs SET attempts = attempts + {}, state = CASE WHEN attempts + {} < {} THEN "
                        "'ready' ELSE 'abandoned' END WHERE state = 'running'",
                        died ? 1 : 0, died ? 1 : 0, kReductionGivenUp));
}

} // namespace assay::store
