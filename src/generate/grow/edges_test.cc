#include "generate/grow/edges.h"

#include "generate/grow/sites.h"
#include "program/text.h"
#include "semantics/evaluate.h"

#include <gtest/gtest.h>

namespace assay::generate::grow {
namespace {

// What becomes of the expression, with x = 5, n = -5, u = 7u, where every decision is taken.
std::string moved(const std::string& expression) {
    const std::string text =
        "(global x int 5)\n(global n int -5)\n(global u uint 7u)\n(global c uchar (int uchar 255))\n"
        "(func run void ()\n  (block\n    (for (declare i int 0) (< i 9) (postinc i) (observe " +
        expression + "))))\n(entry run)\n";
    program::Program p = program::load(text, {}, "text").value();
    semantics::EvaluateOptions options;
    options.profile = true;
    const semantics::Meaning before = semantics::evaluate(p, options);
    EXPECT_TRUE(before.defined());
    choice::Policy policy;
    for (const choice::Site* site : edge_sites()) policy.set_weight(*site, "no", 0);
    choice::Tally tally;
    choice::Session session(policy, tally);
    choice::Choices choices(session, 1);
    move_to_edges(p, before, choices);
    EXPECT_EQ(describe(semantics::evaluate(p)), describe(before)) << expression;
    const std::string after = program::save(p);
    const size_t begin = after.find("(observe ") + 9;
    return after.substr(begin, after.rfind("))))") - begin);
}

TEST(Edges, ConstantsMoveToWhereTheAnswerWouldTurn) {
    EXPECT_EQ(moved("(< x 100)"), "(< x 6)");
    EXPECT_EQ(moved("(< x -100)"), "(< x 5)");
    EXPECT_EQ(moved("(<= x 100)"), "(<= x 5)");
    EXPECT_EQ(moved("(<= x -100)"), "(<= x 4)");
    EXPECT_EQ(moved("(> x 100)"), "(> x 5)");
    EXPECT_EQ(moved("(> x -100)"), "(> x 4)");
    EXPECT_EQ(moved("(>= x 100)"), "(>= x 6)");
    EXPECT_EQ(moved("(>= x -100)"), "(>= x 5)");
    EXPECT_EQ(moved("(== x 100)"), "(== x 6)");
    EXPECT_EQ(moved("(!= x 100)"), "(!= x 6)");
    EXPECT_EQ(moved("(< 100 x)"), "(< 5 x)");
    EXPECT_EQ(moved("(> 100 x)"), "(> 6 x)");
}

TEST(Edges, OfManyValuesTheLastOneCounts) {
    EXPECT_EQ(moved("(< i 100)"), "(< i 9)");
    EXPECT_EQ(moved("(> i -100)"), "(> i -1)");
    EXPECT_EQ(moved("(< i 4)"), "(< i 4)"); // the answer is not always the same
}

TEST(Edges, WhatIsComparedMayMoveByADistance) {
    EXPECT_EQ(moved("(< x n)"), "(< x (+ n 10))");
    EXPECT_EQ(moved("(> x n)"), "(> x (+ n 9))");
    EXPECT_EQ(moved("(<= n x)"), "(<= n (- x 10))");
    EXPECT_EQ(moved("(< i x)"), "(< i x)"); // several values
}

TEST(Edges, NothingMovesWhereSignsOrTypesWouldDecide) {
    EXPECT_EQ(moved("(< n u)"), "(< n u)");       // n is a large number there
    EXPECT_EQ(moved("(< n 3u)"), "(< n 3u)");     //
    EXPECT_EQ(moved("(> u -100)"), "(> u -100)"); // so is the constant
    EXPECT_EQ(moved("(< u 100u)"), "(< u 8u)");   // but here nothing is negative
    EXPECT_EQ(moved("(< c 1000)"), "(< c 1000)"); // no byte is 256
    EXPECT_EQ(moved("(== x 5)"), "(== x 5)");     // it is at the edge
    EXPECT_EQ(moved("(< 3 4)"), "(< 3 4)");
}

} // namespace
} // namespace assay::generate::grow
