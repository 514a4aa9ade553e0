#include "oracle/registry.h"

#include "oracle/oracles.h"

#include <set>

namespace assay::oracle {

std::vector<std::unique_ptr<testcase::Oracle>> oracles() {
    std::vector<std::unique_ptr<testcase::Oracle>> all;
    all.push_back(compiler_crash());
    all.push_back(compiler_hang());
    all.push_back(rejected());
    all.push_back(sanitizer_alarm());
    all.push_back(wrong_output());
    all.push_back(run_crash());
    all.push_back(disagreement());
    all.push_back(slow_compiler());
    return all;
}

std::vector<testcase::Verdict> judge(const testcase::Trial& trial) {
    std::vector<testcase::Verdict> verdicts;
    std::set<std::pair<size_t, std::string>> judged;
    for (const auto& oracle : oracles())
        for (testcase::Verdict& verdict : oracle->judge(trial))
            if (judged.emplace(verdict.test, verdict.setup.name()).second)
                verdicts.push_back(std::move(verdict));
    return verdicts;
}

} // namespace assay::oracle
