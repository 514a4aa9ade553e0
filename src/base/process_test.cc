#include "base/process.h"

#include <gtest/gtest.h>

namespace assay::base {
namespace {

TEST(Process, TellsOutputAndExit) {
    const auto done = run({.argv = {"sh", "-c", "echo out; echo err >&2; exit 3"}});
    ASSERT_TRUE(done.ok()) << done.error().message;
    EXPECT_EQ(done->out, "out\n");
    EXPECT_EQ(done->err, "err\n");
    EXPECT_EQ(done->exit, 3);
    EXPECT_FALSE(done->timed_out);
}

TEST(Process, FeedsInputLargerThanAPipe) {
    const std::string big(1 << 20, 'x');
    const auto done = run({.argv = {"wc", "-c"}, .input = big});
    ASSERT_TRUE(done.ok());
    EXPECT_EQ(std::stoul(done->out), big.size());
}

TEST(Process, InputNobodyReadsIsNoError) {
    const auto done = run({.argv = {"true"}, .input = std::string(1 << 20, 'x')});
    ASSERT_TRUE(done.ok());
    EXPECT_EQ(done->exit, 0);
}

TEST(Process, KillsAtTheLimitWithEverythingItStarted) {
    const auto done =
        run({.argv = {"sh", "-c", "sleep 60 & echo $!; sleep 60"}, .limit = std::chrono::milliseconds(300)});
    ASSERT_TRUE(done.ok());
    EXPECT_TRUE(done->timed_out);
    EXPECT_EQ(done->signal, 9);
    // The orphan may linger as a zombie for a moment until init reaps it, but it no longer runs.
    const auto state =
        run({.argv = {"sh", "-c",
                      "ps -o stat= -p " + done->out.substr(0, done->out.find('\n')) + " | grep -v Z"}});
    ASSERT_TRUE(state.ok());
    EXPECT_EQ(state->out, "");
}

TEST(Process, SaysWhichSignalEndedIt) {
    const auto done = run({.argv = {"sh", "-c", "kill -SEGV $$"}});
    ASSERT_TRUE(done.ok());
    EXPECT_EQ(done->signal, 11);
    EXPECT_EQ(done->exit, -1);
}

TEST(Process, BoundsWhatItKeeps) {
    const auto done = run({.argv = {"sh", "-c", "head -c 100000 /dev/zero"}, .output_limit = 1000});
    ASSERT_TRUE(done.ok());
    EXPECT_EQ(done->out.size(), 1000u);
    EXPECT_EQ(done->exit, 0);
}

TEST(Process, NoSuchProgramIsAnError) {
    const auto done = run({.argv = {"no-such-program-here"}});
    ASSERT_FALSE(done.ok());
    EXPECT_EQ(done.error().message, "cannot start no-such-program-here: No such file or directory");
}

TEST(Process, RunsInTheFolderGiven) {
    const auto done = run({.argv = {"pwd"}, .folder = "/"});
    ASSERT_TRUE(done.ok());
    EXPECT_EQ(done->out, "/\n");
}

} // namespace
} // namespace assay::base
