// Whole campaigns with compilers that misbehave in every way there is: each is found, nothing is left behind,
// and a campaign that is killed loses nothing.
#include "base/file.h"
#include "base/process.h"
#include "support/compilers.h"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace assay::tests {
namespace {

using ::testing::AnyOf;
using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using Json = nlohmann::json;

class Hunt : public testing::Test {
  protected:
    TempFolder folder_;
    const std::string campaign_ = folder_.path() + "/campaign";
    std::string limit_ = "4s";              // for a compiler
    std::string root_config_, more_config_; // before and after

    // A compiler that is gcc, except for what the lines of this script do first. `$text` is what is compiled.
    std::string compiler(const std::string& name, const std::string& lines) {
        std::string path = folder_.path() + "/" + name;
        const std::string script = "#!/bin/sh\n"
                                   "text=$(cat *_func.c test*.c 2>/dev/null)\n" +
                                   lines + "\nexec gcc \"$@\"\n";
        EXPECT_TRUE(base::write_file(path, script));
        std::filesystem::permissions(path, std::filesystem::perms::owner_all);
        return path;
    }

    std::vector<std::string> command(const std::string& compilers, std::vector<std::string> more,
                                     const std::string& options = "-O1") {
        const std::string config = folder_.path() + "/assay.toml";
        EXPECT_TRUE(base::write_file(config, root_config_ + "[limits]\ncompile = \"" + limit_ +
                                                 "\"\n[batch]\npercent = 50\nprograms = 4\n" + more_config_));
        std::vector<std::string> all{
            ASSAY_PROGRAM, "hunt",    "--compilers", compilers, "--options=" + options,
            "--campaign",  campaign_, "--config",    config,    "--no-reduce"};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }

    base::Finished hunt(const std::string& compilers, std::vector<std::string> more,
                        const std::string& options = "-O1") {
        auto done = base::run(
            {.argv = command(compilers, std::move(more), options), .limit = std::chrono::minutes(5)});
        EXPECT_TRUE(done) << done.error().message;
        EXPECT_FALSE(done->timed_out);
        return *done;
    }

    Json bugs() {
        const auto listed = base::run({.argv = {ASSAY_PROGRAM, "bugs", "--json", "--campaign", campaign_}});
        EXPECT_TRUE(listed && listed->exit != 2) << listed->err;
        return Json::parse(listed->out);
    }

