#include "base/file.h"

#include <filesystem>

#include <gtest/gtest.h>

namespace assay::base {
namespace {

TEST(File, GivesBackWhatWasWritten) {
    std::string path = testing::TempDir() + "assay_file_test.bin";
    std::string content("a\0b\r\n", 5);
    content.append(200'000, 'x');
    ASSERT_TRUE(write_file(path, content));
    Result<std::string> back = read_file(path);
    std::filesystem::remove(path);
    ASSERT_TRUE(back);
    EXPECT_TRUE(*back == content);
}

TEST(File, SaysWhyItFails) {
    EXPECT_EQ(read_file("/nowhere/at/all").error().message,
              "/nowhere/at/all: cannot read: No such file or directory");
    EXPECT_EQ(read_file("/").error().message, "/: cannot read: Is a directory");
    EXPECT_EQ(write_file("/nowhere/at/all", "x").error().message,
              "/nowhere/at/all: cannot write: No such file or directory");
    EXPECT_EQ(write_file("/dev/full", "x").error().message,
              "/dev/full: cannot write: No space left on device");
}

} // namespace
} // namespace assay::base
