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
          retrial_(sandbox, failure, limits) {
        examined_.expected = test.expected;
    }

    Result<Examined> run(const Thoroughness& how);

  private:
    sandbox::Sandbox& sandbox_;
    Failure failure_;
    const testcase::TestCase& test_;
    const std::vector<Compiler>& compilers_;
    const toolchain::TestLimits& limits_;
    Retrial retrial_;
    Examined examined_;
    bool climbed_ = false;

    bool wrong_code() const {
        return failure_.kind == Kind::WrongOutput || failure_.kind == Kind::RunCrash ||
               failure_.kind == Kind::Disagreement;
    }
    bool breaks_compiler() const {
        return failure_.kind == Kind::Crash || failure_.kind == Kind::Hang || failure_.kind == Kind::Slow;
    }
    Result<bool> fails(const std::vector<std::string>& options) {
        auto answer = retrial_.ask(test_, with(options));
        if (!answer) return answer.error();
        return answer->what == Answer::What::Fails;
    }
    Setup with(const std::vector<std::string>& options) const {
        return {failure_.setup.compiler, options, failure_.setup.target};
    }

    Result<void> ask_what_is_right();
    Result<void> repeat(uint64_t times);
    Result<void> confirm_valid();
    Result<void> fewest_options();
    Result<void> plain_levels();
    Result<void> other_versions();
    Result<void> guilty_pass(bool all_passes);
    Result<bool> is_known(const std::vector<KnownBug>& known);
    Result<void> look_closely(const Thoroughness& how);
    void name_it();
    void note(const Climb& climb);
};

void Examiner::note(const Climb& climb) {
    // No program may break a compiler, but one that is valid is a better report.
    examined_.invalid = climb.validity == Validity::Invalid && !breaks_compiler();
    if (climb.validity == Validity::Valid) examined_.validity = "ladder";
    std::string rungs;
    for (const std::string& rung : climb.rungs) rungs += (rungs.empty() ? "" : ", ") + rung;
    examined_.validity_how = climb.why.empty() ? "silent: " + rungs : climb.why;
}

// Where nothing is known, what unoptimised builds of a valid program agree on is right. Without it the
// failure cannot be seen alone.
Result<void> Examiner::ask_what_is_right() {
    if (test_.expected || failure_.others_print || !wrong_code()) return {};
    auto climb = climb_ladder(sandbox_, test_, compilers_, limits_);
    if (!climb) return climb.error();
    note(*climb);
    climbed_ = true;
    if (climb->validity != Validity::Valid) return {};
    failure_.others_print = examined_.expected = climb->output;
    retrial_ = Retrial(sandbox_, failure_, limits_);
    return {};
}

Result<void> Examiner::repeat(uint64_t times) {
    for (; examined_.tried < times; ++examined_.tried) {
        auto answer = retrial_.ask(test_);
        if (!answer) return answer.error();
        if (answer->what != Answer::What::Fails) continue;
        ++examined_.failed;
        examined_.detail = answer->detail;
    }
    return {};
}

Result<void> Examiner::confirm_valid() {
    if (breaks_compiler() && !test_.promises.no_ub) return {};
    if (test_.expected && !test_.observed && test_.promises.no_ub) {
        examined_.validity = "certified";
        examined_.validity_how = "evaluated by Assay: no undefined behaviour, and what it prints is known";
        return {};
    }
    if (climbed_) return {};
    auto climb = climb_ladder(sandbox_, test_, compilers_, limits_);
    if (!climb) return climb.error();
    note(*climb);
    return {};
}

