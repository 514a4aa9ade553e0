// The reduction of a bug: which finding to reduce, the reduced program, and what the store keeps of it.
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
    std::string answers; // the resume file: answers of earlier runs and of this one
};

struct Reduced {
    int64_t bug = 0;
    std::optional<triage::Shrunk> shrunk;     // empty: reduction failed
    std::optional<triage::Diagnosis> triaged; // of the reduced program; empty: cut off
    store::Finding finding;                   // the one reduced
    std::string why;                          // why reduction failed
    uint64_t tools_us = 0;
    double seconds = 0;

    bool complete() const { return shrunk && shrunk->complete && triaged; }
};

// The finding that is easiest to reduce: with a known model, and small. A reduction that was cut off resumes
// with its own finding. Empty: the bug has none.
base::Result<std::optional<ReduceTask>> reduction_of(store::Store& store, int64_t bug);

// One slot per sandbox. `tools` has the failing compiler, other versions, and references for the ladder.
// `seconds` limits the search for a smaller program; the result is examined afterwards. how.stop cuts both
// off. An Error means that Assay cannot continue.
base::Result<Reduced> reduce(const ReduceTask& task, std::vector<sandbox::Sandbox*> sandboxes,
                             const toolchain::Toolset& tools, const Config& config,
                             triage::ShrinkHow how = {}, std::optional<double> seconds = {});

// Saves the reduction in the store, and as files in its folder: reduced/3.c, or reduced/3/ for several files.
// Settles an untriaged bug by what the small program shows. Returns the number of the bug, which may have
// been merged into another by now.
base::Result<int64_t> keep(store::Store& store, const Reduced& reduced);

// Merges the two, in the store and in the folder of reduced programs.
base::Result<void> merge(store::Store& store, int64_t bug, int64_t into);

} // namespace assay::campaign
