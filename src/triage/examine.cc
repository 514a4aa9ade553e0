#include "triage/examine.h"

#include "generate/models.h"
#include "toolchain/targets.h"
#include "triage/control.h"
#include "triage/ladder.h"
#include "triage/shrink.h"

#include <algorithm>
#include <fmt/format.h>

namespace assay::triage {
namespace {

using base::Result;
using testcase::Kind;
using testcase::Setup;
using toolchain::Compiler;

const char* const kUnattributed = "wrong code: unattributed";

constexpr uint64_t kSmallEnough = 80; // tokens, to tell what a program needs

bool is_level(const std::string& option) { return option.starts_with("-O"); }

// A limit on the number of passes says nothing about another program: a low one fixes everything.
bool of_one_program(const std::vector<std::string>& workaround) {
    return std::ranges::any_of(workaround, [](const std::string& option) {
        return option.find("-opt-bisect-limit=") != option.npos;
    });
}

class Examiner {
  public:
    Examiner(sandbox::Sandbox& sandbox, const Failure& failure, const testcase::TestCase& test,
             const toolchain::Toolset& tools, const toolchain::TestLimits& limits)
        : sandbox_(sandbox), failure_(failure), test_(test), tools_(tools), limits_(limits),
          retrial_(sandbox, failure, limits) {
        examined_.expected = test.expected;
    }

    Result<Diagnosis> run(const Thoroughness& how);

  private:
    sandbox::Sandbox& sandbox_;
    Failure failure_;
    const testcase::TestCase& test_;
    const toolchain::Toolset& tools_;
    const toolchain::TestLimits& limits_;
    Retrial retrial_;
    Diagnosis examined_;
    bool climbed_ = false;
    std::optional<testcase::TestCase> smaller_; // fails as well, and tells more about the culprit
    bool smallest_ = false;                     // it cannot be made smaller
    reduce::Memory memory_;                     // of making it smaller
    std::string known_title_;                   // of the known bug that it is

    bool wrong_code() const { return traits(failure_.kind).wrong_code; }
    bool breaks_compiler() const { return traits(failure_.kind).breaks_compiler; }
    Result<bool> fails(const std::vector<std::string>& options) {
        auto answer = retrial_.ask(subject(), with(options));
        if (!answer) return answer.error();
        return answer->what == Behaviour::Fails;
    }
    const testcase::TestCase& subject() const { return smaller_ ? *smaller_ : test_; }
    Setup with(const std::vector<std::string>& options) const {
        return {failure_.setup.compiler, options, failure_.setup.target};
    }

