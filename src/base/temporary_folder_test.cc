#include "base/temporary_folder.h"

#include "base/file.h"

#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>
#include <sys/resource.h>

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

// It could not be told from one of a dead process, so there is none.
TEST(TemporaryFolder, OneThatCannotBeHeldIsNotLeftBehind) {
    namespace fs = std::filesystem;
    const TemporaryFolder room = *TemporaryFolder::make();
    const char* const usual = std::getenv("TMPDIR");
    const std::string before = usual ? usual : "/tmp";
    ::setenv("TMPDIR", room.path().c_str(), 1);
    rlimit files{};
    ::getrlimit(RLIMIT_NOFILE, &files);
    const rlimit none{0, files.rlim_max};
    ::setrlimit(RLIMIT_NOFILE, &none);
    const auto made = TemporaryFolder::make();
    ::setrlimit(RLIMIT_NOFILE, &files);
    ::setenv("TMPDIR", before.c_str(), 1);
    ASSERT_FALSE(made.ok());
    EXPECT_NE(made.error().message.find("Too many open files"), std::string::npos) << made.error().message;
    EXPECT_TRUE(fs::is_empty(room.path()));
}

// Nobody holds what a process left that was killed.
TEST(TemporaryFolder, OfTheDeadAreSweptAway) {
    namespace fs = std::filesystem;
    // Not among those of other processes, which may be about to hold theirs.
    const TemporaryFolder room = *TemporaryFolder::make();
    const char* const usual = std::getenv("TMPDIR");
    const std::string before = usual ? usual : "/tmp";
    ::setenv("TMPDIR", room.path().c_str(), 1);
    const TemporaryFolder alive = *TemporaryFolder::make();
    std::string dead = alive.path(), foreign = fs::path(dead).parent_path() / "assay-temporary-of-mine";
    dead.replace(dead.size() - 6, 6, "killed");
    for (const std::string& folder : {dead, foreign}) {
        fs::create_directory(folder);
        ASSERT_TRUE(write_file(folder + "/a", "text"));
    }
    TemporaryFolder::sweep();
    EXPECT_TRUE(fs::exists(dead)) << "it is young";
    fs::last_write_time(dead, fs::file_time_type::clock::now() + std::chrono::seconds(2));
    TemporaryFolder::sweep(std::chrono::seconds(0));
    EXPECT_FALSE(fs::exists(dead)) << "also when the clock of files is ahead";
    EXPECT_TRUE(fs::exists(alive.path()));
    EXPECT_TRUE(fs::exists(foreign));
    ::setenv("TMPDIR", before.c_str(), 1);
}

} // namespace
} // namespace assay::base
