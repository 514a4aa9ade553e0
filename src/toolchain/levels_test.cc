// "Unoptimised" and the plain levels are a matter of the family, not of the letters -O.
#include "toolchain/test_support.h"

namespace assay::toolchain {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using Options = std::vector<std::string>;

const Family& family_named(const Registry& registry, std::string_view name) {
    for (const Family* family : registry.families())
        if (family->name() == name) return *family;
    ADD_FAILURE() << "no family " << name;
    return *registry.families().front();
}

bool unoptimised(const Family& family, Options options) {
    return family.is_unoptimised({"x", std::move(options), ""});
}

TEST(Levels, EveryFamilyBeginsWithItsUnoptimisedOne) {
    const Registry registry;
    for (const Family* family : registry.families()) {
        const OptionLists levels = family->levels({});
        ASSERT_FALSE(levels.empty()) << family->name();
        EXPECT_EQ(levels.front(), family->unoptimised()) << family->name();
        for (const Options& level : levels)
            EXPECT_EQ(unoptimised(*family, level), level == levels.front()) << family->name();
    }
}

TEST(Levels, OnlyCompilersInTheMannerOfGccHaveTheLettersO) {
    const Registry registry;
    for (const char* name : {"gcc", "clang", "cross-gcc", "clang-target"})
        EXPECT_THAT(
            family_named(registry, name).levels({}),
            ElementsAre(Options{"-O0"}, Options{"-O1"}, Options{"-O2"}, Options{"-O3"}, Options{"-Os"}));
    for (const char* name : {"tcc", "chibicc", "javac", "ecj", "python", "pypy"})
        for (const Options& level : family_named(registry, name).levels({}))
            EXPECT_THAT(level, Not(Contains(testing::StartsWith("-O")))) << name;
}

TEST(Levels, TheLastLevelOfGccCounts) {
    const Registry registry;
    const Family& gcc = family_named(registry, "gcc");
    EXPECT_TRUE(unoptimised(gcc, {}));
    EXPECT_TRUE(unoptimised(gcc, {"-O2", "-O0", "-g"}));
    EXPECT_FALSE(unoptimised(gcc, {"-O0", "-Og"}));
    const Family& java = family_named(registry, "javac");
    EXPECT_TRUE(unoptimised(java, {"-Xint"}));
    EXPECT_FALSE(unoptimised(java, {}));
    EXPECT_TRUE(unoptimised(family_named(registry, "python"), {}));
}

TEST(Levels, AUsersCompilerHasThoseOfItsDescription) {
    auto own = load_user_compilers("[compiler.a]\ncommand = \"a {sources} {options} {output}\"\n"
                                   "options = [\"-fast\", \"\"]\n"
                                   "[compiler.b]\nlike = \"javac\"\npath = \"javac\"\n",
                                   "assay.toml");
    ASSERT_TRUE(own.ok());
    const Family &a = *(*own)[0], &b = *(*own)[1];
    EXPECT_THAT(a.levels({}), ElementsAre(Options{"-fast"}, Options{}));
    EXPECT_THAT(a.unoptimised(), IsEmpty());
    EXPECT_FALSE(unoptimised(a, {"-fast"}));
    EXPECT_THAT(b.unoptimised(), ElementsAre("-Xint"));
    EXPECT_TRUE(unoptimised(b, {"-Xint"}));
    EXPECT_FALSE(unoptimised(b, {}));
    EXPECT_THAT(b.levels({}), Contains(Options{"-Xint"}));
}

} // namespace
} // namespace assay::toolchain
