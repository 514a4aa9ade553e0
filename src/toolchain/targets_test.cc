#include "toolchain/targets.h"

#include <gtest/gtest.h>

namespace assay::toolchain {
namespace {

using Words = std::vector<std::string>;

Compiler compiler(bool knows_32) {
    Compiler made;
    made.name = "cc";
    made.abilities.targets = {"lp64", "lp64-uchar"};
    made.learned["options.lp64"] = {};
    made.learned["options.lp64-uchar"] = {"-funsigned-char"};
    made.learned["machine"] = {"aarch64-linux-gnu"};
    if (!knows_32) return made;
    made.abilities.targets.push_back("ilp32");
    made.learned["options.ilp32"] = {"-m32"};
    return made;
}

TEST(Targets, OptionsAreCompletedOnce) {
    EXPECT_EQ(with_target(compiler(true), {"-O2"}, "lp64"), Words{"-O2"});
    EXPECT_EQ(with_target(compiler(true), {"-O2"}, "ilp32"), (Words{"-O2", "-m32"}));
    EXPECT_EQ(with_target(compiler(true), {"-m32", "-O2"}, "ilp32"), (Words{"-m32", "-O2"}));
    EXPECT_EQ(with_target(compiler(true), {"-O2"}, "lp64-uchar"), (Words{"-O2", "-funsigned-char"}));
    EXPECT_EQ(with_target(compiler(false), {"-O2"}, "ilp32"), Words{"-O2"}) << "it cannot";
}

TEST(Targets, AUsersOptionsSelectOneForAll) {
    const std::vector<Compiler> all{compiler(false), compiler(true)};
    EXPECT_EQ(*selected_target(all, {}), "");
    EXPECT_EQ(*selected_target(all, {{"-O0"}, {"-O2"}}), "");
    EXPECT_EQ(*selected_target(all, {{"-O0", "-m32"}, {"-O2", "-m32"}}), "ilp32");
    EXPECT_EQ(*selected_target(all, {{"-funsigned-char"}}), "lp64-uchar");
    EXPECT_EQ(*selected_target({compiler(false)}, {{"-m32"}}), "") << "no compiler can";
    const std::vector<Compiler> one{compiler(true)};
    for (const auto& sets : {std::vector<Words>{{"-O0"}, {"-O2", "-m32"}}, {{"-O2", "-m32"}, {"-O0"}}}) {
        const auto mixed = selected_target(one, sets);
        ASSERT_FALSE(mixed);
        EXPECT_EQ(mixed.error().message,
                  "--options: -m32 must be in all sets or in none, because programs may differ with it");
    }
}

TEST(Targets, OptionsOfTheTestAreTold) {
    for (const char* option : {"-m32", "-fsigned-char", "--target=aarch64-linux-gnu", "-mabi=lp64d"})
        EXPECT_TRUE(selects_target(option)) << option;
    for (const char* option : {"-O2", "-march=native", "-mtune=k8", "-m3"})
        EXPECT_FALSE(selects_target(option)) << option;
}

TEST(Targets, WidthsAreTheFirstPartOfTheName) {
    EXPECT_TRUE(same_widths("lp64", "lp64-uchar-be"));
    EXPECT_FALSE(same_widths("lp64", "ilp32"));
}

TEST(Targets, TheMachineIsWhatTheCompilerSays) {
    EXPECT_EQ(machine_of(compiler(true)), "aarch64-linux-gnu");
    EXPECT_TRUE(machine_of(Compiler{}).ends_with("-linux-gnu"));
}

} // namespace
} // namespace assay::toolchain
