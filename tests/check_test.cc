// assay check as its users call it: what was not compiled, run and compared is never right.
#include "base/file.h"
#include "base/process.h"
#include "support/compilers.h"

#include <filesystem>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace assay::tests {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

class Check : public testing::Test {
  protected:
    TempFolder folder_;

    void SetUp() override {
        if (!has_compiler("gcc")) GTEST_SKIP() << "no gcc here";
    }
    std::string file(const std::string& name, const std::string& text) {
        const std::string path = folder_.path() + "/" + name;
        EXPECT_TRUE(base::write_file(path, text));
        return path;
    }
    std::string script(const std::string& name, const std::string& text) {
        std::string path = file(name, "#!/bin/sh\n" + text);
        std::filesystem::permissions(path, std::filesystem::perms::owner_all);
        return path;
    }
    static base::Finished check(std::vector<std::string> args) {
        args.insert(args.begin(), {ASSAY_PROGRAM, "check"});
        auto done = base::run({.argv = args, .limit = std::chrono::minutes(3)});
        EXPECT_TRUE(done.ok()) << done.error().message;
        return done ? *done : base::Finished{};
    }
};

TEST_F(Check, RightIsCompiledAndRun) {
    const auto done = check({file("a.c", "int main(void) { return 3; }\n"), "--compilers", "gcc"});
    EXPECT_EQ(done.exit, 0) << done.err;
    EXPECT_THAT(done.out, HasSubstr("a.c: right under 5 setups"));
}

TEST_F(Check, WhatDoesNotCompileIsNotRight) {
    const auto missing =
        check({file("a.c", "#include \"x.h\"\nint main(void) { return 0; }\n"), "--compilers", "gcc"});
    EXPECT_EQ(missing.exit, 2) << missing.out;
    EXPECT_THAT(missing.out, HasSubstr("a.c: does not compile: "));
    EXPECT_THAT(missing.out, HasSubstr("x.h: No such file"));
    EXPECT_THAT(missing.out, Not(HasSubstr("right")));
    const auto wrong = check({file("b.c", "int main(void) { return y; }\n"), "--compilers", "gcc"});
    EXPECT_EQ(wrong.exit, 2) << wrong.out;
    EXPECT_THAT(wrong.out, HasSubstr("does not compile: "));
    EXPECT_THAT(wrong.out, HasSubstr("undeclared"));
}

// An interpreter starts whatever it is given.
TEST_F(Check, PythonThatDoesNotCompileIsNotRight) {
    if (base::find_program("python3").empty()) GTEST_SKIP() << "no python3 here";
    const auto done = check({file("a.py", "print(1)\ndef f(:\n")});
    EXPECT_EQ(done.exit, 2) << done.out << done.err;
    EXPECT_THAT(done.out, HasSubstr("a.py: does not compile: "));
    EXPECT_THAT(done.out, HasSubstr("a.py:2: error: invalid syntax"));
}

TEST_F(Check, WhatDoesNotLinkIsToldByTheLinkersComplaint) {
    const auto done =
        check({file("a.c", "int f(void);\nint main(void) { return f(); }\n"), "--compilers", "gcc"});
    EXPECT_EQ(done.exit, 2) << done.out;
    EXPECT_THAT(done.out, HasSubstr("undefined reference to `f'"));
    const auto missing = check(
        {file("b.c", "int main(void) { return 0; }\n"), "--compilers", "gcc", "--libs=-lno-such-library"});
    EXPECT_EQ(missing.exit, 2) << missing.out;
    EXPECT_THAT(missing.out, HasSubstr("cannot find -lno-such-library"));
}

TEST_F(Check, WhatRunsOutOfMemoryIsNotRight) {
    const auto done = check({file("a.c", "#include <stdlib.h>\n#include <string.h>\n"
                                         "int main(void) {\n"
                                         "    for (;;) {\n"
                                         "        char *p = malloc(1 << 26);\n"
                                         "        if (!p) return 1;\n"
                                         "        memset(p, 1, 1 << 26);\n"
                                         "    }\n}\n"),
                             "--compilers", "gcc", "--options=-O0"});
    EXPECT_EQ(done.exit, 2) << done.out;
    EXPECT_THAT(done.out, HasSubstr("the program ran out of memory"));
}

TEST_F(Check, WhatDoesNotEndIsNotRight) {
    const auto done =
        check({file("a.c", "volatile int x;\nint main(void) { while (!x) ; }\n"), "--compilers", "gcc"});
    EXPECT_EQ(done.exit, 2) << done.out;
    EXPECT_THAT(done.out, HasSubstr("a.c: does not end"));
}

