#include "base/file.h"
#include "base/temporary_folder.h"
#include "source/laboratory.h"
#include "source/parse.h"
#include "source/prune/project.h"
#include "source/prune/wrapper.h"

#include <filesystem>
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
        write("lib/part.c",
              "#include \"part.h\"\nint part(int n) {\n    if (n > 5) { n = n * LIMIT; n -= 1; return n; }\n"
              "    return n + 1;\n}\n");
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

// A compiler that is wrong about variants alone: here one that looks for what is missing.
TEST_F(ProjectTest, AVariantThatFailsIsAFindingWithItsPatch) {
    const std::string bad = folder_->path() + "/bad-cc";
    ASSERT_TRUE(
        base::write_file(bad, "#!/bin/sh\ncase \"$*\" in *part.c*) grep -q 'n \\* LIMIT; n -= 1; return n;' "
                              "../lib/part.c || exit 1 ;; esac\nexec gcc-12 \"$@\"\n"));
    fs::permissions(bad, fs::perms::owner_all);
    Project made = project();
    made.setups = {bad + " -O0"};
    made.variants = 6;
    const auto result = run(made);
    ASSERT_TRUE(result) << result.error().message;
    ASSERT_FALSE(result->findings.empty());
    EXPECT_EQ(result->findings[0].what, "the build fails");
    const auto patch = base::read_file(result->findings[0].folder + "/variant.patch");
    ASSERT_TRUE(patch);
    EXPECT_THAT(*patch, ::testing::HasSubstr("--- a/lib/part.c"));
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
