#include "reduce/model/passes.h"

#include "program/check_program.h"
#include "program/test_texts.h"
#include "program/walk.h"
#include "reduce/engine.h"

#include <atomic>
#include <functional>
#include <gtest/gtest.h>
#include <set>

namespace assay::reduce::model {
namespace {

using program::NodeKind;

// A program with a bit of everything around a division and a shift.
constexpr std::string_view kProgram = R"(
(struct S (field m int) (bits b int 5) (field a (array short 4)))
(global static in int -40)
(global static table (array int 6) (init 1 2 3 4 5 6))
(global static s (struct S) (init 3 4 (init 1 2 3 4)))
(global p (ptr int) (addr in))
(global out0 int)
(global out1 long)
(global never int)
(func static noinline scale int ((x int) (k int))
  (block
    (declare i int 0)
    (declare sum int 0)
    (for (do (= i 0)) (< i 6) (preinc i) (block (do (+= sum (* ([] table i) k)))))
    (if (> sum 1000) (block (do (= never 5))) (block (do (= out1 (+ out1 1l)))))
    (return (+ x sum))))
(func helper int ((v int))
  (block
    (switch (& v 3) (block (case 0) (do (= (. s m) 9)) (break) (default) (do (= (. s b) 2)) (break)))
    (return (/ (call scale v 2) (+ (. s m) 4)))))
(func test void ()
  (block
    (declare x int (>> (deref p) 3))
    (observe x)
    (do (= out0 (call helper x)))
    (while (> x 100) (block (do (= x (- x 1)))))
    (observe (+ out0 ([] (. s a) 2)))))
(entry test)
)";

CandidatePtr start() {
    CandidatePtr made = first_candidate(program::loaded(kProgram, {}), {});
    base::check(made != nullptr, "the program is sound and defined");
    return made;
}

// Asks a pure function of the candidate.
class Asks final : public InterestingProgram {
  public:
    explicit Asks(std::function<bool(const Candidate&)> wanted) : wanted_(std::move(wanted)) {}
    Answer test(const Candidate& candidate, unsigned) override {
        if (!program::check_program(candidate.program()) || !candidate.meaning().defined()) valid = false;
        if (candidate.form().harness == print::Harness::SelfCheck && candidate.printed().expected != "ok\n")
            known = false;
        return wanted_(candidate) ? Answer::Yes : Answer::No;
    }
    std::atomic<bool> valid = true, known = true;

