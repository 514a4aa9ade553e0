// Compilers, the commands that run their programs, and options are tried before they are believed: what is
// wrong with the environment never becomes a bug of a compiler.
#include "base/file.h"
#include "base/process.h"
#include "support/compilers.h"

#include <filesystem>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace assay::tests {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

class Environment : public testing::Test {
  protected:
    TempFolder folder_;
    const std::string campaign_ = folder_.path() + "/campaign";

    base::Finished call(std::vector<std::string> args) {
        args.insert(args.begin(), ASSAY_PROGRAM);
        auto done = base::run({.argv = args, .folder = folder_.path(), .limit = std::chrono::minutes(4)});
        EXPECT_TRUE(done.ok()) << done.error().message;
        return done ? *done : base::Finished{};
    }
    std::string file(const std::string& name, const std::string& text) {
        std::string path = folder_.path() + "/" + name;
        EXPECT_TRUE(base::write_file(path, text).ok());
        return path;
    }
    std::string script(const std::string& name, const std::string& lines) {
        std::string path = file(name, "#!/bin/sh\n" + lines + "\n");
        std::filesystem::permissions(path, std::filesystem::perms::owner_all);
        return path;
    }
};

TEST_F(Environment, ProgramsAreCheckedAtTheLevelsOfTheirLanguage) {
    if (base::find_program("python3").empty()) GTEST_SKIP() << "python3 is not installed";
    file("x.py", "print(6 * 7)\n");
    const base::Finished python = call({"check", "x.py", "--compilers", "python3"});
    EXPECT_EQ(python.exit, 0) << python.out << python.err;
    EXPECT_THAT(python.out, HasSubstr("x.py: right under 1 setup"));
    if (base::find_program("javac").empty()) GTEST_SKIP() << "javac is not installed";
    file("Main.java", "public class Main {\n    public static void main(String[] arguments) {\n"
                      "        System.out.println(6 * 7);\n    }\n}\n");
    const base::Finished java = call({"check", "Main.java", "--compilers", "javac"});
    EXPECT_EQ(java.exit, 0) << java.out << java.err;
    EXPECT_THAT(java.out, HasSubstr("Main.java: right under 4 setup"));
}

// --- nobody to ask what is right

// Known by its full path only, so no reference is found. One of the two prints numbers in another base.
TEST_F(Environment, WhatNobodyCanSettleIsSaidBeforeAndKept) {
    if (!has_compiler("gcc")) GTEST_SKIP() << "gcc is not installed";
    script("as", "for a in \"$@\"; do case $a in *.s) sed -i 's/%llu/%llo/; s/%lld/%llo/' \"$a\";; esac; "
                 "done\nexec /usr/bin/as \"$@\"");
    const std::string path = "PATH=/usr/local/bin:/usr/bin:/bin\nexport PATH\nexec gcc ";
    script("right", path + "\"$@\"");
    script("wrong", path + "-B" + folder_.path() + "/ \"$@\"");
    std::string config = "[batch]\npercent = 0\n";
    for (const char* const name : {"right", "wrong"})
        config += "[compiler." + std::string(name) + "]\noptions = [\"-O0\"]\ncommand = [\"" +
                  folder_.path() + "/" + name + "\", \"{options}\", \"{sources}\", \"-o\", \"{output}\"]\n";
    file("assay.toml", config);
    std::filesystem::create_directory(folder_.path() + "/empty");
    const auto alone = [&](std::vector<std::string> args) {
        args.insert(args.begin(), {"env", "PATH=" + folder_.path() + "/empty", ASSAY_PROGRAM});
        auto done = base::run({.argv = args, .folder = folder_.path(), .limit = std::chrono::minutes(4)});
        EXPECT_TRUE(done.ok()) << done.error().message;
        return done ? *done : base::Finished{};
    };
    const std::string nobody = "nobody can tell which side is right";
    EXPECT_THAT(alone({"doctor"}).out, HasSubstr(nobody));
    const base::Finished hunted = alone({"hunt", "--methods", "derive", "--tests", "3", "--compilers",
                                         "right,wrong", "--config", "assay.toml", "--campaign", campaign_});
    EXPECT_EQ(hunted.exit, 0) << hunted.out << hunted.err;
    EXPECT_THAT(hunted.err, AllOf(HasSubstr("derive: no reference for c is installed"), HasSubstr(nobody)));
    EXPECT_THAT(hunted.out, HasSubstr("unsettled: setups differ on "));
    const base::Finished bugs = alone({"bugs", "--campaign", campaign_});
    EXPECT_EQ(bugs.exit, 0) << bugs.out;
    EXPECT_THAT(bugs.err, HasSubstr(" more: unsettled"));
    const Json all = Json::parse(alone({"bugs", "--all", "--json", "--campaign", campaign_}).out);
    EXPECT_GE(all.size(), 1u);
    for (const Json& bug : all) {
        EXPECT_EQ(bug["state"], "unsettled") << bug.dump(1);
        EXPECT_EQ(bug["kind"], "disagreement");
    }
    file("x.c", "#include <stdio.h>\nint main(void) { printf(\"%lld\\n\", 8LL); return 0; }\n");
    const base::Finished checked =
        alone({"check", "x.c", "--compilers", "right,wrong", "--config", "assay.toml"});
    EXPECT_EQ(checked.exit, 2) << checked.out << checked.err;
    EXPECT_THAT(checked.out, HasSubstr("x.c: setups differ, and nothing tells which are right: "));
}

