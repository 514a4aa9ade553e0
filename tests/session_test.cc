// What the user of a campaign sees: exit statuses, new and known bugs, the live line, a campaign that may
// only be read.
#include "base/file.h"
#include "base/process.h"
#include "support/compilers.h"

#include <array>
#include <chrono>
#include <filesystem>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

namespace assay::tests {
namespace {

using ::testing::HasSubstr;

class Session : public testing::Test {
  protected:
    TempFolder folder_;
    const std::string campaign_ = folder_.path() + "/campaign", compiler_ = folder_.path() + "/cc-ice";

    // A compiler that has the same internal error with every program.
    Session() {
        EXPECT_TRUE(base::write_file(compiler_, "#!/bin/sh\n"
                                                "text=$(cat *_func.c test*.c 2>/dev/null)\n"
                                                "case \"$text\" in *int*)\n"
                                                "echo 'internal compiler error: in f, at g.cc:1' >&2\n"
                                                "exit 1;; esac\n"
                                                "exec gcc \"$@\"\n"));
        std::filesystem::permissions(compiler_, std::filesystem::perms(0755));
    }

    std::vector<std::string> command(const std::string& compilers,
                                     const std::vector<std::string>& more) const {
        std::vector<std::string> all{ASSAY_PROGRAM, "hunt", "--compilers", compilers, "--options=-O1",
                                     "--methods",   "grow", "--campaign",  campaign_, "--no-reduce"};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }
    base::Finished hunt(const std::vector<std::string>& more) const {
        auto done = base::run({.argv = command(compiler_, more), .limit = std::chrono::minutes(2)});
        EXPECT_TRUE(done) << done.error().message;
        return *done;
    }
    base::Finished assay(std::vector<std::string> args) const {
        args.insert(args.begin(), ASSAY_PROGRAM);
        args.insert(args.end(), {"--campaign", campaign_});
        auto done = base::run({.argv = args});
        EXPECT_TRUE(done) << done.error().message;
        return *done;
    }
};

TEST_F(Session, TellsNewBugsFromKnownOnes) {
    const base::Finished first = hunt({"--tests", "2", "--no-triage"});
    EXPECT_EQ(first.exit, 1);
    EXPECT_THAT(first.out, HasSubstr("\n1 new bug\n"));
    const base::Finished nothing = hunt({"--tests", "2", "--no-triage"});
    EXPECT_EQ(nothing.exit, 0);
    EXPECT_THAT(nothing.out, HasSubstr("0 programs in "));
    EXPECT_THAT(nothing.out, HasSubstr("\n0 new bugs\n"));
    // By findings of its own, and later at sight (a shield covers bugs that were found three times).
    for (const char* tests : {"4", "40"}) {
        const base::Finished again = hunt({"--tests", tests, "--no-triage"});
        EXPECT_EQ(again.exit, 0) << tests;
        EXPECT_THAT(again.out, HasSubstr("\n0 new bugs, 1 known bug met again\n")) << tests;
    }
    EXPECT_EQ(assay({"bugs"}).exit, 1);

    EXPECT_THAT(assay({"triage", "--unignore", "1"}).err, HasSubstr("bug 1 is not ignored"));
    const base::Finished ignored = assay({"triage", "--ignore", "1"});
    EXPECT_EQ(ignored.exit, 0) << ignored.err;
    EXPECT_THAT(ignored.out, HasSubstr("(ignored)"));
    EXPECT_EQ(assay({"bugs"}).exit, 0);
    EXPECT_EQ(assay({"triage", "--ignore", "1"}).exit, 0); // twice is no harm
    EXPECT_EQ(assay({"triage", "--ignore", "1", "7"}).exit, 2);
    const base::Finished wanted = assay({"triage", "--unignore", "1"});
    EXPECT_EQ(wanted.exit, 1) << wanted.err;
    EXPECT_EQ(assay({"bugs"}).exit, 1);
    EXPECT_EQ(nlohmann::json::parse(assay({"bugs", "--json"}).out)[0]["state"], "new");
    EXPECT_EQ(assay({"triage", "--ignore"}).exit, 2);
    EXPECT_EQ(assay({"triage", "--ignore", "--unignore", "1"}).exit, 2);
}

TEST_F(Session, ACampaignOfAnotherUserIsReadWithoutPermissionToWrite) {
    namespace fs = std::filesystem;
    ASSERT_EQ(hunt({"--tests", "2"}).exit, 1);
    for (const auto& entry : fs::directory_iterator(campaign_)) fs::permissions(entry, fs::perms(0444));
    fs::permissions(campaign_, fs::perms(0555));
    fs::permissions(folder_.path(), fs::perms(0755));
    fs::permissions(compiler_, fs::perms(0755));
    const std::string out = folder_.path() + "/out";
    fs::create_directory(out);
    fs::permissions(out, fs::perms(0777));
    std::vector<std::string> somebody;
    if (::geteuid() == 0) somebody = {"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"};
    const auto by_somebody = [&](std::vector<std::string> args) {
        std::vector<std::string> all = somebody;
        all.push_back(ASSAY_PROGRAM);
        all.insert(all.end(), args.begin(), args.end());
        all.insert(all.end(), {"--campaign", campaign_});
        auto done = base::run({.argv = all, .limit = std::chrono::minutes(1)});
        EXPECT_TRUE(done) << done.error().message;
        return *done;
    };
    const base::Finished listed = by_somebody({"bugs"});
    if (listed.exit > 2 || listed.exit < 0) GTEST_SKIP() << "others may not run this build: " << listed.err;
    EXPECT_EQ(listed.exit, 1) << listed.err;
    EXPECT_EQ(by_somebody({"show", "1"}).exit, 1);
    EXPECT_EQ(by_somebody({"report", "--out", out + "/html"}).exit, 0);
    const base::Finished exported = by_somebody({"export", "1", "--for", "script", "--out", out + "/bug"});
    EXPECT_EQ(exported.exit, 0) << exported.err;
    const base::Finished replayed = by_somebody({"replay", "1", "--compilers", compiler_});
    EXPECT_EQ(replayed.exit, 1) << replayed.out << replayed.err;
    const base::Finished triaged = by_somebody({"triage", "--ignore", "1"});
    EXPECT_EQ(triaged.exit, 2);
    EXPECT_THAT(triaged.err, HasSubstr("Permission denied"));
    fs::permissions(campaign_, fs::perms(0755));
}

// What a command writes to a terminal of that width, and the longest time in which it wrote nothing.
struct OnTerminal {
    std::string text;
    std::chrono::duration<double> longest_silence{};
};
OnTerminal on_terminal(const std::vector<std::string>& command, unsigned short columns) {
    using Clock = std::chrono::steady_clock;
    const winsize size{24, columns, 0, 0};
    int terminal = -1;
    const pid_t process = ::forkpty(&terminal, nullptr, nullptr, &size);
    if (process == 0) {
        std::vector<char*> argv;
        for (const std::string& arg : command) argv.push_back(const_cast<char*>(arg.c_str()));
        argv.push_back(nullptr);
        ::setenv("TERM", "xterm", 1);
        ::execv(argv[0], argv.data());
        ::_exit(127);
    }
    OnTerminal all;
    Clock::time_point last = Clock::now();
    char buffer[4096];
    for (ssize_t got = 0; (got = ::read(terminal, buffer, sizeof buffer)) > 0;) {
        all.text.append(buffer, static_cast<size_t>(got));
        all.longest_silence =
            std::max<std::chrono::duration<double>>(all.longest_silence, Clock::now() - last);
        last = Clock::now();
    }
    ::close(terminal);
    ::waitpid(process, nullptr, 0);
    return all;
}

TEST_F(Session, TheStatusLineFitsTheTerminalAndGoesOn) {
    for (const unsigned short columns : std::array<unsigned short, 2>{80, 40}) {
        const OnTerminal seen = on_terminal(command("gcc", {"--for", "4s"}), columns);
        const std::string mark = "\r\033[K";
        size_t lines = 0;
        for (size_t at = seen.text.find(mark); at != std::string::npos; at = seen.text.find(mark, at + 1)) {
            const size_t begin = at + mark.size(), end = seen.text.find('\r', begin);
            // What stays ends with a new line, of which a terminal makes two characters.
            if (end == std::string::npos || seen.text.compare(end, 2, "\r\n") == 0) continue;
            EXPECT_LT(end - begin, columns) << seen.text.substr(begin, end - begin);
            ++lines;
        }
        EXPECT_GE(lines, 8U) << seen.text;
        EXPECT_THAT(seen.text, HasSubstr("s  looking for compilers"));
        EXPECT_THAT(seen.text, HasSubstr("testing  "));
        EXPECT_LT(seen.longest_silence.count(), 3); // half a second, and a machine that is busy
    }
}

} // namespace
} // namespace assay::tests
