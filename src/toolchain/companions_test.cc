#include "toolchain/companions.h"

#include "toolchain/test_support.h"

namespace assay::toolchain {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

Programs programs_of(const TestFolder& folder) { return Programs(folder.path()); }

TEST(Companions, TheMachinesOwnCompilerComesFirstThenTheNewest) {
    const TestFolder folder;
    for (const char* name : {"gcc-9", "gcc-11", "gcc-13"}) folder.script(name, "exit 0");
    EXPECT_EQ(compiler_on(programs_of(folder), "gcc", Coverage::NotNeeded)->name, "gcc-13");
    fs::create_symlink("gcc-11", folder.path() + "/gcc");
    EXPECT_EQ(compiler_on(programs_of(folder), "gcc", Coverage::NotNeeded)->name, "gcc-11");
    EXPECT_FALSE(compiler_on(programs_of(folder), "clang", Coverage::NotNeeded));
}

TEST(Companions, CoverageToolsAreOfTheSameVersion) {
    const TestFolder folder;
    for (const char* name : {"clang-14", "clang-19", "llvm-cov-14", "llvm-profdata-14", "llvm-cov-19"})
        folder.script(name, "exit 0");
    EXPECT_EQ(compiler_on(programs_of(folder), "clang", Coverage::NotNeeded)->name, "clang-19");
    const auto whole = compiler_on(programs_of(folder), "clang", Coverage::Needed);
    ASSERT_TRUE(whole);
    EXPECT_EQ(whole->name, "clang-14");
    EXPECT_THAT(whole->coverage,
                ElementsAre(folder.path() + "/llvm-profdata-14", folder.path() + "/llvm-cov-14"));
}

TEST(Companions, ABuildMayCallACompilerByAnyOfItsNames) {
    const TestFolder folder;
    for (const char* name : {"gcc-12", "clang-14", "gcc-ar-12", "tcc"}) folder.script(name, "exit 0");
    fs::create_symlink("gcc-12", folder.path() + "/gcc");
    EXPECT_THAT(names_on(programs_of(folder), {"gcc", "clang"}), ElementsAre("clang-14", "gcc", "gcc-12"));
}

TEST(Companions, ToolsWithoutAVersionBelongToTheMachinesOwnCompiler) {
    const TestFolder folder;
    for (const char* name : {"gcc-12", "gcc-11", "gcov"}) folder.script(name, "exit 0");
    EXPECT_FALSE(compiler_on(programs_of(folder), "gcc", Coverage::Needed));
    fs::create_symlink("gcc-12", folder.path() + "/gcc");
    const auto own = compiler_on(programs_of(folder), "gcc", Coverage::Needed);
    ASSERT_TRUE(own);
    EXPECT_EQ(own->name, "gcc-12");
    EXPECT_THAT(own->coverage, ElementsAre(folder.path() + "/gcov"));
}

} // namespace
} // namespace assay::toolchain
