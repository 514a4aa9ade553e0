// Store: a campaign's folder on disk. One SQLite file in WAL mode holds everything; each call that changes
// something is one transaction, so a campaign that is killed at any moment has either all of a test's results
// or none, and its test is still marked as running. A lock keeps a second campaign out; readers may come at
// any time.
#pragma once

#include "base/result.h"
#include "testcase/test_case.h"
#include "testcase/verdict.h"
#include "triage/record.h"

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

// What was not compiled, run and compared, and so says nothing.
struct Unjudged {
    std::string setup, why;
    uint64_t tests = 0;
};

// All that is kept of one test: nothing but counts if it passed.
struct Finished {
    uint64_t number = 0;
    std::vector<Count> counts;
    std::vector<Finding> findings;
    std::vector<testcase::TestCase> group; // empty if there are no findings
    std::vector<std::string> hits = {}; // titles of known bugs that were met again and not looked at further
    std::vector<Unjudged> unjudged = {};
    bool again = false; // nothing of it was judged: it is to be done once more, a few times at most
};

// A test that never came to an end.
struct GivenUp {
    uint64_t number = 0, attempts = 0;
};

struct Reduction {
    std::string name, text; // of its file, or of the folder of its files
    uint64_t lines = 0, tokens = 0;
    bool done = false;
    triage::ReducedProgram program = {};
};

// A complete reduction is better than an incomplete one; then fewer tokens are.
bool is_better(const Reduction& one, const Reduction& other);

struct Bug {
    int64_t id = 0;
    testcase::Kind kind = testcase::Kind::WrongOutput;
    std::string compiler, title;
    triage::State state = triage::State::New;
    triage::Diagnosis diagnosis; // empty until it is triaged
    uint64_t hits = 0;
    std::vector<std::string> setups, methods; // of its findings, each once
    std::vector<int64_t> merged;              // numbers of bugs that turned out to be this one
    std::optional<Reduction> reduced;
};

// Findings to examine: any, or those of which it is known whether a bug of their compiler was told before,
// which they may be once more. Now: not those of a compiler whose first bug is about to be reduced, because
// the small program tells better whether others are the same.
enum class Wanted : uint8_t { Any, Unknown, MaybeKnown, MaybeKnownNow };

// A bug with findings of a given time: a new one has none from before.
struct Met {
    int64_t bug = 0;
    bool is_new = false;
};

struct Totals {
    uint64_t tests = 0, findings = 0, bugs = 0;
    uint64_t unjudged = 0; // tests under a setup that say nothing
};

class Store {
  public:
    // Makes the folder if needed: for those that begin a campaign. An Error says so if another one is running
    // in it.
    static base::Result<Store> open_for_writing(const std::string& folder);
    // The same for a campaign that must be there already.
    static base::Result<Store> open_existing(const std::string& folder);
    // Also of a campaign that may not be written, as on a read-only medium.
    static base::Result<Store> open_for_reading(const std::string& folder);
    Store(Store&&) noexcept;
    Store& operator=(Store&&) noexcept;
    ~Store();

    base::Result<std::optional<std::string>> fact(const std::string& name);
    base::Result<void> set_fact(const std::string& name, const std::string& value);

    // Tests to do next, marked as running: first those that did not come to an end, then new ones; all below
    // `end`. Of those that a campaign may have ended by, one at a time. Fewer than wanted: there are no more,
    // or they wait for that one.
    base::Result<std::vector<uint64_t>> claim(size_t wanted, uint64_t end);
    base::Result<bool> has_tests(); // was any test claimed yet?
    // The lowest number of a test that is not finished.
    base::Result<uint64_t> first_unfinished();
    base::Result<void> finish(std::span<const Finished> finished);
    // At the end of a run: what was cut off is done again next time, but not for ever (unfinished.h).
    base::Result<void> put_back_unfinished();
    base::Result<std::vector<GivenUp>> given_up();

    // The next finding whose examination would tell something: the first one of every bug, and each one of
    // those that may be several bugs; bugs with few examined findings first. Not those in `busy`.
    base::Result<std::optional<Finding>> next_to_examine(const std::vector<int64_t>& busy,
                                                         Wanted wanted = Wanted::Any);
    base::Result<uint64_t> left_to_examine(Wanted wanted);
    // What examining told: the finding belongs to the bug with one of these titles, or to a new one that is
    // as `told` says (all but id, hits, setups, methods and the reduction). The last finding of those that
    // waited together keeps their number. A reduction of the finding goes with it. Gives the bug.
    base::Result<int64_t> settle(const Finding& finding, const Bug& triaged,
                                 const std::vector<std::string>& titles);

    // Jobs about bugs, marked as running: first of compilers of which little is told, and what does not end
    // last. What was asked for before, done or given up, is not asked for twice.
    base::Result<void> add_job(const std::string& kind, int64_t bug);
    base::Result<void> abandon_job(const std::string& kind, int64_t bug);
    base::Result<std::optional<int64_t>> claim_job(const std::string& kind);
    base::Result<void> finish_job(const std::string& kind, int64_t bug);

    base::Result<std::vector<Bug>> bugs();
    base::Result<Bug> bug(int64_t id);
    // The bug that a number leads to: its own, or the one that it was merged into.
    base::Result<int64_t> current(int64_t number);
    base::Result<int64_t> bug_of(int64_t finding);
    base::Result<void> update(const Bug& bug); // all but kind, hits, setups, methods and the reduction
    // The better one of this and the reduction that it has; says whether it is this one.
    base::Result<bool> keep(int64_t bug, const Reduction& reduction);
    base::Result<void> rename_reduction(int64_t bug, const std::string& name);
    // Findings, titles, hits and the better reduction move, and the number leads to the other bug from then
    // on. What was established about either holds for both.
    base::Result<void> merge(int64_t bug, int64_t into);
    base::Result<void> add_titles(int64_t bug, const std::vector<std::string>& titles);
    base::Result<std::vector<std::string>> titles(int64_t bug);
    base::Result<std::optional<int64_t>> bug_titled(const std::string& title);
    base::Result<std::vector<Finding>> findings(int64_t bug, size_t limit = 1000);
    base::Result<std::vector<Finding>> all_findings();
    base::Result<int64_t> last_finding(); // its id; 0: there is none
    base::Result<std::vector<Met>> bugs_met_since(int64_t finding);
    base::Result<std::vector<testcase::TestCase>> group(uint64_t number);

    base::Result<std::vector<Count>> counts();
    base::Result<std::vector<Unjudged>> unjudged();
    base::Result<Totals> totals();
    const std::string& folder() const;
    // An Error if the campaign was deleted or replaced since it was opened: SQLite goes on with a file that
    // nobody will find.
    base::Result<void> still_there() const;

  private:
    struct Database;
    explicit Store(std::unique_ptr<Database> database);
    std::unique_ptr<Database> db_;
};

} // namespace assay::store