  private:
    std::function<bool(const Candidate&)> wanted_;
};

// Did an operation run that a function of the node says something about?
template <typename Wanted> bool ran(const Candidate& candidate, const Wanted& wanted) {
    bool found = false;
    program::walk(candidate.program(), [&](program::NodeId id) {
        found |= candidate.meaning().profile[id.index].runs > 0 && wanted(candidate.program()[id]);
    });
    return found;
}

bool divides(const Candidate& candidate) {
    return ran(candidate, [](const program::Node& n) {
        return n.kind == NodeKind::Binary && n.binary() == program::BinaryOp::Div;
    });
}

// As if a compiler took arithmetic right shifts for logical ones: a shift of a negative value that is shown.
bool shifts_negative(const Candidate& candidate) {
    bool found = false;
    program::walk(candidate.program(), [&](program::NodeId id) {
        const program::Node& n = candidate.program()[id];
        if (n.kind != NodeKind::Binary || n.binary() != program::BinaryOp::Shr) return;
        found |= candidate.meaning().profile[n.child(0).index].smallest < 0;
    });
    return found && (!candidate.meaning().finals.empty() || !candidate.meaning().observed.empty());
}

const Candidate& best_of(const Reduced& reduced) { return static_cast<const Candidate&>(*reduced.best); }

TEST(ModelPasses, ReduceToADivisionThatRuns) {
    Asks asks(divides);
    const auto reduced = reduce(start(), all_passes(), asks);
    ASSERT_TRUE(reduced.ok()) << reduced.error().message;
    EXPECT_TRUE(reduced->complete);
    EXPECT_TRUE(asks.valid);
    EXPECT_TRUE(asks.known);
    const Candidate& best = best_of(*reduced);
    EXPECT_TRUE(divides(best));
    EXPECT_LE(best.size(), 6u) << best.printed().files[0].text;
    EXPECT_EQ(best.program().funcs.size(), 1u);
    EXPECT_TRUE(best.meaning().finals.empty()) << "nothing needs to be shown";
}

TEST(ModelPasses, KeepWhatAWrongCompilerNeeds) {
    Asks asks(shifts_negative);
    const auto reduced = reduce(start(), all_passes(), asks);
    ASSERT_TRUE(reduced.ok()) << reduced.error().message;
    const Candidate& best = best_of(*reduced);
    EXPECT_TRUE(shifts_negative(best));
    EXPECT_LE(best.size(), 8u) << best.printed().files[0].text;
    EXPECT_LE(best.program().globals.size(), 2u);
}

TEST(ModelPasses, OutcomeDoesNotDependOnSlots) {
    Asks asks(shifts_negative);
    const auto one = reduce(start(), all_passes(), asks);
    const auto three = reduce(start(), all_passes(), asks, {.slots = 3});
    ASSERT_TRUE(one.ok() && three.ok());
    EXPECT_EQ(best_of(*one).printed().files[0].text, best_of(*three).printed().files[0].text);
}

TEST(ModelPasses, ResumedTheyEndTheSame) {
    Asks asks(divides);
    std::string saved;
    std::vector<std::string> lines;
    const auto whole = reduce(start(), all_passes(), asks, {.on_answer = [&](uint64_t hash, Answer answer) {
                                  lines.push_back(Memory::line(hash, answer));
                              }});
    ASSERT_TRUE(whole.ok());
    for (size_t i = 0; i < lines.size() / 2; ++i) saved += lines[i];
    const auto resumed = reduce(start(), all_passes(), asks, {.memory = Memory::load(saved)});
    ASSERT_TRUE(resumed.ok());
    EXPECT_EQ(resumed->tests + lines.size() / 2, whole->tests);
    EXPECT_EQ(best_of(*resumed).printed().files[0].text, best_of(*whole).printed().files[0].text);
}

TEST(ModelPasses, PutAllIntoOneFileWhereThatIsEnough) {
    const CandidatePtr first = first_candidate(program::loaded(kProgram, {}),
                                               {print::Layout::PerFunction, print::Harness::Checksum});
    ASSERT_NE(first, nullptr);
    ASSERT_GT(first->printed().files.size(), 3u);
    Asks asks(divides);
    const auto reduced = reduce(first, all_passes(), asks);
    ASSERT_TRUE(reduced.ok());
    EXPECT_EQ(best_of(*reduced).printed().files.size(), 1u);
    EXPECT_EQ(best_of(*reduced).form(), (Form{print::Layout::OneFile, print::Harness::Brief, true, true}));

    Asks several([](const Candidate& candidate) { return candidate.printed().files.size() > 1; });
    const auto kept = reduce(first, all_passes(), several);
    ASSERT_TRUE(kept.ok());
    EXPECT_EQ(best_of(*kept).form().layout, print::Layout::PerFunction);
}

TEST(ModelPasses, WhatNeverRanGoesInOneTest) {
    Asks asks([](const Candidate&) { return true; });
    const Pass* const passes[] = {&dead_code()};
    const auto reduced = reduce(start(), passes, asks);
    ASSERT_TRUE(reduced.ok());
    EXPECT_EQ(reduced->passes[0].successes, 1u);
    const std::string& text = best_of(*reduced).printed().files[0].text;
    EXPECT_EQ(text.find("never = 5"), std::string::npos) << text;
    EXPECT_EQ(text.find("x - 1"), std::string::npos) << text;
}

// Is a quotient of a variable shown, at once or at the end, and not compared where it is computed?
bool shows_quotient(const Candidate& candidate) {
    const program::Program& p = candidate.program();
    bool found = false;
    program::walk(p, [&](program::NodeId id) {
        const program::Node& n = p[id];
        if (n.kind != NodeKind::Observe && n.kind != NodeKind::Assign) return;
        const bool stored = n.kind == NodeKind::Assign;
        if (stored && !p[p[n.child(program::at::Assign::target)].var()].observed) return;
        const program::Node& value =
            p[stored ? n.child(program::at::Assign::value) : n.child(program::at::Observe::value)];
        found |= value.kind == NodeKind::Binary && value.binary() == program::BinaryOp::Div &&
                 p[value.child(program::at::Binary::left)].kind == NodeKind::VarRef;
    });
    return found && candidate.printed().files[0].text.find("if (a /") == std::string::npos;
}

TEST(ModelPasses, ValuesAreShownInPlace) {
    const auto stored =
        "(global a int 7)(global r int)(func test void () (block (do (= r (/ a 3)))))(entry test)";
    Asks asks(shows_quotient);
    const auto reduced = reduce(first_candidate(program::loaded(stored, {}), {}), all_passes(), asks);
    ASSERT_TRUE(reduced.ok());
    EXPECT_EQ(best_of(*reduced).printed().files[0].text,
              "int a;\n\nint main() {\n    __builtin_printf(\"%d\\n\", a / 1);\n}\n");
}

TEST(Candidate, IsNotPrintedInAnotherForm) {
    const auto twice =
        "(global n int 2)(func test void () (block (while n (block (observe n) (do (-= n 1))))))"
        "(entry test)";
    const Form shown{print::Layout::OneFile, print::Harness::Show};
    EXPECT_EQ(first_candidate(program::loaded(twice, {}), shown), nullptr);
    const auto once = "(global n int 2)(func test void () (block (observe n)))(entry test)";
    const CandidatePtr made = first_candidate(program::loaded(once, {}), shown);
    ASSERT_NE(made, nullptr);
    EXPECT_EQ(made->printed().expected, "2\n2\n");
}

TEST(Candidate, ThereIsNoneWithoutAMeaning) {
    const auto broken = "(global g int)(func test void () (block (do (= g (/ 1 g)))))(entry test)";
    EXPECT_EQ(first_candidate(program::loaded(broken, {}), {}), nullptr);
    const auto endless = "(func test void () (block (while 1 (block))))(entry test)";
    EXPECT_EQ(first_candidate(program::loaded(endless, {}), {}), nullptr);
}

TEST(ModelPasses, HaveNamesOfTheirOwn) {
    std::set<std::string_view> names;
    for (const Pass* pass : all_passes()) EXPECT_TRUE(names.insert(pass->name()).second) << pass->name();
    EXPECT_GE(names.size(), 15u);
}

} // namespace
} // namespace assay::reduce::model
