// Store: bugs, their findings, and counts.
#include "store/rows.h"

#include "base/json_text.h"

#include <nlohmann/json.hpp>

namespace assay::store {
namespace {

// What a query gives in one column.
std::vector<std::string> texts(SQLite::Database& db, const char* query, int64_t bug) {
    SQLite::Statement find(db, query);
    find.bind(1, bug);
    std::vector<std::string> all;
    while (find.executeStep()) all.push_back(find.getColumn(0).getString());
    return all;
}

testcase::Setup setup_of(const std::string& compiler, const std::string& options, const std::string& target) {
    testcase::Setup setup{compiler, {}, target};
    const auto json = base::parsed_json(options);
    if (!json.is_array()) return setup;
    for (const auto& option : json)
        if (option.is_string()) setup.options.push_back(option.get<std::string>());
    return setup;
}

std::vector<std::string> setups_of(SQLite::Database& db, int64_t bug) {
    SQLite::Statement find(
        db, "SELECT compiler, options, count(*) FROM findings WHERE bug = ? GROUP BY compiler, "
            "options ORDER BY count(*) DESC, compiler, options LIMIT 50");
    find.bind(1, bug);
    std::vector<std::string> all;
    while (find.executeStep())
        all.push_back(setup_of(find.getColumn(0).getString(), find.getColumn(1).getString(), "").name());
    return all;
}

std::optional<Reduction> reduction_of(SQLite::Database& db, int64_t bug) {
    SQLite::Statement find(db, "SELECT name, text, lines, tokens, done, extra FROM reductions WHERE bug = ?");
    find.bind(1, bug);
    if (!find.executeStep()) return std::nullopt;
    return Reduction{
        find.getColumn(0).getString(),   find.getColumn(1).getString(),
        as_number(find.getColumn(2)),    as_number(find.getColumn(3)),
        find.getColumn(4).getInt() != 0, triage::program_from_json(find.getColumn(5).getString())};
}

// A number may be noted while its findings still wait under it; then it does not lead elsewhere yet.
std::vector<int64_t> merged_into(SQLite::Database& db, int64_t bug) {
    SQLite::Statement find(db, "SELECT number FROM merged WHERE bug = ? AND number NOT IN (SELECT id FROM "
                               "bugs) ORDER BY number");
    find.bind(1, bug);
    std::vector<int64_t> all;
    while (find.executeStep()) all.push_back(find.getColumn(0).getInt64());
    return all;
}

// The columns are there for queries, and were all that there was in the first formats.
triage::Diagnosis read_diagnosis(SQLite::Statement& row) {
    triage::Diagnosis diagnosis = triage::diagnosis_from_json(row.getColumn(10).getString());
    diagnosis.validity =
        triage::validity_named(row.getColumn(5).getString()).value_or(triage::Validity::Unknown);
    diagnosis.reliability = triage::reliability_named(row.getColumn(6).getString());
    if (!row.getColumn(7).isNull()) diagnosis.culprit.pass = row.getColumn(7).getString();
    diagnosis.versions = triage::versions_from_json(row.getColumn(8).getString());
    return diagnosis;
}

constexpr const char* kBugColumns =
    "SELECT id, kind, compiler, title, state, validity, reliability, pass, versions, "
    "hits, notes FROM bugs ";

} // namespace

Finding read_finding(SQLite::Statement& row) {
    Finding finding;
    finding.id = row.getColumn(0).getInt64();
    finding.bug = row.getColumn(1).getInt64();
    finding.number = as_number(row.getColumn(2));
    finding.verdict.test = as_number(row.getColumn(3));
    finding.verdict.kind =
        testcase::kind_named(row.getColumn(4).getString()).value_or(testcase::Kind::WrongOutput);
    finding.verdict.setup =
        setup_of(row.getColumn(5).getString(), row.getColumn(6).getString(), row.getColumn(7).getString());
    finding.method = row.getColumn(8).getString();
    finding.verdict.title = row.getColumn(9).getString();
    finding.verdict.detail = row.getColumn(10).getString();
    return finding;
}

Bug read_bug(SQLite::Database& db, SQLite::Statement& row) {
    Bug bug;
    bug.id = row.getColumn(0).getInt64();
    bug.kind = testcase::kind_named(row.getColumn(1).getString()).value_or(testcase::Kind::WrongOutput);
    bug.compiler = row.getColumn(2).getString();
    bug.title = row.getColumn(3).getString();
    bug.state = triage::state_named(row.getColumn(4).getString()).value_or(triage::State::New);
    bug.diagnosis = read_diagnosis(row);
    bug.hits = as_number(row.getColumn(9));
    bug.setups = setups_of(db, bug.id);
    bug.methods = texts(db, "SELECT DISTINCT method FROM findings WHERE bug = ? ORDER BY method", bug.id);
    bug.reduced = reduction_of(db, bug.id);
    bug.merged = merged_into(db, bug.id);
    return bug;
}

void write_bug(SQLite::Database& db, const Bug& bug) {
    SQLite::Statement put(db, "UPDATE bugs SET compiler = ?, title = ?, state = ?, validity = ?, "
                              "reliability = ?, pass = ?, versions = ?, notes = ? WHERE id = ?");
    const triage::Diagnosis& diagnosis = bug.diagnosis;
    SQLite::bind(put, bug.compiler, bug.title, std::string(to_text(bug.state)),
                 std::string(to_text(diagnosis.validity)), to_text(diagnosis.reliability));
    if (diagnosis.culprit.pass)
        put.bind(6, *diagnosis.culprit.pass);
    else
        put.bind(6);
    put.bind(7, to_json(diagnosis.versions));
    put.bind(8, to_json(diagnosis));
    put.bind(9, bug.id);
    put.exec();
}

std::optional<int64_t> find_bug_titled(SQLite::Database& db, const std::string& title) {
    SQLite::Statement find(db, "SELECT bug FROM titles WHERE title = ?");
    find.bind(1, title);
    if (!find.executeStep()) return std::nullopt;
    return find.getColumn(0).getInt64();
}

void add_title(SQLite::Database& db, const std::string& title, int64_t bug) {
    SQLite::Statement add(db, "INSERT OR IGNORE INTO titles VALUES (?, ?)");
    SQLite::bind(add, title, bug);
    add.exec();
}

base::Result<std::vector<Bug>> Store::bugs() {
    return db_->attempt([&] {
        std::vector<Bug> all;
        SQLite::Statement rows(db_->file, std::string(kBugColumns) + "ORDER BY id");
        while (rows.executeStep()) all.push_back(read_bug(db_->file, rows));
        return all;
    });
}

std::optional<Bug> find_bug(SQLite::Database& db, int64_t id) {
    SQLite::Statement row(db, std::string(kBugColumns) + "WHERE id = ?");
    row.bind(1, id);
    if (!row.executeStep()) return std::nullopt;
    return read_bug(db, row);
}

int64_t add_bug(SQLite::Database& db, const Bug& bug) {
    SQLite::Statement add(db, "INSERT INTO bugs (id, kind, compiler, title, state) VALUES (1 + max((SELECT "
                              "coalesce(max(id), 0) FROM bugs), (SELECT coalesce(max(number), 0) FROM "
                              "merged)), ?, ?, ?, ?)");
    SQLite::bind(add, std::string(to_text(bug.kind)), bug.compiler, bug.title,
                 std::string(to_text(bug.state)));
    add.exec();
    return db.getLastInsertRowid();
}

base::Result<Bug> Store::bug(int64_t id) {
    auto found = db_->attempt([&] { return find_bug(db_->file, id); });
    if (!found) return found.error();
    if (!*found) return base::Error{fmt::format("{}: there is no bug {}; see `assay bugs`", db_->folder, id)};
    return **found;
}

base::Result<void> Store::update(const Bug& bug) {
    return db_->transact([&] { write_bug(db_->file, bug); });
}

base::Result<std::vector<std::string>> Store::titles(int64_t bug) {
    return db_->attempt(
        [&] { return texts(db_->file, "SELECT title FROM titles WHERE bug = ? ORDER BY title", bug); });
}

base::Result<std::vector<Finding>> Store::findings(int64_t bug, size_t limit) {
    return db_->attempt([&] {
        SQLite::Statement row(db_->file, std::string(kFindingColumns) +
                                             "FROM findings WHERE bug = ? ORDER BY id LIMIT ?");
        SQLite::bind(row, bug, as_sql(limit));
        std::vector<Finding> all;
        while (row.executeStep()) all.push_back(read_finding(row));
        return all;
    });
}

base::Result<std::vector<Finding>> Store::all_findings() {
    return db_->attempt([&] {
        SQLite::Statement row(db_->file, std::string(kFindingColumns) + "FROM findings ORDER BY id");
        std::vector<Finding> all;
        while (row.executeStep()) all.push_back(read_finding(row));
        return all;
    });
}

base::Result<int64_t> Store::last_finding() {
    return db_->attempt(
        [&] { return db_->file.execAndGet("SELECT coalesce(max(id), 0) FROM findings").getInt64(); });
}

base::Result<std::vector<Met>> Store::bugs_met_since(int64_t finding) {
    return db_->attempt([&] {
        SQLite::Statement row(db_->file, "SELECT bug, min(id) > ?1 FROM findings GROUP BY bug "
                                         "HAVING max(id) > ?1 ORDER BY bug");
        row.bind(1, finding);
        std::vector<Met> all;
        while (row.executeStep())
            all.push_back({row.getColumn(0).getInt64(), row.getColumn(1).getInt() != 0});
        return all;
    });
}

base::Result<std::vector<testcase::TestCase>> Store::group(uint64_t number) {
    std::vector<testcase::TestCase> group;
    std::string broken;
    auto read = db_->attempt([&] {
        SQLite::Statement rows(db_->file, "SELECT json FROM tests WHERE number = ? ORDER BY member");
        rows.bind(1, as_sql(number));
        while (rows.executeStep()) {
            auto test = testcase::test_from_json(rows.getColumn(0).getString());
            if (!test) {
                broken = test.error().message;
                return;
            }
            SQLite::Statement files(
                db_->file, "SELECT name, text FROM files WHERE number = ? AND member = ? ORDER BY position");
            SQLite::bind(files, as_sql(number), as_sql(group.size()));
            while (files.executeStep())
                test->files.push_back({files.getColumn(0).getString(), files.getColumn(1).getString()});
            group.push_back(std::move(*test));
        }
    });
    if (!read) return read.error();
    if (!broken.empty()) return base::Error{fmt::format("{}: test {}: {}", db_->folder, number, broken)};
    return group;
}

base::Result<std::vector<Count>> Store::counts() {
    return db_->attempt([&] {
        std::vector<Count> all;
        SQLite::Statement row(db_->file,
                              "SELECT method, setup, tests, cpu_us FROM counts ORDER BY method, setup");
        while (row.executeStep())
            all.push_back({row.getColumn(0).getString(), row.getColumn(1).getString(),
                           as_number(row.getColumn(2)), as_number(row.getColumn(3))});
        return all;
    });
}

base::Result<std::vector<Unjudged>> Store::unjudged() {
    return db_->attempt([&] {
        std::vector<Unjudged> all;
        SQLite::Statement row(db_->file,
                              "SELECT setup, why, tests FROM unjudged ORDER BY tests DESC, setup, why");
        while (row.executeStep())
            all.push_back(
                {row.getColumn(0).getString(), row.getColumn(1).getString(), as_number(row.getColumn(2))});
        return all;
    });
}

base::Result<Totals> Store::totals() {
    return db_->attempt([&] {
        const auto number = [&](const char* query) { return as_number(db_->file.execAndGet(query)); };
        return Totals{number("SELECT coalesce(sum(tests), 0) FROM counts"),
                      number("SELECT count(*) FROM findings"), number("SELECT count(*) FROM bugs"),
                      number("SELECT coalesce(sum(tests), 0) FROM unjudged")};
    });
}

} // namespace assay::store
