// What a campaign is asked to do. Everything that decides which tests are made is here and in the compilers
// found, so that the same command makes the same tests again.
#pragma once

#include "generate/external/user_generator.h"

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
bool any_has_weight(const std::vector<MethodShare>& shares); // else there is nothing to choose from

struct Config {
    uint64_t seed = 1;
    std::vector<MethodShare> methods;
    std::vector<generate::external::UserGenerator> generators; // methods beside those of the program
    std::vector<std::vector<std::string>>
        options; // option sets to use; empty: those of each compiler's family
    // Weights of decisions, by the method that takes them; those of the campaign itself: "campaign".
    std::map<std::string, choice::Policy> policies;
    uint64_t setups_per_test = 4;
    uint64_t batch = 16;         // programs in a batch; 1: none
    uint32_t batch_percent = 60; // of the tests that could be a batch
    std::string programs;        // a folder with C programs for the methods that start from such; empty: none
    unsigned jobs = 1;
    bool examine = true; // findings by themselves, beside the tests
    bool reduce = true;  // bugs that were confirmed, once each

    // Instead of limits that follow from the size of the program.
    std::optional<std::chrono::seconds> compile_limit, run_limit;

    // The file that this was read from; its text has the compilers that the user defines. Empty: none.
    std::string file, file_text;

    // When to stop; whatever comes first.
    std::optional<std::chrono::seconds> time;
    uint64_t tests = UINT64_MAX; // numbers below this one
};

// That of a method or of the campaign; the default one if none is set.
choice::Policy policy_of(const Config& config, std::string_view name);

// One of the program's or of the user's; null: there is none.
std::unique_ptr<testcase::Method> method_named(const Config& config, std::string_view name);
std::string unknown_method(const Config& config, std::string_view name); // what to say then

} // namespace assay::campaign
