#include "base/file.h"
#include "base/process.h"
#include "base/temporary_folder.h"
#include "source/laboratory.h"
#include "source/parse.h"
#include "source/prune/project.h"
#include "source/prune/wrapper.h"

#include <filesystem>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::source::prune {
namespace {

namespace fs = std::filesystem;

class ProjectTest : public ::testing::Test {
  protected:
    void SetUp() override {
        if (!parser_missing().empty()) GTEST_SKIP() << parser_missing();
        if (!laboratory_missing().empty()) GTEST_SKIP() << laboratory_missing();
        auto made = base::TemporaryFolder::make();
        ASSERT_TRUE(made);
        folder_.emplace(std::move(*made));
        fs::create_directories(folder_->path() + "/project/lib");
        write("lib/part.h", "int part(int n);\n");
        write("lib/part.c", "#include \"part.h\"\n#ifndef STEP\n#define STEP 1\n#endif\nint part(int n) {\n"
                            "    if (n > 5) { n = n * LIMIT; n -= 1; return n; }\n    return n + STEP;\n}\n");
        write("main.c",
              "#include \"lib/part.h\"\n#include <stdio.h>\nint main(int c, char **v) {\n    (void)v;\n"
              "    if (c > 1) { puts(\"help\"); return 2; }\n    printf(\"%d\\n\", part(c));\n    return "
              "0;\n}\n");
    }
    void write(const std::string& name, const std::string& text) {
        ASSERT_TRUE(base::write_file(folder_->path() + "/project/" + name, text));
    }
    Project project() {
        Project made;
        made.folder = folder_->path() + "/project";
        made.out = folder_->path() + "/out";
        // Out of tree, from another folder, two compilations at once.
        made.build =
            "mkdir -p build && cd build && (cc -DLIMIT=7 -c ../lib/part.c & cc -c ../main.c & wait) && "
            "${CC} main.o part.o -o tool";
        made.test = "test \"$(build/tool)\" = 2";
        made.setups = {"gcc -O0"};
        made.variants = 3;
        return made;
    }
    base::Result<ProjectResult> run(const Project& what) {
        choice::Session session;
        return prune_project(what, choice::Choices(session, 1), [](const std::string&) {});
    }
    // GCC, except that it does this where part.c is no longer what it was.
    std::string bad_compiler(const std::string& what) {
        std::string path = folder_->path() + "/bad-cc";
        EXPECT_TRUE(base::write_file(
            path, "#!/bin/sh\ncase \"$*\" in *part.c*) grep -q 'n \\* LIMIT; n -= 1; return n;' "
                  "../lib/part.c || " +
                      what + " ;; esac\nexec gcc-12 \"$@\"\n"));
        fs::permissions(path, fs::perms::owner_all);
        return path;
    }
    std::optional<base::TemporaryFolder> folder_;
};

TEST_F(ProjectTest, VariantsOfAllFilesPassTheTests) {
    const auto result = run(project());
    ASSERT_TRUE(result) << result.error().message;
    EXPECT_EQ(result->files, 2);
    EXPECT_GT(result->dead, 5);
    EXPECT_EQ(result->variants, 3);
    EXPECT_GT(result->changed, 0);
    EXPECT_TRUE(result->findings.empty());
    EXPECT_TRUE(result->notes.empty()) << result->notes[0];
}

TEST_F(ProjectTest, BuildsOfManyKindsWork) {
    write("Makefile",
          "tool: main.o lib/part.o\n\t$(CC) $^ -o $@\nlib/part.o: FORCE\n\t$(MAKE) -C lib part.o\n"
          "FORCE:\n.PHONY: FORCE\n");
    write("lib/Makefile", "part.o: part.c\n\t$(CC) -DLIMIT=7 -c part.c\n");
    write("cache", "#!/bin/sh\necho used >> ../cache-was-here\nexec \"$@\"\n");
    fs::permissions(folder_->path() + "/project/cache", fs::perms::owner_all);
    std::vector<std::pair<std::string, std::string>> builds{
        {"make -j2", "./tool"},
        {"mkdir ../elsewhere && cd ../elsewhere && gcc-12 -DLIMIT=7 -I../project ../project/main.c "
         "../project/lib/part.c -o tool",
         "../elsewhere/tool"},
        {"./cache cc -DLIMIT=7 -c lib/part.c && ./cache gcc -c main.c && clang main.o part.o -o tool",
         "test -s ../cache-was-here && ./tool"}};
    if (!base::find_program("ccache").empty())
        builds.emplace_back("export CCACHE_DIR=$PWD/../cached; ccache gcc -DLIMIT=7 -c lib/part.c && "
                            "ccache $CC -c main.c && ccache cc main.o part.o -o tool",
                            "./tool");
    for (const auto& [build, tool] : builds) {
        Project made = project();
        made.folder += "/"; // as a shell completes it
        made.build = build;
        made.test = "test \"$(" + tool + ")\" = 2";
        made.variants = 1;
        const auto result = run(made);
        ASSERT_TRUE(result) << build << ": " << result.error().message;
        EXPECT_EQ(result->files, 2) << build;
        EXPECT_GT(result->dead, 5) << build;
        EXPECT_EQ(result->variants, 1) << build;
        EXPECT_TRUE(result->findings.empty()) << build;
    }
}

// A compiler that is wrong about a variant alone: it looks for what is missing.
TEST_F(ProjectTest, AMiscompiledVariantIsAFindingThatCanBeShownAgain) {
    Project made = project();
    made.setups = {bad_compiler("exec gcc-12 \"$@\" -DSTEP=2") + " -O2", "gcc -O0"};
    made.variants = 6;
    const auto result = run(made);
    ASSERT_TRUE(result) << result.error().message;
    ASSERT_FALSE(result->findings.empty());
    EXPECT_LT(result->findings.size(), 6U) << "some variants keep what it looks for";
    const ProjectFinding& finding = result->findings[0];
    EXPECT_EQ(finding.what, "the tests fail");
    EXPECT_THAT(finding.setup, ::testing::HasSubstr("bad-cc -O2"));
    EXPECT_THAT(finding.passes_with, ::testing::ElementsAre("gcc -O0"));
    const auto patch = base::read_file(finding.folder + "/variant.patch");
    ASSERT_TRUE(patch);
    EXPECT_THAT(*patch, ::testing::HasSubstr("--- a/lib/part.c"));
    EXPECT_THAT(*base::read_file(finding.folder + "/finding.json"),
                ::testing::HasSubstr("\"what\": \"the tests fail\""));
    const auto shown = base::run({.argv = {finding.folder + "/reproduce.sh"}});
    ASSERT_TRUE(shown);
    EXPECT_EQ(shown->exit, 1) << shown->out << shown->err;
    // With a compiler that is right, the same script passes.
    ASSERT_TRUE(base::write_file(folder_->path() + "/bad-cc", "#!/bin/sh\nexec gcc-12 \"$@\"\n"));
    EXPECT_EQ(base::run({.argv = {finding.folder + "/reproduce.sh"}})->exit, 0);
}

TEST_F(ProjectTest, AVariantThatDoesNotBuildOrBuildsSlowlyIsAFinding) {
    Project made = project();
    made.variants = 3;
    made.setups = {bad_compiler("exit 1")};
    auto result = run(made);
    ASSERT_TRUE(result) << result.error().message;
    ASSERT_FALSE(result->findings.empty());
    EXPECT_EQ(result->findings[0].what, "the build fails");
    made.setups = {bad_compiler("sleep 4")};
    made.slow_seconds = 3;
    made.slow_times = 1;
    result = run(made);
    ASSERT_TRUE(result) << result.error().message;
    ASSERT_FALSE(result->findings.empty());
    EXPECT_THAT(result->findings[0].what, ::testing::HasSubstr("slow build"));
}

// The tests of the project fail now and then, whoever compiled it.
TEST_F(ProjectTest, AFailureThatDoesNotRepeatIsNoFinding) {
    Project made = project();
    made.variants = 1;
    // Thrice profiled, once as it is, and then the variant.
    made.test = "build/tool; f=../../runs; echo x >> $f; test $(wc -l < $f) != 5";
    const auto result = run(made);
    ASSERT_TRUE(result) << result.error().message;
    EXPECT_TRUE(result->findings.empty());
    ASSERT_EQ(result->notes.size(), 1U);
    EXPECT_THAT(result->notes[0], ::testing::HasSubstr("the tests fail, but not when it is tried again"));
}

// In a function that runs one way now and another way then, nothing is dead for certain.
TEST_F(ProjectTest, WhatRunsByChanceIsLeftAlone) {
    Project made = project();
    write("main.c", "int part(int);\n"
                    "int sometimes(int n) {\n    if (n > 5) { n = n * 3; return n; }\n"
                    "    if (n > 1) return 3;\n    return 4;\n}\n"
                    "int printf(const char *, ...);\n"
                    "int main(int argc, char **argv) {\n"
                    "    printf(\"%d\\n\", 2 + 0 * sometimes(argc) + 0 * part(argc));\n    return 0;\n}\n");
    made.test =
        "f=../../runs; echo x >> $f; if test $(wc -l < $f) = 2; then build/tool more; else build/tool; fi";
    const auto result = run(made);
    ASSERT_TRUE(result) << result.error().message;
    ASSERT_EQ(result->notes.size(), 1U);
    EXPECT_THAT(result->notes[0], ::testing::HasSubstr("do not run the same way each time: sometimes"));
    for (uint64_t i = 1; i <= made.variants; ++i) {
        const auto patch = base::read_file(fmt::format("{}/variant-{}.patch", made.out, i));
        if (!patch) continue;
        EXPECT_THAT(*patch, ::testing::Not(::testing::HasSubstr("b/main.c")));
    }
}

// What runs for the first time when the tests of a variant fail was not dead.
TEST_F(ProjectTest, WhatRunsNowAndThenIsNoFinding) {
    Project made = project();
    write("main.c", "int part(int);\nint printf(const char *, ...);\n"
                    "int seldom(int n) {\n    if (n > 1) n = 1;\n    return n - 1;\n}\n"
                    "int main(int argc, char **argv) {\n"
                    "    printf(\"%d\\n\", 2 + seldom(argc) + 0 * part(argc));\n    return 0;\n}\n");
    // Not while it is profiled thrice and tried as it is, but ever after.
    made.test = "f=../../runs; echo x >> $f; if test $(wc -l < $f) -gt 4; then set -- more; fi; "
                "test $(build/tool $*) = 2";
    made.variants = 6;
    const auto result = run(made);
    ASSERT_TRUE(result) << result.error().message;
    EXPECT_TRUE(result->findings.empty());
    ASSERT_EQ(result->notes.size(), 2U);
    EXPECT_EQ(result->notes[0], "main.c: left alone from now on, because they run now and then: seldom");
    EXPECT_THAT(result->notes[1],
                ::testing::HasSubstr("the tests fail, but it changed what runs now and then"));
}

TEST_F(ProjectTest, AProjectThatIsBuiltInItsOwnFolderIsRefused) {
    Project made = project();
    made.build = "cc -DLIMIT=7 -I" + made.folder + " " + made.folder + "/main.c lib/part.c -o tool";
    made.test = "test \"$(./tool)\" = 2";
    const auto result = run(made);
    ASSERT_FALSE(result);
    EXPECT_THAT(result.error().message, ::testing::HasSubstr("main.c, not its copy"));
}

TEST_F(ProjectTest, AProjectThatFailsIsRefused) {
    Project made = project();
    made.test = "false";
    const auto result = run(made);
    ASSERT_FALSE(result);
    EXPECT_THAT(result.error().message, ::testing::HasSubstr("tests fail with coverage"));
}

} // namespace
} // namespace assay::source::prune
