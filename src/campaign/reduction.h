// The reduction of a bug: which of its findings to take, what is left of it, and what the store keeps.
#pragma once

#include "campaign/config.h"
#include "store/store.h"
#include "toolchain/toolset.h"
#include "triage/examine.h"
#include "triage/shrink.h"

namespace assay::campaign {

struct ReduceTask {
    int64_t bug = 0;
    store::Finding finding;
    testcase::TestCase test;
    std::string answers; // a file: the answers of earlier runs, and those of this one
};

struct Reduced {
    int64_t bug = 0;
    std::optional<triage::Shrunk> shrunk; // empty: it could not be reduced
    std::optional<triage::Examined> told; // of what is left; empty if it was cut off
    store::Finding finding;               // that was reduced
    std::string why;                      // it could not be
    uint64_t tools_us = 0;
    double seconds = 0;

    bool complete() const { return shrunk && shrunk->complete && told; }
};

// The finding that is easiest to reduce: one whose model is known, and a small one; but a reduction that was
// cut off goes on. Empty: the bug has none.
base::Result<std::optional<ReduceTask>> reduction_of(store::Store& store, int64_t bug);

// One slot for each sandbox. `tools` has the one that fails, other versions, and references for the ladder.
// Time is for the search of a smaller program; what is left then is examined. how.stop cuts both off.
// An Error means that Assay cannot go on.
base::Result<Reduced> reduce(const ReduceTask& task, std::vector<sandbox::Sandbox*> sandboxes,
                             const toolchain::Toolset& tools, const Config& config,
                             triage::ShrinkHow how = {}, std::optional<double> seconds = {});

// Into the store, and as files in its folder: reduced/3.c, or reduced/3/ if there are several. Examines as
// well: a bug that was not triaged yet is settled by what the small program tells. Gives the number of the
// bug, which may have been merged into another one by now.
base::Result<int64_t> keep(store::Store& store, const Reduced& reduced);

// Both in the store and in the folder with the small programs.
base::Result<void> merge(store::Store& store, int64_t bug, int64_t into);

} // namespace assay::campaign
