#include "triage/inspect.h"

#include "oracle/registry.h"
#include "toolchain/setups.h"

#include <algorithm>

namespace assay::triage {
namespace {

using base::Result;
using testcase::Kind;
using testcase::Verdict;

// What a compiler does to itself is a bug whatever the program is.
bool needs_validity(const Verdict& verdict) {
    return verdict.kind != Kind::Crash && verdict.kind != Kind::Hang && verdict.kind != Kind::Slow;
}

// Where all refuse the program, it is the program that is wrong.
bool all_reject(const std::vector<testcase::Observation>& observed) {
    return std::all_of(observed.begin(), observed.end(), [](const testcase::Observation& seen) {
        return seen.compiled == testcase::Compiled::Rejected;
    });
}

} // namespace

Result<Inspection> inspect(sandbox::Sandbox& sandbox, const testcase::TestCase& test,
                           const std::vector<toolchain::Compiler>& compilers,
                           const std::vector<std::vector<std::string>>& options,
                           const toolchain::TestLimits& limits) {
    sandbox.clear();
    testcase::TestGroup group{{test}};
    auto bench = toolchain::Workbench::open(sandbox, group.tests[0], limits);
    if (!bench) return bench.error();
    Inspection inspection;
    for (const toolchain::Compiler& compiler : compilers) {
        for (const std::vector<std::string>& set : options) {
            std::vector<std::string> all = set;
            if (test.target == "ilp32" && std::find(all.begin(), all.end(), "-m32") == all.end())
                all.emplace_back("-m32");
            const testcase::Setup setup = toolchain::setup_of(compiler, std::move(all));
            if (!toolchain::fits(compiler, setup, test)) continue;
            auto seen = bench->observe(compiler, setup);
            if (!seen) return seen.error();
            inspection.observed.push_back(std::move(*seen));
        }
    }
    inspection.verdicts = oracle::judge({group, {inspection.observed}});
    const bool known = test.expected && !test.observed && test.promises.no_ub;
    const bool in_doubt =
        !known && std::any_of(inspection.verdicts.begin(), inspection.verdicts.end(), needs_validity);
    if (!in_doubt) return inspection;
    auto climb = climb_ladder(sandbox, group.tests[0], compilers, limits);
    if (!climb) return climb.error();
    inspection.climb = std::move(*climb);
    if (inspection.climb->validity != Validity::Valid || all_reject(inspection.observed))
        std::erase_if(inspection.verdicts, needs_validity);
    return inspection;
}

} // namespace assay::triage
