// Store: findings that wait for an examination, and what it told.
#include "store/database.h"
#include "store/rows.h"

#include <fmt/ranges.h>

namespace assay::store {
namespace {

using triage::State;

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

triage::State state_of(SQLite::Database& db, int64_t bug) {
    const auto text = db.execAndGet(fmt::format("SELECT state FROM bugs WHERE id = {}", bug)).getString();
    return triage::state_named(text).value_or(triage::State::New);
}

uint64_t findings_of(SQLite::Database& db, int64_t bug) {
    return as_number(db.execAndGet(fmt::format("SELECT count(*) FROM findings WHERE bug = {}", bug)));
}

// A title of findings that wait tells nothing about those that are examined.
std::optional<int64_t> find_examined(SQLite::Database& db, const std::vector<std::string>& titles) {
    for (const std::string& title : titles)
        if (const auto bug = find_bug_titled(db, title); bug && state_of(db, *bug) != State::Waiting)
            return bug;
    return std::nullopt;
}

void claim_title(SQLite::Database& db, const std::string& title, int64_t bug) {
    SQLite::Statement claim(db, "INSERT INTO titles VALUES (?, ?) ON CONFLICT (title) DO UPDATE SET bug = "
                                "excluded.bug WHERE (SELECT state FROM bugs WHERE id = titles.bug) = "
                                "'waiting'");
    SQLite::bind(claim, title, bug);
    claim.exec();
}

Bug as_new(Bug triaged) {
    triaged.state = State::New;
    return triaged;
}

// The findings that waited under `pile` are now all told, so it is no bug of its own.
void drop_if_empty(SQLite::Database& db, int64_t pile) {
    if (findings_of(db, pile) > 0) return;
    for (const char* change :
         {"DELETE FROM titles WHERE bug = ?1", "DELETE FROM reductions WHERE bug = ?1",
          "DELETE FROM jobs WHERE kind <> 'test' AND subject = ?1",
          "UPDATE merged SET bug = (SELECT bug FROM merged WHERE number = ?1) WHERE bug = ?1",
          "DELETE FROM bugs WHERE id = ?1"})
        execute(db, change, pile);
}

// The number of a pile leads to the first real bug that came out of it.
void note_way_out(SQLite::Database& db, int64_t pile, int64_t bug) {
    SQLite::Statement now(db, "SELECT b.state FROM merged m JOIN bugs b ON b.id = m.bug WHERE m.number = ?");
    now.bind(1, pile);
    const bool known = now.executeStep() && now.getColumn(0).getString() == "confirmed";
    now.reset();
    if (!known) forward(db, pile, bug);
}

// A reduction of the finding belongs to the bug of the finding.
void take_reduction_along(SQLite::Database& db, const Finding& finding, int64_t to) {
    SQLite::Statement of(db,
                         "SELECT 1 FROM reductions WHERE bug = ? AND json_valid(extra) AND "
                         "json_extract(extra, '$.of.number') = ? AND json_extract(extra, '$.of.member') = ?");
    SQLite::bind(of, finding.bug, as_sql(finding.number), as_sql(finding.verdict.test));
    const bool has = of.executeStep();
    of.reset();
    if (has) move_reduction(db, finding.bug, to);
}

// One finding that waits alone becomes the bug that it turned out to be, under the number that it has.
void name_in_place(SQLite::Database& db, int64_t bug, testcase::Kind kind) {
    execute(db, "DELETE FROM titles WHERE bug = ?1", bug);
    SQLite::Statement put(db, "UPDATE bugs SET state = 'new', kind = ? WHERE id = ?");
    SQLite::bind(put, std::string(to_text(kind)), bug);
    put.exec();
}

// Crashes have signatures, so only wrong code waits to be told apart.
std::string condition_of(Wanted wanted) {
    std::vector<std::string> kinds;
    for (const testcase::Kind kind : testcase::all_kinds())
        if (traits(kind).compares_runs) kinds.push_back(fmt::format("'{}'", to_text(kind)));
    const std::string wrong_code =
        fmt::format("k.compiler = f.compiler AND k.kind IN ({})", fmt::join(kinds, ", "));
    if (wanted == Wanted::Any) return "TRUE";
    std::string maybe_known = fmt::format("b.state = 'waiting' AND EXISTS (SELECT 1 FROM bugs k WHERE {} "
                                          "AND k.state IN ('confirmed', 'ignored'))",
                                          wrong_code);
    if (wanted == Wanted::Unknown) return fmt::format("NOT ({})", maybe_known);
    if (wanted == Wanted::MaybeKnown) return maybe_known;
    return fmt::format(
        "{0} AND NOT (EXISTS (SELECT 1 FROM jobs j JOIN bugs k ON k.id = j.subject WHERE {1} AND "
        "j.kind = 'reduce' AND j.state <> 'abandoned') AND NOT EXISTS (SELECT 1 FROM reductions r JOIN bugs "
        "k "
        "ON k.id = r.bug WHERE {1} AND r.done))",
        maybe_known, wrong_code);
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

base::Result<int64_t> Store::settle(const Finding& finding, const Bug& triaged,
                                    const std::vector<std::string>& titles) {
    return db_->transact([&] {
        SQLite::Database& db = db_->file;
        const std::optional<int64_t> known = find_examined(db, titles);
        const bool waiting = state_of(db, finding.bug) == State::Waiting;
        const bool alone = waiting && findings_of(db, finding.bug) == 1;
        if (alone && !known) name_in_place(db, finding.bug, triaged.kind);
        const int64_t bug = known ? *known : waiting && !alone ? add_bug(db, as_new(triaged)) : finding.bug;
        move_finding(db, finding.id, finding.bug, bug);
        for (const std::string& title : titles) claim_title(db, title, bug);
        if (state_of(db, bug) == State::New) {
            Bug named = triaged;
            named.id = bug;
            write_bug(db, named);
        }
        if (bug == finding.bug) return bug;
        take_reduction_along(db, finding, bug);
        note_way_out(db, finding.bug, bug);
        drop_if_empty(db, finding.bug);
        return bug;
    });
}

} // namespace assay::store
