// Store: findings that wait for an examination, and what it told.
#include "store/database.h"
#include "store/rows.h"

namespace assay::store {
namespace {

void move_finding(SQLite::Database& db, int64_t finding, int64_t from, int64_t to) {
    SQLite::Statement move(db, "UPDATE findings SET bug = ?, examined = 1 WHERE id = ?");
    SQLite::bind(move, to, finding);
    move.exec();
    if (from == to) return;
    SQLite::Statement fewer(db, "UPDATE bugs SET hits = hits - 1 WHERE id = ?");
    fewer.bind(1, from);
    fewer.exec();
    SQLite::Statement more(db, "UPDATE bugs SET hits = hits + 1 WHERE id = ?");
    more.bind(1, to);
    more.exec();
}

// What waited and is now all told is no bug of its own.
void drop_if_empty(SQLite::Database& db, int64_t bug) {
    for (const char* change :
         {"DELETE FROM titles WHERE bug = ?1 AND NOT EXISTS (SELECT 1 FROM findings WHERE bug = ?1)",
          "DELETE FROM bugs WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM findings WHERE bug = ?1)"}) {
        SQLite::Statement step(db, change);
        step.bind(1, bug);
        step.exec();
    }
}

std::string state_of(SQLite::Database& db, int64_t bug) {
    return db.execAndGet(fmt::format("SELECT state FROM bugs WHERE id = {}", bug)).getString();
}

int64_t add_bug(SQLite::Database& db, const Bug& told) {
    SQLite::Statement add(db, "INSERT INTO bugs (kind, compiler, title) VALUES (?, ?, ?)");
    SQLite::bind(add, std::string(to_text(told.kind)), told.compiler, told.title);
    add.exec();
    return db.getLastInsertRowid();
}

// Crashes have signatures, so only wrong code waits to be told apart.
std::string condition_of(Wanted wanted) {
    constexpr const char* kWrongCode =
        "k.compiler = f.compiler AND k.kind IN ('wrong-output', 'run-crash', 'disagreement')";
    if (wanted == Wanted::Any) return "TRUE";
    std::string maybe_known = fmt::format("b.state = 'waiting' AND EXISTS (SELECT 1 FROM bugs k WHERE {} "
                                          "AND k.state IN ('confirmed', 'ignored'))",
                                          kWrongCode);
    if (wanted == Wanted::Unknown) return fmt::format("NOT ({})", maybe_known);
    if (wanted == Wanted::MaybeKnown) return maybe_known;
    return fmt::format(
        "{0} AND NOT (EXISTS (SELECT 1 FROM jobs j JOIN bugs k ON k.id = j.subject WHERE {1} AND "
        "j.kind = 'reduce' AND j.state <> 'abandoned') AND NOT EXISTS (SELECT 1 FROM reductions r JOIN bugs "
        "k "
        "ON k.id = r.bug WHERE {1} AND r.done))",
        maybe_known, kWrongCode);
}

} // namespace

base::Result<std::optional<Finding>> Store::next_to_examine(const std::vector<int64_t>& busy, Wanted wanted) {
    std::string which = " AND " + condition_of(wanted);
    for (const int64_t id : busy) which += fmt::format(" AND f.id <> {}", id);
    return db_->attempt([&]() -> std::optional<Finding> {
        SQLite::Statement row(
            db_->file,
            fmt::format(
                "SELECT f.id, f.bug, f.number, f.member, f.kind, f.compiler, f.options, f.target, f.method, "
                "f.title, f.detail FROM findings f JOIN bugs b ON b.id = f.bug "
                "WHERE f.examined = 0 AND b.state IN ('new', 'waiting'){} "
                "ORDER BY b.state = 'waiting', (SELECT count(*) FROM findings g WHERE g.compiler = "
                "f.compiler AND g.kind = f.kind "
                "AND g.examined = 1), f.id LIMIT 1",
                which));
        if (!row.executeStep()) return std::nullopt;
        return read_finding(row);
    });
}

base::Result<uint64_t> Store::left_to_examine(Wanted wanted) {
    return db_->attempt([&] {
        SQLite::Statement row(db_->file, fmt::format("SELECT count(*) FROM findings f JOIN bugs b ON "
                                                     "b.id = f.bug WHERE f.examined = 0 AND {}",
                                                     condition_of(wanted)));
        row.executeStep();
        return static_cast<uint64_t>(row.getColumn(0).getInt64());
    });
}

base::Result<int64_t> Store::settle(const Finding& finding, const Bug& told,
                                    const std::vector<std::string>& titles) {
    return db_->transact([&] {
        std::optional<int64_t> known;
        for (const std::string& title : titles)
            if (!known) known = find_bug_titled(db_->file, title);
        const bool waiting = state_of(db_->file, finding.bug) == "waiting";
        const int64_t bug = known ? *known : waiting ? add_bug(db_->file, told) : finding.bug;
        move_finding(db_->file, finding.id, finding.bug, bug);
        for (const std::string& title : titles) add_title(db_->file, title, bug);
        if (state_of(db_->file, bug) == "new") {
            Bug named = told;
            named.id = bug;
            write_bug(db_->file, named);
        }
        if (bug != finding.bug) drop_if_empty(db_->file, finding.bug);
        return bug;
    });
}

} // namespace assay::store