// With one setup there was nothing to differ from.
TEST_F(Check, OneSetupIsComparedWithAReference) {
    const std::string wrong =
        script("cc-wrong", "for a in \"$@\"; do case $a in *.c) sed -i 's/6 [*] 7/6 * 8/' "
                           "$a;; esac; done\nexec gcc \"$@\"\n");
    const std::string program = file("a.c", "#include <stdio.h>\nint main(void) { int a = 6 * 7; "
                                            "printf(\"%d\\n\", a); return 0; }\n");
    const auto done = check({program, "--compilers", wrong, "--options=-O2"});
    EXPECT_EQ(done.exit, 1) << done.out << done.err;
    EXPECT_THAT(done.out, HasSubstr("wrong-output"));
}

TEST_F(Check, WrongCodeThatNeverEndsIsFound) {
    const std::string wrong = script(
        "cc-endless", "case \" $* \" in *' -O2 '*) for a in \"$@\"; do case $a in *.c) sed -i 's/i < 7/1/' "
                      "$a;; esac; done;; esac\nexec gcc \"$@\"\n");
    const std::string program =
        file("a.c", "#include <stdio.h>\nvolatile int x;\nint main(void) { for (unsigned "
                    "i = 0; i < 7; i++) x = 1; puts(\"7\"); return 0; }\n");
    const auto done = check({program, "--compilers", wrong, "--options=-O0,-O2"});
    EXPECT_EQ(done.exit, 1) << done.out << done.err;
    EXPECT_THAT(done.out, HasSubstr("the program does not end"));
}

TEST_F(Check, OtherLanguagesHaveTheirOwnLevels) {
    if (base::find_program("python3").empty()) GTEST_SKIP() << "no python3 here";
    const auto done = check({file("a.py", "print(6 * 7)\n"), "--json"});
    EXPECT_EQ(done.exit, 0) << done.out << done.err;
    const Json json = Json::parse(done.out);
    EXPECT_EQ(json[0]["outcome"], "right");
    EXPECT_GE(json[0]["judged"].get<int>(), 1);
}

TEST_F(Check, ProgramsGetTheFlagsLibrariesArgumentsAndInputTheyNeed) {
    const std::string text =
        "#include \"given.h\"\n#include <math.h>\n#include <stdio.h>\n"
        "int main(int argc, char **argv) {\n    volatile double x = argc;\n"
        "    int c = getchar();\n"
        "    return GIVEN == 4 && N == 2 && argc == 3 && argv[1][0] == 'a' && c == 'q' &&\n"
        "           cos(x) < 0 ? 0 : 1;\n}\n";
    std::filesystem::create_directories(folder_.path() + "/include");
    file("include/given.h", "#define GIVEN 4\n");
    const auto done =
        check({file("a.c", text), "--compilers", "gcc", "--cflags=-DN=2 -I" + folder_.path() + "/include",
               "--libs=-lm", "--args", "a b", "--input", file("input", "quite\n"), "--json"});
    EXPECT_EQ(done.exit, 0) << done.out << done.err;
    const auto here = base::run({.argv = {ASSAY_PROGRAM, "check", "a.c", "--compilers", "gcc",
                                          "--cflags=-DN=2 -iquote include -include stdio.h", "--libs=-lm",
                                          "--args", "a b", "--input", "input"},
                                 .folder = folder_.path()});
    ASSERT_TRUE(here);
    EXPECT_EQ(here->exit, 0) << here->out << here->err;
    const auto none = check({folder_.path() + "/a.c", "--compilers", "gcc"});
    EXPECT_EQ(none.exit, 2) << none.out;
}

// Files that the flags name are where the user is, not where compilers run.
TEST_F(Check, ProgramsAreLinkedWithFilesOfTheirFolder) {
    file("a.c", "int f(void);\nint main(void) { return f() - 4; }\n");
    const std::string helper = file("f.c", "int f(void) { return 4; }\n");
    const auto made = base::run({.argv = {"gcc", "-c", helper, "-o", folder_.path() + "/f.o"}});
    ASSERT_TRUE(made && made->ok());
    const auto done = base::run({.argv = {ASSAY_PROGRAM, "check", "a.c", "--compilers", "gcc", "--libs=f.o"},
                                 .folder = folder_.path()});
    ASSERT_TRUE(done);
    EXPECT_EQ(done->exit, 0) << done->out << done->err;
}

