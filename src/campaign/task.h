// Task: work that one worker can do alone; Outcome: its result. Only the conductor touches the store, so a
// task carries all it needs.
#pragma once

#include "campaign/config.h"
#include "campaign/reduction.h"
#include "store/store.h"
#include "triage/examine.h"

#include <map>
#include <variant>

namespace assay::campaign {

struct TestTask {
    uint64_t number = 0;
};

struct ExamineTask {
    store::Finding finding;
    testcase::TestCase test;
    triage::Thoroughness how;
};

using Task = std::variant<TestTask, ExamineTask, ReduceTask>;

// What a task cost; not kept in the store.
struct Cost {
    uint64_t programs = 0; // made
    uint64_t runs = 0;     // one per program and setup
    uint64_t judged = 0;   // of the runs of complete tests
    uint64_t tools_us = 0; // CPU of compilers and generated programs
    std::map<std::string, uint64_t> runs_by_compiler;
};

struct Tested {
    store::Finished finished;
    std::string method;
    Cost cost;
    std::string failed = {}; // why Assay could not make or judge it; empty: it could
};

struct Examined {
    store::Finding finding;
    std::optional<triage::Diagnosis> triaged; // empty: the compiler is gone, or triage failed
    uint64_t tools_us = 0;
    double seconds = 0;
};

using Outcome = std::variant<Tested, Examined, Reduced>;

} // namespace assay::campaign
