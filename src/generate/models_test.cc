#include "generate/models.h"

#include "generate/registry.h"

#include <gtest/gtest.h>

namespace assay::generate {
namespace {

TEST(Models, AModelPrintsTheTestThatItIsBehind) {
    for (uint64_t seed = 1; seed <= 40; ++seed) {
        const auto method = methods().make(seed % 2 == 0 ? "grow" : "expand");
        testcase::Settings settings;
        if (seed % 10 == 5) settings.set("from", "grow");
        settings.language = seed % 3 == 0 ? "c++" : "c";
        settings.target = seed % 4 == 0 ? "ilp32" : "lp64";
        if (seed % 5 != 0) settings.set("size", "tiny");
        const auto test = method->make(seed, settings);
        ASSERT_TRUE(test) << test.error().message;
        const auto model = model_of(*test);
        ASSERT_TRUE(model) << model.error().message;
        ASSERT_TRUE(*model);
        const print::Printed printed = print::print((*model)->program, (*model)->meaning, (*model)->print);
        ASSERT_EQ(printed.files.size(), test->files.size());
        for (size_t i = 0; i < printed.files.size(); ++i)
            EXPECT_EQ(printed.files[i].text, test->files[i].text);
    }
}

// A later version makes another program of the same seed.
TEST(Models, AKeptTestKeepsItsModel) {
    for (uint64_t seed = 1; seed <= 20; ++seed) {
        const auto method = methods().make(seed % 2 == 0 ? "grow" : "expand");
        testcase::Settings settings;
        if (seed % 10 == 5) settings.set("from", "grow");
        settings.target = seed % 4 == 0 ? "ilp32" : "lp64";
        auto made = method->make(seed, settings);
        ASSERT_TRUE(made) << made.error().message;
        ASSERT_TRUE(record_recipe(*made));
        auto kept = testcase::test_from_json(testcase::to_json(*made));
        ASSERT_TRUE(kept) << kept.error().message;
        kept->files = made->files;
        kept->origin.seed += 1'000'000;
        const auto model = model_of(*kept);
        ASSERT_TRUE(model) << model.error().message;
        ASSERT_TRUE(*model) << made->name();
        const print::Printed printed = print::print((*model)->program, (*model)->meaning, (*model)->print);
        EXPECT_EQ(printed.files[0].text, made->files[0].text);
        kept->files[0].text += "/* edited */";
        EXPECT_FALSE(*model_of(*kept));
    }
}

TEST(Models, ABatchMemberAloneIsTheSameProgram) {
    const auto method = methods().make("grow");
    testcase::Settings settings;
    settings.set("size", "small");
    const auto batch = method->make_batch(100, 5, settings);
    ASSERT_TRUE(batch) << batch.error().message;
    std::string lines;
    for (uint64_t seed = 100; seed < 105; ++seed) {
        const auto alone = method->make(seed, method->batch_settings(100, settings));
        ASSERT_TRUE(alone) << alone.error().message;
        EXPECT_EQ(alone->files.size(), 1U) << "the batch is one file";
        lines += alone->name() + " " + *alone->expected;
    }
    EXPECT_EQ(*batch->expected, lines);
    EXPECT_FALSE(*model_of(*batch)) << "several programs are no one model";
}

TEST(Models, TextOfOthersHasNoModel) {
    testcase::TestCase test;
    test.origin.method = "csmith";
    const auto model = model_of(test);
    ASSERT_TRUE(model);
    EXPECT_FALSE(*model);
}

} // namespace
} // namespace assay::generate
