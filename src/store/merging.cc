// Store: reductions, and bugs that turn out to be one.
#include "base/check.h"
#include "store/rows.h"

#include <algorithm>

namespace assay::store {
namespace {

using triage::State;

void put_reduction(SQLite::Database& db, int64_t bug, const Reduction& reduction) {
    SQLite::Statement put(db, "INSERT OR REPLACE INTO reductions VALUES (?, ?, ?, ?, ?, ?, ?)");
    SQLite::bind(put, bug, reduction.name, reduction.text, as_sql(reduction.lines), as_sql(reduction.tokens),
                 reduction.done ? 1 : 0, to_json(reduction.program));
    put.exec();
}

// How much is known about a bug in this state. What a user says stands above everything.
int rank(State state) {
    constexpr State kLeastFirst[] = {State::Waiting, State::New,         State::Doubtful,  State::Unsettled,
                                     State::Invalid, State::Environment, State::Confirmed, State::Ignored};
    return static_cast<int>(std::ranges::find(kLeastFirst, state) - std::begin(kLeastFirst));
}

// What is known about `one` beyond what is known about `other`, which is the same bug.
void learn_from(Bug& one, const Bug& other) {
    const triage::Diagnosis nothing;
    const bool smaller = other.reduced && (!one.reduced || is_better(*other.reduced, *one.reduced));
    const triage::Validity validity = one.diagnosis.validity;
    const triage::Reliability reliability = one.diagnosis.reliability;
    if (other.diagnosis != nothing && (smaller || one.diagnosis == nothing)) {
        one.diagnosis = other.diagnosis;
        one.diagnosis.validity = validity;
        one.diagnosis.reliability = reliability;
    }
    if (rank(other.state) > rank(one.state)) {
        one.state = other.state;
        if (reliability.tried == 0 || other.state == State::Confirmed)
            one.diagnosis.reliability = other.diagnosis.reliability;
    }
    if (validity == triage::Validity::Unknown) one.diagnosis.validity = other.diagnosis.validity;
}

} // namespace

bool is_better(const Reduction& one, const Reduction& other) {
    return std::pair(!one.done, one.tokens) < std::pair(!other.done, other.tokens);
}

void move_reduction(SQLite::Database& db, int64_t from, int64_t to) {
    const std::optional<Bug> giver = find_bug(db, from), taker = find_bug(db, to);
    if (from == to || !giver || !giver->reduced || !taker) return;
    if (!taker->reduced || is_better(*giver->reduced, *taker->reduced))
        put_reduction(db, to, *giver->reduced);
    execute(db, "DELETE FROM reductions WHERE bug = ?1", from);
}

void forward(SQLite::Database& db, int64_t number, int64_t bug) {
    execute(db, "UPDATE merged SET bug = ?2 WHERE bug = ?1", number, bug);
    execute(db, "INSERT OR REPLACE INTO merged VALUES (?1, ?2)", number, bug);
}

base::Result<int64_t> Store::current(int64_t number) {
    auto found = db_->attempt([&]() -> std::optional<int64_t> {
        SQLite::Statement find(db_->file,
                               "SELECT id FROM bugs WHERE id = ?1 UNION ALL SELECT bug FROM merged "
                               "WHERE number = ?1 LIMIT 1");
        find.bind(1, number);
        if (!find.executeStep()) return std::nullopt;
        return find.getColumn(0).getInt64();
    });
    if (!found) return found.error();
    if (!*found)
        return base::Error{fmt::format("{}: there is no bug {}; see `assay bugs`", db_->folder, number)};
    return **found;
}

base::Result<int64_t> Store::bug_of(int64_t finding) {
    return db_->attempt([&] {
        SQLite::Statement find(db_->file, "SELECT bug FROM findings WHERE id = ?");
        find.bind(1, finding);
        base::check(find.executeStep(), "a finding of the store");
        return find.getColumn(0).getInt64();
    });
}

base::Result<bool> Store::keep(int64_t bug, const Reduction& reduction) {
    return db_->transact([&] {
        const std::optional<Bug> had = find_bug(db_->file, bug);
        if (had && had->reduced && is_better(*had->reduced, reduction)) return false;
        put_reduction(db_->file, bug, reduction);
        return true;
    });
}

base::Result<void> Store::rename_reduction(int64_t bug, const std::string& name) {
    return db_->transact([&] {
        SQLite::Statement rename(db_->file, "UPDATE reductions SET name = ? WHERE bug = ?");
        SQLite::bind(rename, name, bug);
        rename.exec();
    });
}

base::Result<void> Store::merge(int64_t bug, int64_t into) {
    return db_->transact([&] {
        const std::optional<Bug> gone = find_bug(db_->file, bug);
        std::optional<Bug> kept = find_bug(db_->file, into);
        if (bug == into || !gone || !kept) return;
        learn_from(*kept, *gone);
        write_bug(db_->file, *kept);
        move_reduction(db_->file, bug, into);
        forward(db_->file, bug, into);
        for (const char* change :
             {"UPDATE findings SET bug = ?2 WHERE bug = ?1", "UPDATE titles SET bug = ?2 WHERE bug = ?1",
              "UPDATE bugs SET hits = hits + (SELECT hits FROM bugs WHERE id = ?1) WHERE id = ?2",
              "DELETE FROM jobs WHERE kind <> 'test' AND subject = ?1", "DELETE FROM bugs WHERE id = ?1"})
            execute(db_->file, change, bug, into);
    });
}

} // namespace assay::store
