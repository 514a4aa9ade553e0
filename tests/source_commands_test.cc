// The commands that start from a program of the user's: `assay prune` and `assay relax`, up to `assay check`
// of what they write.
#include "base/file.h"
#include "base/process.h"
#include "source/laboratory.h"
#include "source/parse.h"
#include "source/relax/analysis.h"
#include "support/compilers.h"
#include "testcase/test_case.h"

#include <filesystem>
#include <gtest/gtest.h>

namespace assay::tests {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

base::Finished call(Words args) {
    args.insert(args.begin(), ASSAY_PROGRAM);
    return *base::run({.argv = args, .limit = std::chrono::minutes(2)});
}

testcase::TestCase test_in(const std::string& folder) {
    const auto json = base::read_file(folder + "/test.json");
    const auto test = testcase::test_from_json(json ? *json : "{}");
    EXPECT_TRUE(test) << folder;
    return test ? *test : testcase::TestCase{};
}

TEST(PruneCommand, WritesVariantsThatCanBeChecked) {
    if (!source::parser_missing().empty()) GTEST_SKIP() << source::parser_missing();
    if (!source::laboratory_missing().empty()) GTEST_SKIP() << source::laboratory_missing();
    const TempFolder folder;
    const std::string file = folder.path() + "/program.c", out = folder.path() + "/out";
    ASSERT_TRUE(base::write_file(file,
                                 "#include <stdio.h>\nint x, y;\nint main(void) {\n    if (x) {\n"
                                 "        y = x + 77;\n        x = y * 3;\n        puts(\"never\");\n    }\n"
                                 "    puts(\"42\");\n    return 3;\n}\n"));
    const auto made =
        call({"prune", file, "--variants", "2", "--exactly", "--cflags=-std=c99", "--out", out});
    ASSERT_EQ(made.exit, 0) << made.err;
    const testcase::TestCase test = test_in(out + "/variant-1");
    EXPECT_EQ(test.expected, "42\n");
    EXPECT_EQ(test.exit, 3);
    EXPECT_EQ(test.standard, "c99");
    EXPECT_TRUE(test.observed && test.promises.no_ub);
    EXPECT_EQ(test.name(), "prune-1");
    EXPECT_EQ(test.origin.settings.at("variant"), "1");
    EXPECT_TRUE(fs::exists(out + "/variant-1/variant.patch"));
    EXPECT_EQ(call({"check", out, "--compilers", "gcc", "--options=-O0"}).exit, 0);
}

TEST(RelaxCommand, WritesFiveFormsThatCanBeChecked) {
    if (!source::relax::analysis_missing().empty()) GTEST_SKIP() << source::relax::analysis_missing();
    const TempFolder folder;
    const std::string file = folder.path() + "/program.c", out = folder.path() + "/out";
    ASSERT_TRUE(base::write_file(
        file,
        "#include <stdio.h>\n#include <stdint.h>\n#include <limits.h>\n"
        "static int32_t safe_add_func_int32_t_s_s(int32_t a, int32_t b) {\n"
        "    return ((a > 0 && b > INT_MAX - a) || (a < 0 && b < INT_MIN - a)) ? a : a + b;\n}\n"
        "int main(void) {\n    printf(\"%d\\n\", safe_add_func_int32_t_s_s(40, 2));\n    return 0;\n}\n"));
    const auto made = call({"relax", file, "--out", out});
    ASSERT_EQ(made.exit, 0) << made.err;
    size_t forms = 0;
    for (const auto& entry : fs::directory_iterator(out)) {
        const testcase::TestCase test = test_in(entry.path().string());
        EXPECT_EQ(test.expected, "42\n") << entry.path();
        EXPECT_EQ(test.origin.method, "relax");
        EXPECT_EQ(test.origin.settings.at("form"), entry.path().filename().string());
        ++forms;
    }
    EXPECT_EQ(forms, 5U);
    EXPECT_EQ(call({"check", out, "--compilers", "gcc", "--options=-O0"}).exit, 0);
}

} // namespace
} // namespace assay::tests
