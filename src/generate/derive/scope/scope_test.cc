#include "generate/derive/scope/strategy.h"

#include "choice/choices.h"

#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::generate::derive {
namespace {

using testing::ElementsAre;

constexpr int kInt = 3, kLong = 4;

int add(ScopeTree& tree, const std::string& name, int type, int scope) {
    Identifier identifier;
    identifier.name = name;
    identifier.type = type;
    identifier.scope = scope;
    const int id = tree.add(identifier);
    tree.reveal(id);
    return id;
}

std::vector<int> favourites(Strategy strategy, const ScopeTree& tree, int type = kInt) {
    std::vector<int> candidates = tree.of_type(type);
    keep_favourites(strategy, tree, candidates);
    return candidates;
}

// The program of the paper's figure 4: root {d, fun, main}; fun {..}; main {sum, a, b}; while; if; else.
TEST(ScopeTree, KeepsParentsPathsAndDistances) {
    ScopeTree tree;
    const int fun = tree.open();
    tree.close();
    const int main = tree.open();
    const int loop = tree.open();
    const int then = tree.open();
    EXPECT_THAT(tree.path(), ElementsAre(then, loop, main, 0));
    EXPECT_EQ(tree.distance(0, 0), 0);
    EXPECT_EQ(tree.distance(0, main), 1);
    EXPECT_EQ(tree.distance(main, then), 2);
    EXPECT_EQ(tree.distance(then, main), -1);
    EXPECT_EQ(tree.distance(fun, then), -1);
    tree.close();
    const int otherwise = tree.open();
    EXPECT_EQ(tree.scope(otherwise).parent, loop);
    EXPECT_EQ(tree.scope(0).size, 6);
    EXPECT_EQ(tree.scope(loop).size, 3);
    EXPECT_EQ(tree.scope(fun).size, 1);
}

TEST(ScopeTree, CandidatesAreThoseOfOpenScopesAndOfTheType) {
    ScopeTree tree;
    const int a = add(tree, "a", kInt, 0);
    const int inner = tree.open();
    const int b = add(tree, "b", kInt, inner);
    add(tree, "c", kLong, inner);
    const int late = add(tree, "late", kInt, 0); // a new one of an outer scope, as NIS makes them
    EXPECT_THAT(tree.of_type(kInt), ElementsAre(a, late, b));
    tree.close();
    EXPECT_THAT(tree.of_type(kInt), ElementsAre(a, late));
    EXPECT_TRUE(tree.of_type(kLong).empty());
    EXPECT_TRUE(tree.of_type(99).empty());
}

TEST(ScopeTree, AClosedFrameSeesOnlyItselfAndTheOutermost) {
    ScopeTree tree;
    const int global = add(tree, "g", kInt, 0);
    const int local = add(tree, "l", kInt, tree.open_frame(false));
    tree.open_frame(false);
    EXPECT_TRUE(tree.reachable(local)); // an inner function sees the variables around it
    tree.close();
    const int own = add(tree, "o", kInt, tree.open_frame(true));
    EXPECT_TRUE(tree.reachable(global));
    EXPECT_TRUE(tree.reachable(own));
    EXPECT_FALSE(tree.reachable(local));
}

TEST(ScopeTree, AHiddenIdentifierComesBackWithItsScope) {
    ScopeTree tree;
    const int outer = add(tree, "x", kInt, 0);
    Identifier second;
    second.name = "x";
    second.type = kLong;
    second.scope = tree.open();
    second.hides = outer;
    tree.hide(outer);
    EXPECT_FALSE(tree.reachable(outer));
    tree.reveal(tree.add(second));
    tree.close();
    EXPECT_TRUE(tree.reachable(outer));
}

TEST(Strategy, ClosestAndFarthestTakeTheScopeAndAllItsIdentifiers) {
    ScopeTree tree;
    const int root = add(tree, "r", kInt, 0);
    const int first = tree.open();
    const int p = add(tree, "p", kInt, first), q = add(tree, "q", kInt, first);
    tree.open(); // defines none of this type
    EXPECT_THAT(favourites(Strategy::Closest, tree), ElementsAre(p, q));
    EXPECT_THAT(favourites(Strategy::Farthest, tree), ElementsAre(root));
    EXPECT_THAT(favourites(Strategy::Random, tree), ElementsAre(root, p, q));
    EXPECT_TRUE(favourites(Strategy::Closest, tree, kLong).empty());
}

// Two identifiers of the root, which has one child: 2 scopes can use each.
TEST(Strategy, UniformityCoefficientIsAsTheFormulaSays) {
    ScopeTree tree;
    const int a = add(tree, "a", kInt, 0), b = add(tree, "b", kInt, 0);
    const int child = tree.open();
    const int c = add(tree, "c", kInt, child); // 1 scope
    EXPECT_DOUBLE_EQ(tree.isuc(), 0);
    tree.use(a);
    tree.use(a);
    EXPECT_DOUBLE_EQ(tree.isuc(), 2.0 / 2 - 0); // used in the child alone: the least is 0
    tree.use(b);
    EXPECT_DOUBLE_EQ(tree.isuc(), 1 + 1.0 / 2);
    tree.use(c);
    EXPECT_DOUBLE_EQ(tree.isuc(), 1.5 + (1.0 / 1 - 1));
    tree.close();
    tree.use(a);
    EXPECT_EQ(tree.least_uses(a), 1);
    EXPECT_DOUBLE_EQ(tree.isuc(), (3.0 / 2 - 1) + 1.0 / 2 + 0);
    tree.open(); // a scope more that can use a and b: 3, and the least is 0 again
    EXPECT_EQ(tree.least_uses(a), 0);
    EXPECT_DOUBLE_EQ(tree.isuc(), 3.0 / 3 + 1.0 / 3 + 0);
}

TEST(Strategy, StrengthCoefficientIsAsTheFormulaSays) {
    ScopeTree tree;
    const int a = add(tree, "a", kInt, 0), b = add(tree, "b", kInt, 0);
    tree.use(a);
    EXPECT_DOUBLE_EQ(tree.issc(), 1);
    tree.use(a);
    tree.use(a);
    EXPECT_DOUBLE_EQ(tree.issc(), 1 + 0.5 + 0.25);
    tree.use(b);
    EXPECT_DOUBLE_EQ(tree.issc(), 1.75 + 1);
    tree.open();
    tree.use(a);
    EXPECT_DOUBLE_EQ(tree.issc(), 2.75 + 1);
    EXPECT_THAT(favourites(Strategy::Decreasing, tree), ElementsAre(b));
}

// The paper's figure 7: a, b, c of main, and a = ? + ? inside the loop. Each is taken once before one is
// taken twice, by both strategies of global optimisation.
TEST(Strategy, GlobalOptimisationTakesEachOnceBeforeOneTwice) {
    for (Strategy strategy : {Strategy::Uniform, Strategy::Decreasing}) {
        ScopeTree tree;
        const int main = tree.open();
        for (const char* name : {"a", "b", "c"}) {
            const int id = add(tree, name, kInt, main);
            tree.use(id);
        }
        tree.open();
        std::vector<int> taken;
        for (int i = 0; i < 3; ++i) {
            const std::vector<int> best = favourites(strategy, tree);
            ASSERT_EQ(best.size(), 3U - i) << name_of(strategy);
            tree.use(best[0]);
            taken.push_back(best[0]);
        }
        EXPECT_THAT(taken, testing::UnorderedElementsAre(0, 1, 2));
    }
}

// Against the definition: the coefficient of the whole tree after each candidate's use.
TEST(Strategy, WhatIsKeptIsWhatTheCoefficientsSayOverRandomTrees) {
    choice::Session session;
    choice::Choices choices(session, 7);
    for (int round = 0; round < 300; ++round) {
        ScopeTree tree;
        for (int step = 0; step < 60; ++step) {
            switch (choices.below(5)) {
            case 0: tree.open(); break;
            case 1:
                if (tree.current() != 0) tree.close();
                break;
            case 2: {
                const std::vector<int> path = tree.path();
                add(tree, "v", kInt, path[choices.below(path.size())]);
                break;
            }
            default:
                if (const auto& all = tree.of_type(kInt); !all.empty())
                    tree.use(all[choices.below(all.size())]);
            }
        }
        const std::vector<int> all = tree.of_type(kInt);
        if (all.empty()) continue;
        for (Strategy strategy : {Strategy::Uniform, Strategy::Decreasing}) {
            std::vector<double> after;
            for (int id : all) {
                ScopeTree copy = tree;
                copy.use(id);
                after.push_back(strategy == Strategy::Uniform ? -copy.isuc() : copy.issc());
            }
            const double best = *std::max_element(after.begin(), after.end());
            std::vector<int> wanted;
            for (size_t i = 0; i < all.size(); ++i)
                if (std::abs(after[i] - best) < 1e-9) wanted.push_back(all[i]);
            ASSERT_EQ(favourites(strategy, tree), wanted) << name_of(strategy) << " round " << round;
        }
    }
}

TEST(Strategy, HasSixNames) {
    for (const char* name : {"NIS", "CIS", "FIS", "RIS", "SUIS", "SDIS"}) {
        auto strategy = strategy_named(name);
        ASSERT_TRUE(strategy) << name;
        EXPECT_EQ(name_of(*strategy), name);
    }
    EXPECT_FALSE(strategy_named("CISS"));
}

} // namespace
} // namespace assay::generate::derive
