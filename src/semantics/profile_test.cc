// Budgets, the profile, guarded meaning, and what is told of each value shown.
#include "semantics/evaluate_case.h"

#include "program/walk.h"

#include <gtest/gtest.h>

namespace assay::semantics {
namespace {

using program::NodeKind;

program::Program with_body(const std::string& body, const std::string& globals = "") {
    return checked(globals + "(global r int)(func run void () (block " + body + "))(entry run)");
}

// The only node of this kind (and operator).
NodeId only(const program::Program& p, NodeKind kind, int op = -1) {
    NodeId found;
    program::walk(p, [&](NodeId id) {
        if (p[id].kind != kind || (op >= 0 && p[id].op != op)) return;
        base::check(!found.valid(), "there is one such node");
        found = id;
    });
    base::check(found.valid(), "there is such a node");
    return found;
}

std::string with_options(const std::string& body, const EvaluateOptions& options,
                         const std::string& globals = "") {
    return run_body(body, globals, {}, options);
}

TEST(Budget, EndsLoops) {
    for (const char* loop :
         {"(while 1 (empty))", "(for _ _ _ (empty))", "(dowhile (empty) 1)", "(label a) (goto a)"})
        EXPECT_EQ(with_options(loop, {.step_budget = 1000}), "over budget") << loop;
}

TEST(Budget, CountsBytesThatNoNodeShows) {
    const char* const s = "(struct S (field a (array int 10000)))(global unobserved s (struct S))(global "
                          "unobserved t (struct S))";
    const EvaluateOptions options{.step_budget = 10000};
    EXPECT_EQ(with_options("(for (declare i int 0) (< i 100) (postinc i) (do (= s t)))", options, s),
              "over budget");
    EXPECT_EQ(
        with_options("(for (declare i int 0) (< i 100) (postinc i) (block (declare u (struct S) (init))))",
                     options, s),
        "over budget");
    EXPECT_EQ(
        with_options("(for (declare i int 0) (< i 100) (postinc i) (do (builtin memset (addr s) 0 40000)))",
                     options, s),
        "over budget");
}

TEST(Budget, CallDepthAndStack) {
    const char* const f =
        "(func f int ((n int)) (block (if (== n 0) (return 0)) (return (+ 1 (call f (- n 1))))))"
        "(func g int ((n int)) (block (declare a (array int 10000)) (do (= ([] a 0) n))"
        " (if (== n 0) (return 0)) (return (+ ([] a 0) (call g (- n 1))))))";
    EXPECT_EQ(with_options("(do (= r (call f 100)))", {}, f), "r=100");
    EXPECT_EQ(with_options("(do (= r (call f 100)))", {.call_depth = 50}, f), "over budget");
    EXPECT_EQ(with_options("(do (= r (call g 3)))", {}, f), "r=6");
    EXPECT_EQ(with_options("(do (= r (call g 100)))", {}, f), "over budget") << "4 MB of locals";
}

TEST(Budget, HugeVariableLengthArrays) {
    EXPECT_EQ(with_options("(do (= r 65536)) (declare v (vla (struct B)) (length r))", {},
                           "(struct B (field x (array char 65536)))"),
              "over budget");
}

// Deep trees times deep recursion must not take the interpreter's own stack.
TEST(Budget, NestedEvaluation) {
    constexpr size_t kDepth = 400;
    std::string value = "(call f (- n 1))" + std::string(kDepth, ')');
    for (size_t i = 0; i < kDepth; ++i) value.insert(0, "(~ ");
    const std::string f = "(func f int ((n int)) (block (if (== n 0) (return 1)) (return " + value + ")))";
    EXPECT_EQ(with_options("(do (= r (call f 5)))", {}, f), "r=1");
    EXPECT_EQ(with_options("(do (= r (call f 150)))", {}, f), "over budget");
}

TEST(Budget, PointersToShortLivedObjects) {
    EXPECT_EQ(
        with_options(
            "(for (declare i int 0) (< i 200000) (postinc i) (block (declare x int i) (do (= p (addr x)))"
            " (do (= r (deref p)))))",
            {}, "(global p (ptr int))"),
        "r=199999");
}

TEST(Profile, CountsRunsBranchesAndValues) {
    const program::Program p =
        with_body("(for (declare i int 0) (< i 10) (postinc i) (if (== (% i 3) 0) (do (+= r i))))");
    const Meaning m = evaluate(p, {.profile = true});
    ASSERT_TRUE(m.defined());
    using program::BinaryOp;
    const auto& loop = m.profile[only(p, NodeKind::For).index];
    EXPECT_EQ(loop.runs, 1u);
    EXPECT_EQ(loop.taken, 10u);
    const auto& branch = m.profile[only(p, NodeKind::If).index];
    EXPECT_EQ(branch.runs, 10u);
    EXPECT_EQ(branch.taken, 4u);
    const auto& rest = m.profile[only(p, NodeKind::Binary, static_cast<int>(BinaryOp::Rem)).index];
    EXPECT_EQ(rest.runs, 10u);
    EXPECT_EQ(rest.smallest, 0);
    EXPECT_EQ(rest.largest, 2);
    const auto& sum = m.profile[only(p, NodeKind::CompoundAssign).index];
    EXPECT_EQ(sum.runs, 4u);
    EXPECT_EQ(sum.largest, 18);
    EXPECT_TRUE(evaluate(p).profile.empty());
}

TEST(Profile, ClampsWideValues) {
    const program::Program p = with_body("(observe (~ (cast ullong r)))");
    const Meaning m = evaluate(p, {.profile = true});
    EXPECT_EQ(m.profile[only(p, NodeKind::Unary).index].largest, INT64_MAX);
}

TEST(Profile, GuardAllTellsWhatIsUnsafe) {
    const program::Program p =
        with_body("(for (declare i int 0) (< i 3) (postinc i) (block (do (= r (/ 12 i))) (observe r)))");
    const Meaning m = evaluate(p, {.profile = true, .guard_all = true});
    ASSERT_TRUE(m.defined());
    const auto& quotient =
        m.profile[only(p, NodeKind::Binary, static_cast<int>(program::BinaryOp::Div)).index];
    EXPECT_EQ(quotient.ub, uint64_t{1} << static_cast<unsigned>(Ub::DivideByZero));
    EXPECT_EQ(quotient.largest, 12) << "the left operand stands for the result";
    EXPECT_EQ(m.observed.at(0).times, 3u);
    EXPECT_FALSE(m.observed.at(0).same);
    EXPECT_EQ(evaluate(p).ub, Ub::DivideByZero);
}

TEST(Guard, KeepsTheLeftOperand) {
    const std::string big = "(do (= r 2147483647)) ";
    EXPECT_EQ(run_body(big + "(do (guard (+= r 1)))"), "r=2147483647");
    EXPECT_EQ(run_body(big + "(do (guard (postinc r)))"), "r=2147483647");
    EXPECT_EQ(run_body(big + "(do (= r (guard (neg (- (neg r) 1)))))"), "r=-2147483648");
    EXPECT_EQ(run_body("(do (= r (guard (<< 5 (neg 1)))))"), "r=5");
    EXPECT_EQ(run_body("(declare c uchar (int uchar 200)) (do (guard (<<= c 40))) (do (= r c))"), "r=200");
}

TEST(Shown, InTheOrderOfTheChecksum) {
    const program::Program p = with_body("(observe 5) (do (= r 7)) (observe 2.0)");
    std::vector<std::pair<bool, base::UInt128>> seen;
    uint64_t checksum = kHashStart;
    const Meaning m = evaluate(p, {.on_shown = [&](NodeId node, const Scalar& value) {
                                   seen.emplace_back(node.valid(), value.bits);
                                   checksum = mix(checksum, p, value);
                               }});
    ASSERT_EQ(seen.size(), 3u);
    EXPECT_EQ(seen[0], std::pair(true, base::UInt128{5}));
    EXPECT_EQ(seen[1], std::pair(true, base::UInt128{0x4000000000000000}));
    EXPECT_EQ(seen[2], std::pair(false, base::UInt128{7}));
    EXPECT_EQ(checksum, m.checksum);
}

} // namespace
} // namespace assay::semantics
