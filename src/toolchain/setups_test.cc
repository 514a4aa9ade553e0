#include "toolchain/families/gcc.h"
#include "toolchain/setups.h"
#include "toolchain/test_support.h"
#include "toolchain/text.h"

#include <set>

namespace assay::toolchain {
namespace {

using Way = testcase::Setup; // a name that gtest has not taken
using testcase::TestCase;

// A gcc that can do everything, without one on this machine.
class Draws : public testing::Test {
  protected:
    Draws() {
        gcc.name = "gcc-12";
        gcc.version = "12.2.0";
        gcc.family = &family;
        gcc.abilities = {{"c", "c++"},
                         {"c11", "c++17"},
                         {"lp64", "ilp32"},
                         {"undefined", "address"},
                         {"-march=x86-64-v3", "-march=native"},
                         {"-fgcse", "-fno-gcse", "-fira-region=all", "-fira-region=one", "-fweb"},
                         {"int128"},
                         true,
                         {"--param=avg-loop-niter=1", "--param=avg-loop-niter=20", "-fchecking"}};
        gcc.learned = {
            {"options.lp64", {}}, {"options.ilp32", {"-m32"}}, {"lto", {"-flto"}}, {"tunings", {"k8"}}};
    }

    std::set<std::string> drawn(const TestCase& test, int count, const OptionLists& given = {}) {
        std::set<std::string> names;
        choice::Choices choices(session, 7);
        for (int i = 0; i < count; ++i) {
            auto setup = draw_setup(gcc, test, given, choices);
            if (!setup) continue;
            EXPECT_EQ(setup->target, test.target);
            EXPECT_TRUE(fits(gcc, *setup, test)) << setup->name();
            names.insert(setup->name());
        }
        return names;
    }

    Gcc family;
    Compiler gcc;
    choice::Session session;
};

TestCase big_test() {
    TestCase test = c_test("int x;");
    test.sources = {"a.c", "b.c"};
    test.valid_cxx = true;
    return test;
}

bool any(const std::set<std::string>& names, std::string_view part) {
    return std::any_of(names.begin(), names.end(), [&](const std::string& name) { return has(name, part); });
}

TEST_F(Draws, ALongCampaignCoversAll) {
    const TestCase test = big_test();
    const auto names = drawn(test, 4000);
    for (const OptionSet& set : family.option_sets(gcc)) {
        if (set.target != "lp64") continue;
        EXPECT_TRUE(names.contains(Way{"gcc-12", set.options, set.target}.name()))
            << Way{"gcc-12", set.options, set.target}.name();
    }
    for (const std::string& option : gcc.abilities.optimisations) EXPECT_TRUE(any(names, option)) << option;
    for (const std::string& option : gcc.abilities.rare) EXPECT_TRUE(any(names, option)) << option;
    EXPECT_TRUE(session.tally().never_taken(setup_sites()).empty());
}

TEST_F(Draws, OnlyWhatFits) {
    TestCase test = c_test("int x;");
    auto names = drawn(test, 1500);
    EXPECT_TRUE(any(names, "-flto")) << "rarely, of one file";
    EXPECT_FALSE(any(names, "-xc++")); // not said to be valid C++
    EXPECT_FALSE(any(names, "-m32"));
    test.target = "ilp32";
    names = drawn(test, 200);
    EXPECT_TRUE(
        std::all_of(names.begin(), names.end(), [](const std::string& name) { return has(name, "-m32"); }));
    test.target = "lp64-be";
    EXPECT_TRUE(drawn(test, 20).empty());
    EXPECT_TRUE(drawn(c_test("_Complex double z;"), 20).empty());
    test = c_test("int x;");
    test.standard = "c2x";
    EXPECT_TRUE(drawn(test, 20).empty());
    test.language = "java";
    EXPECT_TRUE(drawn(test, 20).empty());
}

TEST_F(Draws, GivenOptionsOverride) {
    TestCase test = c_test("int x;");
    EXPECT_EQ(drawn(test, 100, {{"-O0"}, {"-O2", "-m32"}, {"-O3"}}),
              (std::set<std::string>{"gcc-12 -O0", "gcc-12 -O3"}));
    test.target = "ilp32";
    EXPECT_EQ(drawn(test, 100, {{"-O0"}, {"-O2", "-m32"}}),
              (std::set<std::string>{"gcc-12 -O0 -m32", "gcc-12 -O2 -m32"}));
}

TEST_F(Draws, TheSameSeedDrawsTheSame) {
    const TestCase test = big_test();
    choice::Choices one(session, 3), other(session, 3);
    EXPECT_EQ(draw_setups(gcc, test, one, 30), draw_setups(gcc, test, other, 30));
    choice::Choices third(session, 3);
    const auto some = draw_setups(gcc, test, third, 30);
    EXPECT_EQ(some.size(), 30U);
    for (size_t i = 0; i < some.size(); ++i)
        for (size_t j = 0; j < i; ++j) EXPECT_NE(some[i], some[j]);
}

TEST_F(Draws, RandomOptionsDoNotContradictThemselves) {
    choice::Choices choices(session, 3);
    for (int i = 0; i < 300; ++i) {
        std::set<std::string> keys;
        for (const std::string& option : random_options(gcc, choices))
            EXPECT_TRUE(keys.insert(option_key(option)).second) << option;
    }
}

TEST(RareOptions, AreToldFromThoseOfUsers) {
    for (const char* option : {"--param=a=1", "-mllvm", "-fglobal-isel", "-fchecking"})
        EXPECT_TRUE(is_rare(option)) << option;
    for (const char* option : {"-O2", "-fno-gcse", "-march=native", "-flto", "-m32"})
        EXPECT_FALSE(is_rare(option)) << option;
}

TEST_F(Draws, TheTargetFollowsFromTheOptions) {
    EXPECT_EQ(target_of(gcc, {"-O2"}), "lp64");
    EXPECT_EQ(target_of(gcc, {"-O2", "-m32"}), "ilp32");
    EXPECT_EQ(setup_of(gcc, {"-m32"}).target, "ilp32");
}

} // namespace
} // namespace assay::toolchain