// --- compilers of the user's own, whose programs do not run

class UsersCompiler : public Environment {
  protected:
    // gcc under another name, with this line in its description.
    std::string config(const std::string& line) {
        return file("assay.toml",
                    "[compiler.mycc]\n"
                    "command = [\"gcc\", \"{options}\", \"{sources}\", \"-o\", \"{output}\"]\n" +
                        line + "\n");
    }
    void expect_unusable(const std::string& line, const std::string& why) {
        const std::string path = config(line);
        const base::Finished hunted =
            call({"hunt", "--tests", "2", "--compilers", "mycc", "--config", path, "--campaign", campaign_});
        EXPECT_EQ(hunted.exit, 2) << hunted.out;
        EXPECT_THAT(hunted.err, AllOf(HasSubstr("assay: mycc: "), HasSubstr(why))) << line;
    }
};

TEST_F(UsersCompiler, ABrokenRunnerIsNoBug) {
    if (!has_compiler("gcc")) GTEST_SKIP() << "gcc is not installed";
    expect_unusable("run = [\"/bin/false\", \"{output}\"]", "printed nothing and ended with status 1");
    expect_unusable("run = [\"/no/such/simulator\", \"{output}\"]", "could not be started");
    expect_unusable("run = [\"env\", \"--no-such-option\", \"{output}\"]", "ended with status 125: env: ");
    // One that forgets how programs end would hide every abort.
    const std::string forgets = script("forgets", "\"$@\"\nexit 0");
    expect_unusable("run = [\"" + forgets + "\", \"./{output}\"]",
                    "printed 'assay 42' and ended with status 0");
}

TEST_F(UsersCompiler, ItsRunnerIsAskedAgainEveryTime) {
    if (!has_compiler("gcc")) GTEST_SKIP() << "gcc is not installed";
    const std::string runner = script("runner", "exec \"$@\"");
    const std::string path = config("run = [\"" + runner + "\", \"./{output}\"]");
    const base::Finished good = call(
        {"check", file("x.c", "int main(void) { return 0; }\n"), "--compilers", "mycc", "--config", path});
    EXPECT_EQ(good.exit, 0) << good.out << good.err;
    script("runner", "exit 3");
    const base::Finished bad = call({"check", "x.c", "--compilers", "mycc", "--config", path});
    EXPECT_EQ(bad.exit, 2) << bad.out;
    EXPECT_THAT(bad.err, HasSubstr("ended with status 3"));
}

TEST_F(UsersCompiler, OptionSetsThatDoNotWorkAreLeftOut) {
    if (!has_compiler("gcc")) GTEST_SKIP() << "gcc is not installed";
    const std::string path = config("options = [\"-fno-such-thing\", \"-O1\"]");
    const base::Finished checked = call(
        {"check", file("x.c", "int main(void) { return 0; }\n"), "--compilers", "mycc", "--config", path});
    EXPECT_EQ(checked.exit, 0) << checked.out << checked.err;
    EXPECT_THAT(checked.out, HasSubstr("right under 1 setup"));
    EXPECT_THAT(checked.err,
                AllOf(HasSubstr("mycc: left out: options \"-fno-such-thing\": it cannot compile: "),
                      HasSubstr("unrecognized command-line option")));
    expect_unusable("options = [\"-fno-such-thing\"]", "unrecognized command-line option");
}

// --- options of the command line

TEST_F(Environment, OptionsThatNoCompilerTakesAreAnError) {
    if (!has_compiler("gcc")) GTEST_SKIP() << "gcc is not installed";
    file("x.c", "int main(void) { return 0; }\n");
    const std::string toml = file("assay.toml", "options = [\"-Obogus\"]\n");
    for (const std::vector<std::string>& args :
         {std::vector<std::string>{"hunt", "--tests", "3", "--options=-O1,-Obogus", "--campaign", campaign_},
          {"hunt", "--tests", "3", "--config", toml, "--campaign", campaign_},
          {"check", "x.c", "--options=-Obogus"},
          {"reduce", "x.c", "--options=-Obogus"}}) {
        std::vector<std::string> whole = args;
        whole.insert(whole.end(), {"--compilers", "gcc"});
        const base::Finished done = call(whole);
        EXPECT_EQ(done.exit, 2) << args[0] << done.out;
        EXPECT_EQ(done.out, "") << args[0];
        EXPECT_THAT(done.err, AllOf(HasSubstr("no compiler takes the options '-Obogus': gcc"),
                                    HasSubstr("argument to '-O' should be")));
    }
}

TEST_F(Environment, OptionsThatSomeCompilersTakeAreLeftOutForTheOthers) {
    if (!has_compiler("gcc") || !has_compiler("clang")) GTEST_SKIP() << "no gcc and clang";
    const base::Finished done = call({"check", file("x.c", "int main(void) { return 0; }\n"), "--compilers",
                                      "gcc,clang", "--options=-O1,-O1 -fdump-passes"});
    EXPECT_EQ(done.exit, 0) << done.out << done.err;
    EXPECT_THAT(done.out, HasSubstr("right under 3 setups"));
    EXPECT_THAT(done.err, AllOf(HasSubstr("is tested with the other options: it does not take "
                                          "'-O1 -fdump-passes': it cannot compile: "),
                                Not(HasSubstr("gcc"))));
}

} // namespace
} // namespace assay::tests
