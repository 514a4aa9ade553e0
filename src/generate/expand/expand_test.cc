#include "generate/expand/expand.h"

#include "base/hash.h"
#include "generate/expand/maker.h"
#include "program/check_program.h"
#include "program/text.h"
#include "program/walk.h"
#include "semantics/evaluate.h"
#include "transform/replay.h"

#include <gtest/gtest.h>

#include <set>

namespace assay::generate::expand {
namespace {

constexpr uint64_t kPrograms = 1500;

testcase::Settings settings_for(uint64_t seed) {
    testcase::Settings settings;
    if (seed % 4 == 0) settings.language = "c++";
    if (seed % 5 == 0) settings.target = "ilp32";
    if (seed % 3 != 0) settings.set("size", "tiny");
    return settings;
}

struct Batch {
    choice::Tally tally;
    std::vector<Expanded> all;
};

const Batch& batch() {
    static const Batch made = [] {
        Batch batch;
        for (uint64_t seed = 1; seed <= kPrograms; ++seed) {
            auto expanded = expand(seed, settings_for(seed), batch.tally, false);
            EXPECT_TRUE(expanded.ok()) << expanded.error().message;
            if (expanded) batch.all.push_back(*std::move(expanded));
        }
        return batch;
    }();
    return made;
}

TEST(Expand, EveryProgramPassesTheChecker) {
    for (size_t i = 0; i < batch().all.size(); ++i) {
        const auto sound = program::check_program(batch().all[i].program);
        ASSERT_TRUE(sound.ok()) << "seed " << i + 1 << ": " << sound.error().message;
    }
}

TEST(Expand, KnowsEveryValueWithoutEvaluating) {
    for (size_t i = 0; i < batch().all.size(); ++i)
        EXPECT_EQ(batch().all[i].attempts, 1u) << "seed " << i + 1 << " was not defined at first";
}

TEST(Expand, TakesEveryAlternativeOfEverySite) {
    choice::Tally tally = batch().tally;
    for (uint64_t seed = 1; seed <= 30; ++seed) {
        testcase::Settings settings; // of every size
        ASSERT_TRUE(expand(seed, settings, tally, false).ok());
    }
    for (const choice::Tally::Count& count : tally.never_taken(all_sites()))
        ADD_FAILURE() << count.site << ": " << count.alternative << " was never taken";
}

TEST(Expand, ChecksValuesWhereTheyAreUsed) {
    uint64_t shown = 0, varying = 0;
    for (const Expanded& each : batch().all) {
        shown += each.meaning.observed.size();
        for (const semantics::ObservedSite& site : each.meaning.observed) varying += site.same ? 0 : 1;
    }
    EXPECT_GT(shown, 3 * batch().all.size());
    EXPECT_GT(varying, batch().all.size() / 2) << "values that differ per round and call are rare";
}

TEST(Expand, StepsReplayToTheSameProgram) {
    for (uint64_t seed = 1; seed <= 40; ++seed) {
        const testcase::Settings settings = [&] {
            testcase::Settings own = settings_for(seed);
            if (seed % 10 != 0) own.set("size", "tiny");
            if (seed % 4 == 1) own.set("from", "grow");
            return own;
        }();
        choice::Tally ignored;
        const auto expanded = expand(seed, settings, ignored, false);
        auto made = recipe(seed, settings);
        ASSERT_TRUE(expanded && made);
        const auto text = transform::save_steps(made->steps);
        const auto steps = transform::load_steps(text, "steps", transform::all_transforms());
        ASSERT_TRUE(steps) << steps.error().message;
        auto start = program::load(program::save(made->start), expanded->program.platform, "start");
        ASSERT_TRUE(start) << start.error().message;
        const auto replayed = transform::replay(*start, *steps);
        ASSERT_TRUE(replayed) << "seed " << seed << ": " << replayed.error().message;
        EXPECT_EQ(program::save(*start), program::save(expanded->program)) << "seed " << seed;
    }
}

TEST(Expand, AnyStepsCanBeCut) {
    int defined = 0, all = 0;
    for (uint64_t seed = 1; seed <= 60; ++seed) {
        testcase::Settings settings = settings_for(seed);
        settings.set("size", "tiny");
        auto made = recipe(seed, settings);
        ASSERT_TRUE(made);
        std::vector<transform::Step> kept;
        for (size_t i = 0; i < made->steps.size(); ++i)
            if (base::scramble(seed * 1000 + i) % 6 != 0) kept.push_back(made->steps[i]);
        const auto replayed = transform::replay(made->start, kept, transform::Misfit::Skip);
        ASSERT_TRUE(replayed) << replayed.error().message;
        const auto sound = program::check_program(made->start);
        ASSERT_TRUE(sound.ok()) << "seed " << seed << ": " << sound.error().message;
        ++all;
        defined += semantics::evaluate(made->start).defined() ? 1 : 0;
    }
    EXPECT_GT(defined * 10, all * 7) << "of " << all << " cut programs";
}

TEST(Expand, RewritesProgramsOfGrow) {
    choice::Tally tally;
    std::set<std::string> kinds;
    for (uint64_t seed = 1; seed <= 250; ++seed) {
        testcase::Settings settings = settings_for(seed);
        settings.set("from", "grow");
        const auto expanded = expand(seed, settings, tally, false);
        ASSERT_TRUE(expanded) << expanded.error().message;
        EXPECT_LE(expanded->attempts, 3u) << "seed " << seed;
        const auto sound = program::check_program(expanded->program);
        ASSERT_TRUE(sound.ok()) << "seed " << seed << ": " << sound.error().message;
        const auto made = recipe(seed, settings);
        ASSERT_TRUE(made);
        for (const transform::Step& step : made->steps) kinds.insert(step.kind);
    }
    for (const transform::Transform* each : transform::all_transforms()) {
        const std::string name(each->about().name);
        // A function of numbers alone that happens to give a constant is rare in grown code.
        if (name == "call-known") continue;
        EXPECT_TRUE(kinds.contains(name) || !each->about().flags.preserves) << name << " is never used";
    }
}

TEST(Expand, SameSeedSameText) {
    const auto method = make_method(), again = make_method();
    for (uint64_t seed : {3u, 50u, 17u}) {
        const auto a = method->make(seed, settings_for(seed)), b = again->make(seed, settings_for(seed));
        ASSERT_TRUE(a.ok() && b.ok());
        EXPECT_EQ(to_json(*a), to_json(*b));
        ASSERT_EQ(a->files.size(), b->files.size());
        for (size_t i = 0; i < a->files.size(); ++i) EXPECT_EQ(a->files[i].text, b->files[i].text);
    }
}

TEST(Expand, RefusesWhatItCannotMake) {
    choice::Tally tally;
    testcase::Settings settings;
    settings.language = "java";
    EXPECT_EQ(expand(1, settings, tally, false).error().message, "expand makes c and c++, not 'java'");
    settings = {};
    settings.set("from", "csmith");
    EXPECT_EQ(expand(1, settings, tally, false).error().message,
              "expand starts from a trivial program or from grow, not from 'csmith'");
}

} // namespace
} // namespace assay::generate::expand
