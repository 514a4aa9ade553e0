#include "triage/shrink.h"

#include "generate/models.h"
#include "reduce/model/passes.h"
#include "reduce/text/passes.h"
#include "reduce/text/text_state.h"
#include "reduce/text/tokens.h"
#include "triage/ladder.h"
#include "triage/last_sound.h"

#include <algorithm>
#include <fmt/format.h>

namespace assay::triage {
namespace {

using base::Error;
using base::Result;
using reduce::text::TextState;
using testcase::Kind;
using testcase::TestCase;

// A compiler that does not end costs its whole limit each time, and what is left of a program needs far less
// than the program did.
toolchain::TestLimits limits_of(const Failure& failure, toolchain::TestLimits limits) {
    constexpr std::chrono::milliseconds kPatience{3000}, kPatienceAsleep{1000}, kPatienceToRun{500};
    if (failure.kind == Kind::RunCrash) limits.run.cpu = std::min(limits.run.cpu, kPatienceToRun);
    if (failure.kind != Kind::Hang) return limits;
    limits.compile.cpu = std::min(limits.compile.cpu, kPatience);
    limits.compile.idle = std::min(limits.compile.idle, kPatienceAsleep);
    return limits;
}

class Retrials {
  public:
    Retrials(const std::vector<sandbox::Sandbox*>& sandboxes, const Failure& failure,
             const toolchain::TestLimits& limits) {
        for (sandbox::Sandbox* sandbox : sandboxes) all_.push_back({{*sandbox, failure, limits}});
    }
    // Wrong values that are printed must not end as a main that forgets to return 0: some compilers do not
    // know what that means, which is a bug of its own.
    bool status_counts = true;

    reduce::Answer ask(const TestCase& test, unsigned slot) {
        const auto answer = all_[slot].retrial.ask(test);
        if (!answer) return reduce::Answer::Unknown;
        all_[slot].by_status = answer->by_status;
        const bool fails = answer->what == Behaviour::Fails && (status_counts || !answer->by_status);
        return fails ? reduce::Answer::Yes : reduce::Answer::No;
    }
    bool failed_by_status(unsigned slot) const { return all_[slot].by_status; } // what was asked last
    uint64_t tools_us() const {
        uint64_t sum = 0;
        for (const Slot& one : all_) sum += one.retrial.tools_us();
        return sum;
    }

  private:
    struct Slot {
        Retrial retrial;
        bool by_status = false;
    };
    std::vector<Slot> all_;
};

// Notes what happens in a run of the engine.
class Diary {
  public:
    Diary(const ShrinkHow& how, std::function<TestCase(const reduce::State&)> test_of)
        : how_(how), test_of_(std::move(test_of)) {}

    reduce::Options options(size_t slots) {
        reduce::Options options;
        options.slots = static_cast<unsigned>(slots);
        options.memory = how_.memory;
        options.stop = how_.stop;
        options.on_answer = how_.on_answer;
        options.on_better = [this](const reduce::State& best) {
            const Small small = measured(test_of_(best));
            if (steps_.empty() || steps_.back().pass != pass_) steps_.push_back({pass_, 0, 0, 0});
            steps_.back() = {pass_, small.lines, small.tokens, tests_};
            if (how_.on_better) how_.on_better(small);
        };
        options.on_progress = [this](const reduce::Progress& progress) {
            pass_ = progress.pass;
            tests_ = progress.tests;
            if (how_.on_progress) how_.on_progress(progress);
        };
        return options;
    }
    void finish(const reduce::Reduced& reduced, Shrunk& shrunk) {
        shrunk.best = measured(test_of_(*reduced.best));
        shrunk.complete = reduced.complete;
        shrunk.tests += reduced.tests;
        shrunk.seconds += reduced.seconds;
        shrunk.passes += reduce::describe(reduced.passes);
        shrunk.steps.insert(shrunk.steps.end(), steps_.begin(), steps_.end());
    }

