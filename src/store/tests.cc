// Store: tests, their results, and what is to be done.
#include "base/json_text.h"
#include "store/rows.h"
#include "store/unfinished.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

namespace assay::store {
namespace {

void add_count(SQLite::Database& db, const Count& count) {
    SQLite::Statement add(db, "INSERT INTO counts VALUES (?, ?, ?, ?) ON CONFLICT (method, setup) DO UPDATE "
                              "SET tests = tests + excluded.tests, cpu_us = cpu_us + excluded.cpu_us");
    SQLite::bind(add, count.method, count.setup, as_sql(count.tests), as_sql(count.cpu_us));
    add.exec();
}

void add_unjudged(SQLite::Database& db, const Unjudged& one) {
    SQLite::Statement add(db, "INSERT INTO unjudged VALUES (?, ?, ?) ON CONFLICT (setup, why) DO UPDATE "
                              "SET tests = tests + excluded.tests");
    SQLite::bind(add, one.setup, one.why, as_sql(one.tests));
    add.exec();
}

void add_group(SQLite::Database& db, const Finished& finished) {
    for (size_t member = 0; member < finished.group.size(); ++member) {
        const testcase::TestCase& test = finished.group[member];
        SQLite::Statement add(db, "INSERT INTO tests VALUES (?, ?, ?)");
        SQLite::bind(add, as_sql(finished.number), as_sql(member), to_json(test));
        add.exec();
        for (size_t i = 0; i < test.files.size(); ++i) {
            SQLite::Statement file(db, "INSERT INTO files VALUES (?, ?, ?, ?, ?)");
            SQLite::bind(file, as_sql(finished.number), as_sql(member), as_sql(i), test.files[i].name,
                         test.files[i].text);
            file.exec();
        }
    }
}

int64_t bug_of(SQLite::Database& db, const Finding& finding) {
    std::optional<int64_t> bug;
    for (const std::string& title : finding.titles)
        if (!bug) bug = find_bug_titled(db, title);
    if (!bug) {
        Bug fresh;
        fresh.kind = finding.verdict.kind;
        fresh.compiler = finding.verdict.setup.compiler;
        fresh.title = finding.verdict.title;
        fresh.state = finding.telling ? triage::State::New : triage::State::Waiting;
        bug = add_bug(db, fresh);
    }
    for (const std::string& title : finding.titles) add_title(db, title, *bug);
    return *bug;
}

void add_hit(SQLite::Database& db, int64_t bug) {
    SQLite::Statement hit(db, "UPDATE bugs SET hits = hits + 1 WHERE id = ?");
    hit.bind(1, bug);
    hit.exec();
}

void add_finding(SQLite::Database& db, uint64_t number, const Finding& finding) {
    const int64_t bug = bug_of(db, finding);
    const testcase::Verdict& verdict = finding.verdict;
    SQLite::Statement add(db, "INSERT INTO findings (bug, number, member, kind, compiler, options, target, "
                              "method, title, detail) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    SQLite::bind(add, bug, as_sql(number), as_sql(verdict.test), std::string(to_text(verdict.kind)),
                 verdict.setup.compiler, base::json_text(nlohmann::json(verdict.setup.options)),
                 verdict.setup.target, finding.method, verdict.title, verdict.detail);
    add.exec();
    add_hit(db, bug);
}

void put_fact(SQLite::Database& db, const std::string& name, const std::string& value) {
    SQLite::Statement put(db, "INSERT OR REPLACE INTO facts VALUES (?, ?)");
    SQLite::bind(put, name, value);
    put.exec();
}

std::optional<std::string> get_fact(SQLite::Database& db, const std::string& name) {
    SQLite::Statement get(db, "SELECT value FROM facts WHERE name = ?");
    get.bind(1, name);
    if (!get.executeStep()) return std::nullopt;
    return get.getColumn(0).getString();
}

constexpr const char* kNextTest = "next test";

// A campaign that says nonsense begins anew rather than ending Assay.
uint64_t next_test(SQLite::Database& db) {
    const std::string text = get_fact(db, kNextTest).value_or("0");
    uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? number : 0;
}

void set_state(SQLite::Database& db, const std::string& kind, int64_t subject, const std::string& state) {
    SQLite::Statement put(db, "INSERT INTO jobs (kind, subject, state) VALUES (?, ?, ?) "
                              "ON CONFLICT (kind, subject) DO UPDATE SET state = excluded.state");
    SQLite::bind(put, kind, subject, state);
    put.exec();
}

void remove_job(SQLite::Database& db, const std::string& kind, int64_t subject) {
    SQLite::Statement done(db, "DELETE FROM jobs WHERE kind = ? AND subject = ?");
    SQLite::bind(done, kind, subject);
    done.exec();
}

// True: it will be done once more.
bool put_back(SQLite::Database& db, uint64_t number) {
    constexpr int kAttempts = 3;
    SQLite::Statement put(db, "UPDATE jobs SET attempts = attempts + 1, state = 'ready' "
                              "WHERE kind = 'test' AND subject = ? AND attempts + 1 < ?");
    SQLite::bind(put, as_sql(number), kAttempts);
    return put.exec() > 0;
}

} // namespace

base::Result<std::optional<std::string>> Store::fact(const std::string& name) {
    return db_->attempt([&] { return get_fact(db_->file, name); });
}

base::Result<void> Store::set_fact(const std::string& name, const std::string& value) {
    return db_->transact([&] { put_fact(db_->file, name, value); });
}

base::Result<std::vector<uint64_t>> Store::claim(size_t wanted, uint64_t end) {
    return db_->transact([&] {
        std::vector<uint64_t> claimed;
        const auto take_waiting = [&](const std::string& which, size_t most) {
            SQLite::Statement waiting(
                db_->file, fmt::format("SELECT subject FROM jobs WHERE kind = 'test' AND state = 'ready' AND "
                                       "{} ORDER BY subject LIMIT ?",
                                       which));
            waiting.bind(1, as_sql(most));
            while (waiting.executeStep()) claimed.push_back(as_number(waiting.getColumn(0)));
        };
        const std::string suspect = fmt::format("attempts >= {}", kSuspicious);
        const bool one_runs =
            db_->file
                .execAndGet("SELECT count(*) FROM jobs WHERE kind = 'test' AND state = 'running' AND " +
                            suspect)
                .getInt() > 0;
        if (!one_runs) take_waiting(suspect, std::min<size_t>(wanted, 1));
        take_waiting("NOT " + suspect, wanted - claimed.size());
        uint64_t next = next_test(db_->file);
        while (claimed.size() < wanted && next < end) claimed.push_back(next++);
        put_fact(db_->file, kNextTest, std::to_string(next));
        for (const uint64_t number : claimed) set_state(db_->file, "test", as_sql(number), "running");
        return claimed;
    });
}

base::Result<bool> Store::has_tests() {
    return db_->attempt([&] { return get_fact(db_->file, kNextTest).value_or("0") != "0"; });
}

base::Result<uint64_t> Store::first_unfinished() {
    return db_->attempt([&] {
        SQLite::Statement first(db_->file,
                                "SELECT min(subject) FROM jobs WHERE kind = 'test' AND state <> 'abandoned'");
        if (first.executeStep() && !first.getColumn(0).isNull()) return as_number(first.getColumn(0));
        return next_test(db_->file);
    });
}

base::Result<void> Store::finish(std::span<const Finished> finished) {
    return db_->transact([&] {
        for (const Finished& one : finished) {
            if (one.again && put_back(db_->file, one.number)) continue;
            for (const Unjudged& left : one.unjudged) add_unjudged(db_->file, left);
            for (const Count& count : one.counts) add_count(db_->file, count);
            add_group(db_->file, one);
            for (const Finding& finding : one.findings) add_finding(db_->file, one.number, finding);
            for (const std::string& title : one.hits)
                if (const auto bug = find_bug_titled(db_->file, title)) add_hit(db_->file, *bug);
            remove_job(db_->file, "test", as_sql(one.number));
        }
    });
}

base::Result<void> Store::put_back_unfinished() {
    return db_->transact([&] { store::put_back_unfinished(db_->file, false); });
}

base::Result<std::vector<GivenUp>> Store::given_up() {
    return db_->attempt([&] {
        std::vector<GivenUp> all;
        SQLite::Statement row(db_->file, "SELECT subject, attempts FROM jobs WHERE kind = 'test' AND state = "
                                         "'abandoned' ORDER BY subject");
        while (row.executeStep()) all.push_back({as_number(row.getColumn(0)), as_number(row.getColumn(1))});
        return all;
    });
}

base::Result<void> Store::add_job(const std::string& kind, int64_t bug) {
    return db_->transact([&] {
        SQLite::Statement add(db_->file, "INSERT INTO jobs (kind, subject, state) VALUES (?, ?, 'ready') "
                                         "ON CONFLICT (kind, subject) DO NOTHING");
        SQLite::bind(add, kind, bug);
        add.exec();
    });
}

base::Result<void> Store::abandon_job(const std::string& kind, int64_t bug) {
    return db_->transact([&] { set_state(db_->file, kind, bug, "abandoned"); });
}

base::Result<std::optional<int64_t>> Store::claim_job(const std::string& kind) {
    return db_->transact([&]() -> std::optional<int64_t> {
        SQLite::Statement waiting(db_->file,
                                  "SELECT j.subject FROM jobs j LEFT JOIN bugs b ON b.id = j.subject "
                                  "WHERE j.kind = ? AND j.state = 'ready' "
                                  "ORDER BY (SELECT count(*) FROM reductions r JOIN bugs k ON k.id = r.bug "
                                  "WHERE k.compiler = b.compiler AND k.kind = b.kind AND r.done), "
                                  "b.kind = 'hang', b.kind = 'crash', j.subject LIMIT 1");
        waiting.bind(1, kind);
        if (!waiting.executeStep()) return std::nullopt;
        const int64_t subject = waiting.getColumn(0).getInt64();
        set_state(db_->file, kind, subject, "running");
        return subject;
    });
}

base::Result<void> Store::finish_job(const std::string& kind, int64_t bug) {
    return db_->transact([&] { remove_job(db_->file, kind, bug); });
}

base::Result<std::optional<int64_t>> Store::bug_titled(const std::string& title) {
    return db_->attempt([&] { return find_bug_titled(db_->file, title); });
}

base::Result<void> Store::add_titles(int64_t bug, const std::vector<std::string>& titles) {
    return db_->transact([&] {
        for (const std::string& title : titles) add_title(db_->file, title, bug);
    });
}

} // namespace assay::store
