#include "program/walk.h"

#include "program/build.h"
#include "program/check_program.h"
#include "program/test_texts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace assay::program {
namespace {

TEST(Walk, CountsWhatIsReachable) {
    Program p = loaded("(global g int (+ 1 2))(func f void () (block (declare x int 5) (do (= g x))))");
    // 3 of the global; block, declare, its 5, do, =, g, x
    EXPECT_EQ(count_nodes(p), 10u);
    Build(p).integer(7);
    EXPECT_EQ(count_nodes(p), 10u);
}

TEST(Walk, VisitsParentsFirstAndEachNodeOnce) {
    const Program p = loaded(kEveryKind);
    const std::vector<NodeId> parent_of = parents(p);
    std::vector<bool> seen(p.nodes.size());
    walk(p, [&](NodeId id) {
        EXPECT_FALSE(seen[id.index]);
        EXPECT_TRUE(!parent_of[id.index] || seen[parent_of[id.index].index]);
        seen[id.index] = true;
    });
    EXPECT_TRUE(std::ranges::all_of(seen, [](bool s) { return s; })); // a loaded program has no other nodes
}

TEST(Walk, ParentsKnowInitialisers) {
    const Program p = loaded(
        "(global g int 3)(func f void () (block (declare x (vla int) (length 4)) (declare y int (neg 5))))");
    const std::vector<NodeId> parent_of = parents(p);
    const auto stmts = p.list(p[p.funcs[0].body], at::Block::stmts);
    EXPECT_FALSE(parent_of[p.vars[0].init.index].valid());
    EXPECT_FALSE(parent_of[p.funcs[0].body.index].valid());
    EXPECT_EQ(parent_of[p.vars[1].length.index], stmts[0]);
    EXPECT_EQ(parent_of[p.vars[2].init.index], stmts[1]);
    EXPECT_EQ(parent_of[p[p.vars[2].init].child(0).index], p.vars[2].init);
}

TEST(Walk, CloneIsEqualAndSharesNoNode) {
    Program p = loaded(kEveryKind);
    const size_t before = p.nodes.size();
    for (uint32_t i = 0; i < p.funcs.size(); ++i) {
        const NodeId body = p.funcs[i].body;
        const NodeId copy = clone(p, body);
        EXPECT_TRUE(equal(p, body, copy));
        EXPECT_EQ(hash(p, body), hash(p, copy));
        for_each_child(p, p[copy], [&](NodeId child) { EXPECT_GE(child.index, before); });
    }
}

TEST(Walk, EqualAndHashSeeEveryDifference) {
    const Program p = loaded(R"(
        (struct S (field a int) (field b int))
        (global x int) (global y int) (global s (struct S)) (global q (ptr (fn int int)))
        (func g int ((n int)) (block (return n)))
        (func h int ((n int)) (block (return n)))
        (func f void () (block
          (do x) (do y) (do (+ x y)) (do (+ y x)) (do (- x y)) (do (guard (+ x y))) (do (form 1 (+ x y)))
          (do 1) (do 2) (do 1u) (do 1.5) (do 2.5) (do 1.5f) (do (int int128 0x10000000000000000)) (do (int int128 0))
          (do (. s a)) (do (. s b)) (do (call g 1)) (do (call h 1)) (do (callptr q 1)) (do (callptr q 2)) (do g) (do h)
          (do (cast long x)) (do (cast short x)) (do (sizeof-type int)) (do (sizeof-type long))
          (do (builtin popcount 1u)) (do (builtin parity 1u)) (do (preinc x)) (do (postinc x)) (do (comma x y)))))");
    std::vector<NodeId> exprs;
    for (const NodeId stmt : p.list(p[p.funcs[2].body], at::Block::stmts)) exprs.push_back(p[stmt].child(0));
    ASSERT_EQ(exprs.size(), 32u);
    for (size_t i = 0; i < exprs.size(); ++i)
        for (size_t k = 0; k < exprs.size(); ++k) {
            EXPECT_EQ(equal(p, exprs[i], exprs[k]), i == k) << i << " " << k;
            EXPECT_EQ(hash(p, exprs[i]) == hash(p, exprs[k]), i == k) << i << " " << k;
        }
}

TEST(Walk, EqualLooksIntoListsAndMissingChildren) {
    const Program p = loaded(R"((func f int () (block
        (block (empty)) (block (empty) (empty)) (block) (block (empty))
        (if 1 (empty)) (if 1 (empty) (empty)) (for _ 1 _ (empty)) (for _ _ 1 (empty)) (return 1))))");
    const auto stmts = p.list(p[p.funcs[0].body], at::Block::stmts);
    for (size_t i = 0; i < stmts.size(); ++i)
        for (size_t k = 0; k < stmts.size(); ++k) {
            const bool same = i == k || (i == 0 && k == 3) || (i == 3 && k == 0);
            EXPECT_EQ(equal(p, stmts[i], stmts[k]), same) << i << " " << k;
            EXPECT_EQ(hash(p, stmts[i]) == hash(p, stmts[k]), same) << i << " " << k;
        }
}

