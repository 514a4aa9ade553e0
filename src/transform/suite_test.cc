// The suite itself: for every promise a transform that breaks it, which must be found out.
#include "transform/examples.h"

#include "program/build.h"
#include "transform/kit/edit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace assay::transform {
namespace {

using testing::HasSubstr;
namespace at = program::at;

constexpr std::string_view kProgram = R"(
(global shown int 3)
(global other int 4)
(func unused int ((n int)) (block (return n)))
(func run void ()
  (block
    (declare x int 5)
    (if (> x 100) (block (do (= shown 7)) (empty)))
    (empty)
    (do (= shown (+ shown (* x other))))
    (observe (- x 2))))
(entry run)
)";

// A transform made of two functions, with whatever flags it claims to deserve.
class Fake final : public TransformOf<> {
  public:
    using Can = std::function<bool(const View&, NodeId)>;
    using Do = std::function<void(Program&, const NamedStep<NoArgs>&)>;
    Fake(Flags flags, Can can, Do perform)
        : TransformOf({"fake", "any", "any", flags}), can_(std::move(can)), do_(std::move(perform)) {}

  private:
    bool can(const View& view, const Named& step) const override { return can_(view, step.site); }
    void perform(Program& program, const Named& step) const override { do_(program, step); }
    Can can_;
    Do do_;
};

Fake::Can on(NodeKind kind) {
    return [kind](const View& view, NodeId site) { return view[site].kind == kind; };
}

// What the suite says about the first step that the transform proposes.
std::string verdict(const Transform& transform) {
    const Program program = program::load(kProgram, {}, "text").value();
    const Meaning meaning = meaning_of(program);
    const std::vector<Step> steps = sample_steps(transform, View(program, &meaning), 1);
    return steps.empty() ? "nothing proposed" : complaint(transform, program, meaning, steps[0]);
}

void swap_operands_of(Program& p, const NamedStep<NoArgs>& step) {
    std::swap(p[step.site].slot[at::Binary::left], p[step.site].slot[at::Binary::right]);
}

bool is_product(const View& view, NodeId site) {
    return view[site].kind == NodeKind::Binary && view[site].binary() == program::BinaryOp::Mul;
}

TEST(Suite, AcceptsAnHonestTransform) {
    EXPECT_EQ(verdict(Fake({.preserves = true}, is_product, swap_operands_of)), "");
}

TEST(Suite, FindsAProgramThatTheCheckerRefuses) {
    const Fake to_break({.preserves = true}, on(NodeKind::Empty), [](Program& p, const auto& step) {
        become(p, step.site, program::Build(p).break_());
    });
    EXPECT_THAT(verdict(to_break), HasSubstr("the checker refuses"));
}

TEST(Suite, FindsAChangedMeaning) {
    const auto increment = [](Program& p, const auto& step) {
        p[step.site].set_bits(p[step.site].bits() + 1);
    };
    EXPECT_THAT(verdict(Fake({.preserves = true}, on(NodeKind::IntConst), increment)),
                HasSubstr("final values differ"));
    const Fake observed(
        {.preserves = true},
        [](const View& view, NodeId site) {
            return view[site].kind == NodeKind::IntConst && view[site].bits() == 2;
        },
        increment);
    EXPECT_THAT(verdict(observed), HasSubstr("observed values differ"));
}

TEST(Suite, FindsAProgramThatIsNoLongerDefined) {
    const Fake to_division({.preserves = true}, is_product, [](Program& p, const auto& step) {
        p[step.site].op = static_cast<uint8_t>(program::BinaryOp::Div);
        p[p[step.site].child(1)] = p[program::Build(p).integer(0)];
    });
    EXPECT_THAT(verdict(to_division), HasSubstr("not defined any more: undefined: divide-by-zero"));
}

