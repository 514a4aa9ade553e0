// Reduction as users meet it: by a script, of a campaign's bugs, cut off and resumed; and the bundles that
// are made of what is left. The compilers are gcc with a defect in front of its assembler.
#include "base/file.h"
#include "base/process.h"
#include "support/compilers.h"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace assay::tests {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

class Reduce : public testing::Test {
  protected:
    TempFolder folder_;
    const std::string campaign_ = folder_.path() + "/campaign";

    void script(const std::string& name, const std::string& text) {
        EXPECT_TRUE(base::write_file(name, text));
        fs::permissions(name, fs::perms::owner_all);
    }

    // gcc whose assembly goes through `edit` of sed, or which breaks on what `ice` of grep finds in it.
    std::string compiler(const std::string& name, const std::string& edit, const std::string& ice = "") {
        const std::string lib = folder_.path() + "/" + name + "-lib";
        fs::create_directory(lib);
        std::string as = "#!/bin/sh\nfor a in \"$@\"; do case $a in *.s)\n";
        if (!edit.empty()) as += "sed -i -E '" + edit + "' \"$a\"\n";
        if (!ice.empty())
            as += "if grep -qE '" + ice +
                  "' \"$a\"; then echo 'internal compiler error: in fold_it, at fold.cc:7'"
                  " >&2; exit 4; fi\n";
        script(lib + "/as", as + ";; esac; done\nexec /usr/bin/as \"$@\"\n");
        std::string path = folder_.path() + "/" + name;
        script(path, "#!/bin/sh\nexec gcc -B" + lib + "/ \"$@\"\n");
        return path;
    }

    base::Finished call(std::vector<std::string> args, std::chrono::seconds limit = std::chrono::minutes(4)) {
        args.insert(args.begin(), ASSAY_PROGRAM);
        auto done = base::run({.argv = args, .folder = folder_.path(), .limit = limit});
        EXPECT_TRUE(done);
        return done ? *done : base::Finished{};
    }

    std::vector<std::string> hunt_arguments(const std::string& compiler, const std::string& tests,
                                            bool reduce) {
        const std::string config = folder_.path() + "/assay.toml";
        EXPECT_TRUE(base::write_file(config, "[batch]\npercent = 0\n"));
        std::vector<std::string> args{"hunt",       "--compilers", compiler,    "--options=-O1",
                                      "--campaign", campaign_,     "--tests",   tests,
                                      "--config",   config,        "--methods", "grow"};
        if (!reduce) args.push_back("--no-reduce");
        return args;
    }
    base::Finished hunt(const std::string& compiler, const std::string& tests, bool reduce) {
        return call(hunt_arguments(compiler, tests, reduce));
    }

