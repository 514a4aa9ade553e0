#include "base/file.h"

#include <filesystem>
#include <sys/stat.h>

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

TEST(File, KnowsNamesThatLeaveAFolder) {
    for (const char* name : {"a.c", "sub/a.c", "a..b", "...", "reduced/3.c"}) EXPECT_TRUE(stays_inside(name));
    for (const char* name : {"", "/etc/passwd", "..", "../a.c", "a/../../b", "a/..", "a\nb.c", "a\rb"})
        EXPECT_FALSE(stays_inside(name)) << name;
    EXPECT_FALSE(stays_inside(std::string_view("a\0b", 3)));
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

// Whoever calls this with a name that a stranger wrote must get an answer, and without all memory.
TEST(File, ReadsRegularFilesOnly) {
    EXPECT_EQ(read_file("/dev/zero").error().message,
              "/dev/zero: cannot read: it is a device, not a regular file");
    const std::string pipe = testing::TempDir() + "assay_file_test.pipe";
    std::filesystem::remove(pipe);
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_EQ(read_file(pipe).error().message, pipe + ": cannot read: it is a pipe, not a regular file");
    std::filesystem::remove(pipe);
    EXPECT_TRUE(read_file("/proc/cpuinfo").ok());
}

TEST(File, ReadsUpToALimit) {
    const std::string path = testing::TempDir() + "assay_file_test.limit";
    ASSERT_TRUE(write_file(path, "12345"));
    EXPECT_TRUE(read_file(path, 5).ok());
    EXPECT_EQ(read_file(path, 4).error().message, path + ": cannot read: it is larger than 4 bytes");
    std::filesystem::resize_file(path, kLargestFile + 1); // a hole: takes no space
    EXPECT_EQ(read_file(path).error().message, path + ": cannot read: it is larger than 256 MB");
    std::filesystem::remove(path);
}

} // namespace
} // namespace assay::base
