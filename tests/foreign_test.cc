// What others made does not end Assay: bytes of compilers and programs that are no text, campaigns that
// somebody changed, folders and names that cannot be read. Each command ends with an exit status of its own.
#include "base/file.h"
#include "base/process.h"
#include "base/shell.h"
#include "support/compilers.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace assay::tests {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;
namespace fs = std::filesystem;

base::Finished run(std::vector<std::string> argv, const std::string& folder = "") {
    auto done = base::run({.argv = std::move(argv), .folder = folder, .limit = std::chrono::minutes(3)});
    EXPECT_TRUE(done && !done->timed_out);
    return done ? *done : base::Finished{};
}

void expect_own_end(const base::Finished& done, const std::string& what) {
    EXPECT_EQ(done.signal, 0) << what << "\n" << done.err;
    EXPECT_TRUE(done.exit >= 0 && done.exit <= 2) << what << "\n" << done.err;
    if (done.exit == 2) {
        EXPECT_THAT(done.err, HasSubstr("assay: ")) << what;
    }
}

void expect_one_line(const base::Finished& done, const std::string& what) {
    expect_own_end(done, what);
    EXPECT_EQ(done.exit, 2) << what << "\n" << done.out << done.err;
    EXPECT_EQ(std::count(done.err.begin(), done.err.end(), '\n'), 1) << what << "\n" << done.err;
}

// A campaign of a compiler that dies with bytes that are no UTF-8 and with commands for a terminal.
class Foreign : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        made_ = std::make_unique<TempFolder>();
        const std::string cc = made_->path() + "/cc-bytes";
        ASSERT_TRUE(base::write_file(cc, "#!/bin/sh\ncase \"$(cat *_func.c test*.c 2>/dev/null)\" in *int*)\n"
                                         "printf 'a.c:1:1: internal compiler error: in \\377\\376 "
                                         "\\033]0;x\\007\\033[2J, at x.cc:1\\n' >&2\n"
                                         "exit 1;; esac\nexec gcc \"$@\"\n"));
        fs::permissions(cc, fs::perms::owner_all);
        done_ = run({ASSAY_PROGRAM, "hunt", "--compilers", cc, "--options=-O1", "--methods", "grow",
                     "--tests", "3", "--campaign", made_->path() + "/campaign"});
    }
    static void TearDownTestSuite() { made_.reset(); }
    void SetUp() override {
        if (!has_compiler("gcc")) GTEST_SKIP() << "gcc is not installed";
        fs::copy(made_->path() + "/campaign", campaign_, fs::copy_options::recursive);
    }

    base::Finished call(std::vector<std::string> args) const {
        args.insert(args.begin(), ASSAY_PROGRAM);
        args.insert(args.end(), {"--campaign", campaign_});
        return run(std::move(args));
    }

    static std::unique_ptr<TempFolder> made_;
    static base::Finished done_;
    TempFolder folder_;
    const std::string campaign_ = folder_.path() + "/campaign", out_ = folder_.path() + "/out";
};

std::unique_ptr<TempFolder> Foreign::made_;
base::Finished Foreign::done_;

TEST_F(Foreign, BytesThatAreNoTextAreFoundAndShown) {
    EXPECT_EQ(done_.exit, 1) << done_.err;
    const base::Finished listed = call({"bugs", "--json"});
    const Json bugs = Json::parse(listed.out);
    ASSERT_EQ(bugs.size(), 1u) << listed.err;
    EXPECT_EQ(bugs[0]["kind"], "crash");
    EXPECT_THAT(bugs[0]["title"].get<std::string>(), HasSubstr("\\xff\\xfe"));
    EXPECT_EQ(Json::parse(call({"show", "1", "--json"}).out)["id"], 1);
    EXPECT_EQ(call({"report", "--out", out_ + "/html"}).exit, 0);
    EXPECT_EQ(call({"export", "1", "--for", "script", "--out", out_ + "/bug"}).exit, 0);
    EXPECT_EQ(call({"triage", "--ignore", "1"}).exit, 0);
}

TEST_F(Foreign, TerminalsAreCommandedByNobodyElse) {
    std::vector<base::Finished> all{done_, call({"bugs"}), call({"show", "1"}), call({"triage", "1"})};
    all.push_back(call({"replay", "1", "--compilers", made_->path() + "/cc-bytes"}));
    for (const base::Finished& done : all) {
        EXPECT_THAT(done.out + done.err, Not(HasSubstr("\033")));
        EXPECT_THAT(done.out + done.err, Not(HasSubstr("\007")));
        EXPECT_THAT(done.out + done.err, Not(HasSubstr("\xff")));
    }
    EXPECT_THAT(call({"bugs"}).out, HasSubstr("\\x1b[2J"));
}

