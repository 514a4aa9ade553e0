// From a finding to a report, as a user goes: what a campaign has found can be triaged, reduced, replayed and
// exported in any order, without being told again what it was made with, and no number is ever lost.
#include "base/file.h"
#include "base/process.h"
#include "support/compilers.h"

#include <filesystem>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace assay::tests {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;
namespace fs = std::filesystem;

// A campaign with wrong code of a compiler that only assay.toml knows; each test has a copy of it.
class Findings : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        made_ = std::make_unique<TempFolder>();
        const std::string root = made_->path();
        // "Less than" becomes "greater than" in an assembler of its own.
        script(root + "/as", "for a in \"$@\"; do case $a in *.s) sed -i 's/setl\\b/setg/' \"$a\";; esac; "
                             "done\nexec /usr/bin/as \"$@\"\n");
        script(root + "/mycc", "exec gcc -B" + root + "/ \"$@\"\n");
        ASSERT_TRUE(base::write_file(root + "/assay.toml",
                                     "seed = 5\n[limits]\nrun = \"3s\"\n"
                                     "[compiler.mycc]\noptions = [\"-O1\"]\ncommand = [\"" +
                                         root +
                                         "/mycc\", \"{options}\", \"{sources}\", \"-o\", \"{output}\"]\n"
                                         "version = [\"" +
                                         root + "/mycc\", \"--version\"]\n"));
        const base::Finished done =
            run({"hunt", "--config", root + "/assay.toml", "--compilers", "mycc", "--methods", "grow",
                 "--tests", "8", "--no-triage", "--campaign", root + "/campaign"});
        ASSERT_EQ(done.exit, 1) << done.err;
    }
    static void TearDownTestSuite() { made_.reset(); }

    void SetUp() override { fs::copy(made_->path() + "/campaign", campaign_, fs::copy_options::recursive); }

    static void script(const std::string& path, const std::string& lines) {
        ASSERT_TRUE(base::write_file(path, "#!/bin/sh\n" + lines));
        fs::permissions(path, fs::perms::owner_all);
    }
    static base::Finished run(std::vector<std::string> args) {
        args.insert(args.begin(), ASSAY_PROGRAM);
        auto done = base::run({.argv = args, .limit = std::chrono::minutes(5)});
        EXPECT_TRUE(done && !done->timed_out) << args[1];
        return done ? *done : base::Finished{};
    }
    base::Finished call(std::vector<std::string> args) {
        args.insert(args.end(), {"--campaign", campaign_});
        return run(std::move(args));
    }
    base::Finished hunt(std::vector<std::string> more, const std::string& compilers = "mycc") {
        std::vector<std::string> args{"hunt",        "--config",    made_->path() + "/assay.toml",
                                      "--no-triage", "--compilers", compilers};
        args.insert(args.end(), more.begin(), more.end());
        return call(std::move(args));
    }
    Json bugs() { return Json::parse(call({"bugs", "--json"}).out); }

    static std::unique_ptr<TempFolder> made_;
    TempFolder folder_;
    const std::string campaign_ = folder_.path() + "/campaign", out_ = folder_.path() + "/out";
};

std::unique_ptr<TempFolder> Findings::made_;

// Takes a compiler away for a while.
class Without {
  public:
    explicit Without(std::string path) : path_(std::move(path)) { fs::rename(path_, path_ + "-away"); }
    ~Without() { fs::rename(path_ + "-away", path_); }
    Without(const Without&) = delete;
    Without& operator=(const Without&) = delete;

  private:
    std::string path_;
};

// Reduced before it was triaged, it waited for triage for ever, however often that ran.
TEST_F(Findings, ABugThatWasReducedFirstIsTriagedAndExported) {
    ASSERT_EQ(bugs()[0]["state"], "waiting");
    const base::Finished reduced = call({"reduce", "1"});
    ASSERT_EQ(reduced.exit, 1) << reduced.err;
    const base::Finished triaged = call({"triage", "1"});
    ASSERT_EQ(triaged.exit, 1) << triaged.err;
    const Json found = bugs();
    ASSERT_EQ(found.size(), 1u) << found.dump(1);
    EXPECT_EQ(found[0]["state"], "confirmed");
    EXPECT_TRUE(fs::exists(found[0]["reduced"]["file"].get<std::string>())) << found.dump(1);
    const base::Finished exported = call({"export", "1", "--for", "script", "--out", out_});
    EXPECT_EQ(exported.exit, 0) << exported.err;
    // The number that the user knows goes on working.
    const std::string now = std::to_string(found[0]["id"].get<int>());
    if (now != "1") {
        EXPECT_EQ(found[0]["merged"], Json({1}));
        EXPECT_THAT(call({"show", "1"}).err, HasSubstr("bug 1 was merged into " + now));
        EXPECT_THAT(call({"show", "1"}).out, HasSubstr("bug " + now + ": wrong-output of mycc"));
        EXPECT_THAT(call({"replay", "1"}).err, HasSubstr("bug 1 was merged into " + now));
    }
}

