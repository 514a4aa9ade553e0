// `assay show` prints the command that makes a test again. For every method and every setting it must give
// the same bytes.
#include "base/file.h"
#include "base/process.h"
#include "source/registry.h"
#include "support/compilers.h"
#include "testcase/generate_line.h"

#include <algorithm>
#include <filesystem>
#include <gmock/gmock.h>
#include <sstream>

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

// What each row asks for: the method, and options of `assay generate`.
const std::vector<Words>& rows() {
    static const std::vector<Words> all{
        Words{"--method", "grow", "--seed", "5"},
        Words{"--method", "grow", "--lang", "c++", "--standard", "c++17"},
        Words{"--method", "grow", "--size", "small", "--harness", "selfcheck", "--layout", "three"},
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
        Words{"--method", "relax", "--seed", "2", "--form", "relaxed-mix"},
        Words{"--method", "expand", "--standard", "c11", "--harness", "checksum", "--layout", "three",
              "--size", "tiny"},
        Words{"--method", "expand", "--dialect", "plain", "--no-policies", "--size", "tiny"},
        Words{"--method", "derive", "--size", "small", "--standard", "c17"},
        Words{"--method", "csmith", "--seed", "2", "--standard", "c11"},
        Words{"--method", "prune", "--policy", "model.toml", "--seed", "3", "--standard", "c11", "--size",
              "tiny", "--harness", "selfcheck", "--layout", "one"},
        Words{"--method", "prune", "--policy", "model.toml", "--seed", "3", "--dialect", "plain", "--size",
              "tiny", "--no-policies"},
        Words{"--method", "relax", "--seed", "2", "--standard", "c11"}};
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

INSTANTIATE_TEST_SUITE_P(All, Regenerate, testing::ValuesIn(rows()));

// A setting that no row has could be printed wrongly. `generate --help` lists those of each method.
TEST(Rows, HaveEverySettingOfEveryMethod) {
    const auto help = base::run({.argv = {ASSAY_PROGRAM, "generate", "--help"}});
    ASSERT_TRUE(help && help->ok());
    std::istringstream lines(help->out.substr(help->out.find("\nmethods:\n") + 10));
    std::string method;
    size_t settings = 0;
    for (std::string line; std::getline(lines, line) && !line.empty();) {
        const std::string mark = "          takes ";
        if (!line.starts_with(mark)) {
            method = line.substr(2, line.find(' ', 2) - 2);
            continue;
        }
        for (size_t at = mark.size(); at < line.size();) {
            const size_t end = std::min(line.find_first_of(" ,", at), line.size());
            const std::string name = line.substr(at, end - at);
            const std::string option = name == "policies" ? "--no-policies" : "--" + name;
            EXPECT_TRUE(std::ranges::any_of(rows(),
                                            [&](const Words& row) {
                                                return row[1] == method &&
                                                       std::ranges::find(row, option) != row.end();
                                            }))
                << method << " " << option;
            ++settings;
            const size_t values = line.compare(end, 2, " (") == 0 ? line.find(')', end) + 1 : end;
            at = std::min(values, line.size()) + 2;
        }
    }
    EXPECT_GT(settings, 20U) << help->out;
}

} // namespace
} // namespace assay::tests
