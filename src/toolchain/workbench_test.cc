// Scripted compilers for each way to misbehave, and what a bench makes of them.
#include "toolchain/test_support.h"

namespace assay::toolchain {
namespace {

using testcase::Compiled;
using testcase::Ending;
using testcase::Observation;
using testcase::Setup;

// A compiler that is one shell script; "$@" of it are the options, the sources, -o and the output.
class Scripted {
  public:
    explicit Scripted(const std::string& body) {
        UserCompiler user;
        user.name = "fake";
        user.command = {folder_.script("fake", body), "{options}", "{sources}", "-o", "{output}"};
        user.crash = {std::regex("internal error: (.*)")};
        user.crash_exit = {77};
        user.broken = {std::regex("No space left")};
        compiler_.path = user.command.front();
        family_ = user_family(std::move(user));
        compiler_.name = "fake";
        compiler_.family = family_.get();
        compiler_.abilities = {{"c"}, {"c11"}, {"lp64"}, {}, {}, {}, {}};
    }

    Observation observe(TestLimits limits = short_limits()) {
        sandbox::Sandbox sandbox = open_sandbox();
        const testcase::TestCase test = c_test("int main(void) { return 0; }\n");
        auto bench = Workbench::open(sandbox, test, limits);
        EXPECT_TRUE(bench.ok());
        auto seen = bench->observe(compiler_, {"fake", {}, "lp64"});
        EXPECT_TRUE(seen.ok()) << (seen ? "" : seen.error().message);
        return seen ? std::move(*seen) : Observation{};
    }

  private:
    TestFolder folder_;
    std::unique_ptr<Family> family_;
    Compiler compiler_;
};

constexpr const char* kGood = R"(while [ "$1" != -o ]; do shift; done
printf '#!/bin/sh\necho hello\n' > "$2"; chmod +x "$2")";

TestLimits one_second() {
    TestLimits limits = short_limits();
    limits.compile.wall = std::chrono::seconds(1);
    return limits;
}

TEST(Workbench, AGoodCompilersProgramIsRun) {
    const Observation seen = Scripted(kGood).observe();
    EXPECT_EQ(seen.compiled, Compiled::Built);
    ASSERT_TRUE(seen.run.has_value());
    EXPECT_EQ(seen.run->out, "hello\n");
    EXPECT_TRUE(seen.run->ok());
}

TEST(Workbench, CrashesAreReadByTheFamily) {
    Observation seen = Scripted("echo 'x.c:12: internal error: in frob' >&2; exit 1").observe();
    EXPECT_EQ(seen.compiled, Compiled::Crashed);
    EXPECT_EQ(seen.signature, "in frob");
    EXPECT_FALSE(seen.run.has_value());
    seen = Scripted("kill -SEGV $$").observe();
    EXPECT_EQ(seen.compiled, Compiled::Crashed);
    EXPECT_EQ(seen.signature, "SIGSEGV");
    seen = Scripted("echo words; exit 77").observe();
    EXPECT_EQ(seen.compiled, Compiled::Crashed);
    EXPECT_EQ(seen.signature, "exit status 77");
}

TEST(Workbench, ARejectionIsNoCrash) {
    const Observation seen = Scripted("echo 'x.c:1: syntax error' >&2; exit 1").observe();
    EXPECT_EQ(seen.compiled, Compiled::Rejected);
    EXPECT_EQ(seen.signature, "syntax error");
    EXPECT_EQ(seen.compile.code, 1);
    EXPECT_THAT(seen.compile.err, testing::HasSubstr("syntax error"));
}

TEST(Workbench, HangsEnd) {
    EXPECT_EQ(Scripted("while :; do sleep 1; done").observe(one_second()).compiled, Compiled::Hung);
    EXPECT_EQ(Scripted("trap '' TERM; while :; do sleep 1; done").observe(one_second()).compiled,
              Compiled::Hung);
    EXPECT_EQ(Scripted("sleep 1000 & sleep 1000 & wait").observe(one_second()).compiled, Compiled::Hung);
}

TEST(Workbench, WhatAForkingCompilerLeavesBehindIsGone) {
    // The background process keeps the output open and would write over the product later.
    const Observation seen = Scripted(std::string(kGood) + "\n(sleep 300; echo late) &\nexit 0").observe();
    EXPECT_EQ(seen.compiled, Compiled::Built);
    EXPECT_EQ(seen.run->out, "hello\n");
}

TEST(Workbench, EndlessOutputIsACrash) {
    const Observation seen = Scripted("yes").observe();
    EXPECT_EQ(seen.compiled, Compiled::Crashed);
    EXPECT_EQ(seen.signature, "prints without end");
}

TEST(Workbench, AFullDiskIsNobodysBug) {
    TestLimits limits = short_limits();
    limits.compile.file_size = 1 << 20;
    const Observation seen =
        Scripted("dd if=/dev/zero of=big bs=1M count=5 2>/dev/null || { echo 'No space left' >&2; exit 1; }")
            .observe(limits);
    EXPECT_EQ(seen.compiled, Compiled::Broken);
}

TEST(Workbench, SuccessWithoutAProgramIsACrash) {
    const Observation seen = Scripted("exit 0").observe();
    EXPECT_EQ(seen.compiled, Compiled::Crashed);
    EXPECT_EQ(seen.signature, "no output although it reports success");
}

TEST(Workbench, AMissingCompilerIsBroken) {
    sandbox::Sandbox sandbox = open_sandbox();
    UserCompiler user;
    user.name = "gone";
    user.command = {"/no/such/compiler", "{sources}", "-o", "{output}"};
    const auto family = user_family(user);
    Compiler compiler;
    compiler.path = "/no/such/compiler";
    compiler.family = family.get();
    const testcase::TestCase test = c_test("");
    auto bench = Workbench::open(sandbox, test, short_limits());
    auto seen = bench->observe(compiler, {"gone", {}, "lp64"});
    ASSERT_TRUE(seen.ok());
    EXPECT_EQ(seen->compiled, Compiled::Broken);
}

TEST(Workbench, AProductOfBeforeIsNotTakenForTheNext) {
    const TestFolder folder;
    UserCompiler user;
    user.name = "once";
    user.command = {folder.script("once", "[ \"$1\" = -again ] && exit 0\n" + std::string(kGood)),
                    "{options}", "{sources}", "-o", "{output}"};
    Compiler compiler;
    compiler.path = user.command.front();
    const auto family = user_family(user);
    compiler.family = family.get();
    sandbox::Sandbox sandbox = open_sandbox();
    const testcase::TestCase test = c_test("");
    auto bench = Workbench::open(sandbox, test, short_limits());
    EXPECT_EQ(bench->observe(compiler, {"once", {}, "lp64"})->compiled, Compiled::Built);
    EXPECT_EQ(bench->observe(compiler, {"once", {"-again"}, "lp64"})->compiled, Compiled::Crashed);
}

} // namespace
} // namespace assay::toolchain
