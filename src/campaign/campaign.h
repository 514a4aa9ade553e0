// Campaign: the main job. Workers on all cores perform tests, and their findings go into the store, one
// transaction per test. After a stop or a kill at any moment, the same command resumes.
#pragma once

#include "campaign/config.h"
#include "store/store.h"
#include "toolchain/toolset.h"

#include <atomic>
#include <functional>
#include <set>

namespace assay::campaign {

// The progress, for people.
struct Progress {
    std::chrono::duration<double> elapsed{};
    std::optional<std::chrono::duration<double>> left; // until the time is over
    uint64_t tests = 0;                                // performed by this call
    uint64_t programs = 0;
    uint64_t runs = 0;                            // one program or batch under one setup
    uint64_t judged = 0;                          // of those in complete tests
    std::map<std::string, uint64_t> unjudged;     // why a run could not be judged
    std::map<std::string, std::string> taken_out; // compilers that stopped working, and why
    std::map<std::string, uint64_t> programs_by_method, runs_by_compiler;
    std::map<testcase::Kind, uint64_t> findings; // new ones of this call
    uint64_t hits = 0;                           // of bugs that were known when the test ran
    std::set<std::string> hit_titles;            // of those bugs
    uint64_t tools_us = 0;                       // CPU time of compilers and generated programs
    uint64_t own_us = 0;                         // CPU time of Assay
    uint64_t bugs = 0;                           // in the store
    // What runs at this moment.
    uint64_t tests_running = 0;
    std::set<int64_t> triaging, reducing; // bugs
    bool time_is_over = false;            // no test starts any more
    bool stopping = false;                // running work is cut off

    double compiler_share() const {
        const double all = static_cast<double>(tools_us + own_us);
        return all == 0 ? 0 : static_cast<double>(tools_us) / all;
    }
};

// Called from the campaign's own thread: about twice a second, and once for each finding.
class Watcher {
  public:
    virtual ~Watcher() = default;
    virtual void progress(const Progress& progress) = 0;
    virtual void found(const store::Finding& finding, const testcase::TestCase& test) = 0;
    virtual void taken_out(const std::string& compiler, const std::string& why) = 0;
    virtual void not_reduced(int64_t bug, const std::string& why) = 0; // it stays as it was found
};

// Runs until the time is over, the tests are done, or `stop` is set. An Error means that Assay could not
// continue; what was stored stays.
base::Result<Progress> run(const Config& config, const toolchain::Toolset& tools, store::Store& store,
                           Watcher& watcher, const std::atomic<bool>& stop);

} // namespace assay::campaign