TEST(Walk, CompactKeepsTheProgramAndDropsTheRest) {
    Program p = loaded(kEveryKind);
    const std::string text = save(p);
    const size_t nodes = p.nodes.size();
    Build build(p);
    build.block(std::array{build.expr(build.integer(1)), build.empty()});
    clone(p, p.funcs[0].body);
    ASSERT_GT(p.nodes.size(), nodes);
    const Program small = compact(p);
    EXPECT_EQ(small.nodes.size(), nodes);
    EXPECT_LE(small.lists.size(), p.lists.size() - 2);
    EXPECT_EQ(save(small), text);
    EXPECT_TRUE(check_program(small).ok());
}

TEST(Walk, CompactLeavesNoDanglingInitialisers) {
    Program p = loaded("(func f void () (block (declare x int 5)))(entry f)");
    Build build(p);
    p.funcs[0].body = build.block({});
    const Program small = compact(p);
    EXPECT_EQ(small.nodes.size(), 1u);
    EXPECT_FALSE(small.vars[0].init.valid());
    EXPECT_TRUE(check_program(small).ok());
}

TEST(Build, WrapsIntegersIntoTheirType) {
    Program p;
    Build build(p);
    const auto value = [&](TypeId type, base::Int128 wanted) {
        return static_cast<base::Int128>(p[build.integer(type, wanted)].bits());
    };
    EXPECT_EQ(value(type::Int, base::Int128{1} << 31), -(base::Int128{1} << 31));
    EXPECT_EQ(value(type::UChar, -1), 255);
    EXPECT_EQ(value(type::Char, 200), -56);
    EXPECT_EQ(value(type::Bool, 2), 1);
    EXPECT_EQ(value(type::ULLong, -1), (base::Int128{1} << 64) - 1);
    EXPECT_EQ(value(type::Int128, -1), -1);
}

TEST(Build, MakesAProgramThatChecks) {
    Program p;
    Build b(p);
    const TypeId ints = p.types.array_of(type::Int, 3);
    const VarId table = b.global("table", ints, b.init(ints, std::array{b.integer(1), b.integer(2)}));
    const std::array params{std::pair<std::string_view, TypeId>{"n", p.types.qualified(type::UInt, kConst)}};
    const FuncId get = b.func("get", type::Int, params, kFuncStatic);
    p[get].body = b.block(std::array{b.return_(b.index(b.ref(table), b.ref(p.params(get)[0])))});
    const FuncId run = b.func("run", type::Void, {});
    const VarId i = b.local(run, "i", type::UInt, b.integer(type::UInt, 0));
    const NodeId call = b.call(get, std::array{b.ref(i)});
    const NodeId body = b.block(std::array{b.observe(b.binary(BinaryOp::Add, call, b.integer(5)))});
    const NodeId loop = b.for_(b.declare(i), b.binary(BinaryOp::Lt, b.ref(i), b.integer(type::UInt, 3)),
                               b.incdec(IncDecOp::PreInc, b.ref(i)), body);
    p[run].body = b.block(std::array{loop});
    p.entry = run;
    const base::Result<void> checked = check_program(p);
    EXPECT_TRUE(checked.ok()) << checked.error().message;
    EXPECT_EQ(save(p), R"((global static table (array int 3) (init 1 2))

(func static get int ((n (const uint)))
  (block
    (return ([] table n))))

(func run void ()
  (block
    (for (declare i uint 0u) (< i 3u) (preinc i) (block (observe (+ (call get i) 5))))))
(entry run)
)");
}

TEST(BuildDeathTest, StopsAtANodeThatDoesNotType) {
    Program p;
    Build b(p);
    EXPECT_DEATH(b.deref(b.integer(1)), "the operand is no pointer");
}

} // namespace
} // namespace assay::program
