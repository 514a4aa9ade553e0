#include "base/process.h"
#include "base/temporary_folder.h"
#include "report/bugs.h"
#include "report/bundle.h"
#include "toolchain/rungs.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace assay::report {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using triage::State;

testcase::TestCase program(const std::string& text) {
    testcase::TestCase test;
    test.language = "c";
    test.standard = "c11";
    test.target = "lp64";
    test.files = {{"test.c", text}};
    test.sources = {"test.c"};
    test.expected = "";
    test.origin.method = "grow";
    test.origin.seed = 7;
    return test;
}

// A bug that was found in a large program and reduced to a small one.
Evidence evidence() {
    Evidence made;
    made.original = program("int large;\n");
    made.finding = {1,
                    3,
                    12,
                    "grow",
                    {testcase::Kind::WrongOutput,
                     {"gcc-12", {"-O3", "-fgcse"}, "lp64"},
                     0,
                     "wrong output",
                     "the large one is wrong"}};
    made.bug.id = 3;
    made.bug.compiler = "gcc-12";
    made.bug.title = "wrong code: tree-vrp";
    made.bug.state = triage::State::Confirmed;
    made.bug.diagnosis.validity = triage::Validity::Certified;
    made.bug.diagnosis.reliability = {10, 10};
    made.bug.diagnosis.culprit.pass = "tree-vrp";
    made.bug.hits = 5;
    made.bug.setups = {"gcc-12 -O3 -fgcse"};
    made.bug.methods = {"grow"};
    triage::Diagnosis small;
    small.reliability = {10, 10};
    small.validity = triage::Validity::Certified;
    small.validity_how = "evaluated";
    small.options = {"-O3"};
    small.levels = {"-O2", "-O3"};
    small.range = "first bad: gcc-12; last good: gcc-11";
    small.versions = {{"gcc-11", triage::Behaviour::Right}, {"gcc-12", triage::Behaviour::Fails}};
    small.culprit = {"tree-vrp", "right with -fno-tree-vrp", {"-fno-tree-vrp"}};
    small.expected = "";
    small.detail = "the small one aborts";
    made.bug.reduced = store::Reduction{"reduced/3.c", "int small;\n", 1, 3, true};
    made.bug.reduced->program.test = program("int small;\n");
    made.bug.reduced->program.diagnosis = small;
    made.compilers["gcc-12"] = {"12.2.0", "gcc-12 (Debian) 12.2.0", "", "", "x86_64-linux-gnu"};
    return made;
}

std::string shown(const Evidence& evidence) {
    std::optional<Case> fit;
    if (auto made = case_of(evidence)) fit = std::move(*made);
    return bug_text(evidence.bug, {evidence.finding}, {evidence.original}, fit);
}

TEST(Show, TellsAllAboutTheSmallProgram) {
    EXPECT_EQ(shown(evidence()), R"(bug 3: wrong-output of gcc-12
wrong code: tree-vrp

hits         5
state        confirmed
validity     certified
reliability  10/10
pass         tree-vrp (right with -fno-tree-vrp)
plain levels -O2 -O3
versions     first bad: gcc-12; last good: gcc-11
fails        gcc-12
right        gcc-11
seen with    gcc-12 -O3 -fgcse
made by      grow

$ gcc-12 -O3 -std=c11 reduced/3.c
the small one aborts

--- reduced/3.c (reduced)
int small;
)");
}