TEST_F(Findings, AreReplayedWithTheCompilersOfTheCampaign) {
    const base::Finished fails = call({"replay", "1", "--json"});
    EXPECT_EQ(fails.exit, 1) << fails.out << fails.err;
    const Json answer = Json::parse(fails.out)[0];
    EXPECT_EQ(answer["answer"], "fails");
    EXPECT_EQ(answer["compilers"]["mycc -O1"], "fails");
    const base::Finished other = call({"replay", "1", "--compilers", "gcc"});
    EXPECT_EQ(other.exit, 0) << other.out << "gcc was asked about, and is right";
}

// Also after a hunt with another assay.toml.
TEST_F(Findings, KeepTheDefinitionOfTheirCompiler) {
    const std::string other = folder_.path() + "/other.toml";
    ASSERT_TRUE(base::write_file(other, "[compiler.another]\ncommand = [\"gcc\", \"{options}\", "
                                        "\"{sources}\", \"-o\", \"{output}\"]\n"));
    const base::Finished hunted = call({"hunt", "--config", other, "--compilers", "another", "--tests", "1",
                                        "--methods", "grow", "--no-triage"});
    EXPECT_THAT(hunted.err, HasSubstr("compilers: mycc before, another now"));
    const base::Finished replayed = call({"replay", "1"});
    EXPECT_EQ(replayed.exit, 1) << replayed.out << replayed.err;
}

// A hunt that was called wrongly left an empty campaign, and `bugs` called that "no bugs".
TEST_F(Findings, AHuntThatCannotBeginLeavesNoCampaign) {
    const std::string nowhere = folder_.path() + "/nowhere";
    EXPECT_EQ(run({"hunt", "--compilers", "no-such-cc", "--campaign", nowhere}).exit, 2);
    EXPECT_FALSE(fs::exists(nowhere));
}

// A CI read "gcc is right" as "fixed".
TEST_F(Findings, AreNeverRightIfTheirCompilerCannotBeAsked) {
    const Without gone(made_->path() + "/mycc");
    const base::Finished replayed = call({"replay", "1"});
    EXPECT_EQ(replayed.exit, 2) << replayed.out;
    EXPECT_THAT(replayed.out,
                HasSubstr("cannot tell  mycc -O1 (" + made_->path() + "/mycc is not here any "));
    EXPECT_THAT(replayed.err, HasSubstr("mycc: a compiler of this campaign cannot be used"));
    const base::Finished triaged = call({"triage"});
    EXPECT_EQ(triaged.exit, 2) << triaged.out;
    EXPECT_THAT(triaged.err, HasSubstr("nothing could be examined"));
    const base::Finished reduced = call({"reduce", "1"});
    EXPECT_EQ(reduced.exit, 2);
    EXPECT_THAT(reduced.err, HasSubstr("bug 1 needs mycc"));
}

TEST_F(Findings, SayThatTheirCompilerHasChanged) {
    const std::string path = made_->path() + "/mycc", before = *base::read_file(path);
    ASSERT_TRUE(base::write_file(path, "#!/bin/sh\nexec gcc \"$@\"\n"));
    const base::Finished replayed = call({"replay", "1"});
    ASSERT_TRUE(base::write_file(path, before));
    EXPECT_EQ(replayed.exit, 0) << replayed.out << "it was asked and is right now";
    EXPECT_THAT(replayed.err, HasSubstr("mycc: has changed since the hunt: its program is another one now"));
}

