#include "base/temporary_folder.h"

#include "base/file.h"

#include <filesystem>
#include <gtest/gtest.h>

namespace assay::base {
namespace {

TEST(TemporaryFolder, GoesAwayWithAllThatIsInIt) {
    std::string path;
    {
        TemporaryFolder folder = *TemporaryFolder::make();
        const TemporaryFolder other = *TemporaryFolder::make();
        EXPECT_NE(folder.path(), other.path());
        path = folder.path();
        EXPECT_TRUE(std::filesystem::is_empty(path));
        EXPECT_TRUE(write_file(path + "/a", "text"));
        const TemporaryFolder moved = std::move(folder);
        EXPECT_EQ(moved.path(), path);
    }
    EXPECT_FALSE(std::filesystem::exists(path));
}

} // namespace
} // namespace assay::base
