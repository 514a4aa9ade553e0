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

// Whoever lets strangers' programs run should know what holds them, before the first one does.
TEST_F(Hunt, SaysWhatTheFenceLacks) {
    const std::string without =
        "for kind in user pid mnt net; do echo 0 >/proc/sys/user/max_${kind}_namespaces"
        " || exit 77; done; exec \"$@\"";
    std::vector<std::string> argv{"unshare", "-Ur", "sh", "-c", without, "sh"};
    const std::vector<std::string> hunting = command("gcc", {"--tests", "1", "--methods", "grow"}, "-O0");
    argv.insert(argv.end(), hunting.begin(), hunting.end());
    const auto done = base::run({.argv = argv, .limit = std::chrono::minutes(2)});
    ASSERT_TRUE(done) << done.error().message;
    if (done->exit == 77 || done->err.starts_with("unshare: ")) GTEST_SKIP() << "no user namespaces here";
    EXPECT_EQ(done->exit, 0) << done->err;
    EXPECT_THAT(done->err, HasSubstr("assay: the fence around commands has gaps: no mount namespace"));
    EXPECT_THAT(hunt("gcc", {"--tests", "2", "--methods", "grow"}, "-O0").err, Not(HasSubstr("has gaps")));
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
TEST_F(Hunt, FindsTheWrongModeInABatchAndNamesTheProgram) {
    if (base::find_program("javac").empty()) GTEST_SKIP() << "no javac here";
    const std::string java = base::find_program("java");
    const std::string lie = "#!/bin/sh\ncase \"$*\" in *TieredStopAtLevel*) said=$(" + java +
                            " \"$@\"); status=$?; echo \"$said\" | sed s/0/1/g; exit $status;; *) exec " +
                            java + " \"$@\";; esac\n";
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
        EXPECT_EQ(bug["kind"], "wrong-output") << bug.dump(1);
        EXPECT_EQ(bug["validity"], "ladder");
        for (const Json& setup : bug["setups"]) EXPECT_THAT(setup, HasSubstr("TieredStopAtLevel"));
        EXPECT_THAT(bug.dump(), Not(HasSubstr("Batch.java")));
    }
}

// Its programs print numbers in another base, if it is called with one of these levels.
class HuntWithoutAnswers : public Hunt {
  protected:
    std::string wrong_at(const std::string& levels) {
        const std::string as =
            "#!/bin/sh\nfor a in \"$@\"; do case $a in *.s) sed -i 's/%llu/%llo/; s/%lld/%llo/' \"$a\";; "
            "esac; done\nexec /usr/bin/as \"$@\"\n";
        EXPECT_TRUE(base::write_file(folder_.path() + "/as", as));
        std::filesystem::permissions(folder_.path() + "/as", std::filesystem::perms::owner_all);
        return compiler("cc-wrong",
                        "case \" $* \" in " + levels + ") exec gcc -B" + folder_.path() + "/ \"$@\";; esac");
    }
    void expect_blamed(const base::Finished& done, const std::string& right_level) {
        EXPECT_EQ(done.exit, 1) << done.out << done.err;
        const Json found = bugs();
        ASSERT_EQ(found.size(), 1u) << found.dump(1) << done.err;
        EXPECT_EQ(found[0]["kind"], "wrong-output");
        EXPECT_THAT(found[0]["compiler"].get<std::string>(), HasSubstr("cc-wrong"));
        EXPECT_EQ(found[0]["state"], "confirmed");
        EXPECT_EQ(found[0]["validity"], "ladder");
        EXPECT_EQ(found[0]["reliability"], "10/10");
        for (const Json& setup : found[0]["setups"])
            EXPECT_TRUE(right_level.empty() || !setup.get<std::string>().ends_with(right_level)) << setup;
    }
};

// With a vote, -O0 would be the one that is wrong.
TEST_F(HuntWithoutAnswers, BlamesEveryLevelThatIsWrong) {
    expect_blamed(hunt(wrong_at("*' -O1 '*|*' -O2 '*|*' -O3 '*"), {"--tests", "3", "--methods", "derive"},
                       "-O0,-O1,-O2,-O3"),
                  "-O0");
}

TEST_F(HuntWithoutAnswers, BlamesItBesideARightOne) {
    expect_blamed(hunt(wrong_at("*' -O1 '*|*' -O2 '*|*' -O3 '*") + ",gcc",
                       {"--tests", "3", "--methods", "derive"}, "-O0,-O1,-O2,-O3"),
                  "-O0");
}

