#include "oracle/registry.h"

#include <csignal>
#include <gmock/gmock.h>
#include <set>

namespace assay::oracle {
namespace {

using testcase::Compiled;
using testcase::Ending;
using testcase::Execution;
using testcase::Kind;
using testcase::Observation;
using testcase::TestCase;
using testcase::Verdict;

TestCase valid_test() {
    TestCase test;
    test.expected = "42\n";
    test.promises = {true, true, true};
    return test;
}

Execution printed(std::string out) {
    Execution run;
    run.ending = Ending::Exited;
    run.out = std::move(out);
    return run;
}

Observation built(std::string compiler, std::vector<std::string> options, Execution run) {
    Observation seen;
    seen.setup = {std::move(compiler), std::move(options)};
    seen.compiled = Compiled::Built;
    seen.compile = printed("");
    seen.run = std::move(run);
    return seen;
}

Observation failed(Compiled how) {
    Observation seen = built("gcc", {"-O2"}, {});
    seen.run.reset();
    seen.compiled = how;
    return seen;
}

std::vector<Verdict> judge_one(const TestCase& test, std::vector<Observation> observed) {
    testcase::TestGroup group;
    group.tests.push_back(test);
    return judge({group, {std::move(observed)}});
}

std::vector<Kind> kinds(const std::vector<Verdict>& verdicts) {
    std::vector<Kind> all;
    for (const Verdict& verdict : verdicts) all.push_back(verdict.kind);
    return all;
}

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Oracle, IsSilentAboutARightAnswer) {
    EXPECT_THAT(judge_one(valid_test(), {built("gcc", {"-O2"}, printed("42\n"))}), IsEmpty());
}

TEST(Oracle, NamesTheSetupWithAWrongAnswer) {
    const auto verdicts = judge_one(
        valid_test(), {built("gcc", {"-O2"}, printed("42\n")), built("gcc", {"-O3"}, printed("43\n"))});
    ASSERT_THAT(kinds(verdicts), ElementsAre(Kind::WrongOutput));
    EXPECT_EQ(verdicts[0].setup.name(), "gcc -O3");
    EXPECT_THAT(verdicts[0].detail, ::testing::HasSubstr("43"));
}

TEST(Oracle, AWrongExitStatusIsAWrongAnswer) {
    Execution run = printed("42\n");
    run.code = 1;
    EXPECT_THAT(kinds(judge_one(valid_test(), {built("gcc", {}, run)})), ElementsAre(Kind::WrongOutput));
}

TEST(Oracle, AnotherExitStatusThanZeroMayBeTheRightOne) {
    TestCase test = valid_test();
    test.exit = 3;
    Execution run = printed("42\n");
    EXPECT_THAT(kinds(judge_one(test, {built("gcc", {}, run)})), ElementsAre(Kind::WrongOutput));
    run.code = 3;
    EXPECT_THAT(judge_one(test, {built("gcc", {}, run)}), IsEmpty());
}

TEST(Oracle, ASelfCheckThatAbortsIsAWrongAnswerAndNoCrash) {
    Execution run;
    run.ending = Ending::Signalled;
    run.code = SIGABRT;
    EXPECT_THAT(kinds(judge_one(valid_test(), {built("gcc", {}, run)})), ElementsAre(Kind::WrongOutput));
}

TEST(Oracle, ACrashOrAnEndlessRunOfAValidProgramIsARunCrash) {
    Execution run;
    run.ending = Ending::Signalled;
    run.code = SIGSEGV;
    EXPECT_THAT(kinds(judge_one(valid_test(), {built("gcc", {}, run)})), ElementsAre(Kind::RunCrash));
    run.ending = Ending::TimedOut;
    EXPECT_THAT(kinds(judge_one(valid_test(), {built("gcc", {}, run)})), ElementsAre(Kind::RunCrash));
    TestCase endless = valid_test();
    endless.promises.terminates = false;
    EXPECT_THAT(judge_one(endless, {built("gcc", {}, run)}), IsEmpty());
}

TEST(Oracle, ARunThatWasKilledFromOutsideIsNobodysBug) {
    Execution run;
    run.ending = Ending::Signalled;
    run.code = SIGKILL;
    EXPECT_THAT(judge_one(valid_test(), {built("gcc", {}, run)}), IsEmpty());
}

// Wrong code that loops for ever looks like a slow program, unless another build of it ends at once.
TEST(Oracle, WhatEndsUnderOneSetupAndNotUnderAnotherDisagrees) {
    TestCase test = valid_test();
    test.expected.reset();
    test.promises.terminates = false;
    Execution ends = printed("42\n"), endless;
    ends.cpu_us = 1'000;
    endless.ending = Ending::TimedOut;
    endless.cpu_us = 5'000'000;
    EXPECT_THAT(kinds(judge_one(test, {built("gcc", {"-O0"}, ends), built("gcc", {"-O2"}, endless)})),
                ElementsAre(Kind::Disagreement, Kind::Disagreement));
    ends.cpu_us = 2'000'000; // it is a slow program
    EXPECT_THAT(judge_one(test, {built("gcc", {"-O0"}, ends), built("gcc", {"-O2"}, endless)}), IsEmpty());
    EXPECT_THAT(judge_one(test, {built("gcc", {"-O0"}, endless), built("gcc", {"-O2"}, endless)}), IsEmpty());
}

TEST(Oracle, WithoutThePromiseOnlyTheCompilerItselfCanFail) {
    TestCase test = valid_test();
    test.promises.no_ub = false;
    Execution crash;
    crash.ending = Ending::Signalled;
    crash.code = SIGSEGV;
    EXPECT_THAT(judge_one(test, {built("gcc", {}, printed("43\n")), built("clang", {}, crash),
                                 failed(Compiled::Rejected)}),
                IsEmpty());
    EXPECT_THAT(kinds(judge_one(test, {failed(Compiled::Crashed)})), ElementsAre(Kind::Crash));
    EXPECT_THAT(kinds(judge_one(test, {failed(Compiled::Hung)})), ElementsAre(Kind::Hang));
}

TEST(Oracle, ACrashIsTitledByItsSignature) {
    Observation seen = failed(Compiled::Crashed);
    seen.signature = "in f, at g.cc";
    const auto verdicts = judge_one(valid_test(), {seen});
    ASSERT_THAT(kinds(verdicts), ElementsAre(Kind::Crash));
    EXPECT_EQ(verdicts[0].title, "in f, at g.cc");
}

TEST(Oracle, RefusedValidCodeIsAReject) {
    EXPECT_THAT(kinds(judge_one(valid_test(), {failed(Compiled::Rejected)})), ElementsAre(Kind::Reject));
}

TEST(Oracle, ACompilerThatCouldNotWorkIsNobodysBug) {
    EXPECT_THAT(judge_one(valid_test(), {failed(Compiled::Broken), failed(Compiled::OutOfMemory)}),
                IsEmpty());
}

TEST(Oracle, AnAlarmAboutAValidProgramIsTheSanitizersBug) {
    Execution run;
    run.ending = Ending::Exited;
    run.code = 86;
    run.err = "runtime error: ...";
    Observation seen = built("gcc", {"-fsanitize=undefined"}, run);
    seen.sanitized = seen.alarm = true;
    EXPECT_THAT(kinds(judge_one(valid_test(), {seen})), ElementsAre(Kind::Sanitizer));
}

// Which of them is right is for the ladder to say: a compiler that is wrong at most levels has the majority.
TEST(Oracle, NobodyVotesWhereNothingIsExpected) {
    TestCase test = valid_test();
    test.expected.reset();
    const auto verdicts =
        judge_one(test, {built("gcc", {"-O0"}, printed("1")), built("gcc", {"-O2"}, printed("2")),
                         built("gcc", {"-O3"}, printed("2"))});
    ASSERT_THAT(kinds(verdicts), ElementsAre(Kind::Disagreement, Kind::Disagreement, Kind::Disagreement));
    EXPECT_EQ(verdicts[0].title, "setups disagree");
    EXPECT_EQ(verdicts[0].detail, "\"1\", exit status 0: gcc -O0\n\"2\", exit status 0: gcc -O2, gcc -O3\n");
}

TEST(Oracle, LongOutputsThatDifferAtTheEndDisagree) {
    TestCase test = valid_test();
    test.expected.reset();
    const std::string same(5000, 'x');
    EXPECT_EQ(judge_one(test, {built("gcc", {"-O0"}, printed(same + "1")),
                               built("gcc", {"-O2"}, printed(same + "2"))})
                  .size(),
              2u);
}

TEST(Oracle, TestsOfOneGroupMustAgreeWithEachOther) {
    testcase::TestGroup group;
    group.tests.resize(3, valid_test());
    for (TestCase& test : group.tests) test.expected.reset();
    const auto verdicts = judge({group,
                                 {{built("gcc", {"-O2"}, printed("1"))},
                                  {built("gcc", {"-O2"}, printed("1"))},
                                  {built("gcc", {"-O2"}, printed("7"))}}});
    EXPECT_EQ(verdicts.size(), 3u);
}

TEST(Oracle, SlowIsWhatTakesOrdersOfMagnitudeLonger) {
    std::vector<Observation> observed;
    for (const char* level : {"-O1", "-O2", "-O3"}) {
        observed.push_back(built("gcc", {level}, printed("42\n")));
        observed.back().compile.cpu_us = 100'000;
    }
    EXPECT_THAT(judge_one(valid_test(), observed), IsEmpty());
    observed[1].compile.cpu_us = 30'000'000;
    const auto verdicts = judge_one(valid_test(), observed);
    ASSERT_THAT(kinds(verdicts), ElementsAre(Kind::Slow));
    EXPECT_EQ(verdicts[0].setup.name(), "gcc -O2");
    observed.erase(observed.begin());
    EXPECT_THAT(judge_one(valid_test(), observed), IsEmpty())
        << "one other is not enough to know what is usual";
}

// All setups of the compiler are slow for it, so only the other variants tell.
TEST(Oracle, AVariantIsSlowBesideTheOthersUnderTheSameSetup) {
    testcase::TestGroup group{{valid_test(), valid_test(), valid_test()}};
    std::vector<std::vector<Observation>> observed(3);
    for (size_t test = 0; test < 3; ++test)
        for (const char* level : {"-O1", "-O2"}) {
            observed[test].push_back(built("gcc", {level}, printed("42\n")));
            observed[test].back().compile.cpu_us = test == 1 ? 8'000'000 : 200'000;
        }
    const auto verdicts = judge({group, observed});
    ASSERT_THAT(kinds(verdicts), ElementsAre(Kind::Slow, Kind::Slow));
    EXPECT_EQ(verdicts[0].test, 1u);
    EXPECT_EQ(verdicts[0].setup.name(), "gcc -O1");
    EXPECT_EQ(verdicts[1].setup.name(), "gcc -O2");
    for (std::vector<Observation>& seen : observed) seen[0].compile.cpu_us = 8'000'000;
    EXPECT_THAT(kinds(judge({group, observed})), ElementsAre(Kind::Slow)) << "all are slow at -O1";
    group.tests.resize(1);
    EXPECT_THAT(judge({group, {observed[1]}}), IsEmpty());
}

TEST(Oracle, KindsHaveTheirNamesBackAndForth) {
    for (const Kind kind : {Kind::WrongOutput, Kind::Disagreement, Kind::Crash, Kind::Hang, Kind::Slow,
                            Kind::Reject, Kind::RunCrash, Kind::Sanitizer})
        EXPECT_EQ(testcase::kind_named(to_text(kind)), kind);
    EXPECT_EQ(testcase::kind_named("no such kind"), std::nullopt);
}

TEST(Oracle, EveryOracleHasItsOwnName) {
    std::set<std::string_view> names;
    for (const auto& oracle : oracles()) EXPECT_TRUE(names.insert(oracle->name()).second) << oracle->name();
}

} // namespace
} // namespace assay::oracle