  private:
    const ShrinkHow& how_;
    const std::function<TestCase(const reduce::State&)> test_of_;
    std::string pass_ = "start";
    uint64_t tests_ = 0;
    std::vector<ReductionStep> steps_;
};

// --- programs of the model

TestCase candidate_test(const TestCase& original, const reduce::model::Candidate& candidate) {
    TestCase test = original;
    const print::Printed& printed = candidate.printed();
    test.files.clear();
    for (const print::File& file : printed.files) test.files.push_back({file.name, file.text});
    test.sources = printed.sources;
    test.support.clear();
    test.expected = printed.expected;
    return test;
}

class ModelFails final : public reduce::model::InterestingProgram {
  public:
    ModelFails(Retrials& retrials, const TestCase& original) : retrials_(retrials), original_(original) {}
    reduce::Answer test(const reduce::model::Candidate& candidate, unsigned slot) override {
        return retrials_.ask(candidate_test(original_, candidate), slot);
    }

  private:
    Retrials& retrials_;
    const TestCase& original_;
};

// Empty: there is no model, or the failure does not show when it is printed again.
Result<std::optional<Shrunk>> shrink_model(Retrials& retrials, size_t slots, const TestCase& test,
                                           const ShrinkHow& how) {
    auto model = generate::model_of(test);
    if (!model || !*model) return std::optional<Shrunk>();
    const auto start =
        reduce::model::first_candidate((*model)->program, {(*model)->print.layout, (*model)->print.harness});
    if (!start) return std::optional<Shrunk>();
    ModelFails fails(retrials, test);
    Diary diary(how, [&](const reduce::State& state) {
        return candidate_test(test, static_cast<const reduce::model::Candidate&>(state));
    });
    retrials.status_counts = false; // a model shows its values
    const auto reduced = reduce::reduce(start, reduce::model::all_passes(), fails, diary.options(slots));
    retrials.status_counts = true;
    if (!reduced) return std::optional<Shrunk>();
    Shrunk shrunk;
    shrunk.by_model = true;
    diary.finish(*reduced, shrunk);
    return std::optional<Shrunk>(std::move(shrunk));
}

// --- any text

TestCase with_text(TestCase test, size_t file, const std::string& text) {
    test.files[file].text = text;
    return test;
}

class TextFails final : public reduce::text::InterestingText {
  public:
    TextFails(Retrials& retrials, std::vector<sandbox::Sandbox*> sandboxes, const Failure& failure,
              const toolchain::Toolset& tools, const toolchain::TestLimits& limits)
        : retrials_(retrials), sandboxes_(std::move(sandboxes)), failure_(failure), tools_(tools),
          limits_(limits) {}

    void settle_status() { retrials_.status_counts = retrials_.failed_by_status(0); }
    void of(const TestCase& test, size_t file) {
        test_ = test;
        file_ = file;
    }
    bool strict_pointers = true, strict_reads = true, all_compile = true, stay_valid = true;

    reduce::Answer test_text(const std::string& text, unsigned slot) override {
        return test_whole(with_text(test_, file_, text), slot);
    }

    // What it must print is what unoptimised builds of a program that the ladder lets pass agree on. Where
    // the compiler itself breaks, that is seen first, and validity counts only if there was some to lose.
    reduce::Answer test_whole(TestCase test, unsigned slot) {
        if (!traits(failure_.kind).needs_validity) {
            const reduce::Answer broken = retrials_.ask(test, slot);
            if (broken != reduce::Answer::Yes || !stay_valid) return broken;
        }
        auto climb = climb_ladder(*sandboxes_[slot], test, tools_.references, limits_,
                                  {{false, strict_pointers, strict_reads}, all_compile});
        if (!climb) return reduce::Answer::Unknown;
        if (climb->ruling != Ruling::Valid) return reduce::Answer::No;
        if (!traits(failure_.kind).needs_validity) return reduce::Answer::Yes;
        test.expected = climb->output;
        test.exit = climb->exit;
        return retrials_.ask(test, slot);
    }
    // Candidates climb without valgrind; what is left is examined with it.
    reduce::Answer stands(TestCase test) {
        if (!traits(failure_.kind).needs_validity) return reduce::Answer::Yes;
        auto climb = climb_ladder(*sandboxes_[0], test, tools_.references, limits_);
        if (!climb) return reduce::Answer::Unknown;
        if (climb->ruling != Ruling::Valid) return reduce::Answer::No;
        test.expected = climb->output;
        test.exit = climb->exit;
        return retrials_.ask(test, 0);
    }

