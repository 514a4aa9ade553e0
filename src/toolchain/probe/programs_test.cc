#include "toolchain/probe/programs.h"
#include "toolchain/test_support.h"

namespace assay::toolchain {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

bool is_gcc(std::string_view name) { return is_versioned(name, "gcc"); }

TEST(Programs, VersionsBelongToTheNameAndToolsDoNot) {
    for (const char* name : {"gcc", "gcc-12", "gcc-4.9"}) EXPECT_TRUE(is_versioned(name, "gcc")) << name;
    for (const char* name : {"gcc-ar", "gcc-ar-12", "gccgo", "gcc-", "g++"})
        EXPECT_FALSE(is_versioned(name, "gcc")) << name;
    for (const char* name : {"gcc-12", "python3.11", "clang-19"}) EXPECT_TRUE(names_version(name)) << name;
    for (const char* name : {"gcc", "python3", "x86_64-linux-gnu-gcc", "k8"})
        EXPECT_FALSE(names_version(name)) << name;
}

TEST(Programs, SeveralNamesOfOneProgramAreOneCandidate) {
    const TestFolder folder;
    folder.script("gcc-12", "exit 0");
    folder.script("gcc-11", "exit 0");
    fs::create_symlink("gcc-12", folder.path() + "/gcc");
    const Programs programs(folder.path());
    const auto found = programs.candidates(programs.names(is_gcc));
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].name, "gcc-11");
    EXPECT_EQ(found[1].name, "gcc-12");
    EXPECT_THAT(found[1].aliases, ElementsAre("gcc"));
}

TEST(Programs, TheFirstOnPathWinsButCachesAreLookedThrough) {
    const TestFolder mask, real, later;
    mask.script("ccache", "exit 0");
    fs::create_symlink("ccache", mask.path() + "/gcc");
    const std::string wanted = real.script("gcc", "exit 0");
    later.script("gcc", "exit 1");
    const Programs programs(mask.path() + ":" + real.path() + "::" + later.path());
    EXPECT_EQ(programs.find("gcc"), wanted);
    EXPECT_EQ(programs.candidates(programs.names(is_gcc)).size(), 1U);
}

TEST(Programs, WhatCannotBeStartedIsNoProgram) {
    const TestFolder folder;
    folder.file("gcc", "text");
    fs::create_directory(folder.path() + "/gcc-9");
    fs::create_symlink("nowhere", folder.path() + "/gcc-10");
    const Programs programs(folder.path() + ":/no/such/folder");
    EXPECT_EQ(programs.find("gcc"), "");
    EXPECT_TRUE(programs.candidates(programs.names(is_gcc)).empty());
    EXPECT_EQ(programs.find(folder.path() + "/nothing"), "");
    const std::string path = folder.script("tool", "exit 0");
    EXPECT_EQ(programs.find(path), path);
}

// A folder of a stranger's that somebody has changed into must not decide what is executed.
TEST(Programs, PackagesOfTheCurrentFolderAreNotUsed) {
    const TestFolder folder;
    fs::create_directories(folder.path() + "/node_modules/@assay/none");
    folder.file("node_modules/@assay/none/package.json", "{}");
    const fs::path before = fs::current_path();
    fs::current_path(folder.path());
    EXPECT_EQ(Programs("").node_package("@assay/none"), "");
    ::setenv("NODE_PATH", "/nowhere:node_modules", 1);
    EXPECT_EQ(Programs("").node_package("@assay/none"), "node_modules/@assay/none");
    ::unsetenv("NODE_PATH");
    fs::current_path(before);
}

} // namespace
} // namespace assay::toolchain
