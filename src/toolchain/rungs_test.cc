#include "toolchain/rungs.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace assay::toolchain {
namespace {

using Words = std::vector<std::string>;

std::string kinds(const std::vector<Rung>& rungs) {
    std::string text;
    for (const Rung& rung : rungs) text += std::to_string(static_cast<int>(rung.kind));
    return text;
}

const Rung& warnings_of(const std::vector<Rung>& rungs) {
    return *std::ranges::find(rungs, Rung::Kind::Warnings, &Rung::kind);
}

bool has_option(const Rung& rung, const std::string& option) {
    return std::ranges::find(rung.options, option) != rung.options.end();
}

TEST(Rungs, CheapOnesComeFirst) {
    EXPECT_EQ(kinds(rungs("c")), "012223");
    EXPECT_EQ(kinds(rungs("c++", {.whole = false})), "01222");
}

TEST(Rungs, WarningsAreAsStrictAsAsked) {
    EXPECT_TRUE(has_option(warnings_of(rungs("c")), "-Werror=implicit-int"));
    EXPECT_FALSE(has_option(warnings_of(rungs("c++")), "-Werror=implicit-int"));
    EXPECT_FALSE(has_option(warnings_of(rungs("c")), "-Werror=int-conversion"));
    EXPECT_TRUE(has_option(warnings_of(rungs("c", {.strict_pointers = true})), "-Werror=int-conversion"));
    EXPECT_FALSE(has_option(warnings_of(rungs("c", {.strict_reads = false})), "-Werror=uninitialized"));
}

TEST(Rungs, SanitizersThatGoTogetherShareABuild) {
    EXPECT_EQ(shared_options(rungs("c")),
              (Words{"-fsanitize=undefined,address", "-fno-sanitize-recover=all"}));
}

TEST(Rungs, ValgrindsAlarmIsItsExitStatus) {
    testcase::Execution run;
    run.ending = testcase::Ending::Exited;
    run.code = 99;
    EXPECT_TRUE(valgrind_alarm(run));
    EXPECT_EQ(valgrind_command().back(), "--error-exitcode=99");
    run.code = 1;
    EXPECT_FALSE(valgrind_alarm(run));
    run.code = 99;
    run.ending = testcase::Ending::Signalled;
    EXPECT_FALSE(valgrind_alarm(run));
}

} // namespace
} // namespace assay::toolchain
