// The engine: rounds over all passes, until each has run in vain since the last change. The answers decide
// one by one what is tried next, as if there were a single slot. The other slots test in advance what the
// guessed answers lead to. So the outcome does not depend on the number of slots.
#pragma once

#include "base/result.h"
#include "reduce/memory.h"
#include "reduce/state.h"

#include <atomic>
#include <functional>
#include <string>
#include <vector>

namespace assay::reduce {

struct PassStats {
    std::string name;
    uint64_t proposed = 0;   // edits
    uint64_t accepted = 0;   // edits in pieces that succeeded
    uint64_t empty = 0;      // pieces with nothing left to try
    uint64_t remembered = 0; // pieces with a known answer
    uint64_t tested = 0;     // pieces decided by a test
    uint64_t successes = 0;  // of tested and remembered pieces
    double seconds = 0;
};

struct Progress {
    std::string_view pass;
    uint32_t round = 0;
    uint64_t size = 0, first_size = 0;
    uint64_t tests = 0;
    double seconds = 0;
    double tests_per_second() const { return seconds > 0 ? static_cast<double>(tests) / seconds : 0; }
};

struct Options {
    unsigned slots = 1;
    uint32_t most_rounds = 50;
    Memory memory = {};                      // resume data of an earlier run
    const std::atomic<bool>* stop = nullptr; // once true, the run ends with the best so far
    // All are called by the thread that called reduce().
    std::function<void(uint64_t hash, Answer answer)> on_answer =
        {}; // append Memory::line() to a file to resume
    std::function<void(const State& best)> on_better = {};
    std::function<void(const Progress& progress)> on_progress = {}; // after each answer
};

struct Reduced {
    StatePtr best;
    bool complete = false; // false: stopped, or out of rounds
    uint64_t tests = 0;    // started, including those in advance
    uint64_t unknown = 0;  // tests without an answer
    uint32_t rounds = 0;
    double seconds = 0;
    std::vector<PassStats> passes;
};

// Fails if the start itself is not interesting.
base::Result<Reduced> reduce(StatePtr start, std::span<const Pass* const> passes, Interesting& interesting,
                             Options options = {});

// A table of what each pass did, for people.
std::string describe(std::span<const PassStats> passes);

} // namespace assay::reduce
