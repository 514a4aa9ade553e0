#include "cli/support/quoted_headers.h"

#include "base/file.h"
#include "base/temporary_folder.h"
#include "cli/support/given_programs.h"

#include <algorithm>
#include <filesystem>
#include <gmock/gmock.h>
#include <sys/stat.h>

namespace assay::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::StartsWith;
namespace fs = std::filesystem;

class QuotedHeaders : public testing::Test {
  protected:
    base::TemporaryFolder folder_ = std::move(base::TemporaryFolder::make().value());

    std::string path(const std::string& name) const { return folder_.path() + "/" + name; }
    void put(const std::string& name, const std::string& text) const {
        fs::create_directories(fs::path(path(name)).parent_path());
        ASSERT_TRUE(base::write_file(path(name), text));
    }
    std::vector<std::string> names(const std::string& program) const {
        const auto files = with_quoted_headers(path(program));
        EXPECT_TRUE(files.ok()) << files.error().message;
        std::vector<std::string> all;
        for (const testcase::File& file : files.value()) all.push_back(file.name);
        return all;
    }
    std::string refusal(const std::string& program, const HeaderLimits& limits = {}) const {
        const auto files = with_quoted_headers(path(program), limits);
        return files ? "" : files.error().message;
    }
};

TEST_F(QuotedHeaders, AreFoundBesideTheFileThatIncludesThem) {
    put("a.c", "#include \"sub/s.h\"\n#include <stdio.h>\n  # include \"none.h\"\n");
    put("sub/s.h", "#include \"t.h\"\n#include \"top.h\"\n#include \"../a.c\"\n");
    put("sub/t.h", "");
    put("top.h", "#include \"top.h\"\n");
    EXPECT_THAT(names("a.c"), ElementsAre("a.c", "sub/s.h", "sub/t.h", "top.h"));
}

TEST_F(QuotedHeaders, KeepTheirPlaceOutsideOfTheProgramsFolder) {
    put("src/deep/a.c", "#include \"../../lib/x.h\"\n");
    put("lib/x.h", "#include \"y.h\"\n");
    put("lib/y.h", "");
    EXPECT_THAT(names("src/deep/a.c"), ElementsAre("src/deep/a.c", "lib/x.h", "lib/y.h"));
}

TEST_F(QuotedHeaders, OfTheMachineAreLeftToTheCompiler) {
    put("sub/x.h", "");
    put("a.c", "#include \"/usr/include/stdio.h\"\n#include \"/dev/zero\"\n#include \"sub\"\n");
    EXPECT_THAT(names("a.c"), ElementsAre("a.c"));
}

TEST_F(QuotedHeaders, ThatAreNoRegularFilesAreRefused) {
    put("a.c", "#include \"pipe.h\"\n");
    ASSERT_EQ(::mkfifo(path("pipe.h").c_str(), 0600), 0);
    EXPECT_EQ(refusal("a.c"), path("a.c") + ": includes " + path("pipe.h") +
                                  ": cannot read: it is a pipe, not a regular file");
    put("b.c", "#include \"zero.h\"\n");
    fs::create_symlink("/dev/zero", path("zero.h"));
    EXPECT_THAT(refusal("b.c"), EndsWith("zero.h: cannot read: it is a device, not a regular file"));
}

TEST_F(QuotedHeaders, AreReadUpToALimit) {
    for (int i = 0; i < 5; ++i)
        put("h" + std::to_string(i) + ".h", "#include \"h" + std::to_string(i + 1) + ".h\"\n");
    put("a.c", "#include \"h0.h\"\n");
    EXPECT_EQ(refusal("a.c", {.files = 6}), "");
    EXPECT_EQ(refusal("a.c", {.files = 5}), path("a.c") + ": includes more than 5 files");
    EXPECT_EQ(refusal("a.c", {.bytes = 50}),
              path("a.c") + ": is larger than 50 bytes with the files that it includes");
    EXPECT_THAT(refusal("none.c"), StartsWith(path("none.c") + ": cannot read: No such file"));
}

// As `assay prune` writes it for a program with such headers.
TEST_F(QuotedHeaders, InFoldersBelowTestJsonAreRead) {
    testcase::TestCase test;
    test.files = {{"a.c", ""}};
    test.sources = {"a.c"};
    test.language = "c";
    put("test.json", to_json(test));
    put("a.c", "#include \"sub/s.h\"\n");
    put("sub/s.h", "int s;\n");
    const auto given = given_programs({folder_.path()});
    ASSERT_TRUE(given.ok()) << given.error().message;
    const std::vector<testcase::File>& files = given->front().test.files;
    EXPECT_TRUE(std::any_of(files.begin(), files.end(), [](const testcase::File& file) {
        return file.name == "sub/s.h" && file.text == "int s;\n";
    }));
}

} // namespace
} // namespace assay::cli
