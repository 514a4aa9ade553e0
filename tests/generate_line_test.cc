// `assay show` prints the command that makes a test again. For every method and every setting it must give
// the same bytes.
#include "base/file.h"
#include "base/process.h"
#include "source/registry.h"
#include "support/compilers.h"
#include "testcase/generate_line.h"

#include <filesystem>
#include <gmock/gmock.h>

namespace assay::tests {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

std::map<std::string, std::string> files_in(const std::string& folder) {
    std::map<std::string, std::string> all;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file())
            all[fs::relative(entry.path(), folder).string()] = *base::read_file(entry.path().string());
    return all;
}

class Regenerate : public testing::TestWithParam<Words> {};

TEST_P(Regenerate, GivesTheSameBytes) {
    const TempFolder folder;
    const std::string first = folder.path() + "/first", second = folder.path() + "/second";
    ASSERT_TRUE(base::write_file(folder.path() + "/weights.toml", "[site.\"grow.size\"]\ntiny = 9\n"));
    ASSERT_TRUE(base::write_file(folder.path() + "/model.toml", "[site.\"prune.from\"]\ncsmith = 0\n"));
    ASSERT_TRUE(
        base::write_file(folder.path() + "/folder.toml", "[site.\"prune.from\"]\ncsmith = 0\nmodel = 0\n"));
    fs::create_directory(folder.path() + "/programs");
    ASSERT_TRUE(
        base::write_file(folder.path() + "/programs/test.c",
                         "#include <stdio.h>\nint x;\nint main(void) {\n    if (x) {\n        x = 77;\n"
                         "        puts(\"never\");\n    }\n    puts(\"42\");\n    return 0;\n}\n"));
    Words argv{ASSAY_PROGRAM, "generate", "--out", first};
    argv.insert(argv.end(), GetParam().begin(), GetParam().end());
    const auto made = base::run({.argv = argv, .folder = folder.path()});
    ASSERT_TRUE(made);
    const bool csmith = GetParam()[1] == "csmith" || GetParam()[1] == "relax";
    if (csmith && base::find_program("csmith").empty()) GTEST_SKIP() << "no csmith here";
    ASSERT_TRUE(made->ok()) << made->err;
    const std::string test = fs::directory_iterator(first)->path().string();
    auto read = testcase::test_from_json(*base::read_file(test + "/test.json"));
    ASSERT_TRUE(read) << read.error().message;
    const testcase::GenerateLine line = testcase::generate_line(*read, source::methods());
    ASSERT_TRUE(line.command.starts_with("assay ")) << line.why;
    ASSERT_TRUE(base::write_file(folder.path() + "/policy.toml", line.policy));
    std::string command = ASSAY_PROGRAM + line.command.substr(5);
    command.replace(command.rfind("DIR"), 3, second);
    const auto again = base::run({.argv = {"sh", "-c", command}, .folder = folder.path()});
    ASSERT_TRUE(again);
    ASSERT_EQ(again->exit, 0) << command << "\n" << again->err;
    EXPECT_EQ(files_in(first), files_in(second)) << command;
}

INSTANTIATE_TEST_SUITE_P(
    All, Regenerate,
    testing::Values(Words{"--method", "grow", "--seed", "5"},
                    Words{"--method", "grow", "--lang", "c++", "--standard", "c++17"},
                    Words{"--method", "grow", "--size", "small", "--harness", "selfcheck", "--layout",
                          "three"},
                    Words{"--method", "grow", "--size", "tiny", "--dialect", "plain", "--target", "ilp32"},
                    Words{"--method", "grow", "--batch", "3", "--size", "tiny"},
                    Words{"--method", "grow", "--policy", "weights.toml"},
                    Words{"--method", "grow", "--no-policies", "--size", "small"},
                    Words{"--method", "expand", "--from", "grow", "--size", "tiny"},
                    Words{"--method", "expand", "--batch", "2", "--size", "tiny"},
                    Words{"--method", "derive", "--lang", "java"},
                    Words{"--method", "derive", "--lang", "python", "--strategy", "SDIS"},
                    Words{"--method", "derive", "--lang", "java", "--batch", "2"},
                    Words{"--method", "derive", "--grammar", ASSAY_TESTS_FOLDER "/../grammars/c.g4"},
                    Words{"--method", "csmith", "--seed", "2"},
                    Words{"--method", "prune", "--policy", "model.toml", "--seed", "3"},
                    Words{"--method", "prune", "--policy", "model.toml", "--seed", "3", "--variant", "2"},
                    Words{"--method", "prune", "--policy", "folder.toml", "--programs", "programs"},
                    Words{"--method", "relax", "--seed", "2"},
                    Words{"--method", "relax", "--seed", "2", "--form", "relaxed-mix"}));

} // namespace
} // namespace assay::tests