    // Reduces bug 1 and sends a signal once its answers so far take that many bytes; how it ended.
    int reduce_until(size_t answered, int signal) {
        return run_until({"reduce", "1", "--jobs", "1", "--campaign", campaign_}, answered, signal);
    }
    void kill_hunt_once_answered(const std::string& compiler, size_t answered) {
        run_until(hunt_arguments(compiler, "10", true), answered, SIGKILL);
    }
    int run_until(std::vector<std::string> args, size_t answered, int signal) {
        args.insert(args.begin(), ASSAY_PROGRAM);
        std::vector<char*> argv;
        for (std::string& arg : args) argv.push_back(arg.data());
        argv.push_back(nullptr);
        const pid_t child = ::fork();
        if (child == 0) {
            ::freopen("/dev/null", "w", stdout);
            ::freopen("/dev/null", "w", stderr);
            ::execv(ASSAY_PROGRAM, argv.data());
            ::_exit(127);
        }
        const auto enough = [&] {
            std::error_code none;
            for (const auto& entry : fs::directory_iterator(campaign_ + "/reduced", none))
                if (entry.path().extension() == ".answers" && entry.file_size() > answered) return true;
            return false;
        };
        for (int i = 0; i < 1200 && !enough(); ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        ::kill(child, signal);
        int status = 0;
        ::waitpid(child, &status, 0);
        return status;
    }

    // All that reductions asked and were told so far; a last line that was cut off does not count.
    std::string answers() {
        std::string all;
        std::error_code none;
        for (const auto& entry : fs::directory_iterator(campaign_ + "/reduced", none))
            if (entry.path().extension() == ".answers") all += *base::read_file(entry.path().string());
        return all.substr(0, all.rfind('\n') + 1);
    }

    Json bugs() { return Json::parse(call({"bugs", "--json", "--campaign", campaign_}).out); }
};

// "Less than" becomes "greater than".
constexpr const char* kWrongSet = "s/\\bsetl\\b/setg/;s/\\bsetb\\b/seta/;s/\\bsetne\\b/sete/";

size_t lines_of(const std::string& file) {
    const auto text = base::read_file(file);
    return text ? static_cast<size_t>(std::ranges::count(*text, '\n')) : 1000;
}

TEST_F(Reduce, AFileByAScript) {
    const std::string file = folder_.path() + "/test.c", test = folder_.path() + "/interesting.sh";
    std::string text = "int first(int a) { return a + 1; }\n";
    for (int i = 0; i < 40; ++i) text += "int f" + std::to_string(i) + "(int a) { return a / 3; }\n";
    ASSERT_TRUE(base::write_file(file, text + "int last = 7;\n"));
    script(test, "#!/bin/sh\ngcc -fsyntax-only test.c 2>/dev/null && grep -q 'f17' test.c\n");
    const base::Finished done = call({"reduce", "--test", test, file});
    EXPECT_EQ(done.exit, 0) << done.err;
    EXPECT_LE(lines_of(file), 2u) << *base::read_file(file);
    EXPECT_THAT(*base::read_file(file), HasSubstr("f17"));
    EXPECT_THAT(*base::read_file(file + ".orig"), HasSubstr("last = 7"));
    EXPECT_THAT(done.out, HasSubstr("42 lines"));
}

TEST_F(Reduce, AFileByAScriptWithCviseFully) {
    const std::string file = folder_.path() + "/test.c", test = folder_.path() + "/interesting.sh";
    std::string text;
    for (int i = 0; i < 20; ++i) text += "int f" + std::to_string(i) + "(int a) { return a / 3; }\n";
    ASSERT_TRUE(base::write_file(file, text));
    script(test, "#!/bin/sh\ngcc -fsyntax-only test.c 2>/dev/null && grep -q 'f17' test.c\n");
    const bool there = !base::find_program("cvise").empty();
    const base::Finished done = call({"reduce", "--with", there ? "cvise" : "auto", "--test", test, file});
    EXPECT_EQ(done.exit, 0) << done.err;
    EXPECT_LE(lines_of(file), 2u) << *base::read_file(file);
    EXPECT_THAT(*base::read_file(file), HasSubstr("f17"));
    if (there) return;
    EXPECT_THAT(call({"reduce", "--with", "cvise", "--test", test, file}).err, HasSubstr("not installed"));
    GTEST_SKIP() << "C-Vise is not installed: only the way without it was tried";
}

// A program that is nobody's model: C-Vise first, and what it leaves must still be valid and wrong.
TEST_F(Reduce, AProgramWithCviseFully) {
#ifndef __x86_64__
    GTEST_SKIP() << "the planted defect is one of x86-64";
#endif
    if (base::find_program("cvise").empty() || base::find_program("clang").empty())
        GTEST_SKIP() << "C-Vise and clang are not both installed";
    const std::string always = compiler("cc-always", kWrongSet), wrong = folder_.path() + "/cc-wrong",
                      file = folder_.path() + "/given.c";
    // Right without optimisation, as the ladder needs it.
    script(wrong,
           "#!/bin/sh\ncase \" $* \" in *' -O1 '*) exec " + always + " \"$@\" ;; esac\nexec gcc \"$@\"\n");
    ASSERT_TRUE(base::write_file(file, "int printf(const char *, ...);\n"
                                       "int n = 3, m = 5, unused = 7;\n"
                                       "int twice(int a) { return a + a; }\n"
                                       "int less(int a, int b) { return a < b; }\n"
                                       "int main(void) {\n"
                                       "    printf(\"%d %d\\n\", less(n, m), twice(n));\n"
                                       "    return 0;\n"
                                       "}\n"));
    const base::Finished done =
        call({"reduce", file, "--compilers", wrong + ",gcc,clang", "--options=-O1", "--with", "cvise",
              "--cvise-time", "60s", "--out", folder_.path() + "/small"});
    ASSERT_EQ(done.exit, 1) << done.err;
    const std::string small = folder_.path() + "/small/given.c";
    EXPECT_LT(lines_of(small), 8u) << done.out;
    const std::string out = folder_.path() + "/a.out";
    ASSERT_TRUE(base::run({.argv = {"gcc", "-O1", "-w", small, "-o", out}})->ok()) << done.out;
    const auto right = base::run({.argv = {out}});
    ASSERT_TRUE(base::run({.argv = {wrong, "-O1", "-w", small, "-o", out}})->ok());
    const auto printed = base::run({.argv = {out}});
    EXPECT_TRUE(right->out != printed->out || right->exit != printed->exit) << done.out;
}

TEST_F(Reduce, ABroughtProgramIsExamined) {
#ifndef __x86_64__
    GTEST_SKIP() << "the planted defect is one of x86-64";
#endif
    const std::string path = compiler("cc-set", kWrongSet);
    script(path, "#!/bin/sh\ncase \" $* \" in *' -O1 '*) exec gcc -B" + path +
                     "-lib/ \"$@\";; esac\nexec gcc \"$@\"\n");
    EXPECT_TRUE(base::write_file(folder_.path() + "/less.c",
                                 "int printf(const char *, ...);\nvolatile int a = 1, b = 2;\n"
                                 "int main(void) { printf(\"%d\\n\", a < b); return 0; }\n"));
    const auto checked = call({"check", "less.c", "--examine", "--json", "--compilers", path + ",gcc,clang",
                               "--options=-O0,-O1,-O2"});
    EXPECT_EQ(checked.exit, 1) << checked.err;
    const Json told = Json::parse(checked.out)[0]["examined"];
    ASSERT_EQ(told.size(), 1U) << checked.out;
    EXPECT_THAT(told[0]["setup"].get<std::string>(), HasSubstr("cc-set"));
    EXPECT_TRUE(told[0]["pass"].is_null());
    EXPECT_EQ(told[0]["levels"], Json::array({"-O1"}));
    EXPECT_EQ(told[0]["validity"], "ladder");
    const auto mixed = call({"check", "less.c", "--options=-O0,-O1 -m32"});
    EXPECT_EQ(mixed.exit, 2);
    EXPECT_THAT(mixed.err, HasSubstr("-m32 must be in all sets or in none"));
}

// A compiler that does not know that main returns 0 at its end: a bug, but not the one that was found.
TEST_F(Reduce, AWrongValueDoesNotEndAsAWrongStatus) {
#ifndef __x86_64__
    GTEST_SKIP() << "the planted defect is one of x86-64";
#endif
    const std::string path = compiler("cc-set", kWrongSet), forget = folder_.path() + "/forget.h";
    EXPECT_TRUE(base::write_file(forget, "int fflush(void *); void _exit(int);\n"
                                         "__attribute__((destructor)) static void forget(void) {\n"
                                         "    fflush(0);\n    _exit(9);\n}\n"));
    const std::string wrong = "exec gcc -B" + path + "-lib/ ";
    script(path, "#!/bin/sh\ncase \" $* \" in *' -O1 '*) ;; *) exec gcc \"$@\";; esac\n"
                 "for a in \"$@\"; do case $a in *.c) grep -q return \"$a\" || " +
                     wrong + "-include " + forget + " \"$@\";; esac; done\n" + wrong + "\"$@\"\n");
    EXPECT_TRUE(base::write_file(folder_.path() + "/less.c",
                                 "int printf(const char *, ...);\nvolatile int a = 1, b = 2;\n"
                                 "int main(void) { printf(\"%d\\n\", a < b); return 0; }\n"));
    const auto done =
        call({"reduce", "less.c", "--compilers", path + ",gcc,clang", "--options=-O1", "--out", "left"});
    EXPECT_EQ(done.exit, 1) << done.err;
    const auto left = base::read_file(folder_.path() + "/left/less.c");
    ASSERT_TRUE(left);
    EXPECT_THAT(*left, HasSubstr("a < b"));
}

TEST_F(Reduce, AnUnknownWayIsRefused) {
    const std::string file = folder_.path() + "/test.c", test = folder_.path() + "/yes.sh";
    ASSERT_TRUE(base::write_file(file, "int x;\n"));
    script(test, "#!/bin/sh\nexit 0\n");
    const base::Finished done = call({"reduce", "--with", "magic", "--test", test, file});
    EXPECT_EQ(done.exit, 2);
    EXPECT_THAT(done.err, HasSubstr("unknown 'magic'"));
    EXPECT_EQ(*base::read_file(file), "int x;\n");
}

TEST_F(Reduce, AFileThatIsNotInterestingIsLeftAlone) {
    const std::string file = folder_.path() + "/test.c";
    ASSERT_TRUE(base::write_file(file, "int x;\n"));
    script(folder_.path() + "/no.sh", "#!/bin/sh\nexit 1\n");
    const base::Finished done = call({"reduce", "--test", folder_.path() + "/no.sh", file});
    EXPECT_EQ(done.exit, 2);
    EXPECT_THAT(done.err, HasSubstr("does not say that the file is interesting"));
    EXPECT_EQ(*base::read_file(file), "int x;\n");
}

TEST_F(Reduce, AHuntLeavesSmallProgramsOfWrongCode) {
#ifndef __x86_64__
    GTEST_SKIP() << "the planted defect is one of x86-64";
#endif
    const std::string wrong = compiler("cc-wrong", kWrongSet);
    const base::Finished done = hunt(wrong, "16", true);
    ASSERT_EQ(done.exit, 1) << done.err;
    const Json found = bugs();
    const auto small = std::ranges::find_if(found, [](const Json& bug) { return !bug["reduced"].is_null(); });
    ASSERT_NE(small, found.end()) << found.dump(1) << done.err;
    const std::string file = (*small)["reduced"]["file"];
    EXPECT_LE((*small)["reduced"]["lines"], 15) << *base::read_file(file);
    EXPECT_EQ((*small)["validity"], "certified");
    // What is left shows the defect by itself, and only there: it aborts, or prints what is wrong.
    const std::string out = folder_.path() + "/a.out";
    const auto run_as = [&](const std::string& cc) {
        EXPECT_TRUE(base::run({.argv = {cc, "-O1", "-w", file, "-o", out}})->ok());
        return *base::run({.argv = {out}});
    };
    const base::Finished right = run_as("gcc"), shown = run_as(wrong);
    EXPECT_TRUE(right.ok()) << *base::read_file(file);
    EXPECT_TRUE(!shown.ok() || shown.out != right.out) << *base::read_file(file);
}

TEST_F(Reduce, ABugThatWasKilledGoesOnAndEndsTheSameFully) {
    const std::string path = compiler("cc-ice", "", "\\bidivl\\b");
    ASSERT_EQ(hunt(path, "10", false).exit, 1);
    ASSERT_EQ(bugs().size(), 1u);
    fs::copy(campaign_, campaign_ + "-calm", fs::copy_options::recursive);
    const base::Finished calm = call({"reduce", "1", "--jobs", "1", "--campaign", campaign_ + "-calm"});
    ASSERT_EQ(calm.exit, 1) << calm.err;
    for (const size_t answered : {60, 200, 350}) reduce_until(answered, SIGKILL);
    const base::Finished resumed = call({"reduce", "1", "--jobs", "1", "--campaign", campaign_});
    ASSERT_EQ(resumed.exit, 1) << resumed.err;
    EXPECT_EQ(resumed.out.substr(resumed.out.find("\n\n")), calm.out.substr(calm.out.find("\n\n")));
    // It did not begin anew: what was answered before was not asked again.
    const auto tests = [](const std::string& out) {
        const size_t at = out.find("tokens; ");
        return std::stoul(out.substr(at + 8));
    };
    EXPECT_LT(tests(resumed.out), tests(calm.out)) << resumed.out << calm.out;
    const Json found = bugs();
    EXPECT_LE(found[0]["reduced"]["lines"], 15);
}

TEST_F(Reduce, CtrlCKeepsTheBestSoFarAndTheSameCommandGoesOn) {
    const std::string path = compiler("cc-ice", "", "\\bidivl\\b");
    ASSERT_EQ(hunt(path, "10", false).exit, 1);
    const int status = reduce_until(200, SIGINT);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 1) << status;
    const Json stopped = bugs()[0]["reduced"];
    ASSERT_FALSE(stopped.is_null());
    const size_t answered = answers().size();
    EXPECT_GT(answered, 200u);
    const std::string before = answers();
    ASSERT_EQ(call({"reduce", "1", "--campaign", campaign_}).exit, 1);
    EXPECT_EQ(answers().substr(0, answered), before) << "what was answered stays answered";
    const Json done = bugs()[0]["reduced"];
    EXPECT_LE(done["tokens"], stopped["tokens"]);
    EXPECT_LE(done["lines"], 15);
}

