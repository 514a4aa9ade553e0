#include "triage/examine.h"

#include "triage/ladder.h"

#include <algorithm>
#include <fmt/format.h>

namespace assay::triage {
namespace {

using base::Result;
using testcase::Kind;
using testcase::Setup;
using toolchain::Compiler;

bool is_level(const std::string& option) { return option.starts_with("-O"); }

class Examiner {
  public:
    Examiner(sandbox::Sandbox& sandbox, const Failure& failure, const testcase::TestCase& test,
             const std::vector<Compiler>& compilers, const toolchain::TestLimits& limits)
        : sandbox_(sandbox), failure_(failure), test_(test), compilers_(compilers), limits_(limits),
          retrial_(sandbox, failure, limits) {}

    Result<Examined> run(const Thoroughness& how);

  private:
    sandbox::Sandbox& sandbox_;
    const Failure& failure_;
    const testcase::TestCase& test_;
    const std::vector<Compiler>& compilers_;
    const toolchain::TestLimits& limits_;
    Retrial retrial_;
    Examined examined_;

    bool wrong_code() const {
        return failure_.kind == Kind::WrongOutput || failure_.kind == Kind::RunCrash ||
               failure_.kind == Kind::Disagreement;
    }
    Result<bool> fails(const std::vector<std::string>& options) {
        auto answer = retrial_.ask(test_, with(options));
        if (!answer) return answer.error();
        return answer->what == Answer::What::Fails;
    }
    Setup with(const std::vector<std::string>& options) const {
        return {failure_.setup.compiler, options, failure_.setup.target};
    }

    Result<void> repeat(uint64_t times);
    Result<void> confirm_valid();
    Result<void> fewest_options();
    Result<void> plain_levels();
    Result<void> other_versions();
    Result<void> guilty_pass(bool all_passes);
    void name_it();
};

Result<void> Examiner::repeat(uint64_t times) {
    for (; examined_.tried < times; ++examined_.tried) {
        auto answer = retrial_.ask(test_);
        if (!answer) return answer.error();
        if (answer->what == Answer::What::Fails) ++examined_.failed;
    }
    return {};
}

Result<void> Examiner::confirm_valid() {
    if (failure_.kind == Kind::Crash || failure_.kind == Kind::Hang || failure_.kind == Kind::Slow) {
        // No program may crash a compiler, but one that is valid is a better report.
        if (!test_.promises.no_ub) return {};
    }
    if (test_.expected && !test_.observed && test_.promises.no_ub) {
        examined_.validity = "certified";
        examined_.validity_how = "evaluated by Assay: no undefined behaviour, and what it prints is known";
        return {};
    }
    auto climb = climb_ladder(sandbox_, test_, compilers_, limits_);
    if (!climb) return climb.error();
    examined_.invalid = climb->validity == Validity::Invalid;
    if (climb->validity == Validity::Valid) examined_.validity = "ladder";
    std::string rungs;
    for (const std::string& rung : climb->rungs) rungs += (rungs.empty() ? "" : ", ") + rung;
    examined_.validity_how = climb->why.empty() ? "silent: " + rungs : climb->why;
    return {};
}

// Options other than the level are left out where that changes nothing.
Result<void> Examiner::fewest_options() {
    examined_.options = failure_.setup.options;
    for (size_t i = 0; i < examined_.options.size();) {
        const std::string& option = examined_.options[i];
        const bool part_of_pair =
            option == "-mllvm" || option == "--param" || (i > 0 && examined_.options[i - 1] == "-mllvm");
        if (is_level(option) || option == "-m32" || part_of_pair) {
            ++i;
            continue;
        }
        std::vector<std::string> fewer = examined_.options;
        fewer.erase(fewer.begin() + static_cast<ptrdiff_t>(i));
        auto still = fails(fewer);
        if (!still) return still.error();
        if (*still)
            examined_.options = std::move(fewer);
        else
            ++i;
    }
    return {};
}

Result<void> Examiner::plain_levels() {
    if (std::none_of(failure_.setup.options.begin(), failure_.setup.options.end(), is_level)) return {};
    for (const std::string level : {"-O0", "-O1", "-O2", "-O3", "-Os"}) {
        std::vector<std::string> options{level};
        if (failure_.setup.target == "ilp32") options.emplace_back("-m32");
        if (!failure_.compiler->family->fits(*failure_.compiler, with(options), test_)) continue;
        auto failed = fails(options);
        if (!failed) return failed.error();
        if (*failed) examined_.levels.push_back(level);
    }
    return {};
}

Result<void> Examiner::other_versions() {
    for (const Compiler& compiler : compilers_) {
        const Setup setup{compiler.name, examined_.options, failure_.setup.target};
        if (compiler.family != failure_.compiler->family) continue;
        if (!compiler.family->fits(compiler, setup, test_)) continue;
        auto answer = retrial_.ask(test_, compiler, setup);
        if (!answer) return answer.error();
        examined_.versions[compiler.name] = answer->what == Answer::What::Fails   ? "fails"
                                            : answer->what == Answer::What::Right ? "right"
                                                                                  : "cannot tell";
    }
    return {};
}

Result<void> Examiner::guilty_pass(bool all_passes) {
    const Probe probe = [&](const std::vector<std::string>& added) {
        std::vector<std::string> options = examined_.options;
        options.insert(options.end(), added.begin(), added.end());
        return retrial_.ask(test_, with(options));
    };
    auto guilt = find_guilty_pass(*failure_.compiler, probe, all_passes);
    if (!guilt) return guilt.error();
    examined_.guilt = std::move(*guilt);
    return {};
}

void Examiner::name_it() {
    examined_.title = failure_.title;
    if (!wrong_code()) return;
    examined_.title =
        examined_.guilt.pass ? "wrong code: " + *examined_.guilt.pass : "wrong code: unattributed";
}

Result<Examined> Examiner::run(const Thoroughness& how) {
    // Each look at a compiler that does not end costs its whole time limit.
    const bool dear = failure_.kind == Kind::Hang || failure_.kind == Kind::Slow;
    if (auto done = repeat(dear ? 2 : how.repetitions); !done) return done.error();
    if (auto done = confirm_valid(); !done) return done.error();
    const bool worth_it = examined_.failed * 2 > examined_.tried && !examined_.invalid && !dear;
    if (!worth_it) examined_.options = failure_.setup.options;
    if (worth_it) {
        if (auto done = fewest_options(); !done) return done.error();
        if (auto done = plain_levels(); !done) return done.error();
        if (how.versions)
            if (auto done = other_versions(); !done) return done.error();
        if (how.passes && wrong_code())
            if (auto done = guilty_pass(how.all_passes); !done) return done.error();
    }
    name_it();
    examined_.tools_us = retrial_.tools_us();
    return examined_;
}

} // namespace

Result<Examined> examine(sandbox::Sandbox& sandbox, const Failure& failure, const testcase::TestCase& test,
                         const std::vector<Compiler>& compilers, const toolchain::TestLimits& limits,
                         const Thoroughness& how) {
    return Examiner(sandbox, failure, test, compilers, limits).run(how);
}

} // namespace assay::triage