// A compiler says that all is well and leaves something that cannot run.
TEST_F(Check, WhatCannotBeExecutedIsNotJudged) {
    const std::string program = file("a.c", "int odd_program;\nint main(void) { return 0; }\n");
    const std::pair<const char*, const char*> ways[] = {
        {"no-x", "chmod -x prog"},
        {"folder", "rm -f prog; mkdir prog"},
        {"fifo", "rm -f prog; mkfifo prog"},
        {"machine", "printf '\\177ELF\\002\\001\\001' > prog; head -c 500 /dev/zero >> prog"}};
    for (const auto& [name, way] : ways) {
        const std::string compiler = script(
            std::string("cc-") + name, "gcc \"$@\" || exit 1\ngrep -q odd_program a.c 2>/dev/null && { " +
                                           std::string(way) + "; }\nexit 0\n");
        const std::string config = file("assay.toml", "[compiler.odd]\ncommand = [\"" + compiler +
                                                          "\", \"{options}\", \"{sources}\", \"-o\", "
                                                          "\"{output}\"]\n");
        const auto done = check({program, "--compilers", "odd", "--config", config});
        EXPECT_EQ(done.exit, 2) << name << ": " << done.out << done.err;
        EXPECT_THAT(done.out, HasSubstr("not judged: odd: the program could not be started")) << name;
    }
}

// By whoever needed the memory, say: neither right nor a bug.
TEST_F(Check, WhatIsKilledFromOutsideIsNotJudged) {
    const std::string program = file("a.c", "int odd_program;\nint main(void) { return 0; }\n");
    const std::string compiler =
        script("cc-killed", "gcc \"$@\" || exit 1\ngrep -q odd_program a.c 2>/dev/null || exit 0\n"
                            "printf '#!/bin/sh\\nkill -9 $$\\n' > prog\n");
    const std::string config =
        file("assay.toml", "[compiler.killed]\ncommand = [\"" + compiler +
                               "\", \"{options}\", \"{sources}\", \"-o\", \"{output}\"]\n");
    const auto done = check({program, "--compilers", "killed", "--config", config});
    EXPECT_EQ(done.exit, 2) << done.out << done.err;
    EXPECT_THAT(done.out, HasSubstr("a.c: not judged: killed: the program was killed from outside"));
}

TEST_F(Check, WithoutFileDescriptorsNothingIsRight) {
    const std::string program = file("a.c", "int main(void) { return 0; }\n");
    for (const char* const limit : {"6", "8", "10", "12", "16"}) {
        auto done = base::run({.argv = {"/bin/sh", "-c", "ulimit -n \"$1\"; shift; exec \"$@\"", "sh", limit,
                                        ASSAY_PROGRAM, "check", program, "--compilers", "gcc"},
                               .limit = std::chrono::minutes(1)});
        ASSERT_TRUE(done);
        if (done->exit == 0)
            EXPECT_THAT(done->out, HasSubstr("right under 5 setups")) << limit;
        else
            EXPECT_EQ(done->exit, 2) << limit << done->out << done->err;
    }
}

// Nothing is known of the program: the references say what is right, and every setup that differs is named.
TEST_F(Check, EveryLevelThatDiffersFromTheReferencesIsWrong) {
    const std::string wrong =
        script("cc-wrong", "case \" $* \" in *' -O0 '*) exec gcc \"$@\";; esac\nexec gcc \"$@\" -DVALUE=8\n");
    const std::string program = file("a.c", "#ifndef VALUE\n#define VALUE 7\n#endif\n#include <stdio.h>\n"
                                            "int main(void) { printf(\"%d\\n\", VALUE); return VALUE; }\n");
    const auto done = check({program, "--compilers", wrong + ",gcc", "--json"});
    EXPECT_EQ(done.exit, 1) << done.err;
    const Json json = Json::parse(done.out);
    EXPECT_EQ(json[0]["verdicts"].size(), 4u) << done.out;
    for (const Json& verdict : json[0]["verdicts"]) {
        EXPECT_EQ(verdict["kind"], "wrong-output");
        EXPECT_THAT(verdict["setup"].get<std::string>(), HasSubstr("cc-wrong -O"));
        EXPECT_THAT(verdict["setup"].get<std::string>(), Not(HasSubstr("-O0")));
    }
}

} // namespace
} // namespace assay::tests