// interesting.sh called "mycc", which is no command, and took the wrong compiler for its reference.
TEST_F(Findings, AnExportedScriptAcceptsTheProgram) {
    ASSERT_EQ(call({"triage", "1"}).exit, 1);
    const std::string bug = std::to_string(bugs()[0]["id"].get<int>());
    const base::Finished done = call({"export", bug, "--for", "report", "--out", out_});
    ASSERT_EQ(done.exit, 0) << done.err;
    const auto accepted = base::run({.argv = {"sh", "./interesting.sh"}, .folder = out_});
    ASSERT_TRUE(accepted);
    EXPECT_EQ(accepted->exit, 0) << *base::read_file(out_ + "/interesting.sh");
    EXPECT_THAT(*base::read_file(out_ + "/interesting.sh"), HasSubstr(made_->path() + "/mycc -O1"));
    // A program that is right is refused.
    for (const auto& entry : fs::directory_iterator(out_)) {
        if (entry.path().extension() != ".c") continue;
        ASSERT_TRUE(base::write_file(entry.path().string(), "int main(void) { return 0; }\n"));
    }
    EXPECT_NE(base::run({.argv = {"sh", "./interesting.sh"}, .folder = out_})->exit, 0);

    const base::Finished gcc = call({"export", bug, "--for", "gcc", "--out", out_ + "-gcc"});
    EXPECT_EQ(gcc.exit, 2);
    EXPECT_THAT(gcc.err, HasSubstr("is one of mycc: use --for report"));
    EXPECT_FALSE(fs::exists(out_ + "-gcc"));

    const Without gone(made_->path() + "/mycc");
    const base::Finished without = call({"export", bug, "--for", "script", "--out", out_ + "-2"});
    EXPECT_EQ(without.exit, 2);
    EXPECT_THAT(without.err, AllOf(HasSubstr("needs mycc"), HasSubstr("--unchecked")));
    EXPECT_FALSE(fs::exists(out_ + "-2"));
    EXPECT_EQ(call({"export", bug, "--for", "script", "--unchecked", "--out", out_ + "-2"}).exit, 0);
}

TEST_F(Findings, NamesInTheStoreCannotLeaveTheOutFolder) {
    ASSERT_EQ(call({"triage", "1"}).exit, 1);
    const std::string bug = std::to_string(bugs()[0]["id"].get<int>());
    const auto changed = base::run(
        {.argv = {"sqlite3", campaign_ + "/assay.db", "UPDATE files SET name = '../../escaped.c';"}});
    ASSERT_TRUE(changed && changed->ok());
    const base::Finished done = call({"export", bug, "--for", "script", "--unchecked", "--out", out_});
    EXPECT_EQ(done.exit, 2) << done.out;
    EXPECT_THAT(done.err, HasSubstr("'../../escaped.c' is not a name for a file"));
    EXPECT_FALSE(fs::exists(out_ + "/../../escaped.c"));
}

// The printed command had options that generate refuses, and the version was empty.
TEST_F(Findings, TheProgramIsMadeAgainByTheCommandThatIsShown) {
    const std::string shown = call({"show", "1"}).out;
    const size_t begin = shown.find("assay generate "), end = shown.find(" --out DIR\n", begin);
    ASSERT_NE(end, std::string::npos) << shown;
    const std::string line = ASSAY_PROGRAM + shown.substr(begin + 5, end - begin - 5) + " --out " + out_;
    const auto made = base::run({.argv = {"sh", "-c", line}});
    ASSERT_TRUE(made && made->ok()) << line << made->err;
    const Json bug = Json::parse(call({"show", "1", "--json"}).out);
    const size_t member = bug["findings"][0]["member"];
    const Json& test = bug["tests"][member];
    EXPECT_NE(test["version"], "");
    for (const auto& [name, text] : test["texts"].items()) {
        const std::string path = fmt::format("{}/{}-{}/{}", out_, test["method"].get<std::string>(),
                                             test["seed"].get<uint64_t>(), name);
        EXPECT_EQ(*base::read_file(path), text.get<std::string>()) << line;
    }
}

TEST_F(Findings, ACampaignKeepsItsSeed) {
    const base::Finished other = hunt({"--tests", "9", "--methods", "grow", "--seed", "8"});
    EXPECT_EQ(other.exit, 2) << other.out;
    EXPECT_THAT(other.err, AllOf(HasSubstr("was begun with seed 5"), HasSubstr("--seed 5")));
    const base::Finished same = hunt({"--tests", "9", "--methods", "grow"});
    EXPECT_NE(same.exit, 2) << same.err;
    EXPECT_THAT(same.err, Not(HasSubstr("before,")));
    // Without the file that had the seed.
    EXPECT_NE(call({"hunt", "--tests", "10", "--methods", "grow", "--compilers", "gcc"}).exit, 2);
}

TEST_F(Findings, AHuntSaysWhatItDoesOtherwiseThanBefore) {
    const base::Finished other = hunt({"--tests", "9", "--methods", "expand", "--options=-O2"}, "mycc,gcc");
    EXPECT_NE(other.exit, 2) << other.err;
    EXPECT_THAT(other.err, HasSubstr("compilers: mycc before, gcc-12,mycc now\n"));
    EXPECT_THAT(other.err, HasSubstr("methods: grow=1 before, expand=1 now\n"));
    EXPECT_THAT(other.err, HasSubstr("options: those of each family before, -O2 now\n"));
}

TEST_F(Findings, AHuntSaysThatItsTestsAreDone) {
    const base::Finished again = hunt({"--tests", "8", "--methods", "grow"});
    EXPECT_THAT(again.err, HasSubstr("all 8 tests are done already; a larger --tests makes more"));
}

} // namespace
} // namespace assay::tests
