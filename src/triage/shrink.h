// Reduces a failing test to a small one that fails in the same way. The evaluator keeps a program of the
// model valid. The ladder, which is part of each test, keeps any other text valid.
#pragma once

#include "reduce/engine.h"
#include "toolchain/toolset.h"
#include "triage/failure.h"
#include "triage/record.h"

#include <functional>

namespace assay::triage {

// The reduced test, which can be retried like any other.
struct Small {
    testcase::TestCase test;
    uint64_t lines = 0, tokens = 0; // of all its files
};
Small measured(testcase::TestCase test);

struct ShrinkHow {
    reduce::Memory memory = {};              // of an earlier run
    const std::atomic<bool>* stop = nullptr; // then the best so far is the result
    // All are called by the thread that called shrink().
    std::function<void(uint64_t hash, reduce::Answer answer)> on_answer = {};
    std::function<void(const Small& best)> on_better = {};
    std::function<void(const reduce::Progress& progress)> on_progress = {};
};

struct Shrunk {
    Small best;
    bool complete = false; // false: it was stopped
    bool by_model = false; // every candidate was evaluated
    uint64_t tests = 0;
    double seconds = 0;
    uint64_t tools_us = 0; // CPU time of compilers and programs
    std::vector<ReductionStep> steps;
    std::string passes; // a table of what each pass did
};

// One slot per sandbox. An Error says why the reduction is impossible: the failure does not reproduce, or its
// kind cannot be retried alone.
base::Result<Shrunk> shrink(const std::vector<sandbox::Sandbox*>& sandboxes, const Failure& failure,
                            const testcase::TestCase& test, const toolchain::Toolset& tools,
                            const toolchain::TestLimits& limits, const ShrinkHow& how = {});

} // namespace assay::triage
