#include "base/shell.h"

#include "base/process.h"

#include <gtest/gtest.h>

namespace assay::base {
namespace {

TEST(Shell, QuotesWhereItMust) {
    EXPECT_EQ(shell_line({"gcc-12", "-O2", "-DX=a b", "it's.c", ""}), "gcc-12 -O2 '-DX=a b' 'it'\\''s.c' ''");
    EXPECT_EQ(shell_quoted("plain"), "'plain'");
}

TEST(Shell, EveryWordComesOutAsItWentIn) {
    const std::vector<std::string> words{
        "$(touch /tmp/x)", "a\nb", "`x`", "'", "\"", "\\", "*", "~", "-n", "#", "!", ";"};
    const auto said = run({.argv = {"sh", "-c", "printf '%s|' " + shell_line(words)}});
    ASSERT_TRUE(said);
    std::string expected;
    for (const std::string& word : words) expected += word + "|";
    EXPECT_EQ(said->out, expected);
}

TEST(Shell, ATitleStaysOnItsLine) { EXPECT_EQ(one_line("a\nrm -rf x\r\tb"), "a rm -rf x  b"); }

} // namespace
} // namespace assay::base