// The hunt itself dies while it reduces; the same command goes on with the reduction and brings it to its
// end.
TEST_F(Reduce, AHuntThatIsKilledWhileItReducesLosesNothing) {
    const std::string path = compiler("cc-ice", "", "\\bidivl\\b");
    kill_hunt_once_answered(path, 120);
    const std::string before = answers();
    ASSERT_GT(before.size(), 120u) << "no reduction was under way";
    const base::Finished done = hunt(path, "10", true);
    ASSERT_EQ(done.exit, 0) << "what it reduces was found before: " << done.err;
    EXPECT_EQ(answers().substr(0, before.size()), before);
    const Json found = bugs();
    ASSERT_EQ(found.size(), 1u) << found.dump(1);
    ASSERT_FALSE(found[0]["reduced"].is_null()) << done.err;
    EXPECT_LE(found[0]["reduced"]["lines"], 15);
}

class Bundle : public Reduce {
  protected:
    std::string read(const std::string& name) {
        const auto text = base::read_file(folder_.path() + "/" + name);
        EXPECT_TRUE(text) << name;
        return text ? *text : "";
    }
};

TEST_F(Bundle, IsReadyForEveryTracker) {
    const std::string path = compiler("cc-wrong", kWrongSet);
    ASSERT_EQ(hunt(path, "16", true).exit, 1);
    std::string id;
    for (const Json& bug : bugs())
        if (!bug["reduced"].is_null()) id = std::to_string(bug["id"].get<int>());
    ASSERT_NE(id, "");
    for (const std::string tracker : {"llvm", "lit"})
        EXPECT_THAT(call({"export", id, "--for", tracker, "--out", "no", "--campaign", campaign_}).err,
                    HasSubstr("is for bugs of clang"));
    for (const std::string tracker : {"gcc", "dejagnu", "report", "script"}) {
        const base::Finished done =
            call({"export", id, "--for", tracker, "--out", "out-" + tracker, "--campaign", campaign_});
        ASSERT_EQ(done.exit, 0) << done.err;
        EXPECT_TRUE(fs::exists(folder_.path() + "/out-" + tracker + "/original/test.json"));
    }
    const std::string report = read("out-gcc/report.md");
    for (const char* part : {"wrong code at ", "wrong-code", "## Program", "cc-wrong -O1",
                             "evaluated by Assay", "__builtin_abort"})
        EXPECT_THAT(report, HasSubstr(part));
    EXPECT_THAT(report, HasSubstr("\n\n## Program\n\n```c\n"));
    EXPECT_THAT(report, Not(HasSubstr("\n\n\n#")));
    EXPECT_THAT(read("out-dejagnu/assay-" + id + ".c"), HasSubstr("{ dg-do run }"));
    // The script agrees with the case, and does not call everything interesting.
    const std::string here = folder_.path() + "/out-script";
    const auto interesting = [&] {
        return base::run({.argv = {here + "/interesting.sh"}, .folder = here})->ok();
    };
    if (!base::find_program("clang").empty()) {
        EXPECT_TRUE(interesting()) << read("out-script/interesting.sh");
        ASSERT_TRUE(base::write_file(here + "/test.c", "int main(void) { return 0; }\n"));
        EXPECT_FALSE(interesting());
    }
}