    Result<void> check_environment();
    Result<void> ask_what_is_right();
    Result<void> repeat(uint64_t times);
    Result<void> confirm_valid();
    Result<void> fewest_options();
    Result<void> plain_levels();
    Result<void> other_versions();
    Result<void> bisect(bool all_passes);
    Result<void> time_right_run();
    Result<void> doubt_workaround();
    Result<bool> is_known(const std::vector<KnownBug>& known);
    static bool is_titled(const std::vector<KnownBug>& known, const std::string& title);
    // Beside the known bugs that nothing attributes: one of them, none of them, or it may be attributed yet.
    enum class Beside : uint8_t { Same, Apart, Open };
    Result<Beside> is_unattributed_as(const std::vector<KnownBug>& known);
    Result<Beside> is_unattributed_when_small(const std::vector<KnownBug>& known);
    Beside compare_needs(const std::vector<KnownBug>& known);
    bool make_smaller(uint64_t tokens, std::chrono::steady_clock::time_point end);
    void note_needs();
    Result<bool> fails_with_everything_off(const testcase::TestCase& test);
    Result<bool> met_again(const Thoroughness& how);
    Result<void> look_closely(const Thoroughness& how);
    void name_it();
    void note(const Climb& climb);
};

void Examiner::note(const Climb& climb) {
    // No program may break a compiler, but one that is valid is a better report.
    examined_.invalid = climb.ruling == Ruling::Invalid && !breaks_compiler();
    std::string rungs;
    for (const std::string& rung : climb.rungs) rungs += (rungs.empty() ? "" : ", ") + rung;
    examined_.validity_how = climb.why.empty() ? "silent: " + rungs : climb.why;
    const bool contradicts = wrong_code() && test_.expected && climb.output &&
                             (*test_.expected != *climb.output || test_.exit != climb.exit);
    if (climb.ruling == Ruling::Valid && !contradicts) examined_.validity = Validity::Ladder;
    if (contradicts && climb.ruling == Ruling::Valid)
        examined_.validity_how = "the references print something else than what was seen before";
    examined_.unsettled =
        traits(failure_.kind).needs_validity && !examined_.invalid && examined_.validity == Validity::Unknown;
}

// Where nothing is known, what unoptimised builds of a valid program agree on is right. Without it the
// failure cannot be seen alone.
Result<void> Examiner::ask_what_is_right() {
    if (test_.expected || failure_.reference_output || !traits(failure_.kind).compares_runs) return {};
    auto climb = climb_ladder(sandbox_, test_, tools_.references, limits_);
    if (!climb) return climb.error();
    note(*climb);
    climbed_ = true;
    if (climb->ruling != Ruling::Valid) return {};
    failure_.reference_output = examined_.expected = climb->output;
    failure_.reference_exit = climb->exit;
    failure_.kind = Kind::WrongOutput;
    retrial_ = Retrial(sandbox_, failure_, limits_);
    return {};
}

Result<void> Examiner::repeat(uint64_t times) {
    for (; examined_.reliability.tried < times; ++examined_.reliability.tried) {
        auto answer = retrial_.ask(test_);
        if (!answer) return answer.error();
        if (answer->what != Behaviour::Fails) continue;
        ++examined_.reliability.failed;
        examined_.detail = answer->detail;
    }
    return {};
}

Result<void> Examiner::confirm_valid() {
    if (breaks_compiler() && !test_.promises.no_ub) return {};
    if (test_.expected && !test_.observed && test_.promises.no_ub) {
        examined_.validity = Validity::Certified;
        examined_.validity_how = "evaluated by Assay: no undefined behaviour, and what it prints is known";
        return {};
    }
    if (climbed_) return {};
    auto climb = climb_ladder(sandbox_, test_, tools_.references, limits_);
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
        if (is_level(option) || toolchain::selects_target(option) || part_of_pair) {
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
    const toolchain::OptionLists levels = failure_.compiler->family->levels(*failure_.compiler);
    if (levels.size() < 2) return {};
    for (std::vector<std::string> options : levels) {
        const std::string level = options.empty() ? "default" : fmt::format("{}", fmt::join(options, " "));
        options = with_target(*failure_.compiler, std::move(options), failure_.setup.target);
        if (!failure_.compiler->family->fits(*failure_.compiler, with(options), test_)) continue;
        auto failed = fails(options);
        if (!failed) return failed.error();
        if (*failed) examined_.levels.push_back(level);
    }
    return {};
}

Result<void> Examiner::other_versions() {
    const std::vector<const Compiler*> all = versions_of(*failure_.compiler, tools_);
    for (const Compiler* compiler : all) {
        const Setup setup{compiler->name, examined_.options, failure_.setup.target};
        if (!compiler->family->fits(*compiler, setup, test_)) continue;
        auto answer = retrial_.ask(test_, *compiler, setup);
        if (!answer) return answer.error();
        examined_.versions[compiler->name] = answer->what;
    }
    examined_.range = version_range(all, examined_.versions);
    examined_.history = history_of(all, examined_.versions);
    return {};
}

// By a reference, unoptimised: the compiler itself may be wrong with any options.
Result<void> Examiner::time_right_run() {
    // Sanitizers slow a program down by far more than optimisation speeds it up.
    const bool sanitized = std::ranges::any_of(
        examined_.options, [](const std::string& option) { return option.starts_with("-fsanitize"); });
    if (failure_.kind != Kind::RunCrash || sanitized) return {};
    for (const Compiler& reference : tools_.references) {
        const Setup setup{reference.name, reference.family->levels(reference).front(), failure_.setup.target};
        if (!reference.family->fits(reference, setup, subject())) continue;
        auto answer = retrial_.ask(subject(), reference, setup);
        if (!answer) return answer.error();
        if (answer->what != Behaviour::Right) continue;
        retrial_.right_takes(answer->run_us);
        return {};
    }
    return {};
}

Result<void> Examiner::bisect(bool all_passes) {
    const Probe probe = [&](const std::vector<std::string>& added) {
        std::vector<std::string> options = examined_.options;
        options.insert(options.end(), added.begin(), added.end());
        return retrial_.ask(subject(), with(options));
    };
    auto culprit = find_culprit(*failure_.compiler, probe, all_passes);
    if (!culprit) return culprit.error();
    examined_.culprit = std::move(*culprit);
    examined_.attributed = true;
    return doubt_workaround();
}

// Options that help by chance only hide what the program needs to fail, and at another level it fails in
// spite of them. The wrong pass itself would be off there as well.
Result<void> Examiner::doubt_workaround() {
    Culprit& culprit = examined_.culprit;
    if (!culprit.pass || of_one_program(culprit.workaround)) return {};
    for (const std::string level : {"-O1", "-O2", "-O3", "-Os"}) {
        std::vector<std::string> options = examined_.options;
        const auto own = std::ranges::find_if(options, is_level);
        if (own == options.end()) return {};
        if (*own == level) continue;
        *own = level;
        options.insert(options.end(), culprit.workaround.begin(), culprit.workaround.end());
        auto still = fails(options);
        if (!still) return still.error();
        if (!*still) continue;
        culprit = {
            std::nullopt, fmt::format("{}, but at {} it fails in spite of that", culprit.how, level), {}};
        return {};
    }
    return {};
}

// By the workarounds of known bugs, which is a few compilations instead of hundreds.
Result<bool> Examiner::is_known(const std::vector<KnownBug>& known) {
    for (const KnownBug& bug : known) {
        if (bug.workaround.empty() || of_one_program(bug.workaround)) continue;
        std::vector<std::string> options = examined_.options;
        options.insert(options.end(), bug.workaround.begin(), bug.workaround.end());
        auto answer = retrial_.ask(test_, with(options));
        if (!answer) return answer.error();
        if (answer->what != Behaviour::Right) continue;
        examined_.culprit = {bug.pass, "right with the workaround of a known bug", bug.workaround};
        examined_.attributed = true;
        return true;
    }
    return false;
}

Result<void> Examiner::check_environment() {
    auto fault = environment_fault(sandbox_, failure_, test_);
    if (!fault) return fault.error();
    examined_.environment = std::move(*fault);
    return {};
}

void Examiner::name_it() {
    examined_.title = failure_.title;
    if (!examined_.environment.empty()) {
        examined_.title = "environment: " + examined_.environment;
        return;
    }
    if (!wrong_code()) return;
    if (!known_title_.empty()) {
        examined_.title = known_title_;
        return;
    }
    examined_.title = examined_.culprit.pass ? "wrong code: " + *examined_.culprit.pass
                      : examined_.attributed ? kUnattributed
                                             : "wrong code";
    if (examined_.attributed && !examined_.culprit.pass && examined_.needs &&
        !examined_.needs->strong.empty())
        examined_.title += fmt::format(" (needs {})", to_text(*examined_.needs));
}

// A large program has a bit of everything, and tells nothing.
void Examiner::note_needs() {
    if (!examined_.attributed || examined_.culprit.pass || measured(subject()).tokens > kSmallEnough) return;
    examined_.needs = needs_of(subject());
    examined_.needs->levels = examined_.levels;
    examined_.needs->versions = examined_.versions;
}

Result<void> Examiner::look_closely(const Thoroughness& how) {
    if (auto done = fewest_options(); !done) return done;
    if (auto done = plain_levels(); !done) return done;
    if (auto done = other_versions(); !done) return done;
    if (!wrong_code()) return {};
    if (!examined_.attributed)
        if (auto done = bisect(how.all_passes); !done) return done;
    note_needs();
    return {};
}

// A bug that is met again costs a compilation for each workaround and one more. The failure was seen before;
// that it repeats and the program is valid is asked where the bug turns out to be new.
Result<bool> Examiner::met_again(const Thoroughness& how) {
    if (!wrong_code() || how.known.empty()) return false;
    auto known = is_known(how.known);
    if (!known) return known;
    if (!*known) {
        auto beside = is_unattributed_as(how.known);
        if (beside && *beside == Beside::Open) beside = is_unattributed_when_small(how.known);
        if (!beside) return beside.error();
        if (*beside == Beside::Apart) return false;
        known = *beside == Beside::Same;
    }
    if (*known) {
        examined_.reliability.failed = examined_.reliability.tried = 1;
        return true;
    }
    if (auto done = repeat(1); !done) return done.error();
    if (examined_.reliability.failed == 0) return false;
    if (auto done = bisect(how.all_passes); !done) return done.error();
    if (!examined_.culprit.pass) return compare_needs(how.known) == Beside::Same;
    name_it();
    return is_titled(how.known, examined_.title);
}

bool Examiner::is_titled(const std::vector<KnownBug>& known, const std::string& title) {
    return std::ranges::find(known, title, &KnownBug::title) != known.end();
}

// Nothing attributes this one: which of those known is it? The one it has most in common with.
Examiner::Beside Examiner::compare_needs(const std::vector<KnownBug>& known) {
    const Needs own = needs_of(subject());
    std::optional<size_t> most;
    std::string apart;
    bool any = false;
    for (const KnownBug& bug : known) {
        if (!is_unattributed(bug.title)) continue;
        any = true;
        // Levels and versions were not asked yet; what was not reduced cannot be told apart.
        const Likeness like = bug.needs ? likeness(own, {bug.needs->strong, bug.needs->weak})
                                        : Likeness{true, 0, "nothing tells them apart yet"};
        if (!like.same) {
            apart = like.why;
        } else if (!most || like.shared > *most) {
            most = like.shared;
            known_title_ = bug.title;
            examined_.likeness = like.why;
        }
    }
    if (!any) return Beside::Open;
    if (most) return Beside::Same;
    examined_.likeness = apart;
    examined_.attributed = false; // its own small program will tell
    return Beside::Apart;
}

// One of the known bugs has no workaround, and neither has this one.
Result<Examiner::Beside> Examiner::is_unattributed_as(const std::vector<KnownBug>& known) {
    if (std::ranges::none_of(known, [](const KnownBug& bug) { return is_unattributed(bug.title); }))
        return Beside::Open;
    auto fails = fails_with_everything_off(test_);
    if (!fails) return fails.error();
    if (!*fails) return Beside::Open;
    make_smaller(kSmallEnough, std::chrono::steady_clock::now() + std::chrono::seconds(5));
    return compare_needs(known);
}

Result<bool> Examiner::fails_with_everything_off(const testcase::TestCase& test) {
    std::vector<std::string> options = examined_.options;
    const std::vector<std::string> off = everything_off(*failure_.compiler);
    options.insert(options.end(), off.begin(), off.end());
    auto answer = retrial_.ask(test, with(options));
    if (!answer) return answer.error();
    if (answer->what != Behaviour::Fails) return false;
    examined_.culprit.how = "nothing that can be switched off fixes it";
    examined_.attributed = true;
    return true;
}

// As far as that takes no more time; false: there is no model to do it with.
bool Examiner::make_smaller(uint64_t tokens, std::chrono::steady_clock::time_point end) {
    if (!test_.expected || smallest_) return smaller_.has_value();
    std::atomic<bool> stop = false;
    ShrinkHow quick;
    quick.memory = memory_;
    quick.stop = &stop;
    quick.on_answer = [&](uint64_t hash, reduce::Answer answer) { memory_.keep(hash, answer); };
    quick.on_better = [&](const Small& best) { stop = stop || best.tokens <= tokens; };
    quick.on_progress = [&](const reduce::Progress&) {
        if (std::chrono::steady_clock::now() > end) stop = true;
    };
    if (!generate::has_model(test_)) return false; // text takes far longer
    auto shrunk = shrink({&sandbox_}, failure_, test_, tools_, limits_, quick);
    if (!shrunk || !shrunk->by_model) return false;
    smaller_ = shrunk->best.test;
    smallest_ = shrunk->complete;
    return true;
}

// A large program may need an optimisation to come to the wrong instruction at all, and seems fixed without
// it. A smaller one that fails does not, most of the time; a quarter of the program is often enough.
Result<Examiner::Beside> Examiner::is_unattributed_when_small(const std::vector<KnownBug>& known) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(8);
    const bool any =
        std::ranges::any_of(known, [](const KnownBug& bug) { return is_unattributed(bug.title); });
    if (!any || everything_off(*failure_.compiler).empty()) return Beside::Open;
    uint64_t bound = measured(test_).tokens;
    for (int step = 0; step < 3; ++step) {
        bound /= 4;
        if (!make_smaller(bound, end)) return Beside::Open;
        auto still = fails_with_everything_off(*smaller_);
        if (!still) return still.error();
        if (*still) {
            make_smaller(kSmallEnough, end);
            return compare_needs(known);
        }
        if (smallest_) return Beside::Open;
    }
    return Beside::Open;
}

Result<Diagnosis> Examiner::run(const Thoroughness& how) {
    // Each look at a compiler that does not end costs its whole time limit.
    const bool dear = traits(failure_.kind).takes_limit;
    examined_.options = failure_.setup.options;
    if (auto done = check_environment(); !done) return done.error();
    if (!examined_.environment.empty()) {
        name_it();
        return examined_;
    }
    if (auto done = ask_what_is_right(); !done) return done.error();
    if (failure_.kind == Kind::Disagreement) { // without an answer there is nothing to repeat
        name_it();
        return examined_;
    }
    if (auto done = time_right_run(); !done) return done.error();
    auto known = met_again(how);
    if (!known) return known.error();
    if (!*known) {
        if (auto done = repeat(dear ? 2 : how.repetitions); !done) return done.error();
        if (auto done = confirm_valid(); !done) return done.error();
        // It may have broken while the failure was repeated, or work only now and then.
        const Reliability& seen = examined_.reliability;
        const uint64_t times = seen.failed < seen.tried ? seen.tried : 1;
        for (uint64_t i = 0; seen.failed > 0 && i < times && examined_.environment.empty(); ++i)
            if (auto done = check_environment(); !done) return done.error();
        const bool worth_it = examined_.reliability.holds() && !examined_.invalid && !examined_.unsettled &&
                              examined_.environment.empty() && !dear;
        if (worth_it && how.closely)
            if (auto done = look_closely(how); !done) return done.error();
    }
    name_it();
    examined_.tools_us = retrial_.tools_us();
    return examined_;
}

} // namespace

bool is_unattributed(std::string_view title) { return title.starts_with(kUnattributed); }

Result<Diagnosis> examine(sandbox::Sandbox& sandbox, const Failure& failure, const testcase::TestCase& test,
                          const toolchain::Toolset& tools, const toolchain::TestLimits& limits,
                          const Thoroughness& how) {
    return Examiner(sandbox, failure, test, tools, limits).run(how);
}

} // namespace assay::triage