    std::vector<std::string> kinds() {
        std::vector<std::string> all;
        for (const Json& bug : bugs()) all.push_back(bug["kind"]);
        return all;
    }
};

// Everything that says which processes of a test are still there.
bool is_running(const std::string& mark) {
    const auto found = base::run({.argv = {"pgrep", "-f", mark}});
    return found && !found->out.empty();
}

TEST_F(Hunt, FindsNothingWrongWithRightCompilers) {
    const base::Finished done = hunt("gcc,clang", {"--tests", "8"}, "-O0");
    EXPECT_EQ(done.exit, 0) << done.out << done.err;
    EXPECT_THAT(bugs(), IsEmpty());
}

TEST_F(Hunt, FindsACrash) {
    const std::string crash = "case \"$text\" in *'do {'*) echo 'during RTL pass: reload' >&2\n"
                              "echo 'test.c:3:1: internal compiler error: in lra_assign, at lra.cc:77' >&2\n"
                              "exit 1;; esac";
    const base::Finished done = hunt(compiler("cc-crash", crash), {"--tests", "12"});
    EXPECT_EQ(done.exit, 1) << done.err;
    const Json found = bugs();
    ASSERT_EQ(found.size(), 1u) << found.dump(1);
    EXPECT_EQ(found[0]["kind"], "crash");
    EXPECT_THAT(found[0]["title"], HasSubstr("lra_assign"));
    EXPECT_EQ(found[0]["reliability"], "10/10");
    EXPECT_EQ(found[0]["validity"], "certified");
}

TEST_F(Hunt, FindsWrongCode) {
    // "Less than" becomes "greater than", behind the compiler's back: in an assembler of its own.
    const std::string path = compiler("cc-wrong", "");
    const std::string as =
        "#!/bin/sh\nfor a in \"$@\"; do case $a in *.s) sed -i 's/setl\\b/setg/' \"$a\";; esac; done\n"
        "exec /usr/bin/as \"$@\"\n";
    ASSERT_TRUE(base::write_file(folder_.path() + "/as", as));
    std::filesystem::permissions(folder_.path() + "/as", std::filesystem::perms::owner_all);
    ASSERT_TRUE(base::write_file(path, "#!/bin/sh\nexec gcc -B" + folder_.path() + "/ \"$@\"\n"));
    const base::Finished done = hunt(path, {"--tests", "12"});
    EXPECT_EQ(done.exit, 1) << done.err;
    EXPECT_THAT(kinds(), Not(IsEmpty()));
    EXPECT_THAT(kinds(), Each(AnyOf("wrong-output", "run-crash"))) << done.err;
}

// Nothing is known of what these programs print; one of the machine's modes says something else.
TEST_F(Hunt, FindsADisagreementInABatchAndNamesTheProgram) {
    if (base::find_program("javac").empty()) GTEST_SKIP() << "no javac here";
    const std::string java = base::find_program("java");
    const std::string lie = "#!/bin/sh\ncase \"$*\" in *TieredStopAtLevel*) " + java +
                            " \"$@\" | sed s/0/1/g;; *) exec " + java + " \"$@\";; esac\n";
    ASSERT_TRUE(base::write_file(folder_.path() + "/java", lie));
    std::filesystem::permissions(folder_.path() + "/java", std::filesystem::perms::owner_all);
    std::vector<std::string> argv = command("javac", {"--methods", "derive", "--tests", "2"});
    std::erase_if(argv, [](const std::string& word) { return word.starts_with("--options="); });
    argv.insert(argv.begin(), {"env", "PATH=" + folder_.path() + ":" + std::getenv("PATH")});
    auto done = base::run({.argv = argv, .limit = std::chrono::minutes(5)});
    ASSERT_TRUE(done) << done.error().message;
    EXPECT_EQ(done->exit, 1) << done->err;
    const Json found = bugs();
    EXPECT_THAT(kinds(), Not(IsEmpty()));
    for (const Json& bug : found) {
        EXPECT_EQ(bug["kind"], "disagreement") << bug.dump(1);
        EXPECT_THAT(bug.dump(), Not(HasSubstr("Batch.java")));
    }
}

TEST_F(Hunt, FindsARefusal) {
    const std::string refuse = "case \"$text\" in *while*) echo 'test.c:1:1: error: no' >&2; exit 1;; esac";
    hunt(compiler("cc-refuse", refuse), {"--tests", "12"});
    EXPECT_THAT(kinds(), testing::ElementsAre("reject"));
}

TEST_F(Hunt, FindsAHangThatIgnoresBeingAskedToStop) {
    const std::string hang = "case \"$text\" in *while*) trap '' TERM INT HUP; while :; do :; done;; esac";
    limit_ = "1s";
    hunt(compiler("cc-hang", hang), {"--tests", "3"});
    EXPECT_THAT(kinds(), testing::ElementsAre("hang"));
}

TEST_F(Hunt, SurvivesACompilerThatPrintsWithoutEnd) {
    const base::Finished done =
        hunt(compiler("cc-yes", "case $text in *while*) yes;; esac"), {"--tests", "4"});
    EXPECT_NE(done.exit, 2) << done.err;
}

TEST_F(Hunt, SurvivesACompilerThatFillsTheDisk) {
    const std::string fill = "case $text in *while*) cat /dev/zero > junk; exit 1;; esac";
    const base::Finished done = hunt(compiler("cc-fill", fill), {"--tests", "4"});
    EXPECT_NE(done.exit, 2) << done.err;
}

class HuntWithPrune : public Hunt {
  protected:
    // The one program that variants are made of. What a compiler that is wrong about variants alone looks for
    // stands where nothing runs.
    void SetUp() override {
        if (!std::filesystem::exists(std::filesystem::path(ASSAY_PROGRAM).parent_path() / "assay-clang.so"))
            GTEST_SKIP() << "Assay was built without Clang's libraries";
        const std::string programs = folder_.path() + "/programs", policy = folder_.path() + "/prune.toml";
        std::filesystem::create_directories(programs);
        ASSERT_TRUE(base::write_file(programs + "/test.c",
                                     "#include <stdio.h>\n#ifndef ANSWER\n#define ANSWER 42\n#endif\nint x;\n"
                                     "int main(void) {\n    if (x) {\n        x = 77;\n        x += 3;\n"
                                     "        puts(\"never\");\n    }\n    printf(\"%d\\n\", ANSWER);\n"
                                     "    return 0;\n}\n"));
        ASSERT_TRUE(base::write_file(policy, "[site.\"prune.from\"]\ncsmith = 0\nmodel = 0\n"));
        more_config_ = "[policy]\nprune = \"" + policy + "\"\n";
        root_config_ = "programs = \"" + programs + "\"\n";
    }
};

TEST_F(HuntWithPrune, FindsAVariantThatIsMiscompiled) {
    const std::string wrong =
        compiler("cc-wrong", "case \"$text\" in *'x = 77'*) ;; *ANSWER*) exec gcc \"$@\" -DANSWER=41;; esac");
    const base::Finished done = hunt(wrong, {"--tests", "4", "--methods", "prune"});
    EXPECT_EQ(done.exit, 1) << done.out << done.err;
    const Json found = bugs();
    ASSERT_EQ(found.size(), 1u) << found.dump(1);
    EXPECT_EQ(found[0]["kind"], "wrong-output");
    EXPECT_EQ(found[0]["methods"][0], "prune");
    EXPECT_EQ(found[0]["reliability"], "10/10");
}

TEST_F(HuntWithPrune, FindsAVariantThatCompilesSlowlyFully) {
    const std::string slow = compiler("cc-slow", "case \"$text\" in *'x = 77'*) ;; *'x += 3'*) "
                                                 "sh -c 'ulimit -t 6; while :; do :; done';; esac");
    limit_ = "20s";
    const base::Finished done = hunt(slow, {"--tests", "1", "--methods", "prune", "--no-triage"});
    EXPECT_EQ(done.exit, 1) << done.out << done.err;
    EXPECT_THAT(kinds(), testing::ElementsAre("slow"));
}

TEST_F(Hunt, LeavesNoProcessOfACompilerBehind) {
    const std::string mark = "assay-left-behind-" + std::to_string(::getpid());
    const std::string leave = "(trap '' TERM HUP; exec -a " + mark + " sleep 600) >/dev/null 2>&1 &";
    const std::string path = compiler("cc-leave", leave);
    std::string script = *base::read_file(path);
    script.replace(0, 9, "#!/bin/bash"); // for exec -a
    ASSERT_TRUE(base::write_file(path, script));
    const base::Finished done = hunt(path, {"--tests", "4"});
    EXPECT_EQ(done.exit, 0) << done.out << done.err;
    EXPECT_FALSE(is_running(mark));
}

TEST_F(Hunt, ACompilerThatMakesNothingIsNoBugOfTheProgram) {
    const std::string nothing = "case \"$text\" in *while*) exit 0;; esac";
    const base::Finished done = hunt(compiler("cc-nothing", nothing), {"--tests", "4"});
    EXPECT_NE(done.exit, 2) << done.err;
    EXPECT_THAT(kinds(), Not(testing::Contains("wrong-output")));
}

TEST_F(Hunt, RefusesASecondCampaignInTheSameFolder) {
    const std::vector<std::string> endless = command("gcc", {"--for", "60s"});
    const pid_t first = ::fork();
    if (first == 0) {
        std::vector<char*> argv;
        for (const std::string& arg : endless) argv.push_back(const_cast<char*>(arg.c_str()));
        argv.push_back(nullptr);
        ::freopen("/dev/null", "w", stderr);
        ::freopen("/dev/null", "w", stdout);
        ::execv(argv[0], argv.data());
        ::_exit(127);
    }
    while (!std::filesystem::exists(campaign_ + "/assay.db"))
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    const base::Finished second = hunt("gcc", {"--tests", "1"});
    EXPECT_EQ(second.exit, 2);
    EXPECT_THAT(second.err, HasSubstr("another campaign is running here"));
    ::kill(first, SIGINT);
    int status = 0;
    ::waitpid(first, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << "Ctrl-C ends it cleanly";
}

TEST_F(Hunt, RefusesWhatItDoesNotKnow) {
    EXPECT_THAT(hunt("no-such-cc", {"--tests", "1"}).err, HasSubstr("no-such-cc"));
    EXPECT_EQ(hunt("no-such-cc", {"--tests", "1"}).exit, 2);
    EXPECT_THAT(hunt("gcc", {"--methods", "shrink"}).err, HasSubstr("unknown method 'shrink'"));
    EXPECT_THAT(hunt("gcc", {"--for", "soon"}).err, HasSubstr("'soon' is no time"));
}

// What a campaign has stored, apart from times and from the order in which workers came to an end.
std::string contents(const std::string& campaign) {
    const auto dump = base::run(
        {.argv = {
             "sqlite3", campaign + "/assay.db",
             "SELECT method, setup, tests FROM counts ORDER BY 1, 2; SELECT number, member, kind, compiler, "
             "options, title, detail FROM findings ORDER BY 1, 2, 4, 5; SELECT number, member, json FROM "
             "tests "
             "ORDER BY 1, 2; SELECT kind, compiler, title, hits FROM bugs ORDER BY 1, 2, 3; SELECT * FROM "
             "jobs; "
             "SELECT * FROM facts ORDER BY 1;"}});
    EXPECT_TRUE(dump && dump->ok());
    return dump->out;
}

void expect_nothing_lost(const std::vector<std::string>& undisturbed, const std::vector<std::string>& command,
                         const std::string& calm, const std::string& killed, int kills) {
    ASSERT_TRUE(base::run({.argv = undisturbed, .limit = std::chrono::minutes(5)}));
    for (int i = 0; i < kills; ++i) {
        // Different moments, from the very start to the middle of the work.
        const auto moment = std::chrono::milliseconds(30 + (i * 7919) % 1500);
        const auto cut = base::run({.argv = command, .limit = moment}); // ends by SIGKILL
        ASSERT_TRUE(cut);
    }
    const auto rest = base::run({.argv = command, .limit = std::chrono::minutes(5)});
    ASSERT_TRUE(rest && !rest->timed_out);
    EXPECT_EQ(contents(killed), contents(calm));
}

class HuntKilled : public Hunt {
  protected:
    void run(int kills, const std::string& tests) {
        const std::string crash =
            "case \"$text\" in *'do {'*) echo 'internal compiler error: in f, at g.cc:1' >&2\n"
            "exit 1;; esac";
        const std::string path = compiler("cc-crash", crash);
        std::vector<std::string> calm = command(path, {"--tests", tests, "--no-triage"}), killed = calm;
        *std::find(calm.begin(), calm.end(), campaign_) += "-calm";
        expect_nothing_lost(calm, killed, campaign_ + "-calm", campaign_, kills);
    }
};

TEST_F(HuntKilled, LosesNothing) { run(6, "24"); }
TEST_F(HuntKilled, LosesNothingFully) { run(50, "150"); }

} // namespace
} // namespace assay::tests
