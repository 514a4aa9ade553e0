#include "campaign/roster.h"

#include <gtest/gtest.h>

namespace assay::campaign {
namespace {

toolchain::Compiler named(const std::string& name, const std::string& path) {
    toolchain::Compiler compiler;
    compiler.name = name;
    compiler.path = path;
    return compiler;
}

TEST(Roster, TakesOutWhatIsGoneAtOnce) {
    const auto gone = named("gone", "/nowhere/cc"), here = named("here", "/bin/sh");
    Roster roster({{gone, here}, {gone}});
    const auto before = roster.tools();
    roster.note(gone, "the compiler could not work");
    ASSERT_EQ(roster.tools()->compilers.size(), 1u);
    EXPECT_EQ(roster.tools()->compilers[0].name, "here");
    EXPECT_TRUE(roster.tools()->references.empty());
    EXPECT_EQ(before->compilers.size(), 2u) << "who works with it goes on with it";
    EXPECT_EQ(roster.taken_out().at("gone"), "/nowhere/cc is not there any more");
}

TEST(Roster, ForgivesAFailureNowAndThen) {
    const auto here = named("here", "/bin/sh");
    Roster roster({{here}, {}});
    for (int i = 0; i < 20; ++i) {
        roster.note(here, "killed");
        if (i % 4 == 3) roster.note(here, "");
    }
    EXPECT_TRUE(roster.taken_out().empty());
    for (int i = 0; i < 6; ++i) roster.note(here, "no license");
    EXPECT_EQ(roster.taken_out().at("here"), "no license");
    EXPECT_TRUE(roster.tools()->compilers.empty());
}

} // namespace
} // namespace assay::campaign