// A script that waits for a wrong value would refuse a program that does not end.
TEST_F(Bundle, OfAProgramThatDoesNotEnd) {
    if (base::find_program("tcc").empty()) GTEST_SKIP() << "tcc is not installed";
    // It has no passes to search, which makes it the quickest.
    const std::string path = folder_.path() + "/cc-endless", spin = path + ".h";
    ASSERT_TRUE(
        base::write_file(spin, "__attribute__((constructor)) static void spin(void) { for (;;) ; }\n"));
    script(path, "#!/bin/sh\ncase \" $* \" in *' -O1 '*) ;; *) exec tcc \"$@\";; esac\n"
                 "for a in \"$@\"; do case $a in *.c) grep -q ' [*] ' \"$a\" && exec tcc -include " +
                     spin + " \"$@\";; esac; done\nexec tcc \"$@\"\n");
    ASSERT_EQ(hunt(path, "4", false).exit, 1);
    const base::Finished done =
        call({"export", "1", "--for", "script", "--out", "out", "--campaign", campaign_});
    EXPECT_EQ(done.exit, 0) << done.err;
    EXPECT_THAT(read("out/interesting.sh"), HasSubstr("-eq 124"));
}

TEST_F(Bundle, IsRefusedAsLongAsNothingIsEstablished) {
    const std::string config = folder_.path() + "/assay.toml";
    ASSERT_TRUE(base::write_file(config, "[batch]\npercent = 0\n"));
    ASSERT_EQ(call({"hunt", "--compilers", compiler("cc-wrong", kWrongSet), "--options=-O1", "--campaign",
                    campaign_, "--tests", "6", "--no-triage", "--config", config})
                  .exit,
              1);
    const base::Finished done =
        call({"export", "1", "--for", "gcc", "--out", "out", "--campaign", campaign_});
    EXPECT_EQ(done.exit, 2);
    EXPECT_THAT(done.err, HasSubstr("not fit for a report"));
    EXPECT_FALSE(fs::exists(folder_.path() + "/out"));
    EXPECT_THAT(call({"export", "1", "--for", "gdb", "--out", "out", "--campaign", campaign_}).err,
                HasSubstr("unknown 'gdb'"));
}

TEST_F(Bundle, AReportIsPagesThatStandByThemselves) {
    ASSERT_EQ(hunt(compiler("cc-ice", "", "\\bidivl\\b"), "10", true).exit, 1);
    const base::Finished done = call({"report", "--out", "html", "--campaign", campaign_});
    ASSERT_EQ(done.exit, 0) << done.err;
    const std::string index = read("html/index.html");
    EXPECT_THAT(index, HasSubstr("bug-1.html"));
    EXPECT_THAT(index, HasSubstr("in fold_it"));
    EXPECT_THAT(read("html/bug-1.html"), HasSubstr("&lt;"));
    for (const std::string& page : {index, read("html/bug-1.html")}) {
        EXPECT_THAT(page, Not(HasSubstr("src=\"http")));
        EXPECT_THAT(page, Not(HasSubstr("<link")));
    }
}

} // namespace
} // namespace assay::tests