// Nobody else is under test, so only the references tell.
TEST_F(HuntWithoutAnswers, BlamesACompilerThatIsAlwaysWrong) {
    expect_blamed(hunt(wrong_at("*.c*"), {"--tests", "3", "--methods", "derive"}, "-O0,-O1"), "");
}

TEST_F(Hunt, ACompilerThatIsDeletedIsSaidAndNothingCountsAsJudged) {
    const std::string path = compiler("cc-gone", "");
    hunt(path, {"--tests", "2", "--methods", "grow"}); // it is known from here on
    std::vector<std::string> argv = command(path, {"--for", "60s", "--methods", "grow"});
    std::thread deletes([&] {
        std::this_thread::sleep_for(std::chrono::seconds(5));
        std::filesystem::remove(path);
    });
    const auto start = std::chrono::steady_clock::now();
    auto done = base::run({.argv = argv, .limit = std::chrono::minutes(2)});
    deletes.join();
    ASSERT_TRUE(done) << done.error().message;
    EXPECT_EQ(done->exit, 2) << done->out << done->err;
    EXPECT_THAT(done->err, HasSubstr("is not there any more"));
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(50)) << "it went on for nothing";
}

// It was cached as one that works. Nothing it does is a bug then, and no test is used up.
TEST_F(Hunt, ACompilerThatStopsWorkingIsTakenOutWhateverItDoes) {
    const std::string marker = folder_.path() + "/licence-is-gone";
    const std::pair<const char*, const char*> ways[] = {{"killed", "kill -9 $$"},
                                                        {"silent", "exit 0"},
                                                        {"refuses", "echo 'error: no licence' >&2; exit 1"},
                                                        {"crashes", "kill -SEGV $$"}};
    for (const auto& [name, what] : ways) {
        std::filesystem::remove(marker);
        const std::string path = compiler(name, "[ -e " + marker + " ] && { " + what + "; }");
        hunt(path, {"--tests", "1", "--methods", "grow"});
        ASSERT_TRUE(base::write_file(marker, ""));
        const base::Finished done = hunt(path, {"--tests", "40", "--methods", "grow"});
        EXPECT_EQ(done.exit, 2) << name << done.out << done.err;
        EXPECT_THAT(done.err,
                    AnyOf(HasSubstr("no compiler works any more"), HasSubstr("it does not work at all: ")))
            << name;
        EXPECT_EQ(bugs().size(), 0u) << name << bugs().dump(1);
    }
    std::filesystem::remove(marker);
    const base::Finished done = hunt(folder_.path() + "/crashes", {"--tests", "7", "--methods", "grow"});
    EXPECT_EQ(done.exit, 0) << done.out << done.err;
    EXPECT_THAT(done.err, Not(HasSubstr("are done already"))) << "they were not judged then";
    EXPECT_THAT(done.out, HasSubstr("runs by compiler: "));
}

// A product that nobody may execute, of a compiler that says that all is well.
TEST_F(Hunt, WhatCannotBeStartedIsNotJudged) {
    const std::string path = folder_.path() + "/cc-noexec";
    ASSERT_TRUE(base::write_file(
        path,
        "#!/bin/sh\ngcc \"$@\" || exit 1\n[ -e model.c ] || grep -q 'assay %d' *.c || chmod -x prog\n"));
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    more_config_ = "[compiler.noexec]\ncommand = [\"" + path +
                   "\", \"{options}\", \"{sources}\", \"-o\", \"{output}\"]\n";
    const base::Finished done = hunt("noexec", {"--tests", "3", "--methods", "grow"});
    EXPECT_EQ(done.exit, 2) << done.out << done.err;
    EXPECT_THAT(done.err, AnyOf(HasSubstr("nothing could be judged"), HasSubstr("no compiler works")));
    // Beside one that works the tests are done, and what was not judged is kept.
    hunt("noexec,gcc", {"--tests", "3", "--methods", "grow"});
    const auto told = [&](std::vector<std::string> args) {
        args.insert(args.begin(), ASSAY_PROGRAM);
        args.insert(args.end(), {"--campaign", campaign_});
        return *base::run({.argv = args});
    };
    const Json counts = Json::parse(told({"bugs", "--counts", "--json"}).out);
    EXPECT_THAT(counts["judged"].dump(), Not(HasSubstr("noexec"))) << counts.dump(1);
    EXPECT_THAT(counts["unjudged"].dump(), HasSubstr("could not be started"));
    EXPECT_THAT(told({"bugs"}).err, HasSubstr("not judged: "));
    EXPECT_EQ(told({"report", "--out", folder_.path() + "/html"}).exit, 0);
    std::string pages;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_.path() + "/html"))
        if (entry.path().extension() == ".html") pages += *base::read_file(entry.path().string());
    EXPECT_THAT(pages, HasSubstr("could not be started"));
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
        if (!std::filesystem::exists(std::filesystem::path(ASSAY_PROGRAM).parent_path() / "assay-clang"))
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

