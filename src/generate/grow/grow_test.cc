#include "generate/grow/grow.h"

#include "generate/grow/sites.h"
#include "program/check_program.h"
#include "program/walk.h"
#include "semantics/evaluate.h"

#include <gtest/gtest.h>

namespace assay::generate::grow {
namespace {

constexpr uint64_t kPrograms = 2000;

testcase::Settings settings_for(uint64_t seed) {
    testcase::Settings settings;
    if (seed % 4 == 0) settings.language = "c++";
    if (seed % 5 == 0) settings.target = "ilp32";
    return settings;
}

struct Batch {
    choice::Tally tally;
    std::vector<Grown> grown;
};

const Batch& batch() {
    static const Batch made = [] {
        Batch all;
        for (uint64_t seed = 1; seed <= kPrograms; ++seed) {
            auto grown = grow(seed, settings_for(seed), all.tally);
            EXPECT_TRUE(grown.ok()) << grown.error().message;
            if (grown) all.grown.push_back(*std::move(grown));
        }
        return all;
    }();
    return made;
}

TEST(Grow, EveryProgramPassesTheCheckerAndMeansWhatTheRepairingRunSaid) {
    for (size_t i = 0; i < batch().grown.size(); ++i) {
        const Grown& each = batch().grown[i];
        const auto sound = program::check_program(each.program);
        ASSERT_TRUE(sound.ok()) << "seed " << i + 1 << ": " << sound.error().message;
        ASSERT_EQ(describe(semantics::evaluate(each.program)), describe(each.meaning)) << "seed " << i + 1;
    }
}

TEST(Grow, TakesEveryAlternativeOfEverySite) {
    for (const choice::Tally::Count& count : batch().tally.never_taken(all_sites()))
        ADD_FAILURE() << count.site << ": " << count.alternative << " was never taken in " << kPrograms
                      << " programs";
}

TEST(Grow, LeavesOperationsRaw) {
    uint64_t run = 0, guarded = 0, attempts = 0;
    for (const Grown& each : batch().grown) {
        attempts += each.attempts;
        program::walk(each.program, [&](program::NodeId id) {
            const program::Node& n = each.program[id];
            const bool arithmetic =
                n.kind == program::NodeKind::Binary || n.kind == program::NodeKind::Unary ||
                n.kind == program::NodeKind::CompoundAssign || n.kind == program::NodeKind::IncDec;
            if (!arithmetic || id.index >= each.meaning.profile.size() ||
                each.meaning.profile[id.index].runs == 0)
                return;
            ++run;
            guarded += n.guarded;
        });
    }
    EXPECT_LT(guarded * 20, run) << guarded << " of " << run << " executed operations are guarded";
    EXPECT_LT(attempts, 2 * kPrograms) << "half of the programs are thrown away";
}

// What is declared and never named again is dropped by a compiler at once.
TEST(Grow, UsesItsLocals) {
    uint64_t declared = 0, unused = 0;
    for (const Grown& each : batch().grown) {
        const program::Program& p = each.program;
        std::vector<bool> is_declared(p.vars.size()), is_named(p.vars.size());
        program::walk(p, [&](program::NodeId id) {
            const program::Node& n = p[id];
            if (n.kind == program::NodeKind::Declare) is_declared[n.var().index] = true;
            if (n.kind == program::NodeKind::VarRef) is_named[n.var().index] = true;
        });
        for (size_t i = 0; i < p.vars.size(); ++i) {
            declared += is_declared[i];
            unused += is_declared[i] && !is_named[i];
        }
    }
    EXPECT_LT(unused * 8, declared) << unused << " of " << declared << " locals are never named";
}

TEST(Grow, PlainProgramsUseNoExtension) {
    testcase::Settings settings;
    settings.set("dialect", "plain");
    const auto method = make_method();
    for (uint64_t seed = 1; seed <= 400; ++seed) {
        const auto test = method->make(seed, settings);
        ASSERT_TRUE(test.ok()) << test.error().message;
        for (const testcase::File& file : test->files)
            for (const char* mark : {"__int128", "__builtin", "__attribute__"})
                EXPECT_EQ(file.text.find(mark), std::string::npos) << mark << " in seed " << seed;
    }
}

TEST(Grow, SameSeedSameText) {
    const auto method = make_method();
    const auto again = make_method();
    for (uint64_t seed : {3u, 50u, 17u}) {
        const auto a = method->make(seed, settings_for(seed)), b = again->make(seed, settings_for(seed));
        ASSERT_TRUE(a.ok() && b.ok());
        EXPECT_EQ(to_json(*a), to_json(*b));
        ASSERT_EQ(a->files.size(), b->files.size());
        for (size_t i = 0; i < a->files.size(); ++i) EXPECT_EQ(a->files[i].text, b->files[i].text);
    }
}

TEST(Grow, TellsWhatWasAskedFor) {
    const auto method = make_method();
    EXPECT_TRUE(method->make(1, {})->origin.settings.empty());
    testcase::Settings settings;
    settings.set("size", "tiny");
    settings.set("policies", "off");
    const std::map<std::string, std::string> wanted{{"policies", "off"}, {"size", "tiny"}};
    EXPECT_EQ(method->make(1, settings)->origin.settings, wanted);
}

TEST(Grow, RefusesWhatItCannotMake) {
    choice::Tally tally;
    testcase::Settings settings;
    settings.language = "java";
    EXPECT_EQ(grow(1, settings, tally).error().message, "grow makes c and c++, not 'java'");
    settings = {};
    settings.set("standard", "c++17");
    EXPECT_EQ(grow(1, settings, tally).error().message, "'c++17' is no standard of c");
    settings = {};
    settings.set("size", "huge");
    EXPECT_EQ(grow(1, settings, tally).error().message,
              "unknown size 'huge': use tiny, small, medium or large");
    settings = {};
    settings.set("layout", "two");
    EXPECT_EQ(grow(1, settings, tally).error().message, "unknown layout 'two': use one, three or functions");
    settings = {};
    settings.set("harness", "none");
    EXPECT_EQ(grow(1, settings, tally).error().message, "unknown harness 'none': use checksum or selfcheck");
}

} // namespace
} // namespace assay::generate::grow
