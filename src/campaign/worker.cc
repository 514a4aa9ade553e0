#include "campaign/worker.h"

#include "campaign/findings.h"
#include "campaign/labels.h"
#include "campaign/limits.h"
#include "generate/models.h"
#include "oracle/registry.h"
#include "testcase/judged.h"
#include "toolchain/probe/trial.h"

#include <algorithm>
#include <csignal>
#include <new>

namespace assay::campaign {

using base::Error;
using base::Result;
using testcase::TestCase;
using testcase::Verdict;

namespace {

constexpr int kRepeated = 2;

// By the machine, which was short of memory, or by its user. That says nothing about the test, which would
// be lost for this setup.
bool was_killed(const testcase::Observation& seen) {
    const auto by_signal = [](const testcase::Execution& one) {
        return one.ending == testcase::Ending::Signalled && one.code == SIGKILL;
    };
    return seen.compiled == testcase::Compiled::OutOfMemory || seen.compiled == testcase::Compiled::Broken ||
           by_signal(seen.compile) || (seen.run && by_signal(*seen.run));
}

} // namespace

Worker::Worker(const Config& config, Roster& roster, const Shield& shield, sandbox::Sandbox sandbox,
               const std::atomic<bool>& stop)
    : config_(config), roster_(roster), tools_(roster.tools()), shield_(shield), sandbox_(std::move(sandbox)),
      stop_(stop) {}

void Worker::stop() {
    sandbox_.stop();
    const std::lock_guard lock(methods_mutex_);
    for (const auto& [name, method] : methods_)
        if (method) method->stop();
}

Result<testcase::Method*> Worker::method(const std::string& name) {
    const std::lock_guard lock(methods_mutex_);
    auto& known = methods_[name];
    if (!known) known = methods_of(config_).make(name);
    if (!known) return Error{methods_of(config_).unknown(name)};
    return known.get();
}

Result<std::vector<testcase::Observation>>
Worker::observe(const TestCase& test, const std::vector<CompilerSetup>& setups, Cost& cost, double patience) {
    sandbox_.clear();
    auto bench = toolchain::Workbench::open(sandbox_, test, limits_for(config_, test, patience));
    if (!bench) return bench.error();
    std::vector<testcase::Observation> all;
    for (const CompilerSetup& placed : setups) {
        auto observed = bench->observe(*placed.compiler, placed.setup);
        for (int i = 0; i < kRepeated && observed && was_killed(*observed) && !stop_; ++i)
            observed = bench->observe(*placed.compiler, placed.setup);
        if (!observed) return observed.error();
        const auto judged = testcase::judged(test, *observed);
        roster_.note(*placed.compiler, judged.doubt == testcase::Doubt::Machine ? judged.why : "");
        if (!placed.reference) {
            ++cost.runs;
            ++cost.runs_by_compiler[placed.setup.compiler];
        }
        cost.tools_us += observed->compile.cpu_us + (observed->run ? observed->run->cpu_us : 0);
        all.push_back(std::move(*observed));
    }
    return all;
}

Result<Worker::Seen> Worker::look(const testcase::TestGroup& group, const std::vector<CompilerSetup>& setups,
                                  Cost& cost, double patience) {
    Seen seen;
    for (const TestCase& test : group.tests) {
        auto observed = observe(test, setups, cost, patience);
        if (!observed) return observed.error();
        seen.observed.push_back(std::move(*observed));
    }
    seen.verdicts = oracle::judge({group, seen.observed});
    return seen;
}

// Before anything is said against a compiler, it shows that it still does what it did when it was found. One
// that lost its licence or is killed at once would else fail every test.
Result<void> Worker::leave_out_broken(const testcase::TestGroup& group,
                                      const std::vector<CompilerSetup>& setups, Seen& seen) {
    std::map<std::string, const toolchain::Compiler*> suspects;
    for (size_t i = 0; i < setups.size(); ++i) {
        const auto failed = [&](const std::vector<testcase::Observation>& observed) {
            return observed[i].compiled != testcase::Compiled::Built;
        };
        const auto accused = [&](const Verdict& verdict) { return verdict.setup == setups[i].setup; };
        if (std::ranges::any_of(seen.observed, failed) || std::ranges::any_of(seen.verdicts, accused))
            suspects.emplace(setups[i].setup.compiler, setups[i].compiler);
    }
    bool any_broken = false;
    for (const auto& [name, compiler] : suspects) {
        auto trial =
            toolchain::try_weakest(sandbox_, *compiler, group.tests[0].language, group.tests[0].target);
        if (!trial) return trial.error();
        if (trial->works() || stop_) continue;
        any_broken = true;
        roster_.take_out(name, trial->why);
        for (auto& observed : seen.observed)
            for (testcase::Observation& one : observed)
                if (one.setup.compiler == name) {
                    testcase::Observation broken;
                    broken.setup = std::move(one.setup);
                    broken.compile.err = trial->why;
                    one = std::move(broken);
                }
    }
    if (any_broken) seen.verdicts = oracle::judge({group, seen.observed});
    return {};
}

void Worker::keep(const TestCase& test, Verdict verdict, Tested& tested) {
    store::Finished& finished = tested.finished;
    verdict.test = finished.group.size();
    for (size_t i = 0; i < finished.group.size(); ++i)
        if (finished.group[i].origin.seed == test.origin.seed &&
            finished.group[i].origin.settings == test.origin.settings)
            verdict.test = i;
    if (verdict.test == finished.group.size()) {
        finished.group.push_back(test);
        finished.group.back().origin.version = ASSAY_VERSION;
        // Without it the finding is as good, as long as this version of Assay is there.
        static_cast<void>(generate::record_recipe(finished.group.back()));
    }
    // Two setups of a batch may lead to the same program, which is compared under all of them each time.
    for (const store::Finding& finding : finished.findings)
        if (finding.verdict.test == verdict.test && finding.verdict.setup == verdict.setup) return;
    store::Finding finding;
    finding.number = finished.number;
    finding.method = test.origin.method;
    finding.titles = {cluster_title(verdict)};
    finding.telling = traits(verdict.kind).names_defect;
    finding.verdict = std::move(verdict);
    finished.findings.push_back(std::move(finding));
}

// Another setup of the same test that broke the compiler in the same way tells nothing new.
bool Worker::has_finding_like(const Verdict& verdict, const Tested& tested) {
    if (!Shield::can_cover(verdict.kind)) return false;
    return std::ranges::any_of(tested.finished.findings, [&](const store::Finding& finding) {
        return finding.titles.front() == cluster_title(verdict);
    });
}

Result<Tested> Worker::test(uint64_t number) {
    auto made = method(plan_method(config_, number));
    if (!made) return made.error();
    const Plan plan = plan_test(config_, tools_->compilers, **made, number);
    const bool batch = plan.count > 1 && (*made)->batches(plan.settings);
    auto group = make(**made, plan, batch);
    if (!group) return group.error();
    Tested tested;
    tested.finished.number = number;
    tested.method = plan.method;
    tested.cost.programs = batch ? plan.count : group->tests.size();
    if (group->tests.empty()) return tested;
    std::vector<CompilerSetup> setups = draw_setups(config_, tools_->compilers, number, group->tests[0]);
    if (const auto reference = reference_setup(tools_->references, setups, group->tests[0]))
        setups.push_back(*reference);
    auto seen = look(*group, setups, tested.cost);
    if (!seen) return seen.error();
    if (auto left = leave_out_broken(*group, setups, *seen); !left) return left.error();
    count(plan, batch ? plan.count : 1, *group, setups, *seen, tested);
    for (const Verdict& verdict : seen->verdicts) {
        if (shield_.covers(verdict, number) || has_finding_like(verdict, tested)) {
            tested.finished.hits.push_back(cluster_title(verdict));
            continue;
        }
        const TestCase& test = group->tests[verdict.test];
        for (size_t i = 0; i < setups.size(); ++i) {
            if (!(setups[i].setup == verdict.setup) || setups[i].reference) continue;
            const Suspicion suspicion{setups[i], verdict, seen->observed[verdict.test][i]};
            auto followed = batch ? narrow(plan, suspicion, {test, *seen, setups}, tested)
                                  : confirm(suspicion, test, tested);
            if (!followed) return followed.error();
        }
    }
    tested.finished.again = tested.cost.judged == 0 && tested.finished.findings.empty();
    return tested;
}

// Only what was really compiled, run and compared counts as tested.
void Worker::count(const Plan& plan, uint64_t programs, const testcase::TestGroup& group,
                   const std::vector<CompilerSetup>& setups, const Seen& seen, Tested& tested) {
    for (size_t member = 0; member < seen.observed.size(); ++member)
        for (size_t i = 0; i < setups.size(); ++i) {
            if (setups[i].reference) continue;
            const testcase::Observation& observed = seen.observed[member][i];
            const std::string label = count_label(observed.setup);
            if (const auto judged = testcase::judged(group.tests[member], observed); !judged) {
                // What a compiler says of one program tells little about the next.
                const size_t end = judged.doubt == testcase::Doubt::Program ? judged.why.find(':') : 120;
                tested.finished.unjudged.push_back({label, judged.why.substr(0, end), programs});
                continue;
            }
            ++tested.cost.judged;
            tested.finished.counts.push_back(
                {plan.method, label, programs,
                 observed.compile.cpu_us + (observed.run ? observed.run->cpu_us : 0)});
        }
}

Result<testcase::TestGroup> Worker::make(testcase::Method& method, const Plan& plan, bool batch) {
    if (!batch) return method.make_group(plan.first_seed, plan.settings);
    auto test = method.make_batch(plan.first_seed, plan.count, plan.settings);
    if (!test) return test.error();
    return testcase::TestGroup{{std::move(*test)}};
}

// In a hunt a reduction has some minutes; `assay reduce` goes on with it.
Result<Reduced> Worker::reduce(const ReduceTask& task) {
    using Seconds = std::chrono::duration<double>;
    double most = config_.time ? std::clamp(0.4 * Seconds(*config_.time).count(), 30.0, 300.0) : 300.0;
    // Each step of it is a compiler that does not end.
    if (task.finding.verdict.kind == testcase::Kind::Hang) most /= 2;
    triage::ShrinkHow how;
    how.stop = &stop_;
    return campaign::reduce(task, {&sandbox_}, *tools_, config_, std::move(how), most);
}

Result<Outcome> Worker::perform(const Task& task) {
    constexpr int kWardens = 5; // that a task may outlive
    Result<Outcome> outcome = guarded(task);
    for (int i = 0; i < kWardens && !outcome && !stop_; ++i) {
        // A warden may have been killed, by a machine without memory, say. With a new one the same is done
        // again; sandboxes of methods are replaced by the methods.
        const bool was_broken = sandbox_.broken();
        if (was_broken && !sandbox_.reopen()) return outcome;
        if (!was_broken && i > 0) break; // it failed twice by itself
        outcome = guarded(task);
    }
    if (outcome || stop_ || sandbox_.broken()) return outcome;
    return gave_up(task, outcome.error().message);
}

// What others made (programs, compilers, campaigns) may make a library throw; that ends the task alone.
Result<Outcome> Worker::guarded(const Task& task) {
    try {
        return attempt(task);
    } catch (const std::bad_alloc&) {
        return Error{"out of memory"}; // so short that it takes none
    } catch (const std::exception& error) {
        return Error{error.what()};
    }
}

// A hunt goes on without what it cannot do: it would meet the same again at every restart.
Outcome Worker::gave_up(const Task& task, const std::string& why) const {
    if (const auto* number = std::get_if<TestTask>(&task)) {
        Tested nothing;
        nothing.finished.number = number->number;
        nothing.finished.again = true;
        nothing.method = plan_method(config_, number->number);
        nothing.failed = why.substr(0, why.find('\n'));
        nothing.finished.unjudged = {{"every setup", nothing.failed, 1}};
        return nothing;
    }
    if (const auto* triage = std::get_if<ExamineTask>(&task))
        return Examined{.finding = triage->finding, .triaged = std::nullopt};
    Reduced nothing;
    nothing.bug = std::get<ReduceTask>(task).bug;
    nothing.finding = std::get<ReduceTask>(task).finding;
    nothing.why = why;
    return nothing;
}

Result<Outcome> Worker::attempt(const Task& task) {
    tools_ = roster_.tools();
    if (const auto* number = std::get_if<TestTask>(&task)) {
        if (tools_->compilers.empty()) { // the campaign is about to end
            Tested nothing;
            nothing.finished.number = number->number;
            nothing.finished.again = true;
            return Outcome(std::move(nothing));
        }
        auto tested = test(number->number);
        if (!tested) return tested.error();
        return Outcome(std::move(*tested));
    }
    if (const auto* reduction = std::get_if<ReduceTask>(&task)) {
        auto reduced = reduce(*reduction);
        if (!reduced) return reduced.error();
        return Outcome(std::move(*reduced));
    }
    auto examined = campaign::examine(std::get<ExamineTask>(task), sandbox_, *tools_, config_);
    if (!examined) return examined.error();
    return Outcome(std::move(*examined));
}

} // namespace assay::campaign
