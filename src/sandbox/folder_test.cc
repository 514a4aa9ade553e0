#include "sandbox/folder.h"

#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

namespace assay::sandbox {
namespace {

namespace fs = std::filesystem;

// A folder, and beside it one that nobody may touch by way of it.
class FolderTest : public testing::Test {
  protected:
    void SetUp() override {
        const fs::path memory = "/dev/shm";
        std::string path = (::access(memory.c_str(), W_OK) == 0 ? memory : fs::temp_directory_path()) /
                           "assay-folder-test-XXXXXX";
        ASSERT_NE(::mkdtemp(path.data()), nullptr);
        top_ = path;
        fs::create_directories(inside());
        fs::create_directories(outside() / "sub");
        std::ofstream(outside() / "secret") << "secret";
        folder_ = Folder(Fd(::open(inside().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)));
    }
    void TearDown() override {
        folder_.clear();
        fs::remove_all(top_);
    }
    fs::path inside() const { return top_ / "in"; }
    fs::path outside() const { return top_ / "out"; }
    bool outside_is_untouched() const {
        return fs::file_size(outside() / "secret") == 6 && fs::is_empty(outside() / "sub") &&
               std::distance(fs::directory_iterator(outside()), {}) == 2;
    }

    fs::path top_;
    Folder folder_;
};

TEST_F(FolderTest, WhatIsWrittenCanBeRead) {
    ASSERT_TRUE(folder_.write("a/b/c.txt", std::string("x\0y", 3)).ok());
    EXPECT_EQ(*folder_.read("a/./b//c.txt", 100), std::string("x\0y", 3));
    ASSERT_TRUE(folder_.write("a/b/c.txt", "z").ok());
    EXPECT_EQ(*folder_.read("a/b/c.txt", 100), "z");
    EXPECT_TRUE(folder_.exists("a/b"));
    EXPECT_FALSE(folder_.exists("a/c"));
    EXPECT_FALSE(folder_.read("a/c", 100).ok());
    EXPECT_FALSE(folder_.read("a", 100).ok());
    EXPECT_FALSE(folder_.read("a/b/c.txt", 0).ok());
}

TEST_F(FolderTest, FilesAreListed) {
    ASSERT_TRUE(folder_.write("b/c/d.txt", "x").ok());
    ASSERT_TRUE(folder_.write("b/a.txt", "x").ok());
    ASSERT_TRUE(folder_.write("z", "x").ok());
    fs::create_symlink(outside(), inside() / "link");
    fs::create_symlink(outside() / "secret", inside() / "b/link");
    fs::create_directories(inside() / "empty");
    EXPECT_EQ(*folder_.files(), (std::vector<std::string>{"b/a.txt", "b/c/d.txt", "z"}));
    for (int i = 0; i < 10'001; ++i) std::ofstream(inside() / std::to_string(i));
    EXPECT_FALSE(folder_.files().ok()) << "more than any program consists of";
}

TEST_F(FolderTest, AFileInTheWayOfAFolderIsReplacedAndTheOtherWayRound) {
    ASSERT_TRUE(folder_.write("a", "file").ok());
    ASSERT_TRUE(folder_.write("a/b", "inside").ok());
    EXPECT_EQ(*folder_.read("a/b", 100), "inside");
    ASSERT_TRUE(folder_.write("a", "file again").ok());
    EXPECT_EQ(*folder_.read("a", 100), "file again");
}

TEST_F(FolderTest, NamesThatLeadOutsideAreRefused) {
    for (const std::string name :
         {"../out/secret", "a/../../out/secret", "/etc/passwd", "..", "", ".", "/"}) {
        EXPECT_FALSE(folder_.read(name, 100).ok()) << name;
        EXPECT_FALSE(folder_.write(name, "x").ok()) << name;
        EXPECT_FALSE(folder_.exists(name)) << name;
        folder_.remove(name);
    }
    EXPECT_FALSE(folder_.read((outside() / "secret").string(), 100).ok());
    EXPECT_TRUE(outside_is_untouched());
}

TEST_F(FolderTest, LinksAreNotFollowedWhenReading) {
    fs::create_symlink("../out/secret", inside() / "file");
    fs::create_directory_symlink(outside(), inside() / "dir");
    EXPECT_FALSE(folder_.read("file", 100).ok());
    EXPECT_FALSE(folder_.read("dir/secret", 100).ok());
    EXPECT_FALSE(folder_.exists("dir/secret"));
    EXPECT_TRUE(folder_.exists("dir"));
}

TEST_F(FolderTest, LinksAreReplacedWhenWriting) {
    fs::create_symlink("../out/secret", inside() / "file");
    fs::create_directory_symlink(outside(), inside() / "dir");
    EXPECT_TRUE(folder_.write("file", "mine").ok());
    EXPECT_TRUE(folder_.write("dir/secret", "mine").ok());
    EXPECT_EQ(*folder_.read("file", 100), "mine");
    EXPECT_EQ(*folder_.read("dir/secret", 100), "mine");
    EXPECT_TRUE(outside_is_untouched());
}

TEST_F(FolderTest, LinksAreRemovedAndNotWhatTheyLeadTo) {
    const auto plant = [&] {
        fs::create_directories(inside() / "a");
        fs::create_directory_symlink(outside(), inside() / "a/dir");
        fs::create_symlink(outside() / "secret", inside() / "a/file");
        fs::create_directory_symlink(outside(), inside() / "dir");
    };
    plant();
    folder_.remove("dir/secret");
    folder_.remove("dir");
    folder_.remove("a");
    EXPECT_TRUE(fs::is_empty(inside()));
    plant();
    folder_.clear();
    EXPECT_TRUE(fs::is_empty(inside()));
    EXPECT_TRUE(outside_is_untouched());
}

TEST_F(FolderTest, PipesDoNotHoldReadersOrWriters) {
    ASSERT_EQ(::mkfifo((inside() / "pipe").c_str(), 0600), 0);
    EXPECT_FALSE(folder_.read("pipe", 100).ok());
    ASSERT_TRUE(folder_.write("pipe", "x").ok());
    EXPECT_EQ(*folder_.read("pipe", 100), "x");
}

TEST_F(FolderTest, FoldersThatForbidEverythingAreRemoved) {
    ASSERT_TRUE(folder_.write("a/b/c", "x").ok());
    ASSERT_TRUE(folder_.write("a/d", "x").ok());
    for (const char* name : {"a/b/c", "a/b", "a"}) fs::permissions(inside() / name, fs::perms::none);
    folder_.clear();
    EXPECT_TRUE(fs::is_empty(inside()));
}

TEST_F(FolderTest, FoldersNestedBeyondAllBoundsAreRemoved) {
    rlimit old;
    ::getrlimit(RLIMIT_NOFILE, &old);
    const rlimit few{40, old.rlim_max};
    ::setrlimit(RLIMIT_NOFILE, &few);
    Fd here(::open(inside().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    for (int depth = 0; depth < 5'000; ++depth) {
        ASSERT_EQ(::mkdirat(here.get(), "d", 0700), 0);
        here = Fd(::openat(here.get(), "d", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        ASSERT_TRUE(here.is_open());
    }
    folder_.remove("d");
    ::setrlimit(RLIMIT_NOFILE, &old);
    EXPECT_TRUE(fs::is_empty(inside()));
}

TEST_F(FolderTest, SomeNamesCanBeKept) {
    ASSERT_TRUE(folder_.write("keep/x", "x").ok());
    ASSERT_TRUE(folder_.write("drop/x", "x").ok());
    folder_.clear({"keep"});
    EXPECT_TRUE(folder_.exists("keep/x"));
    EXPECT_FALSE(folder_.exists("drop"));
}

} // namespace
} // namespace assay::sandbox