// Options other than the level are left out where that changes nothing.
Result<void> Examiner::fewest_options() {
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
    examined_.range = version_range(compilers_, examined_.versions);
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

// By the cures of bugs that are known, which is a few compilations instead of hundreds.
Result<bool> Examiner::is_known(const std::vector<KnownBug>& known) {
    for (const KnownBug& bug : known) {
        if (bug.cure.empty()) continue;
        std::vector<std::string> options = examined_.options;
        options.insert(options.end(), bug.cure.begin(), bug.cure.end());
        auto answer = retrial_.ask(test_, with(options));
        if (!answer) return answer.error();
        if (answer->what != Answer::What::Right) continue;
        examined_.guilt = {bug.pass, "right with what cures a known bug", bug.cure};
        return true;
    }
    return false;
}

void Examiner::name_it() {
    examined_.title = failure_.title;
    if (!wrong_code()) return;
    examined_.title =
        examined_.guilt.pass ? "wrong code: " + *examined_.guilt.pass : "wrong code: unattributed";
}

Result<void> Examiner::look_closely(const Thoroughness& how) {
    if (auto done = repeat(how.repetitions); !done) return done;
    if (auto done = fewest_options(); !done) return done;
    if (auto done = plain_levels(); !done) return done;
    return how.versions ? other_versions() : Result<void>();
}

Result<Examined> Examiner::run(const Thoroughness& how) {
    // Each look at a compiler that does not end costs its whole time limit.
    const bool dear = failure_.kind == Kind::Hang || failure_.kind == Kind::Slow;
    const bool maybe_known = wrong_code() && !how.known.empty();
    examined_.options = failure_.setup.options;
    if (auto done = ask_what_is_right(); !done) return done.error();
    if (auto done = repeat(dear || maybe_known ? 2 : how.repetitions); !done) return done.error();
    if (auto done = confirm_valid(); !done) return done.error();
    const bool worth_it = examined_.failed * 2 > examined_.tried && !examined_.invalid && !dear;
    if (worth_it) {
        auto known = maybe_known ? is_known(how.known) : Result<bool>(false);
        if (!known) return known.error();
        if (!maybe_known)
            if (auto done = look_closely(how); !done) return done.error();
        if (!*known && how.passes && wrong_code())
            if (auto done = guilty_pass(how.all_passes); !done) return done.error();
        name_it();
        const bool met_before =
            std::ranges::any_of(how.known, [&](const KnownBug& bug) { return bug.title == examined_.title; });
        if (maybe_known && !met_before)
            if (auto done = look_closely(how); !done) return done.error();
    }
    name_it();
    examined_.tools_us = retrial_.tools_us();
    return examined_;
}

} // namespace

std::string version_range(const std::vector<Compiler>& compilers,
                          const std::map<std::string, std::string>& versions) {
    std::vector<std::pair<const Compiler*, bool>> known; // oldest first; does it fail?
    for (const Compiler& compiler : compilers)
        if (const auto found = versions.find(compiler.name);
            found != versions.end() && found->second != "cannot tell")
            known.emplace_back(&compiler, found->second == "fails");
    std::ranges::stable_sort(known, {}, [](const auto& one) { return one.first->major(); });
    const auto first = std::ranges::find(known, true, &std::pair<const Compiler*, bool>::second);
    if (known.size() < 2 || first == known.end()) return {};
    // Two of one version that differ are no matter of versions.
    for (size_t i = 1; i < known.size(); ++i)
        if (known[i].first->major() == known[i - 1].first->major() && known[i].second != known[i - 1].second)
            return {};
    std::string text = "first bad: " + first->first->name;
    if (first == known.begin())
        text += " (the oldest here)";
    else
        text += "; last good: " + std::prev(first)->first->name;
    const auto fixed = std::find_if(first, known.end(), [](const auto& one) { return !one.second; });
    if (fixed != known.end()) text += "; good again: " + fixed->first->name;
    return text;
}

Result<Examined> examine(sandbox::Sandbox& sandbox, const Failure& failure, const testcase::TestCase& test,
                         const std::vector<Compiler>& compilers, const toolchain::TestLimits& limits,
                         const Thoroughness& how) {
    return Examiner(sandbox, failure, test, compilers, limits).run(how);
}

} // namespace assay::triage
