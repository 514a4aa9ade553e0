#include "base/path.h"

#include <gtest/gtest.h>

namespace assay::base {
namespace {

TEST(Path, NamesFolders) {
    EXPECT_EQ(folders_of("/a:/b c::/d:"), (std::vector<std::string>{"/a", "/b c", "/d"}));
    EXPECT_TRUE(folders_of("").empty());
}

TEST(Path, LeadsToPrograms) {
    const std::string found = find_program("sh");
    EXPECT_TRUE(found.ends_with("/sh")) << found;
    EXPECT_EQ(find_program(found), found);
    EXPECT_EQ(find_program("no-such-program-anywhere"), "");
    EXPECT_EQ(find_program("/no/such/program"), "");
}

} // namespace
} // namespace assay::base
