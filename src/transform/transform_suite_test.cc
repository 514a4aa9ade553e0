// One suite over the whole registry: every transform, on every example, keeps the promises of its flags.
#include "transform/examples.h"

#include <gtest/gtest.h>

namespace assay::transform {
namespace {

using program::Standard;

class EveryTransform : public testing::TestWithParam<const Transform*> {
  protected:
    const Transform& transform() const { return *GetParam(); }

    // Tries some steps on each example; gives how many.
    size_t try_steps(const std::vector<Example>& examples, size_t most, uint64_t seed) const {
        size_t tried = 0;
        for (const Example& example : examples) {
            const View view(example.program, &example.meaning);
            for (const Step& step : sample_steps(transform(), view, most, seed)) {
                ++tried;
                const std::string problem = complaint(transform(), example.program, example.meaning, step);
                EXPECT_EQ(problem, "") << example.name << ": " << save_steps({&step, 1});
                if (!problem.empty()) break;
            }
        }
        return tried;
    }
};

TEST_P(EveryTransform, KeepsItsPromisesInC) {
    EXPECT_GT(try_steps(c_examples(), 60, 1), 0u) << "it proposes nothing on any example";
}

TEST_P(EveryTransform, KeepsItsPromisesInCxx) {
    for (const Standard standard : {Standard::Cxx11, Standard::Cxx20})
        try_steps(examples_in("transform", platform_named("lp64", standard)), 25, 2);
}

TEST_P(EveryTransform, KeepsItsPromisesOnOtherTargets) {
    for (const char* target : {"ilp32", "llp64-uchar", "lp64-be"})
        try_steps(examples_in("transform", platform_named(target, Standard::C99)), 10, 3);
}

TEST_P(EveryTransform, KeepsItsPromisesOnTheCorpus) {
    try_steps(examples_in("corpus", platform_named("lp64", Standard::C11)), 5, 4);
    try_steps(examples_in("corpus", platform_named("lp64", Standard::Cxx17)), 3, 5);
}

TEST_P(EveryTransform, RefusesStepsOutOfNowhere) {
    const Example& example = c_examples().front();
    const View view(example.program, &example.meaning);
    const size_t arg_count = transform().arg_count();
    for (uint64_t word = 0; word < 3000; ++word) {
        Step step;
        step.kind = transform().about().name;
        step.site = {static_cast<uint32_t>(base::scramble(word) % (example.program.nodes.size() + 3))};
        for (size_t i = 0; i < arg_count; ++i) {
            const uint64_t arg = base::scramble(word * 16 + i);
            step.args.push_back(arg % 3 == 0 ? UInt128{arg} : UInt128{arg / 3 % 300});
        }
        if (transform().fits(view, step)) { // a lucky one must do no harm
            Program after = example.program;
            transform().apply(after, step);
            const auto checked = program::check_program(after);
            ASSERT_TRUE(checked.ok()) << checked.error().message << " after " << save_steps({&step, 1});
        }
        step.args.push_back(0);
        ASSERT_FALSE(transform().fits(view, step));
    }
}

TEST_P(EveryTransform, SaysWhatItNeedsAndDoes) {
    const About& about = transform().about();
    EXPECT_FALSE(about.precondition.empty());
    EXPECT_FALSE(about.effect.empty());
    EXPECT_TRUE(about.flags.preserves || about.flags.dead_only || about.flags.extends || about.flags.shrinks);
    EXPECT_EQ(transform_named(about.name), &transform()) << "two transforms have this name";
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryTransform,
                         testing::ValuesIn(all_transforms().begin(), all_transforms().end()),
                         [](const auto& param) {
                             std::string name(param.param->about().name);
                             std::ranges::replace(name, '-', '_');
                             return name;
                         });

TEST(Examples, AreThere) {
    EXPECT_GE(c_examples().size(), 13u);
    EXPECT_EQ(c_examples().size(), model_files("transform").size()) << "not all of them load and are defined";
    EXPECT_GE(examples_in("transform", platform_named("lp64", Standard::Cxx17)).size(), 10u);
    EXPECT_GE(examples_in("transform", platform_named("ilp32", Standard::C99)).size(), 8u);
}

} // namespace
} // namespace assay::transform