  private:
    Retrials& retrials_;
    const std::vector<sandbox::Sandbox*> sandboxes_;
    const Failure& failure_;
    const toolchain::Toolset& tools_;
    const toolchain::TestLimits& limits_;
    TestCase test_;
    size_t file_ = 0;
};

// How much validity the program has to lose.
bool settle_validity(TextFails& fails, const TestCase& test) {
    const auto shows = [&] { return fails.test_whole(test, 0) == reduce::Answer::Yes; };
    if (shows()) return true;
    fails.strict_pointers = false;
    if (shows()) return true;
    fails.strict_reads = false;
    if (shows()) return true;
    fails.all_compile = false;
    fails.strict_pointers = fails.strict_reads = true;
    if (shows()) return true;
    fails.strict_pointers = fails.strict_reads = false;
    if (shows()) return true;
    fails.stay_valid = false;
    return shows();
}

Result<Shrunk> shrink_text(TextFails& fails, size_t slots, TestCase test, const ShrinkHow& how) {
    test.expected.reset(); // of what is left, the ladder says it
    test.support.clear();
    if (!settle_validity(fails, test))
        return Error{"the failure does not show again, or the program is not known to be valid"};
    fails.settle_status();
    // The largest file first.
    std::vector<size_t> order;
    for (size_t i = 0; i < test.files.size(); ++i) order.push_back(i);
    std::ranges::stable_sort(
        order, [&](size_t a, size_t b) { return test.files[a].text.size() > test.files[b].text.size(); });
    Shrunk shrunk;
    shrunk.complete = true;
    shrunk.best = measured(test);
    std::vector<TestCase> accepted{test};
    ShrinkHow noting = how;
    noting.on_better = [&](const Small& best) {
        accepted.push_back(best.test);
        if (how.on_better) how.on_better(best);
    };
    for (const size_t file : order) {
        fails.of(shrunk.best.test, file);
        const TestCase before = shrunk.best.test;
        Diary diary(noting, [&](const reduce::State& state) {
            return with_text(before, file, static_cast<const TextState&>(state).text());
        });
        reduce::Options options = diary.options(slots);
        // Answers are remembered by the text of one file; for another they may differ.
        if (file != order.front()) {
            options.memory = {};
            options.on_answer = {};
        }
        const auto reduced = reduce::reduce(std::make_shared<TextState>(before.files[file].text),
                                            reduce::text::all_passes(), fails, std::move(options));
        if (!reduced) return reduced.error();
        const bool complete = shrunk.complete;
        diary.finish(*reduced, shrunk);
        shrunk.complete &= complete;
        if (how.stop && *how.stop) break;
    }
    accepted.push_back(shrunk.best.test);
    const size_t sound =
        last_sound(accepted.size(), [&](size_t place) { return fails.stands(accepted[place]); });
    shrunk.best = measured(std::move(accepted[sound]));
    return shrunk;
}

} // namespace

Small measured(TestCase test) {
    Small small{std::move(test), 0, 0};
    for (const testcase::File& file : small.test.files) {
        small.lines += static_cast<uint64_t>(std::ranges::count(file.text, '\n'));
        if (!file.text.empty() && file.text.back() != '\n') ++small.lines;
        for (const reduce::text::Token& token : reduce::text::tokens_of(file.text))
            if (token.kind != reduce::text::TokenKind::Space &&
                token.kind != reduce::text::TokenKind::Comment)
                ++small.tokens;
    }
    return small;
}

Result<Shrunk> shrink(const std::vector<sandbox::Sandbox*>& sandboxes, const Failure& failure,
                      const TestCase& test, const toolchain::Toolset& tools,
                      const toolchain::TestLimits& limits, const ShrinkHow& how) {
    if (!traits(failure.kind).shows_alone)
        return Error{"that a compiler is slow shows beside others alone, so it is not reduced"};
    const toolchain::TestLimits tight = limits_of(failure, limits);
    Retrials retrials(sandboxes, failure, tight);
    auto by_model = shrink_model(retrials, sandboxes.size(), test, how);
    if (!by_model) return by_model.error();
    if (*by_model) {
        (*by_model)->tools_us = retrials.tools_us();
        return std::move(**by_model);
    }
    TextFails fails(retrials, sandboxes, failure, tools, tight);
    auto shrunk = shrink_text(fails, sandboxes.size(), test, how);
    if (shrunk) shrunk->tools_us = retrials.tools_us();
    return shrunk;
}

} // namespace assay::triage