// Wherever the compiler is: its path is a word for a shell, a cell of a table, a line of a script.
TEST_F(Foreign, ACompilerWithAnOddPath) {
    const std::string odd = folder_.path() + "/o'dd \"dir\n$(touch pwned) `x`\\";
    fs::create_directory(odd);
    fs::copy(made_->path() + "/cc-bytes", odd + "/my cc");
    const std::string campaign = folder_.path() + "/odd-path", out = folder_.path() + "/bundle";
    const base::Finished hunted =
        run({ASSAY_PROGRAM, "hunt", "--compilers", odd + "/my cc", "--options=-O1", "--methods", "grow",
             "--tests", "1", "--no-reduce", "--campaign", campaign});
    EXPECT_EQ(hunted.exit, 1) << hunted.err;
    const base::Finished exported =
        run({ASSAY_PROGRAM, "export", "1", "--for", "report", "--out", out, "--campaign", campaign});
    EXPECT_EQ(exported.exit, 0) << exported.err;
    EXPECT_TRUE(run({"sh", "interesting.sh"}, out).ok());
    EXPECT_FALSE(fs::exists(out + "/pwned"));
    EXPECT_THAT(*base::read_file(out + "/report.md"), Not(HasSubstr(folder_.path())));
}

// Each value is valid for SQLite, and none is what Assay wrote.
TEST_F(Foreign, OddValuesInACampaignEndNothing) {
    const std::vector<std::string> columns{
        "facts.value",     "counts.method",    "counts.tests",     "unjudged.why",     "tests.number",
        "tests.member",    "tests.json",       "files.position",   "files.name",       "files.text",
        "bugs.compiler",   "bugs.title",       "bugs.reliability", "bugs.pass",        "bugs.versions",
        "bugs.hits",       "bugs.notes",       "titles.title",     "titles.bug",       "findings.bug",
        "findings.number", "findings.member",  "findings.kind",    "findings.options", "findings.compiler",
        "findings.detail", "reductions.extra", "reductions.name",  "reductions.text",  "jobs.subject",
        "findings.target"};
    const std::vector<std::string> values{"-1",
                                          "9223372036854775807",
                                          "'nonsense'",
                                          "x'00fffe1b5d07'",
                                          "'[1,null,{}]'",
                                          "'{\"a\":1,\"format\":[],\"files\":7,\"gcc\":3}'",
                                          "printf('%.*c', 300000, '[')"};
    const std::string odd = folder_.path() + "/odd";
    for (const std::string& column : columns) {
        const size_t dot = column.find('.');
        for (const std::string& value : values) {
            fs::remove_all(odd);
            fs::copy(campaign_, odd, fs::copy_options::recursive);
            run({"sqlite3", odd + "/assay.db",
                 fmt::format("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; "
                             "UPDATE OR REPLACE {} SET {} = {};",
                             column.substr(0, dot), column.substr(dot + 1), value)});
            for (std::vector<std::string> args :
                 {std::vector<std::string>{"show", "1", "--json"}, {"report", "--out", out_}}) {
                args.insert(args.begin(), ASSAY_PROGRAM);
                args.insert(args.end(), {"--campaign", odd});
                expect_own_end(run(args), fmt::format("{} = {}: {}", column, value, args[1]));
            }
        }
    }
}

// The campaign goes on, or says on one line why it cannot.
TEST_F(Foreign, HuntsInOddCampaignsEnd) {
    for (const char* change :
         {"UPDATE facts SET value = 'x' WHERE name = 'next test'", "UPDATE facts SET value = '[]'",
          "UPDATE findings SET member = 7, examined = 0", "UPDATE tests SET json = '{}'",
          "UPDATE findings SET options = '[1]', examined = 0",
          "UPDATE bugs SET notes = '[[', versions = '3'"}) {
        const std::string odd = folder_.path() + "/odd";
        fs::remove_all(odd);
        fs::copy(campaign_, odd, fs::copy_options::recursive);
        ASSERT_TRUE(
            run({"sqlite3", odd + "/assay.db", fmt::format("PRAGMA foreign_keys = OFF; {}", change)}).ok());
        expect_own_end(
            run({ASSAY_PROGRAM, "hunt", "--compilers", made_->path() + "/cc-bytes", "--options=-O1",
                 "--methods", "grow", "--tests", "4", "--no-reduce", "--campaign", odd}),
            change);
    }
}

