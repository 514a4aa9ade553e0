#include "campaign/worker.h"

#include "campaign/labels.h"
#include "campaign/limits.h"
#include "generate/registry.h"
#include "oracle/registry.h"

#include <fmt/format.h>

namespace assay::campaign {

using base::Error;
using base::Result;
using testcase::TestCase;
using testcase::Verdict;

Worker::Worker(const Config& config, const std::vector<toolchain::Compiler>& compilers, const Shield& shield,
               sandbox::Sandbox sandbox)
    : config_(config), compilers_(compilers), shield_(shield), sandbox_(std::move(sandbox)) {}

Result<testcase::Method*> Worker::method(const std::string& name) {
    auto& known = methods_[name];
    if (!known) known = generate::method_named(name);
    if (!known) return Error{fmt::format("unknown method '{}'", name)};
    return known.get();
}

Result<Worker::Seen> Worker::look(const TestCase& test, const std::vector<Placed>& setups, Cost& cost) {
    testcase::TestGroup group{{test}};
    sandbox_.clear();
    auto bench = toolchain::Workbench::open(sandbox_, group.tests[0], limits_for(test));
    if (!bench) return bench.error();
    Seen seen;
    for (const Placed& placed : setups) {
        auto observed = bench->observe(*placed.compiler, placed.setup);
        if (!observed) return observed.error();
        ++cost.runs;
        ++cost.runs_by_compiler[placed.setup.compiler];
        cost.tools_us += observed->compile.cpu_us + (observed->run ? observed->run->cpu_us : 0);
        seen.observed.push_back(std::move(*observed));
    }
    seen.verdicts = oracle::judge({group, {seen.observed}});
    return seen;
}

void Worker::keep(const TestCase& test, Verdict verdict, Performed& performed) {
    store::Finished& finished = performed.finished;
    verdict.test = finished.group.size();
    for (size_t i = 0; i < finished.group.size(); ++i)
        if (finished.group[i].origin.seed == test.origin.seed &&
            finished.group[i].origin.settings == test.origin.settings)
            verdict.test = i;
    if (verdict.test == finished.group.size()) finished.group.push_back(test);
    store::Finding finding;
    finding.method = test.origin.method;
    finding.titles = {cluster_title(verdict)};
    finding.verdict = std::move(verdict);
    finished.findings.push_back(std::move(finding));
}

// Something is wrong with the batch first .. first+count-1 under this setup. Halves that are wrong by
// themselves are looked at further, down to single programs; if the halves are right, the batch itself is the
// finding.
Result<void> Worker::narrow(const Plan& plan, uint64_t first, uint64_t count, const Placed& setup,
                            Performed& performed) {
    auto made = method(plan.method);
    if (!made) return made.error();
    const testcase::Settings settings = (*made)->batch_settings(plan.first_seed, plan.settings);
    bool explained = false;
    const uint64_t half = count / 2;
    const std::pair<uint64_t, uint64_t> halves[] = {{first, half}, {first + half, count - half}};
    for (const auto& [from, size] : halves) {
        auto test = size == 1 ? (*made)->make(from, settings) : (*made)->make_batch(from, size, settings);
        if (!test) return test.error();
        auto seen = look(*test, {setup}, performed.cost);
        if (!seen) return seen.error();
        if (seen->verdicts.empty()) continue;
        explained = true;
        if (size == 1) {
            keep(*test, seen->verdicts.front(), performed);
        } else if (auto narrowed = narrow(plan, from, size, setup, performed); !narrowed) {
            return narrowed;
        }
    }
    if (explained) return {};
    auto whole = (*made)->make_batch(first, count, settings);
    if (!whole) return whole.error();
    auto seen = look(*whole, {setup}, performed.cost);
    if (!seen) return seen.error();
    if (!seen->verdicts.empty()) keep(*whole, seen->verdicts.front(), performed);
    return {};
}

Result<Performed> Worker::perform(uint64_t number) {
    const Plan plan = plan_test(config_, compilers_, number);
    auto made = method(plan.method);
    if (!made) return made.error();
    const bool batch = plan.count > 1 && (*made)->batches();
    auto test = batch ? (*made)->make_batch(plan.first_seed, plan.count, plan.settings)
                      : (*made)->make(plan.first_seed, plan.settings);
    if (!test) return test.error();
    Performed performed;
    performed.finished.number = number;
    performed.method = plan.method;
    performed.cost.programs = batch ? plan.count : 1;
    const std::vector<Placed> setups = draw_setups(config_, compilers_, number, *test);
    auto seen = look(*test, setups, performed.cost);
    if (!seen) return seen.error();
    for (const testcase::Observation& observed : seen->observed)
        performed.finished.counts.push_back(
            {plan.method, count_label(observed.setup), performed.cost.programs,
             observed.compile.cpu_us + (observed.run ? observed.run->cpu_us : 0)});
    for (const Verdict& verdict : seen->verdicts) {
        if (shield_.covers(verdict)) {
            performed.finished.hits.push_back(cluster_title(verdict));
            continue;
        }
        if (!batch) {
            keep(*test, verdict, performed);
            continue;
        }
        for (const Placed& placed : setups)
            if (placed.setup == verdict.setup)
                if (auto narrowed = narrow(plan, plan.first_seed, plan.count, placed, performed); !narrowed)
                    return narrowed.error();
    }
    return performed;
}

} // namespace assay::campaign
