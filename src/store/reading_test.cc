// Campaigns that may be read and not written: on a read-only medium, or of another user.
#include "store/store.h"

#include <filesystem>
#include <gmock/gmock.h>
#include <set>
#include <sys/wait.h>
#include <unistd.h>

namespace assay::store {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;
namespace fs = std::filesystem;

// For the superuser nothing is read-only, so what is tested runs as somebody else.
class PlainUser {
  public:
    PlainUser() {
        if (::geteuid() == 0) base::check(::seteuid(65534) == 0, "to be a plain user");
    }
    ~PlainUser() {
        if (::getuid() == 0) base::check(::seteuid(0) == 0, "to be the superuser again");
    }
    PlainUser(const PlainUser&) = delete;
    PlainUser& operator=(const PlainUser&) = delete;
};

void add_finding(Store& store, uint64_t number, const std::string& title) {
    Finished finished;
    finished.number = number;
    Finding finding;
    finding.method = "grow";
    finding.verdict = {testcase::Kind::Crash, {"gcc-12", {"-O2"}, "lp64"}, 0, title, ""};
    finding.titles = {title};
    finished.findings = {finding};
    finished.group = {testcase::TestCase{}};
    base::check(store.claim(1, number + 1).ok() && store.finish(std::span(&finished, 1)).ok(), "a finding");
}

class ReadOnlyStore : public ::testing::Test {
  protected:
    ReadOnlyStore() {
        std::string made = (fs::temp_directory_path() / "assay-test-XXXXXX").string();
        base::check(::mkdtemp(made.data()) != nullptr, "a temporary folder");
        root_ = made;
        folder_ = root_ + "/campaign # 1"; // a mark in addresses
        fs::permissions(root_, fs::perms(0755));
    }
    ~ReadOnlyStore() override {
        fs::permissions(folder_, fs::perms(0755));
        fs::remove_all(root_);
    }
    Store open() {
        auto store = Store::open_for_writing(folder_);
        base::check(store.ok(), "a store for writing");
        return std::move(*store);
    }
    void make_read_only() const {
        for (const auto& entry : fs::directory_iterator(folder_)) fs::permissions(entry, fs::perms(0444));
        fs::permissions(folder_, fs::perms(0555));
    }
    std::set<std::string> names() const {
        std::set<std::string> all;
        for (const auto& entry : fs::directory_iterator(folder_)) all.insert(entry.path().filename());
        return all;
    }
    // Of a campaign that was killed: its last results stand in the log alone.
    void leave_a_log() const {
        const pid_t writer = ::fork();
        if (writer == 0) {
            auto store = Store::open_for_writing(folder_);
            add_finding(*store, 1, "in the log");
            ::_exit(0);
        }
        int status = 0;
        ::waitpid(writer, &status, 0);
        ASSERT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
        ASSERT_GT(fs::file_size(folder_ + "/assay.db-wal"), 0U);
    }
    void expect_bugs(size_t count) const {
        const std::set<std::string> before = names();
        {
            const PlainUser user;
            auto store = Store::open_for_reading(folder_);
            ASSERT_TRUE(store) << store.error().message;
            EXPECT_EQ(store->folder(), folder_);
            auto bugs = store->bugs();
            ASSERT_TRUE(bugs) << bugs.error().message;
            EXPECT_THAT(*bugs, SizeIs(count));
        }
        EXPECT_EQ(names(), before);
    }
    std::string root_, folder_;
};

TEST_F(ReadOnlyStore, IsReadWithoutALog) {
    {
        Store store = open();
        add_finding(store, 0, "in the file");
    }
    ASSERT_FALSE(fs::exists(folder_ + "/assay.db-wal"));
    make_read_only();
    expect_bugs(1);
}

TEST_F(ReadOnlyStore, IsReadWithTheLogOfACampaignThatWasKilled) {
    {
        Store store = open();
        add_finding(store, 0, "in the file");
    }
    leave_a_log();
    make_read_only();
    expect_bugs(2);
}

// As after a copy of the folder, or on a medium that lost the index.
TEST_F(ReadOnlyStore, IsReadWithALogThatHasNoIndex) {
    {
        Store store = open();
        add_finding(store, 0, "in the file");
    }
    leave_a_log();
    fs::remove(folder_ + "/assay.db-shm");
    make_read_only();
    expect_bugs(2);
}

TEST_F(ReadOnlyStore, IsReadWhileItsCampaignRuns) {
    int ready[2], done[2];
    ASSERT_TRUE(::pipe(ready) == 0 && ::pipe(done) == 0);
    const pid_t writer = ::fork();
    char byte = 0;
    if (writer == 0) {
        auto store = Store::open_for_writing(folder_);
        add_finding(*store, 0, "of a campaign that runs");
        make_read_only();
        if (::write(ready[1], &byte, 1) != 1 || ::read(done[0], &byte, 1) != 1) ::_exit(1);
        ::_exit(0);
    }
    ASSERT_EQ(::read(ready[0], &byte, 1), 1);
    expect_bugs(1);
    EXPECT_EQ(::write(done[1], &byte, 1), 1);
    int status = 0;
    ::waitpid(writer, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    for (const int fd : {ready[0], ready[1], done[0], done[1]}) ::close(fd);
}

TEST_F(ReadOnlyStore, ThatMayNotBeReadEitherSaysSo) {
    open();
    fs::permissions(folder_, fs::perms(0));
    const PlainUser user;
    EXPECT_THAT(Store::open_for_reading(folder_).error().message, HasSubstr("Permission denied"));
}

TEST_F(ReadOnlyStore, OnlyACampaignThatIsThereIsOpenedToGoOnWithIt) {
    EXPECT_THAT(Store::open_existing(folder_).error().message, HasSubstr("there is no campaign here"));
    EXPECT_FALSE(fs::exists(folder_));
    open();
    EXPECT_TRUE(Store::open_existing(folder_));
}

} // namespace
} // namespace assay::store
