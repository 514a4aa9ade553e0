#include "transform/kit/edit.h"

#include "program/check_program.h"
#include "program/text.h"
#include "program/walk.h"
#include "transform/size.h"

#include <gtest/gtest.h>

namespace assay::transform {
namespace {

namespace at = program::at;

Program loaded(std::string_view text) { return program::load(text, {}, "text").value(); }

NodeId first_stmt(const Program& p) { return p.list(p[p[p.entry].body], at::Block::stmts)[0]; }

TEST(Edit, ACopyHasVariablesAndLabelsOfItsOwn) {
    Program p = loaded(R"(
(global g int 1)
(func run void ()
  (block
    (block
      (declare n int (+ g 1))
      (declare static at_start (ptr int) (addr g))
      (declare room (vla int) (length n))
      (label again)
      (do (= ([] room 0) (-= n 1)))
      (if (> n 0) (goto again)))))
(entry run)
)");
    const NodeId copy = clone_fresh(p, first_stmt(p));
    insert_stmt(p, p[p.entry].body, 1, copy);
    const auto checked = program::check_program(p);
    ASSERT_TRUE(checked.ok()) << checked.error().message;
    const std::string text = program::save(p);
    EXPECT_EQ(program::save(loaded(text)), text);
    const auto stmts = p.list(p[p[p.entry].body], at::Block::stmts);
    std::vector<uint32_t> seen[2];
    for (size_t i = 0; i < 2; ++i)
        program::walk(p, stmts[i], [&](NodeId id) {
            const Node& n = p[id];
            if (n.kind == NodeKind::VarRef && !p[n.var()].is_global()) seen[i].push_back(n.var().index);
        });
    ASSERT_EQ(seen[0].size(), seen[1].size());
    for (size_t i = 0; i < seen[0].size(); ++i) EXPECT_NE(seen[0][i], seen[1][i]);
}

TEST(Edit, FreshNamesCollideWithNothing) {
    Program p = loaded("(global v7 int) (func v7x void () (block)) (entry v7x)");
    EXPECT_EQ(fresh_name(p, "v", 6), "v6");
    EXPECT_EQ(fresh_name(p, "v", 7), "v7xx");
    EXPECT_EQ(fresh_name(p, "y", 1), "y1x") << "y1 is a function of the C library";
}

TEST(Edit, ADiscardedStaticIsNotInitialisedAnyMore) {
    Program p = loaded("(func run void () (block (block (declare static s int (+ 1 2))))) (entry run)");
    const VarId var{0};
    ASSERT_EQ(p[var].storage, program::Storage::LocalStatic);
    const NodeId stmt = first_stmt(p);
    discard(p, stmt);
    erase_stmt(p, p[p.entry].body, stmt);
    EXPECT_FALSE(p[var].is_static_storage());
    EXPECT_FALSE(p[var].init.valid());
    EXPECT_TRUE(program::check_program(p).ok());
}

TEST(Size, GoesByNodesThenPartsThenNamesThenDetails) {
    const auto size = [](std::string_view body, std::string_view globals = "(global g int)") {
        return size_of(loaded(std::string(globals) + "(func run void () (block " + std::string(body) +
                              ")) (entry run)"));
    };
    const Size plain = size("(observe 1)");
    EXPECT_LT(size(""), plain);
    EXPECT_LT(size("(observe 1)", ""), plain);
    EXPECT_LT(size("(observe 0)"), plain);
    EXPECT_LT(plain, size("(observe 2)"));
    EXPECT_LT(size("(observe 5)"), size("(observe -5)"));
    EXPECT_LT(size("(observe -1)"), size("(observe 4)"));
    EXPECT_LT(size("(observe 1000000)"), size("(observe 'a')"));
    EXPECT_LT(size("(observe 'a')"), size("(observe g)"));
    EXPECT_LT(size("(observe g)"), size("(observe (plus 0))"));
    EXPECT_LT(size("(observe 0.0)"), size("(observe 1.0)"));
    EXPECT_LT(size("(observe 4.0)"), size("(observe 4.5)"));
    EXPECT_LT(size("(observe (/ 1 2))"), size("(observe (guard (/ 1 2)))"));
    EXPECT_LT(plain, size("(observe 1)", "(global g (volatile int))"));
    EXPECT_LT(size("(empty)"), size("(return)"));
}

} // namespace
} // namespace assay::transform
