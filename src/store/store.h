// Store: a campaign's folder on disk. One SQLite file in WAL mode holds everything; each call that changes
// something is one transaction, so a campaign that is killed at any moment has either all of a test's results
// or none, and its test is still marked as running. A lock keeps a second campaign out; readers may come at
// any time.
#pragma once

#include "base/result.h"
#include "testcase/test_case.h"
#include "testcase/verdict.h"

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace assay::store {

struct Count {
    std::string method, setup;
    uint64_t tests = 0, cpu_us = 0;
};

struct Finding {
    int64_t id = 0, bug = 0;
    uint64_t number = 0; // of the test in the campaign
    std::string method;
    testcase::Verdict verdict;            // verdict.test is the member of the group
    std::vector<std::string> titles = {}; // what makes it the same bug as others
    bool telling = true; // the titles name the defect; else what shares them may be several bugs
};

// All that is kept of one test: nothing but counts if it passed.
struct Finished {
    uint64_t number = 0;
    std::vector<Count> counts;
    std::vector<Finding> findings;
    std::vector<testcase::TestCase> group; // empty if there are no findings
    std::vector<std::string> hits = {}; // titles of known bugs that were met again and not looked at further
};

struct Reduction {
    std::string name, text;
    uint64_t lines = 0, tokens = 0;
    bool done = false;
    std::string extra = "{}";
};

struct Bug {
    int64_t id = 0;
    testcase::Kind kind = testcase::Kind::WrongOutput;
    std::string compiler, title, state, validity, reliability;
    std::optional<std::string> pass;
    std::string versions = "{}", notes = "{}"; // JSON
    uint64_t hits = 0;
    std::vector<std::string> setups, methods; // of its findings, each once
    std::optional<Reduction> reduced;
};

// Findings to examine: any, or those of which it is known whether a bug of their compiler was told before,
// which they may be once more. Now: not those of a compiler whose first bug is about to be reduced, because
// the small program tells better whether others are the same.
enum class Wanted : uint8_t { Any, Unknown, MaybeKnown, MaybeKnownNow };

struct Totals {
    uint64_t tests = 0, findings = 0, bugs = 0;
};

class Store {
  public:
    // Makes the folder if needed. An Error says so if another campaign is running in it.
    static base::Result<Store> open_for_writing(const std::string& folder);
    static base::Result<Store> open_for_reading(const std::string& folder);
    Store(Store&&) noexcept;
    Store& operator=(Store&&) noexcept;
    ~Store();

    base::Result<std::optional<std::string>> fact(const std::string& name);
    base::Result<void> set_fact(const std::string& name, const std::string& value);

    // Tests to do next, marked as running: first those that did not come to an end, then new ones; all below
    // `end`. Fewer than wanted: there are no more.
    base::Result<std::vector<uint64_t>> claim(size_t wanted, uint64_t end);
    // The lowest number of a test that is not finished.
    base::Result<uint64_t> first_unfinished();
    base::Result<void> finish(std::span<const Finished> finished);

    // The next finding whose examination would tell something: the first one of every bug, and each one of
    // those that may be several bugs; bugs with few examined findings first. Not those in `busy`.
    base::Result<std::optional<Finding>> next_to_examine(const std::vector<int64_t>& busy,
                                                         Wanted wanted = Wanted::Any);
    base::Result<uint64_t> left_to_examine(Wanted wanted);
    // What examining told: the finding belongs to the bug with one of these titles, or to a new one that is
    // as `told` says (all but id, hits, setups, methods and the reduction). Gives the bug.
    base::Result<int64_t> settle(const Finding& finding, const Bug& told,
                                 const std::vector<std::string>& titles);

    // Jobs about bugs, marked as running: first of compilers of which little is told, and what does not end
    // last. What was asked for before, done or given up, is not asked for twice.
    base::Result<void> add_job(const std::string& kind, int64_t bug);
    base::Result<void> abandon_job(const std::string& kind, int64_t bug);
    base::Result<std::optional<int64_t>> claim_job(const std::string& kind);
    base::Result<void> finish_job(const std::string& kind, int64_t bug);

    base::Result<std::vector<Bug>> bugs();
    base::Result<Bug> bug(int64_t id);
    base::Result<void> update(const Bug& bug); // all but kind, hits, setups, methods and the reduction
    base::Result<void> keep(int64_t bug, const Reduction& reduction);
    base::Result<void> merge(int64_t bug, int64_t into); // findings and titles move
    base::Result<void> add_titles(int64_t bug, const std::vector<std::string>& titles);
    base::Result<std::vector<std::string>> titles(int64_t bug);
    base::Result<std::optional<int64_t>> bug_titled(const std::string& title);
    base::Result<std::vector<Finding>> findings(int64_t bug, size_t limit = 1000);
    base::Result<std::vector<Finding>> all_findings();
    base::Result<std::vector<testcase::TestCase>> group(uint64_t number);

    base::Result<std::vector<Count>> counts();
    base::Result<Totals> totals();
    const std::string& folder() const;

  private:
    struct Database;
    explicit Store(std::unique_ptr<Database> database);
    std::unique_ptr<Database> db_;
};

} // namespace assay::store