TEST(Show, OfWhatWasNotReducedItShowsTheWhole) {
    Evidence whole = evidence();
    whole.bug.reduced.reset();
    EXPECT_THAT(shown(whole), EndsWith(R"(
$ gcc-12 -O3 -fgcse -std=c11 test.c
the large one is wrong

assay generate --method grow --seed 7 --lang c --target lp64 --out DIR

--- test.c
int large;
)"));
}

TEST(Show, WhatIsNotFitForAReportIsShownAsWell) {
    Evidence waiting = evidence();
    waiting.bug.state = triage::State::Waiting;
    EXPECT_THAT(shown(waiting), HasSubstr("state        waiting\n"));
    EXPECT_THAT(shown(waiting), HasSubstr("the large one is wrong\n"));
    EXPECT_THAT(shown(waiting), EndsWith("--- reduced/3.c (reduced)\nint small;\n"));
}

TEST(CaseOf, SaysWhyABugIsNotFitForAReport) {
    for (const auto& [state, why] :
         {std::pair{State::New, "it was not examined yet; run `assay triage 3` first"},
          std::pair{State::Waiting, "it was not examined yet; run `assay triage 3` first"},
          std::pair{State::Invalid, "its program is not valid: evaluated"},
          std::pair{State::Doubtful, "it does not repeat (10/10 times)"}}) {
        Evidence unfit = evidence();
        unfit.bug.state = state;
        const auto made = case_of(unfit);
        ASSERT_FALSE(made) << to_text(state);
        EXPECT_EQ(made.error().message, std::string("bug 3 is not fit for a report: ") + why);
    }
    Evidence unknown = evidence();
    unknown.bug.reduced.reset();
    unknown.bug.diagnosis.validity = triage::Validity::Unknown;
    const auto made = case_of(unknown);
    ASSERT_FALSE(made);
    EXPECT_THAT(made.error().message, EndsWith("the validity of its program is not established"));
}

TEST(Bundle, EveryOneHasTheProgramTheScriptAndTheOriginal) {
    const auto one = case_of(evidence());
    ASSERT_TRUE(one);
    for (const Tracker& tracker : trackers()) {
        const std::vector<BundleFile> files = bundle(tracker, *one);
        const auto has = [&](const std::string& text) {
            return std::ranges::any_of(files, [&](const BundleFile& file) { return file.text == text; });
        };
        EXPECT_TRUE(has("int small;\n")) << tracker.name;
        EXPECT_TRUE(has("int large;\n")) << tracker.name;
        EXPECT_TRUE(std::ranges::any_of(files, &BundleFile::runs)) << tracker.name;
    }
}

// Where a compiler is on the finder's machine is nobody's business, and a tracker takes text alone.
TEST(Bundle, AReportHasNamesInsteadOfPaths) {
    Evidence of = evidence();
    const std::string path = "/home/me/o'dd \"dir/my cc";
    of.finding.verdict.setup.compiler = of.bug.compiler = path;
    of.bug.reduced->program.diagnosis->versions = {{path, triage::Behaviour::Fails}};
    of.bug.reduced->program.diagnosis->range = "first bad: " + path;
    of.bug.reduced->program.diagnosis->detail = path + ": error \xff \x1b[2J";
    of.compilers = {{path, {"1", "my cc 1", "gcc", path}}};
    for (const Tracker& tracker : trackers()) {
        auto made = case_of(of);
        ASSERT_TRUE(made) << made.error().message;
        for (const BundleFile& file : bundle(tracker, *made)) {
            if (!file.name.ends_with(".md")) continue;
            EXPECT_THAT(file.text, Not(HasSubstr("/home/me"))) << tracker.name;
            EXPECT_THAT(file.text, Not(HasSubstr("dir/"))) << tracker.name;
            EXPECT_THAT(file.text, Not(HasSubstr("\xff"))) << tracker.name;
            EXPECT_THAT(file.text, HasSubstr("$ 'my cc' -O3")) << tracker.name;
            EXPECT_THAT(file.text, HasSubstr("my cc: error \\xff \\x1b[2J")) << tracker.name;
        }
    }
}

TEST(Bundle, AReportSaysWhereABugBeganAndWhetherThePipelineIsUsual) {
    Evidence of = evidence();
    of.finding.verdict.setup.compiler = of.bug.compiler = "gcc-16@sid";
    triage::Diagnosis& known = *of.bug.reduced->program.diagnosis;
    known.history = {{"15.3.0", "16.2.0", "17.0.0"}, {"14.4.0"}};
    known.options = {"-O2", "--param=avg-loop-niter=1"};
    of.compilers = {{"gcc-16@sid", {"16.2.0", "gcc-16 (Debian) 16.2.0", "gcc", "/usr/bin/gcc-16"}}};
    const auto one = case_of(of);
    ASSERT_TRUE(one) << one.error().message;
    for (const Tracker& tracker : trackers()) {
        if (std::string_view(tracker.name) != "gcc") continue;
        for (const BundleFile& file : bundle(tracker, *one)) {
            if (file.name != "report.md") continue;
            EXPECT_THAT(file.text, StartsWith("# [15/16/17 Regression] "));
            EXPECT_THAT(file.text, HasSubstr("fails with 17.0.0, 16.2.0, 15.3.0; works with 14.4.0"));
            EXPECT_THAT(file.text, HasSubstr("not the default pipeline: --param=avg-loop-niter=1"));
            EXPECT_THAT(file.text, HasSubstr("$ gcc-16 -O2"));
            EXPECT_THAT(file.text, Not(HasSubstr("@sid")));
        }
    }
}

TEST(BugsTable, WhatTheNewestVersionHasComesFirst) {
    store::Bug fixed, alive, regression;
    fixed.id = 1, alive.id = 2, regression.id = 3;
    fixed.diagnosis.history = {{"12.2.0"}, {"16.2.0"}};
    alive.diagnosis.history = {{"15.3.0", "16.2.0"}, {}};
    regression.diagnosis.history = {{"16.2.0"}, {"15.3.0"}};
    const std::string text = bugs_table({fixed, alive, regression});
    EXPECT_LT(text.find("\n   3 "), text.find("\n   2 ")) << text;
    EXPECT_LT(text.find("\n   2 "), text.find("\n   1 ")) << text;
    EXPECT_THAT(text, HasSubstr("(fixed in 16.2.0)"));
}

TEST(Bundle, ReportsHaveTheStyleOfTheirTracker) {
    const auto one = case_of(evidence());
    ASSERT_TRUE(one);
    EXPECT_THAT(gcc_bundle(*one).front().text,
                StartsWith("# [12 Regression] wrong code at -O2 and -O3 (tree-vrp) on x86_64-linux-gnu\n"));
    EXPECT_THAT(gcc_bundle(*one).front().text, HasSubstr("- Keywords: wrong-code\n"));
    EXPECT_THAT(llvm_bundle(*one).front().text,
                StartsWith("# [clang 12.2.0] Miscompile at -O2 and -O3 (tree-vrp)\n"));
    EXPECT_THAT(dejagnu_bundle(*one).front().text,
                StartsWith("/* { dg-do run } */\n/* { dg-options \"-O3 -std=c11\" } */\n"));
}

TEST(Bundle, TheTargetIsThatOfTheCompiler) {
    Case one = *case_of(evidence());
    one.about.machine = "aarch64-linux-gnu";
    EXPECT_THAT(gcc_bundle(one).front().text, HasSubstr(" on aarch64-linux-gnu\n"));
    EXPECT_THAT(plain_bundle(one).front().text, HasSubstr("- Target: aarch64-linux-gnu\n"));
    one.about.machine = "x86_64-linux-gnu";
    one.test.target = "ilp32";
    one.options = {"-O3", "-m32", "-std=c11"};
    EXPECT_THAT(llvm_bundle(one).front().text, HasSubstr("- Target: x86_64-linux-gnu with -m32\n"));
    EXPECT_THAT(dejagnu_bundle(one).front().text,
                StartsWith("/* { dg-do run { target ilp32 } } */\n/* { dg-options \"-O3 -std=c11\" } */\n"));
    EXPECT_EQ(one.plain_options(), (std::vector<std::string>{"-O0", "-m32", "-std=c11"}));
    one.about.machine = ""; // of a campaign of an earlier version
    EXPECT_THAT(plain_bundle(one).front().text, HasSubstr("- Target: ilp32\n"));
}

TEST(Script, AsksWhatTheLadderAsks) {
    Case one = *case_of(evidence());
    one.tools.sanitizer = {"clang", "-O0"};
    const std::string script = interesting_script(one);
    for (const toolchain::Rung& rung : toolchain::rungs("c", {.whole = false, .strict_pointers = true})) {
        if (rung.kind != toolchain::Rung::Kind::Warnings) continue;
        for (const std::string& option : rung.options) EXPECT_THAT(script, HasSubstr(" " + option));
    }
    EXPECT_THAT(script, HasSubstr("clang -O0 -fsanitize=undefined,address -fno-sanitize-recover=all test.c "
                                  "-o sanitized"));
}

Case crash_with(const std::string& title) {
    Case one = *case_of(evidence());
    one.kind = testcase::Kind::Crash;
    one.title = title;
    return one;
}

// Titles come from compilers, and the store from anywhere.
TEST(Script, ATitleIsNeverACommand) {
    const std::string script = interesting_script(crash_with("in f\ntouch hacked"));
    EXPECT_THAT(script, testing::Not(HasSubstr("\ntouch hacked"))) << script;
}

TEST(Script, WordsAreQuoted) {
    Case one = *case_of(evidence());
    one.options = {"-O3", "-DX=$(touch hacked)"};
    EXPECT_THAT(interesting_script(one), HasSubstr("'-DX=$(touch hacked)'"));
}

TEST(Script, ACompilerThatIsWrongWithoutOptionsIsNotItsOwnReference) {
    Case one = *case_of(evidence());
    one.compiler = "chibicc";
    one.family = "chibicc";
    one.diagnosis.levels = {};
    EXPECT_THAT(interesting_script(one),
                HasSubstr("build_right() {\n    gcc -O0 -std=c11 test.c -o right\n}"));
}

TEST(Script, AUsersCompilerIsCalledAsItIsDefined) {
    Case one = *case_of(evidence());
    one.tools.wrong = {{}, {{"/opt/my cc", "-fast", "test.c", "-o", "prog"}}, {"emulate", "./prog"}};
    const std::string script = interesting_script(one);
    EXPECT_THAT(script, HasSubstr("build_wrong() {\n    '/opt/my cc' -fast test.c -o prog\n}"));
    EXPECT_THAT(script, HasSubstr("run_wrong() {\n    timeout 10 emulate ./prog\n}"));
    EXPECT_THAT(gcc_bundle(one).front().text, HasSubstr("$ 'my cc' -fast test.c -o prog && emulate ./prog"));
}

// What loops through all integers ends at last, and prints what is right.
TEST(Script, AProgramThatRunsTooLongMayEndAfterAll) {
    Case one = *case_of(evidence());
    one.tools.wrong = {{}, {{"true"}}, {"sh", "-c", "sleep 2; echo 7"}};
    one.tools.right = {{}, {{"true"}}, {"echo", "7"}};
    one.tools.warns = false;
    const auto folder = base::TemporaryFolder::make();
    ASSERT_TRUE(folder);
    const auto accepts = [&](int endless) {
        one.tools.endless = endless;
        return base::run({.argv = {"sh", "-c", interesting_script(one)}, .folder = folder->path()})->ok();
    };
    EXPECT_TRUE(accepts(1));
    EXPECT_FALSE(accepts(10));
    EXPECT_FALSE(accepts(0)) << "it prints what is right";
}

TEST(Trackers, AreForTheirOwnCompilers) {
    const auto named = [](std::string_view name) {
        return *std::ranges::find(trackers(), name, &Tracker::name);
    };
    Case one = *case_of(evidence());
    EXPECT_EQ(one.family, "gcc") << "by its name, as in campaigns of old";
    EXPECT_TRUE(takes(named("gcc"), one));
    EXPECT_EQ(takes(named("llvm"), one).error().message,
              "--for llvm is for bugs of clang; bug 3 is one of gcc-12: use --for gcc");
    one.family = one.compiler = "chibicc";
    EXPECT_EQ(takes(named("gcc"), one).error().message,
              "--for gcc is for bugs of gcc; bug 3 is one of chibicc: use --for report");
    EXPECT_TRUE(takes(named("report"), one));
    EXPECT_THAT(plain_bundle(one).front().text, testing::Not(HasSubstr("Product")));
    EXPECT_EQ(family_of("mycc", {"1", "", "gcc", ""}), "gcc");
    EXPECT_EQ(family_of("arm-gcc", {"1", "", "cross-gcc", ""}), "gcc");
}

TEST(BugsTable, OneLineForEachBug) {
    EXPECT_EQ(bugs_table({evidence().bug}),
              " bug  kind          compiler         hits  title\n"
              "   3  wrong-output  gcc-12              5  wrong code: tree-vrp (1 line)\n");
    EXPECT_EQ(bugs_table({}), "no bugs\n");
}

} // namespace
} // namespace assay::report
