// Lists of steps: replayed, cut, applied on what is known of an older program, and as the reducer would use
// them.
#include "transform/examples.h"
#include "transform/kit/args.h"

#include <gtest/gtest.h>

#include <functional>

namespace assay::transform {
namespace {

using Wanted = std::function<bool(const Flags&)>;

// One step somewhere, of a transform that is wanted; none if twenty tries find none.
std::optional<Step> some_step(const View& view, const Wanted& wanted, uint64_t word) {
    for (uint64_t i = 0; i < 20; ++i) {
        const uint64_t w = base::combine(word, i);
        const auto all = all_transforms();
        const Transform& transform = *all[w % all.size()];
        if (!wanted(transform.about().flags)) continue;
        std::vector<Step> steps;
        transform.propose(view, view.nodes()[base::scramble(w) % view.nodes().size()], base::scramble(w + 1),
                          steps);
        if (!steps.empty()) return steps[base::scramble(w + 2) % steps.size()];
    }
    return std::nullopt;
}

void apply_named(Program& program, Step& step) { transform_named(step.kind)->apply(program, step); }

const Wanted kKeeping = [](const Flags& flags) { return flags.preserves || flags.dead_only; };
const Wanted kPreserving = [](const Flags& flags) { return flags.preserves; };

struct Chain {
    Program program;
    std::vector<Step> steps;
};

// Steps one after the other, each on what the one before left.
Chain chain_of(const Example& example, const Wanted& wanted, size_t length, uint64_t seed) {
    Chain chain{example.program, {}};
    Meaning meaning = example.meaning;
    for (uint64_t i = 0; i < length; ++i) {
        auto step = some_step(View(chain.program, &meaning), wanted, base::combine(seed, i));
        if (!step) continue;
        apply_named(chain.program, *step);
        chain.steps.push_back(std::move(*step));
        meaning = meaning_of(chain.program);
    }
    return chain;
}

TEST(Replay, ASavedListLeadsFromTheSameTextToTheSameProgram) {
    for (const Example& example : c_examples()) {
        const Chain chain = chain_of(example, kKeeping, 100, 11);
        EXPECT_GT(chain.steps.size(), 40u) << example.name;
        EXPECT_EQ(difference_shown(example.meaning, meaning_of(chain.program)), "") << example.name;
        const auto steps = load_steps(save_steps(chain.steps), "list", all_transforms());
        ASSERT_TRUE(steps.ok()) << steps.error().message;
        Program again = program::load(example.text, example.program.platform, "text").value();
        const auto applied = replay(again, *steps);
        ASSERT_TRUE(applied.ok()) << example.name << ": " << applied.error().message;
        EXPECT_EQ(*applied, chain.steps.size());
        EXPECT_EQ(program::save(again), program::save(chain.program)) << example.name;
    }
}

TEST(Replay, WithoutSomeStepsTheOthersStillMeanTheSameNodes) {
    size_t applied_of_all = 0, of_all = 0;
    for (const Example& example : c_examples()) {
        const Chain chain = chain_of(example, kPreserving, 60, 12);
        for (uint64_t cut = 0; cut < 5; ++cut) {
            std::vector<Step> rest;
            for (uint64_t i = 0; i < chain.steps.size(); ++i)
                if (base::combine(cut, i) % 4 != 0) rest.push_back(chain.steps[i]);
            Program program = example.program;
            const auto applied = replay(program, rest, Misfit::Skip);
            ASSERT_TRUE(applied.ok());
            const auto checked = program::check_program(program);
            ASSERT_TRUE(checked.ok()) << example.name << ": " << checked.error().message;
            applied_of_all += *applied;
            of_all += rest.size();
        }
    }
    // Only those are lost that stood on a step that was cut.
    EXPECT_GT(applied_of_all * 10, of_all * 6) << applied_of_all << " of " << of_all;
}

TEST(Replay, NewNodesHaveTheSameIdsAfterACut) {
    const auto split = [](NodeId site, UInt128 left, UInt128 right) {
        Step step;
        step.kind = "split-constant";
        step.site = site;
        write_args(SplitConstantArgs{program::BinaryOp::Add, left, right}, step.args);
        return step;
    };
    const auto constant = [](const Program& p, UInt128 value) {
        NodeId found;
        program::walk(p, [&](NodeId id) {
            if (p[id].kind == NodeKind::IntConst && p[id].bits() == value) found = id;
        });
        return found;
    };
    constexpr std::string_view text = "(func run void () (block (observe 10) (observe 20)))(entry run)";
    Program program = program::load(text, {}, "text").value();
    std::vector<Step> steps{split(constant(program, 10), 4, 6), split(constant(program, 20), 7, 13)};
    for (Step& step : steps) apply_named(program, step);
    steps.push_back(split(constant(program, 13), 5, 8)); // a node that the second step made
    apply_named(program, steps.back());

    Program cut = program::load(text, {}, "text").value();
    const auto applied = replay(cut, std::span(steps).subspan(1));
    ASSERT_TRUE(applied.ok()) << applied.error().message;
    EXPECT_EQ(program::save(cut),
              program::save(
                  program::load("(func run void () (block (observe 10) (observe (+ 7 (+ 5 8)))))(entry run)",
                                {}, "text")
                      .value()));
}

TEST(Replay, SaysWhichStepDoesNotFit) {
    Program program = c_examples().front().program;
    Step step;
    step.kind = "wrap-in-block";
    step.site = {static_cast<uint32_t>(program.nodes.size())};
    const auto outside = replay(program, {&step, 1});
    ASSERT_FALSE(outside.ok());
    EXPECT_EQ(outside.error().message, "step 1 (wrap-in-block at node " + std::to_string(step.site.index) +
                                           "): it does not fit the program");
    step.kind = "no-such";
    const auto unknown = replay(program, {&step, 1}, Misfit::Skip);
    ASSERT_FALSE(unknown.ok());
    EXPECT_NE(unknown.error().message.find("there is no such transform"), std::string::npos);
}

TEST(Replay, WhatIsKnownOfAnOlderProgramIsStillTrue) {
    for (const Example& example : c_examples())
        for (uint64_t seed = 0; seed < 6; ++seed) {
            Program program = example.program;
            size_t applied = 0;
            for (uint64_t i = 0; i < 40; ++i) { // all on the meaning of the start
                auto step = some_step(View(program, &example.meaning), kKeeping, base::combine(seed + 70, i));
                if (!step) continue;
                apply_named(program, *step);
                ++applied;
            }
            EXPECT_GT(applied, 10u);
            EXPECT_EQ(difference_shown(example.meaning, meaning_of(program)), "")
                << example.name << " seed " << seed;
        }
}

TEST(Editor, KeepsItsViewThroughManySteps) {
    for (const Example& example : c_examples()) {
        Editor editor(example.program, example.meaning);
        for (uint64_t i = 0; i < 150; ++i) {
            const auto step = some_step(editor.view(), kKeeping, base::combine(21, i));
            if (step && !editor.apply(*transform_named(step->kind), *step))
                FAIL() << "proposed, it does not apply";
            if (i % 50 != 49) continue;
            ASSERT_TRUE(editor.view().agrees_with(View(editor.program(), &example.meaning))) << example.name;
            const Meaning meaning = meaning_of(editor.program());
            ASSERT_EQ(difference_shown(example.meaning, meaning), "") << example.name;
        }
        EXPECT_GT(editor.steps().size(), 60u);
        Program again = example.program;
        ASSERT_TRUE(replay(again, editor.steps()).ok());
        EXPECT_EQ(program::save(again), program::save(editor.program()));
    }
}

TEST(Editor, RefusesWhatDoesNotApplyAnyMore) {
    const Example& example = c_examples().front();
    Editor editor(example.program, example.meaning);
    const std::vector<Step> steps = sample_steps(*transform_named("split-constant"), editor.view(), 1);
    ASSERT_TRUE(editor.apply(*transform_named("split-constant"), steps[0]));
    const std::string text = program::save(editor.program());
    EXPECT_FALSE(editor.apply(*transform_named("split-constant"), steps[0]));
    EXPECT_EQ(program::save(editor.program()), text);
    EXPECT_EQ(editor.steps().size(), 1u);
}

TEST(Editor, LearnsMoreFromAnEvaluation) {
    const Example& example = c_examples().front();
    Editor editor(example.program, example.meaning);
    const std::vector<Step> steps = sample_steps(*transform_named("split-constant"), editor.view(), 1);
    ASSERT_TRUE(editor.apply(*transform_named("split-constant"), steps[0]));
    const NodeId made{editor.steps()[0].fresh.nodes};
    EXPECT_EQ(editor.view().profile(made), nullptr);
    editor.learn(meaning_of(editor.program()));
    EXPECT_NE(editor.view().profile(made), nullptr);
}

// As a reducer to which every defined program is interesting: then nothing must remain.
TEST(Replay, ShrinkingStepsLeadToNothing) {
    for (const Example& example : c_examples()) {
        Program program = example.program;
        Size size = size_of(program);
        bool shrunk = true;
        while (shrunk) {
            shrunk = false;
            const Meaning meaning = meaning_of(program);
            const View view(program, &meaning);
            for (const Transform* transform : all_transforms()) {
                if (!transform->about().flags.shrinks || shrunk) continue;
                for (Step& step : sample_steps(*transform, view, 100)) {
                    Program candidate = program;
                    transform->apply(candidate, step);
                    if (!meaning_of(candidate, false).defined()) continue;
                    program = std::move(candidate);
                    ASSERT_LT(size_of(program), size) << save_steps({&step, 1});
                    size = size_of(program);
                    shrunk = true;
                    break;
                }
            }
        }
        EXPECT_EQ(size.nodes, 1u) << example.name << ":\n" << program::save(program);
        EXPECT_EQ(size.parts, 1u) << example.name << ":\n" << program::save(program);
        ASSERT_TRUE(program::check_program(program).ok());
    }
}

} // namespace
} // namespace assay::transform
