#include "campaign/plan.h"

#include "base/process.h"
#include "source/registry.h"
#include "source/relax/analysis.h"

#include <functional>
#include <gtest/gtest.h>

namespace assay::campaign {
namespace {

toolchain::Compiler compiler(const std::string& name, std::vector<std::string> languages,
                             std::vector<std::string> targets, std::vector<std::string> features) {
    toolchain::Compiler made;
    made.name = name;
    made.abilities.languages = std::move(languages);
    made.abilities.targets = std::move(targets);
    made.abilities.features = std::move(features);
    return made;
}

const toolchain::Compiler kBig = compiler("big", {"c", "c++"}, {"lp64", "ilp32"}, {"vectors"}),
                          kSmall = compiler("small", {"c"}, {"lp64"}, {}),
                          kOther = compiler("other", {"c"}, {"lp64-uchar-be"}, {"vectors"}),
                          kJava = compiler("java", {"java"}, {}, {});

// What tests of so many numbers ask for, and how often.
template <typename Ask>
std::map<std::string, int> asked(const std::vector<toolchain::Compiler>& compilers, const std::string& name,
                                 Ask what) {
    const auto method = source::methods().make(name);
    std::map<std::string, int> counts;
    for (uint64_t number = 0; number < 300; ++number)
        ++counts[std::invoke(what, plan_test({}, compilers, *method, number).settings)];
    return counts;
}

std::string dialect_of(const testcase::Settings& settings) { return settings["dialect"]; }

TEST(Plan, LanguagesAreThoseOfMethodAndCompilers) {
    auto languages = asked({kBig, kJava}, "grow", &testcase::Settings::language);
    EXPECT_EQ(languages.size(), 2u);
    EXPECT_GT(languages["c"], languages["c++"]);
    languages = asked({kBig, kJava}, "derive", &testcase::Settings::language);
    EXPECT_TRUE(languages.contains("c") && languages.contains("java") && languages.size() == 2);
    EXPECT_TRUE(common_languages(*source::methods().make("grow"), {kJava}).empty());
}

TEST(Plan, TargetsAreThoseOfTheCompilers) {
    auto targets = asked({kBig, kOther}, "grow", &testcase::Settings::target);
    EXPECT_EQ(targets.size(), 3u);
    EXPECT_GT(targets["lp64-uchar-be"], 0);
    EXPECT_GT(targets["lp64"], targets["ilp32"]);
    targets = asked({kOther}, "grow", &testcase::Settings::target);
    EXPECT_EQ(targets, (std::map<std::string, int>{{"lp64-uchar-be", 300}}));
    targets = asked({kBig, kOther}, "relax", &testcase::Settings::target);
    EXPECT_EQ(targets, (std::map<std::string, int>{{"lp64", 300}})) << "it runs its programs itself";
}

// A program is made again by `assay generate` with the settings that it was made by.
TEST(Plan, SettingsAreThoseThatTheMethodTakes) {
    Config config;
    config.programs = "/"; // a folder
    for (const auto& method : source::methods().make_all()) {
        for (uint64_t number = 0; number < 100; ++number) {
            const Plan plan = plan_test(config, {kBig, kSmall, kOther, kJava}, *method, number);
            const auto checked = testcase::check_settings(*method, plan.settings);
            ASSERT_TRUE(checked) << method->name() << ": " << checked.error().message;
        }
    }
}

// What a method needs beside compilers is there, or it does not come up.
TEST(Plan, DefaultMethodsAreThoseThatCanWork) {
    const auto has = [](const std::vector<MethodShare>& shares, const std::string& name) {
        return std::any_of(shares.begin(), shares.end(),
                           [&](const MethodShare& share) { return share.name == name && share.weight > 0; });
    };
    const std::vector<MethodShare> shares = default_methods({kBig, kJava});
    for (const char* name : {"grow", "expand", "derive", "prune"}) EXPECT_TRUE(has(shares, name)) << name;
    const bool csmith = !base::find_program("csmith").empty();
    EXPECT_EQ(has(shares, "csmith"), csmith);
    EXPECT_EQ(has(shares, "relax"), csmith && source::relax::analysis_missing().empty());
    EXPECT_FALSE(has(default_methods({kJava}), "relax"));
}

TEST(Plan, SmallCompilersGetPlainPrograms) {
    EXPECT_EQ(asked({kBig}, "grow", dialect_of), (std::map<std::string, int>{{"", 300}}));
    EXPECT_EQ(asked({kSmall}, "grow", dialect_of), (std::map<std::string, int>{{"plain", 300}}));
    EXPECT_EQ(asked({kBig, kSmall}, "grow", dialect_of).size(), 2u);
}

} // namespace
} // namespace assay::campaign