TEST_F(Hunt, ACampaignThatIsDeletedIsSaidWithinSeconds) {
    std::vector<std::string> argv = command("gcc", {"--for", "60s", "--methods", "grow"});
    const std::string script = "\"$@\" & hunt=$!\n"
                               "while kill -0 $hunt && [ ! -e " +
                               campaign_ + "/assay.db ]; do sleep 0.05; done\nsleep 1; rm -r " + campaign_ +
                               "\nwait $hunt";
    argv.insert(argv.begin(), {"sh", "-c", script, "sh"});
    const auto start = std::chrono::steady_clock::now();
    const auto done = base::run({.argv = argv, .limit = std::chrono::minutes(2)});
    ASSERT_TRUE(done);
    EXPECT_EQ(done->exit, 2);
    EXPECT_THAT(done->err, HasSubstr("deleted"));
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
}

TEST_F(Hunt, RefusesWhatItDoesNotKnow) {
    EXPECT_THAT(hunt("no-such-cc", {"--tests", "1"}).err, HasSubstr("no-such-cc"));
    EXPECT_EQ(hunt("no-such-cc", {"--tests", "1"}).exit, 2);
    EXPECT_THAT(hunt("gcc", {"--methods", "shrink"}).err, HasSubstr("unknown method 'shrink'"));
    EXPECT_THAT(hunt("gcc", {"--for", "soon"}).err, HasSubstr("'soon' is not a duration"));
}

// The machine kills what it likes when memory is short. The test is done again with a new sandbox.
TEST_F(Hunt, GoesOnWhenAWardenIsKilled) {
    std::vector<std::string> argv = command("gcc", {"--tests", "40", "--jobs", "2", "--methods", "grow"});
    const std::string script = "\"$@\" & hunt=$!\n"
                               "while kill -0 $hunt && [ ! -e " +
                               campaign_ +
                               "/assay.db ]; do sleep 0.05; done\n"
                               "sleep 0.5; pkill -KILL -x -P $hunt assay-warden && echo killed\n"
                               "wait $hunt";
    argv.insert(argv.begin(), {"sh", "-c", script, "sh"});
    const auto done = base::run({.argv = argv, .limit = std::chrono::minutes(5)});
    ASSERT_TRUE(done);
    EXPECT_THAT(done->out, HasSubstr("killed")) << "nothing was disturbed";
    EXPECT_EQ(done->exit, 0) << done->err;
}

// It would fail again at every restart, so it is left out.
TEST_F(Hunt, GoesOnWithoutTestsThatCannotBeMade) {
    more_config_ = "[generator.broken]\ncommand = [\"sh\", \"-c\", \"echo sorry >&2; exit 3\"]\nlanguage = "
                   "\"c\"\n";
    const base::Finished done =
        hunt("gcc", {"--tests", "8", "--methods", "grow,broken", "--jobs", "1", "--no-triage"});
    EXPECT_EQ(done.exit, 0) << done.err;
    EXPECT_THAT(done.out, HasSubstr("sorry"));
    EXPECT_THAT(done.out, HasSubstr("programs by method: "));
    const base::Finished alone = hunt("gcc", {"--tests", "1000", "--methods", "broken", "--seed", "1"});
    EXPECT_EQ(alone.exit, 2);
    EXPECT_THAT(alone.err, HasSubstr("nothing could be judged: generator broken"));
}

// One among the programs of a folder is all it takes.
TEST_F(Hunt, SurvivesAFileThatClangDiesOf) {
    if (!std::filesystem::exists(std::filesystem::path(ASSAY_PROGRAM).parent_path() / "assay-clang"))
        GTEST_SKIP() << "Assay was built without Clang's libraries";
    const std::string programs = folder_.path() + "/programs";
    std::filesystem::create_directory(programs);
    std::string sum;
    for (int i = 0; i < 400'000; ++i) sum += " + x";
    ASSERT_TRUE(base::write_file(programs + "/deep.c", "int x; int main(void) { return x" + sum + "; }\n"));
    root_config_ += "programs = \"" + programs + "\"\n";
    const base::Finished done = hunt("gcc", {"--tests", "3", "--methods", "prune", "--jobs", "1"});
    EXPECT_EQ(done.exit, 0) << done.err;
    EXPECT_EQ(done.signal, 0);
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
