#include "transform/view.h"

#include "program/text.h"
#include "program/walk.h"
#include "semantics/evaluate.h"
#include "transform/kit/places.h"
#include "transform/kit/scope.h"

#include <gtest/gtest.h>

namespace assay::transform {
namespace {

struct Seen {
    Program program;
    Meaning meaning;
    explicit Seen(std::string_view text) : program(program::load(text, {}, "text").value()) {
        semantics::EvaluateOptions options;
        options.profile = true;
        meaning = semantics::evaluate(program, options);
        base::check(meaning.defined(), "the program of the test is not defined");
    }
    View view() const { return View(program, &meaning); }
};

// The constant of that value: tests mark places with constants that occur once.
NodeId mark(const Program& p, UInt128 value) {
    NodeId found;
    program::walk(p, [&](NodeId id) {
        if (p[id].kind != NodeKind::IntConst || p[id].bits() != value) return;
        base::check(!found, "the mark is there twice");
        found = id;
    });
    base::check(found.valid(), "the mark is not there");
    return found;
}

VarId named(const Program& p, std::string_view name) {
    for (uint32_t i = 0; i < p.vars.size(); ++i)
        if (p.name(VarId{i}) == name) return {i};
    base::fail("no variable has this name");
}

constexpr std::string_view kControl = R"(
(global g int 0)
(func never void () (block (declare static s int 901) (do (= g 101))))
(func run void ()
  (block
    (declare x int 1)
    (if (== x 902) (do (= g 102)) (do (= ([] (addr g) (& 903 0)) 904)))
    (do (= g (?: (> x 0) 905 103)))
    (do (= g (&& (< x 0) 104)))
    (do (= g (|| (< x 0) 906)))
    (while (< x 0) (do (= x 105)))
    (for _ (< x 0) (+= x 106) (do (= x 107)))
    (for _ (< x 907) (+= x 108) (break))
    (switch x
      (block
        (case 908) (do (= g 109)) (break)
        (case 1) (do (= g 909)) (break)
        (default) (do (= g 110))))
    (if (> x 910) (switch x (block (case 111) (do (= g 112)))))
    (return)
    (do (= g 113))))
(entry run)
)";

TEST(View, KnowsWhatNeverRan) {
    const Seen seen(kControl);
    const View view = seen.view();
    for (UInt128 value = 101; value <= 113; ++value)
        EXPECT_TRUE(view.is_dead(mark(seen.program, value))) << base::to_text(value);
    for (UInt128 value = 901; value <= 910; ++value)
        EXPECT_FALSE(view.is_dead(mark(seen.program, value))) << base::to_text(value);
}

TEST(View, AssumesNothingAboutWhatItDoesNotKnow) {
    Seen seen(kControl);
    const View blind(seen.program);
    for (const NodeId id : blind.nodes()) EXPECT_FALSE(blind.is_dead(id));
    seen.meaning.profile.resize(10); // as if the other nodes were newer
    const View view = seen.view();
    EXPECT_EQ(view.profile({11}), nullptr);
    EXPECT_FALSE(view.is_dead(mark(seen.program, 113)));
    seen.meaning.outcome = semantics::Outcome::OverBudget;
    EXPECT_EQ(seen.view().profile({1}), nullptr);
}

TEST(View, KnowsUsesOfVariables) {
    const Seen seen(R"(
(struct S (field a (array int 2)))
(global plain int 1) (global written int 1) (global pointed int 1) (global decaying (array int 2))
(global indexed (array int 2)) (global member (struct S)) (global measured (array int 2)) (global unused int)
(global start (ptr int) decaying)
(func run void ()
  (block
    (do (= written (+ plain plain)))
    (do (= (deref (addr pointed)) 3))
    (do (= ([] indexed 1) (sizeof measured)))
    (do (postinc ([] (. member a) 0)))))
(entry run)
)");
    const View view = seen.view();
    const auto use = [&](std::string_view name) { return view.use(named(seen.program, name)); };
    EXPECT_EQ(use("plain").refs, 2u);
    EXPECT_FALSE(use("plain").written() || use("plain").addressed());
    EXPECT_TRUE(use("written").written() && !use("written").addressed());
    EXPECT_TRUE(use("pointed").addressed() && !use("pointed").written());
    EXPECT_TRUE(use("decaying").addressed());
    EXPECT_TRUE(use("indexed").written() && !use("indexed").addressed());
    EXPECT_TRUE(use("member").written() && !use("member").addressed());
    EXPECT_FALSE(use("measured").addressed());
    EXPECT_EQ(use("unused").refs, 0u);
}

TEST(View, KnowsWhatRunsInsidePureFunctions) {
    const Seen seen(R"(
(func static pure clean int ((n int)) (block (return (call helper n))))
(func static helper int ((n int)) (block (return (call deeper n))))
(func static deeper int ((n int)) (block (return n)))
(func static free_one int ((n int)) (block (return (call deeper n))))
(func run void () (block (observe (call clean 1)) (observe (call free_one 2))))
(entry run)
)");
    const View view = seen.view();
    const bool expected[] = {true, true, true, false, false};
    for (uint32_t i = 0; i < 5; ++i) EXPECT_EQ(view.use(FuncId{i}).in_pure_code, expected[i]) << i;
    EXPECT_EQ(view.use(FuncId{2}).calls, 2u);
    EXPECT_EQ(view.use(FuncId{2}).from_outside, 2u);
}

TEST(Places, TellWhereOnlyTheValueMatters) {
    const Seen seen(R"(
(struct F (bits b uint 3))
(global g int 201) (global f (struct F)) (global p (ptr int) (cast (ptr int) 0))
(func run void ()
  (block
    (declare room (vla int) (length (+ g 202)))
    (declare x int 301)
    (do (= ([] (addr x) (- 302 302u)) 303))
    (switch x (block (case 203) (do (= (. f b) 304)) (break)))
    (do (= g (?: (sizeof (+ x 305)) (builtin expect 306l 204l) (cast short 307))))))
(entry run)
)");
    const View view = seen.view();
    for (const unsigned value : {201u, 202u, 203u, 204u})
        EXPECT_FALSE(wants_value(view, mark(seen.program, value))) << value;
    for (const unsigned value : {201u, 203u, 204u})
        EXPECT_TRUE(wants_constant(view, mark(seen.program, value))) << value;
    for (const unsigned value : {301u, 303u, 304u, 305u, 306u, 307u})
        EXPECT_TRUE(wants_value(view, mark(seen.program, value))) << value;
    for (const NodeId id : view.nodes()) {
        const Node& n = view[id];
        if (n.kind == NodeKind::IntConst && n.bits() == 0) {
            EXPECT_FALSE(wants_constant(view, id)) << "a null pointer";
        }
        if (n.kind == NodeKind::Member) {
            EXPECT_FALSE(wants_value(view, id)) << "a bit-field";
        }
    }
}

TEST(Scope, FollowsHiding) {
    const Seen seen(R"(
(global a int 1) (global b int 2)
(func run void ()
  (block
    (observe 401)
    (declare a int 402)
    (for (declare b int 0) (< b 1) (postinc b) (block (observe 403) (declare c int b) (observe 404)))
    (observe 405)))
(entry run)
)");
    const View view = seen.view();
    const auto variables = [&](UInt128 at) {
        std::vector<VarId> found = Scope::at(view, mark(seen.program, at)).variables();
        return found.size();
    };
    const VarId global_a = seen.program.globals[0], global_b = seen.program.globals[1];
    EXPECT_TRUE(is_visible(view, mark(seen.program, 401), global_a));
    EXPECT_FALSE(is_visible(view, mark(seen.program, 402), global_a)) << "hidden in the initialiser already";
    EXPECT_TRUE(is_visible(view, mark(seen.program, 402), global_b));
    EXPECT_FALSE(is_visible(view, mark(seen.program, 403), global_b));
    EXPECT_TRUE(is_visible(view, mark(seen.program, 405), global_b));
    EXPECT_EQ(variables(401), 2u);
    EXPECT_EQ(variables(403), 2u);
    EXPECT_EQ(variables(404), 3u);
}

} // namespace
} // namespace assay::transform
