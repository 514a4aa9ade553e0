// The corpus on every platform it names: the evaluator finds what the file says, the printed text does the
// same under real compilers, and sanitizers see the undefined behaviour that they can see.
#include "program/check_program.h"
#include "program/text.h"
#include "program/walk.h"
#include "semantics/evaluate.h"
#include "semantics/show.h"
#include "support/batches.h"
#include "support/compilers.h"
#include "support/corpus.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <mutex>
#include <optional>
#include <set>

namespace assay::tests {
namespace {

using program::Platform;
using program::Program;
using semantics::Meaning;

struct Job {
    const CorpusCase* test;
    Platform platform;
    std::string target;
    Program program;
    Meaning meaning;
    size_t turn = 0;    // case plus standard: who compiles it, where not everybody does
    bool first = false; // one target of each standard
    std::string where() const {
        return test->name + " (" + std::string(name_of(platform.standard)) + ", " + target + ")";
    }
};

const std::vector<CorpusCase>& corpus() {
    static const std::vector<CorpusCase> all = [] {
        auto read = read_corpus(ASSAY_TESTS_FOLDER "/corpus");
        if (!read) ADD_FAILURE() << read.error().message;
        return read ? *read : std::vector<CorpusCase>{};
    }();
    return all;
}

std::optional<Job> prepared(const CorpusCase& test, const Platform& platform, const std::string& target) {
    auto loaded = program::load(test.text, platform, test.path);
    EXPECT_TRUE(loaded.ok()) << loaded.error().message;
    if (!loaded) return std::nullopt;
    const auto sound = program::check_program(*loaded);
    EXPECT_TRUE(sound.ok()) << test.name << " " << name_of(platform.standard) << ": "
                            << sound.error().message;
    if (!sound) return std::nullopt;
    Meaning meaning = semantics::evaluate(*loaded);
    return Job{&test, platform, target, *std::move(loaded), std::move(meaning)};
}

// Every case on every platform it names, loaded, checked and evaluated; what fails on the way is reported
// once, here.
const std::vector<Job>& jobs() {
    static const std::vector<Job> all = [] {
        std::vector<Job> made;
        size_t number = 0;
        for (const CorpusCase& test : corpus()) {
            ++number;
            for (size_t t = 0; t < test.targets.size(); ++t)
                for (size_t k = 0; k < test.standards.size(); ++k) {
                    const auto target = program::target_named(test.targets[t]);
                    EXPECT_TRUE(target.ok()) << test.name << ": " << test.targets[t];
                    if (!target) continue;
                    auto job = prepared(test, {*target, test.standards[k]}, test.targets[t]);
                    if (!job) continue;
                    job->turn = number + k;
                    job->first = test.targets.size() == 1 || (k + t + number) % 2 == 0;
                    made.push_back(*std::move(job));
                }
        }
        return made;
    }();
    return all;
}

bool runs_here(const Job& job, bool m32) { return job.target == "lp64" || (job.target == "ilp32" && m32); }

TEST(Corpus, IsLargeEnough) { EXPECT_GE(corpus().size(), 150u); }

// Integers as text; real numbers by value, with the sign of zero.
bool same_value(const std::string& found, const std::string& wanted) {
    if ((found + wanted).find_first_of(".e") == std::string::npos) return found == wanted;
    const double a = std::strtod(found.c_str(), nullptr), b = std::strtod(wanted.c_str(), nullptr);
    return a == b && std::signbit(a) == std::signbit(b);
}

TEST(Corpus, EvaluatorFindsWhatTheFilesSay) {
    for (const Job& job : jobs()) {
        if (!job.test->undefined.empty()) {
            EXPECT_EQ(job.meaning.outcome, semantics::Outcome::Undefined)
                << job.where() << ": " << describe(job.meaning);
            EXPECT_EQ(saved_name(job.meaning.ub), job.test->undefined) << job.where();
            continue;
        }
        ASSERT_TRUE(job.meaning.defined()) << job.where() << ": " << describe(job.meaning);
        std::map<std::string, std::string> found;
        for (const semantics::FinalValue& final : job.meaning.finals)
            found[name_text(job.program, job.meaning, final)] = value_text(job.program, final.value);
        for (const auto& [name, value] : job.test->finals_on(job.platform, job.target)) {
            ASSERT_TRUE(found.contains(name)) << job.where() << ": nothing is called " << name;
            EXPECT_TRUE(same_value(found[name], value))
                << job.where() << ": " << name << " is " << found[name] << ", not " << value;
        }
    }
}

TEST(Corpus, HoldsEveryKindOfNodeAndOfUndefinedBehaviour) {
    std::set<program::NodeKind> kinds;
    std::set<std::string> undefined;
    for (const Job& job : jobs()) {
        undefined.insert(job.test->undefined);
        program::walk(job.program, [&](program::NodeId id) { kinds.insert(job.program[id].kind); });
    }
    for (int k = 0; k < program::kNodeKindCount; ++k) {
        const auto kind = static_cast<program::NodeKind>(k);
        EXPECT_TRUE(kinds.contains(kind)) << program::info(kind).name;
    }
    for (int k = 1; k < semantics::kUbCount; ++k) {
        const auto kind = static_cast<semantics::Ub>(k);
        EXPECT_TRUE(undefined.contains(std::string(saved_name(kind)))) << saved_name(kind);
    }
}

TEST(Corpus, SurvivesSavingAndLoading) {
    for (const Job& job : jobs()) {
        const std::string text = save(job.program);
        const auto again = program::load(text, job.platform, "saved");
        ASSERT_TRUE(again.ok()) << job.where() << ": " << again.error().message;
        ASSERT_EQ(save(*again), text) << job.where();
        ASSERT_EQ(print::print(*again, job.meaning).files[0].text,
                  print::print(job.program, job.meaning).files[0].text)
            << job.where();
    }
}

// The layouts and harnesses in turn.
print::Options options_for(size_t number) {
    print::Options options;
    options.layout = static_cast<print::Layout>(number % 3);
    options.harness = static_cast<print::Harness>(number / 3 % 2);
    options.full_parentheses = number % 5 == 0;
    return options;
}

const std::vector<Build>& builds() {
    static const std::vector<Build> all{
        {"gcc", {"-O0"}}, {"gcc", {"-O2"}}, {"clang", {"-O0"}}, {"clang", {"-O2"}}};
    return all;
}

bool is_known_bug(const Job& job, const Build& build) {
    return job.test->miscompiled == std::vector<std::string>{build.family, job.target, build.options.front()};
}

// Valid cases on platforms that run here and that `wanted(job, build)` names, together in few texts.
void compile_together(const std::function<bool(const Job&, size_t)>& wanted) {
    for (const std::string family : {"gcc", "clang"})
        if (!has_compiler(family)) GTEST_SKIP() << family << " is not installed: tools/setup installs it";
    const bool m32 = has_m32();
    size_t count = 0;
    for (size_t k = 0; k < builds().size(); ++k) {
        std::vector<Candidate> candidates;
        for (const Job& job : jobs())
            if (job.meaning.defined() && runs_here(job, m32) && !is_known_bug(job, builds()[k]) &&
                wanted(job, k))
                candidates.push_back({&job.program, &job.meaning, job.where()});
        count += candidates.size();
        for (const std::string& bad : misbehaviours(candidates, builds()[k], 60)) ADD_FAILURE() << bad;
    }
    EXPECT_GT(count, 0u);
    std::printf("%zu programs compiled and run\n", count);
}

// Each case meets every standard, every target and every build, though not every combination of them.
TEST(CorpusCompiled, EveryStandardUnderOneBuildEach) {
    compile_together(
        [](const Job& job, size_t build) { return job.first && job.turn % builds().size() == build; });
}

TEST(CorpusCompiledFully, EveryPlatformUnderEveryBuild) {
    compile_together([](const Job&, size_t) { return true; });
}

// Some of the cases alone, in the layouts and harnesses that a text of many programs does not have.
void compile_alone(size_t every) {
    for (const std::string family : {"gcc", "clang"})
        if (!has_compiler(family)) GTEST_SKIP() << family << " is not installed: tools/setup installs it";
    const bool m32 = has_m32();
    std::vector<std::pair<const Job*, const Build*>> work;
    for (size_t i = 0; i < jobs().size(); i += every)
        if (const Build& build = builds()[i / every % builds().size()];
            jobs()[i].meaning.defined() && runs_here(jobs()[i], m32) && !is_known_bug(jobs()[i], build))
            work.emplace_back(&jobs()[i], &build);
    std::mutex lock;
    std::vector<std::string> wrong;
    in_parallel(work.size(), [&](size_t i) {
        const auto& [job, build] = work[i];
        const print::Printed printed = print::print(job->program, job->meaning, options_for(i));
        const std::string bad = misbehaviour(printed, job->platform, *build);
        const std::lock_guard guard(lock);
        if (!bad.empty()) wrong.push_back(job->where() + ": " + bad);
    });
    EXPECT_GT(work.size(), 0u);
    EXPECT_TRUE(wrong.empty()) << wrong.size() << " of " << work.size() << " disagree";
    for (size_t i = 0; i < std::min<size_t>(wrong.size(), 10); ++i) ADD_FAILURE() << wrong[i];
    std::printf("%zu programs compiled and run\n", work.size());
}

TEST(CorpusCompiled, SomeInEveryLayoutAndHarness) { compile_alone(31); }
TEST(CorpusCompiledFully, EveryPlatformInSomeLayoutAndHarness) { compile_alone(1); }

// A sanitizer's own words.
bool has_alarm(const base::Finished& done) {
    return done.err.find("runtime error:") != std::string::npos ||
           done.err.find("Sanitizer:") != std::string::npos;
}

// One platform of each case.
std::vector<const Job*> one_of_each() {
    std::vector<const Job*> chosen;
    std::set<const CorpusCase*> met;
    for (const Job& job : jobs())
        if (job.target == "lp64" && met.insert(job.test).second) chosen.push_back(&job);
    return chosen;
}

Build sanitized(const std::string& which) {
    return {"clang",
            {"-O0", "-g", "-fsanitize=" + which, "-fno-sanitize-recover=all",
             "-fsanitize-address-use-after-scope", "-fsanitize-address-use-after-return=always"}};
}

TEST(CorpusCompiled, SanitizersSeeTheUndefined) {
    if (!has_compiler("clang")) GTEST_SKIP() << "clang is not installed: tools/setup installs it";
    const std::vector<const Job*> chosen = one_of_each();
    std::mutex lock;
    std::vector<std::string> wrong;
    in_parallel(chosen.size(), [&](size_t i) {
        const Job& job = *chosen[i];
        const std::string& which = job.test->sanitizer;
        if (job.test->undefined.empty() || which == "none" || which.empty()) return;
        const auto done =
            compile_and_run(print::print(job.program, job.meaning), job.platform, sanitized(which));
        const std::lock_guard guard(lock);
        if (!done)
            wrong.push_back(job.where() + ": " + done.error().message);
        else if (!has_alarm(*done))
            wrong.push_back(job.where() + ": no alarm of -fsanitize=" + which);
    });
    for (const std::string& each : wrong) ADD_FAILURE() << each;
}

// The first alarm ends a program, so a text without alarms prints all it must.
TEST(CorpusCompiled, SanitizersAreSilentOnTheValid) {
    if (!has_compiler("clang")) GTEST_SKIP() << "clang is not installed: tools/setup installs it";
    std::vector<Candidate> valid;
    for (const Job* job : one_of_each())
        if (job->meaning.defined()) valid.push_back({&job->program, &job->meaning, job->where()});
    EXPECT_GT(valid.size(), 80u);
    for (const std::string& bad : misbehaviours(valid, sanitized("undefined,address"), 60))
        ADD_FAILURE() << bad;
}

TEST(Corpus, UndefinedCasesSayWhichSanitizerSeesThem) {
    for (const CorpusCase& test : corpus()) {
        EXPECT_TRUE(test.undefined.empty() || !test.sanitizer.empty()) << test.name;
    }
}

} // namespace
} // namespace assay::tests