TEST(Suite, FindsTouchedLiveCode) {
    EXPECT_THAT(verdict(Fake({.dead_only = true}, is_product, swap_operands_of)),
                HasSubstr("which ran, has another child"));
    const auto is_live_empty = [](const View& view, NodeId site) {
        return view[site].kind == NodeKind::Empty && !view.is_dead(site);
    };
    const auto to_block = [](Program& p, const auto& step) {
        become(p, step.site, program::Build(p).block({}));
    };
    EXPECT_THAT(verdict(Fake({.dead_only = true}, is_live_empty, to_block)),
                HasSubstr("which ran, is another node"));
    const Fake wrap({.dead_only = true}, on(NodeKind::Observe), [](Program& p, const auto& step) {
        const NodeId inner = moved_out(p, step.site);
        become(p, step.site, program::Build(p).block({&inner, 1}));
    });
    EXPECT_NE(verdict(wrap), "");
}

TEST(Suite, FindsRemovedLiveCode) {
    const Fake drop_empty({.dead_only = true}, on(NodeKind::Block), [](Program& p, const auto& step) {
        for (const NodeId stmt : std::vector(p.list(p[step.site], 0).begin(), p.list(p[step.site], 0).end()))
            if (p[stmt].kind == NodeKind::Empty) erase_stmt(p, step.site, stmt);
    });
    // Of the first block with an empty statement, the one that runs.
    const Program program = program::load(kProgram, {}, "text").value();
    const Meaning meaning = meaning_of(program);
    const Step step = drop_empty.step_at(View(program), program[program.entry].body);
    EXPECT_THAT(complaint(drop_empty, program, meaning, step), HasSubstr("which ran, is gone"));
}

TEST(Suite, AcceptsChangesOfDeadCode) {
    const Fake dead(
        {.dead_only = true},
        [](const View& view, NodeId site) {
            return view[site].kind == NodeKind::IntConst && view[site].bits() == 7;
        },
        [](Program& p, const auto& step) { p[step.site].set_bits(99); });
    EXPECT_EQ(verdict(dead), "");
}

TEST(Suite, FindsTouchedDeclarations) {
    const Fake unobserved({.dead_only = true}, on(NodeKind::Observe), [](Program& p, const auto&) {
        p[p.globals[1]].storage = program::Storage::Static;
    });
    EXPECT_THAT(verdict(unobserved), HasSubstr("variable"));
}

TEST(Suite, FindsWhatDoesNotShrink) {
    EXPECT_EQ(verdict(Fake({.shrinks = true}, is_product, swap_operands_of)), "it is not smaller");
    const Fake wrap({.shrinks = true}, on(NodeKind::Observe), [](Program& p, const auto& step) {
        const NodeId inner = moved_out(p, step.site);
        become(p, step.site, program::Build(p).block({&inner, 1}));
    });
    EXPECT_EQ(verdict(wrap), "it is not smaller");
}

TEST(Suite, FindsHiddenState) {
    int calls = 0;
    const Fake counting({.shrinks = true}, is_product, [&calls](Program& p, const auto& step) {
        become(p, step.site, program::Build(p).integer(++calls));
    });
    EXPECT_EQ(verdict(counting), "replayed, it gives another program");
    // Three times when proposed, once more by the editor, then by replay.
    for (const auto& [times, problem] :
         {std::pair(3, "it does not apply"), std::pair(4, "does not replay")}) {
        int asked = 0;
        const auto can = [&asked, most = times](const View& view, NodeId site) {
            return is_product(view, site) && asked++ < most;
        };
        EXPECT_THAT(verdict(Fake({.preserves = true}, can, swap_operands_of)), HasSubstr(problem));
    }
}

TEST(Suite, FindsChangesFarFromTheSite) {
    const Fake elsewhere({.preserves = true}, on(NodeKind::Observe), [](Program& p, const auto&) {
        const NodeId stmt = p.list(p[p.funcs[0].body], at::Block::stmts)[0], inner = moved_out(p, stmt);
        become(p, stmt, program::Build(p).block({&inner, 1}));
    });
    EXPECT_EQ(verdict(elsewhere), "it changes more than the tree below its site");
}

TEST(Suite, FindsATransformThatNeverProposes) {
    const Fake dead(
        {.preserves = true}, [](const View&, NodeId) { return false; }, swap_operands_of);
    EXPECT_EQ(verdict(dead), "nothing proposed");
}

} // namespace
} // namespace assay::transform
