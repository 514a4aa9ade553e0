// The configuration of a campaign. Together with the compilers found it determines the tests, so the same
// command makes the same tests again.
#pragma once

#include "generate/external/user_generator.h"
#include "testcase/method_registry.h"

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace assay::campaign {

struct MethodShare {
    std::string name;
    uint32_t weight = 1;
};

inline constexpr uint32_t kMaxWeight = 1'000'000;
bool any_has_weight(const std::vector<MethodShare>& shares); // if false, there is nothing to choose from

struct Config {
    uint64_t seed = 1;
    bool seed_given = false; // by the user; else a campaign that resumes keeps its own
    std::vector<MethodShare> methods;
    std::vector<generate::external::UserGenerator> generators; // methods of the user
    std::vector<std::vector<std::string>>
        options; // option sets to use; empty: those of each compiler's family
    // Weights of decisions, by method; the campaign's own decisions are under "campaign".
    std::map<std::string, choice::Policy> policies;
    uint64_t setups_per_test = 4;
    uint64_t batch = 16;         // programs in a batch; 1: none
    uint32_t batch_percent = 60; // of the tests that could be a batch
    std::string programs;        // a folder of C programs, for methods that need some; empty: none
    unsigned jobs = 1;
    bool examine = true; // findings, beside the tests
    bool reduce = true;  // confirmed bugs, once each

    // Replace the limits that follow from the size of the program.
    std::optional<std::chrono::seconds> compile_limit, run_limit;

    // The file this was read from, and its text, which defines the user's compilers. Empty: none.
    std::string file, file_text;

    // When to stop, whichever comes first.
    std::optional<std::chrono::seconds> time;
    uint64_t tests = UINT64_MAX; // numbers below this one
};

// The policy of a method or of the campaign; the default policy if none is set.
choice::Policy policy_of(const Config& config, std::string_view name);

// The user's methods, then Assay's own.
testcase::MethodRegistry methods_of(const Config& config);

} // namespace assay::campaign
