// Findings: what can be done with a finding of a campaign: examine it, settle which bug it is, look at a bug
// anew. The hunt does it with workers, `assay triage` one by one; what happens is the same. Reductions are in
// reduction.h.
#pragma once

#include "campaign/task.h"
#include "sandbox/sandbox.h"
#include "toolchain/toolset.h"

#include <atomic>

namespace assay::campaign {

// The finding with its program.
base::Result<ExamineTask> to_examine(store::Store& store, const store::Finding& finding,
                                     triage::Thoroughness how = {});

// Without a diagnosis if the tools do not have the compiler. An Error means that the sandbox is broken.
base::Result<Examined> examine(const ExamineTask& task, sandbox::Sandbox& sandbox,
                               const toolchain::Toolset& tools, const Config& config);

// Merges the finding into the bug that it turned out to be, and gives the number of that. Only with a
// diagnosis.
base::Result<int64_t> settle(store::Store& store, const Examined& examined);

// Whoever wants to see how triage goes.
class TriageWatcher {
  public:
    virtual ~TriageWatcher() = default;
    virtual void begins(int64_t bug, std::optional<uint64_t> left) = 0; // findings
    virtual void triaged(int64_t bug, const triage::Diagnosis& diagnosis) = 0;
};

// Triage of the findings that wait, or of one bug, one finding after the other. `stop` ends it between two.
class Triage {
  public:
    Triage(store::Store& store, sandbox::Sandbox& sandbox, const toolchain::Toolset& tools,
           const Config& config, const std::atomic<bool>& stop, TriageWatcher& watcher)
        : store_(store), sandbox_(sandbox), tools_(tools), config_(config), stop_(stop), watcher_(watcher) {}

    struct Done {
        uint64_t examined = 0;
        uint64_t left = 0;                            // go on waiting
        std::set<std::string> missing_compilers = {}; // for these
    };
    base::Result<Done> all_that_wait();
    // A bug anew, by its first finding; of those that may be several bugs, every finding.
    base::Result<Done> bug(int64_t id);

  private:
    store::Store& store_;
    sandbox::Sandbox& sandbox_;
    const toolchain::Toolset& tools_;
    const Config& config_;
    const std::atomic<bool>& stop_;
    TriageWatcher& watcher_;

    base::Result<Examined> examine_one(const store::Finding& finding, std::optional<uint64_t> left);
};

// The user wants to hear no more of these bugs, or wants to again: all of them or none.
base::Result<void> set_ignored(store::Store& store, const std::vector<int64_t>& bugs, bool ignored);

} // namespace assay::campaign
