// What single steps of shrinking transforms leave; that they keep their promises is the suite's matter.
#include "program/text.h"
#include "semantics/evaluate_case.h"
#include "transform/registry.h"

#include <gtest/gtest.h>

namespace assay::transform {
namespace {

// The body of run() after each step that is proposed, in order; other parts of the program with `whole`.
std::vector<std::string> results(const Transform& transform, const std::string& globals,
                                 const std::string& body) {
    const Program p = semantics::checked(globals + "(func run void () (block " + body + "))(entry run)", {});
    const semantics::Meaning meaning = semantics::evaluate(p, {.profile = true});
    const View view(p, &meaning);
    std::vector<Step> steps;
    for (const NodeId id : view.nodes()) transform.propose(view, id, 0, steps);
    std::vector<std::string> found;
    for (Step& step : steps) {
        Program after = p;
        transform.apply(after, step);
        std::string text = program::save(after), line;
        for (const char c : text) // one line, one blank between words
            if (c != '\n' && (c != ' ' || line.empty() || line.back() != ' '))
                line += c;
            else if (!line.empty() && line.back() != ' ')
                line += ' ';
        found.push_back(line);
    }
    return found;
}

bool holds(const std::vector<std::string>& all, const std::string& piece) {
    for (const std::string& one : all)
        if (one.find(piece) != std::string::npos) return true;
    return false;
}

#define EXPECT_HOLDS(all, piece) EXPECT_TRUE(holds(all, piece)) << testing::PrintToString(all)

TEST(Shrinks, BranchesTurnAround) {
    const char* const globals = "(global r int)";
    EXPECT_HOLDS(results(turn_branch(), globals, "(if (< r 9) (empty) (do (= r 1)))"),
                 "(if (>= r 9) (do (= r 1)))");
    EXPECT_HOLDS(results(turn_branch(), globals, "(if r (empty) (do (= r 1)))"), "(if (! r) (do (= r 1)))");
    EXPECT_TRUE(results(turn_branch(), globals, "(if r (do (= r 2)) (do (= r 1)))").empty());
}

TEST(Shrinks, ListsLoseTheirEnd) {
    const auto all = results(shorten_list(), "(global a (array int 4) (init 5 6 7 8))", "");
    ASSERT_EQ(all.size(), 3u);
    EXPECT_HOLDS(all, "(init 5))");
    EXPECT_HOLDS(all, "(init 5 6))");
    EXPECT_HOLDS(all, "(init 5 6 7))");
    EXPECT_TRUE(results(shorten_list(), "(global a (array int 4) (init 5))", "").empty());
}

TEST(Shrinks, ConstantsAreJoined) {
    const char* const globals = "(global r int)(global u uint)";
    const auto joined = [&](const std::string& value, const std::string& made) {
        EXPECT_HOLDS(results(join_constants(), globals, "(do (= r " + value + "))"), made);
    };
    joined("(- (+ r 3) 5)", "(= r (+ r -2))");
    joined("(+ -1 (- r 4))", "(= r (+ r -5))");
    joined("(^ 6 (^ 3 r))", "(= r (^ r 5))");
    joined("(& (& r 6) 3)", "(= r (& r 2))");
    for (const char* other : {"(- (+ r 2147483647) -5)", "(- (* r 3) 5)", "(+ (+ u 3u) 4)", "(- 3 (- 5 r))"})
        EXPECT_TRUE(results(join_constants(), globals, std::string("(do (= r ") + other + "))").empty())
            << other;
}

TEST(Shrinks, PointersGiveWayToWhatTheyPointTo) {
    const char* const globals = "(global x int 3)(global a (array int 3) (init 1 2 3))(global r int)";
    const auto all = [&](const std::string& body) { return results(drop_pointer(), globals, body); };
    EXPECT_HOLDS(all("(declare p (ptr int) (addr x)) (do (= r (deref p)))"), "(block (do (= r x)))");
    EXPECT_HOLDS(all("(declare p (ptr int) a) (do (= r (deref p)))"), "(do (= r ([] a 0)))");
    EXPECT_HOLDS(all("(declare p (ptr int) a) (do (= r ([] p x)))"), "(do (= r ([] a x)))");
    EXPECT_HOLDS(all("(declare p (ptr int) (addr ([] a 2))) (do (= (deref p) r))"), "(do (= ([] a 2) r))");
    EXPECT_TRUE(all("(declare p (ptr int) a) (do (= r (deref p))) (do (postinc p))").empty()) << "it moves";
}

TEST(Shrinks, RowsBecomeNumbers) {
    const char* const globals =
        "(global a (array (array int 3) 2) (init (init 1 2 3) (init 4)))(global r int)";
    const auto all = results(lower_rows(), globals, "(do (= r ([] ([] a 1) r)))");
    EXPECT_HOLDS(all, "(global a (array int 2) (init 1 4))");
    EXPECT_HOLDS(all, "(do (= r ([] a 1)))");
}

TEST(Shrinks, SubscriptsAreObserved) {
    const char* const globals = "(global unobserved a (array (array int 3) 2))(global r int)(global n int 1)";
    const auto all = [&](const std::string& body) { return results(observe_subscript(), globals, body); };
    const auto alone = all("(do ([] ([] a (- n 1)) 2))");
    EXPECT_HOLDS(alone, "(observe (- n 1))");
    EXPECT_FALSE(holds(alone, "global unobserved a")) << testing::PrintToString(alone);
    const auto used = all("(do (= r ([] ([] a n) (+ n 1)))) (do (= r ([] ([] a 0) 1)))");
    EXPECT_HOLDS(used, "(observe (+ n 1)) (do (= r ([] ([] a 0) 1)))");
    EXPECT_HOLDS(used, "global unobserved a");
    EXPECT_HOLDS(all("(declare l (array int 2)) (do (= r ([] l (- n 1))))"), "(block (observe (- n 1)))");
    EXPECT_TRUE(all("(while n (block (do (= n ([] ([] a n) 1)))))").empty()) << "it is in a loop";
}

TEST(Shrinks, ValuesAreObservedInPlace) {
    const char* const globals = "(global r int)(global unobserved n int 1)";
    const auto all = [&](const std::string& body) { return results(observe_in_place(), globals, body); };
    EXPECT_HOLDS(all("(do (= r (- n 4)))"), "(global unobserved r int)");
    EXPECT_HOLDS(all("(do (= r (- n 4)))"), "(observe (- n 4))");
    EXPECT_HOLDS(all("(do (+= r n))"), "(observe (+ r n))");
    EXPECT_HOLDS(all("(if n (do (= r 3)))"), "(if n (observe 3))");
    EXPECT_TRUE(all("(do (= n 4))").empty()) << "it is not shown";
    EXPECT_TRUE(all("(while (< r 3) (do (+= r 1)))").empty()) << "it has several values";
    EXPECT_HOLDS(results(store_observed(), globals, "(observe (- n 4))"), "(do (= n (- n 4)))");
    EXPECT_HOLDS(results(store_observed(), globals, "(observe (- n 4))"), "(do (= out");
    EXPECT_TRUE(results(store_observed(), "(global unobserved n (const int) 1)", "(observe n)").size() == 1);
    // And not back again.
    EXPECT_TRUE(results(observe_at_end(), globals, "(observe n)").empty());
    EXPECT_FALSE(results(observe_at_end(), globals, "(while n (block (observe n) (do (-= n 1))))").empty());
}

} // namespace
} // namespace assay::transform
