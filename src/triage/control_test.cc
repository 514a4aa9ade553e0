#include "triage/control.h"

#include "base/file.h"
#include "base/temporary_folder.h"
#include "toolchain/families/user_compilers.h"
#include "toolchain/registry.h"
#include "triage/examine.h"

#include <filesystem>
#include <gmock/gmock.h>

namespace assay::triage {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

// gcc with a runner that works until there is a file "broken".
class ControlTest : public testing::Test {
  protected:
    void SetUp() override {
        const toolchain::Programs programs = toolchain::Programs::on_path();
        if (programs.find("gcc").empty()) GTEST_SKIP() << "gcc is not installed";
        const std::string runner = folder_->path() + "/runner";
        ASSERT_TRUE(base::write_file(runner, "#!/bin/sh\n[ -e " + broken_ +
                                                 " ] && echo 'no licence' >&2 && exit 9\nexec \"$@\"\n"));
        std::filesystem::permissions(runner, std::filesystem::perms::owner_all);
        auto own = toolchain::load_user_compilers(
            "[compiler.mycc]\ncommand = [\"gcc\", \"{options}\", \"{sources}\", \"-o\", \"{output}\"]\n"
            "run = [\"" +
                runner + "\", \"./{output}\"]\noptions = [\"-O0\", \"-O1\"]\n",
            "assay.toml");
        ASSERT_TRUE(own.ok()) << own.error().message;
        registry_ = toolchain::Registry(std::move(*own));
        sandboxes_.push_back(std::move(*sandbox::Sandbox::open()));
        toolchain::ProbeCache cache("");
        auto found = registry_.find_named(sandboxes_, programs, cache, {"mycc"});
        ASSERT_TRUE(found.ok()) << found.error().message;
        compilers_ = std::move(*found);
        failure_ = {&compilers_.front(), {"mycc", {"-O1"}, "lp64"}, testcase::Kind::WrongOutput, "?"};
    }
    // It prints 7.
    static testcase::TestCase program(const std::string& expected) {
        testcase::TestCase test;
        test.files = {{"test.c", "int printf(const char *, ...);\nint main(void) { printf(\"7\\n\"); }\n"}};
        test.sources = {"test.c"};
        test.language = "c";
        test.standard = "c11";
        test.target = "lp64";
        test.expected = expected;
        test.promises = {true, true, true};
        return test;
    }
    Diagnosis examined(const std::string& expected) {
        auto told = examine(sandboxes_.front(), failure_, program(expected), {compilers_, {}}, {}, how_);
        EXPECT_TRUE(told.ok());
        return *told;
    }
    std::string fault() { return *environment_fault(sandboxes_.front(), failure_, program("7\n")); }
    void break_runner() { ASSERT_TRUE(base::write_file(broken_, "")); }

    base::Result<base::TemporaryFolder> folder_ = base::TemporaryFolder::make();
    const std::string broken_ = folder_->path() + "/broken";
    toolchain::Registry registry_;
    std::vector<sandbox::Sandbox> sandboxes_;
    std::vector<toolchain::Compiler> compilers_;
    Failure failure_;
    Thoroughness how_{.repetitions = 2, .known = {}, .closely = false};
};

TEST_F(ControlTest, ARunnerThatBreaksAfterProbingIsTheEnvironment) {
    EXPECT_EQ(fault(), "");
    break_runner();
    EXPECT_THAT(fault(), StartsWith("mycc -O1: a program that prints 'assay 42'"));
    EXPECT_THAT(fault(), HasSubstr("ended with status 9: no licence"));
}

TEST_F(ControlTest, WhatIsOnlyWrongWithSomeOptionsIsSaidSo) {
    failure_.setup.options = {"-O1", "-fno-such-thing"};
    EXPECT_THAT(fault(), HasSubstr("unrecognized command-line option"));
    EXPECT_THAT(fault(), HasSubstr("; without these options it works"));
}

// Under any options: it worked when it was found. Under some: that is the bug.
TEST_F(ControlTest, ACompilerThatBreaksOnEverythingIsTheEnvironment) {
    const std::string broken = folder_->path() + "/breaks", path = folder_->path() + "/cc";
    ASSERT_TRUE(base::write_file(path, "#!/bin/sh\ncase \" $* \" in *' -O1 '*) exit 0;; esac\n[ -e " +
                                           broken + " ] && exit 0\nexec gcc \"$@\"\n"));
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    auto own = toolchain::load_user_compilers("[compiler.mycc]\ncommand = [\"" + path +
                                                  "\", \"{options}\", \"{sources}\", \"-o\", "
                                                  "\"{output}\"]\noptions = [\"-O0\"]\n",
                                              "assay.toml");
    ASSERT_TRUE(own.ok());
    toolchain::Registry registry(std::move(*own));
    toolchain::ProbeCache cache("");
    auto found = registry.find_named(sandboxes_, toolchain::Programs::on_path(), cache, {"mycc"});
    ASSERT_TRUE(found.ok()) << found.error().message;
    failure_ = {&found->front(), {"mycc", {"-O1"}, "lp64"}, testcase::Kind::Crash, "?"};
    EXPECT_EQ(fault(), "");
    ASSERT_TRUE(base::write_file(broken, ""));
    EXPECT_THAT(fault(), StartsWith("mycc -O1: "));
}

TEST_F(ControlTest, AFailureOfTheEnvironmentIsNotConfirmed) {
    const Diagnosis real = examined("8\n");
    EXPECT_EQ(real.environment, "");
    EXPECT_EQ(real.reliability.failed, 2U);
    break_runner();
    const Diagnosis told = examined("7\n");
    EXPECT_THAT(told.environment, HasSubstr("no licence"));
    EXPECT_EQ(told.title, "environment: " + told.environment);
    EXPECT_EQ(told.reliability.failed, 0U);
}

} // namespace
} // namespace assay::triage