TEST_F(Foreign, NamesAndFoldersThatCannotBe) {
    const std::string name = std::string(300, 'a') + ".c", loop = folder_.path() + "/loop";
    fs::create_directory(loop);
    fs::create_symlink("self", loop + "/self");
    fs::create_symlink("self.c", loop + "/self.c");
    fs::create_symlink(".", loop + "/here");
    for (const std::vector<std::string>& args :
         {std::vector<std::string>{"check", name},
          {"prune", name, "--out", out_},
          {"relax", name, "--out", out_},
          {"reduce", name},
          {"reduce", name, "--test", name},
          {"check", loop},
          {"bugs", "--campaign", name},
          {"hunt", "--config", name},
          {"evaluate", name},
          {"check", loop + "/self.c"},
          {"generate", "--method", "grow", "--seed", "1", "--out", "/proc/" + name}}) {
        std::vector<std::string> argv = args;
        argv.insert(argv.begin(), ASSAY_PROGRAM);
        expect_one_line(run(argv), args[0] + " " + args[1].substr(0, 20));
    }
    // A program beside them is read.
    ASSERT_TRUE(base::write_file(loop + "/good.c", "int main(void) { return 0; }\n"));
    EXPECT_EQ(run({ASSAY_PROGRAM, "check", loop, "--compilers", "gcc", "--options=-O1"}).exit, 0);
}

TEST_F(Foreign, AFolderThatMayNotBeReadIsSaid) {
    const std::string closed = folder_.path() + "/closed";
    fs::create_directory(closed);
    ASSERT_TRUE(base::write_file(closed + "/test.json", "{}"));
    std::vector<std::string> argv{ASSAY_PROGRAM, "check", closed, "--compilers", "gcc"};
    if (::geteuid() == 0) {
        argv.insert(argv.begin(), {"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"});
        fs::permissions(folder_.path(), fs::perms(0755));
    }
    fs::permissions(closed, fs::perms(0));
    const base::Finished done = run(argv);
    fs::permissions(closed, fs::perms::owner_all);
    if (done.exit > 2) GTEST_SKIP() << "others may not run this build: " << done.err;
    expect_one_line(done, "check");
    EXPECT_THAT(done.err, HasSubstr("Permission denied"));
}

// What the machine lacks is said, and is not the fault of a compiler or a script.
TEST_F(Foreign, ARootWithoutDevicesAndAFullTmpdir) {
    const auto with = [&](const std::string& mount, std::vector<std::string> argv) {
        argv.insert(argv.begin(),
                    {"unshare", "-m", "sh", "-c", mount + " && exec \"$@\"", "sh", ASSAY_PROGRAM});
        return run(std::move(argv));
    };
    if (!run({"unshare", "-m", "true"}).ok()) GTEST_SKIP() << "no mounts of one's own here";
    const std::string program = folder_.path() + "/x.c", full = folder_.path() + "/full";
    ASSERT_TRUE(base::write_file(program, "int main(void) { return 0; }\n"));
    const base::Finished bare = with("mount -t tmpfs none /dev", {"check", program, "--compilers", "gcc"});
    EXPECT_EQ(bare.exit, 2);
    EXPECT_THAT(bare.err, HasSubstr("commands need /dev/null: No such file or directory"));
    fs::create_directory(full);
    const std::string fill = "mount -t tmpfs -o size=64k none " + full + " && { head -c 100000 /dev/zero > " +
                             full + "/x 2>/dev/null; export TMPDIR=" + full + "; }";
    const base::Finished reduced = with(fill, {"reduce", program, "--test", "/bin/true"});
    EXPECT_EQ(reduced.exit, 2);
    EXPECT_THAT(reduced.err, HasSubstr("No space left on device"));
    EXPECT_EQ(*base::read_file(program), "int main(void) { return 0; }\n");
}

// Commands that need no file of it work, others say what is wrong.
TEST_F(Foreign, AWorkingFolderThatWasDeleted) {
    const std::string shell = "mkdir gone; cd gone; rmdir ../gone; exec \"$@\"";
    const auto in_deleted = [&](std::vector<std::string> argv) {
        argv.insert(argv.begin(), {"sh", "-c", shell, "sh", ASSAY_PROGRAM});
        return run(std::move(argv), folder_.path());
    };
    EXPECT_EQ(in_deleted({"bugs", "--campaign", campaign_}).exit, 1);
    EXPECT_EQ(in_deleted({"show", "1", "--campaign", campaign_}).exit, 1);
    for (const std::vector<std::string>& args : {std::vector<std::string>{"bugs"},
                                                 {"check", "x.c"},
                                                 {"hunt", "--tests", "1", "--compilers", "gcc"},
                                                 {"prune", "x.c", "--out", "y"},
                                                 {"reduce", "x.c"},
                                                 {"check", "x.c", "--cflags", "-I y"}})
        expect_one_line(in_deleted(args), args[0]);
}

} // namespace
} // namespace assay::tests
