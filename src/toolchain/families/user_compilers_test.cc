#include "toolchain/families/user_compilers.h"
#include "toolchain/test_support.h"

namespace assay::toolchain {
namespace {

using testcase::Compiled;
using testcase::Ending;
using testing::ElementsAre;

std::string error(std::string_view toml) {
    auto read = read_user_compilers(toml, "assay.toml");
    return read ? "" : read.error().message;
}

constexpr std::string_view kWhole = R"toml(
[hunt]
jobs = 3
[compiler.mycc]
command = "mycc -std={standard} {options} {sources} -o{output}"
run = ["emulate", "{output}"]
version = ["mycc", "--version"]
languages = ["c", "c++"]
standards = ["c99"]
target = "ilp32"
options = ["", "-O2 -x"]
crash = ['internal error: (\w+)']
crash_exit = [134]
broken = ["license"]
memory = ["no memory"]
reference = true
[compiler.gcc-trunk]
like = "gcc"
path = "/opt/gcc/bin/gcc"
)toml";

TEST(UserCompilers, AreRead) {
    auto read = read_user_compilers(kWhole, "assay.toml");
    ASSERT_TRUE(read.ok()) << read.error().message;
    ASSERT_EQ(read->size(), 2U);
    EXPECT_EQ((*read)[0].name, "gcc-trunk");
    EXPECT_EQ((*read)[0].like, "gcc");
    const UserCompiler& mycc = (*read)[1];
    EXPECT_THAT(mycc.command, ElementsAre("mycc", "-std={standard}", "{options}", "{sources}", "-o{output}"));
    EXPECT_THAT(mycc.options, ElementsAre(std::vector<std::string>{}, std::vector<std::string>{"-O2", "-x"}));
    EXPECT_THAT(mycc.crash_exit, ElementsAre(134));
    EXPECT_THAT(user_family(mycc)->reference_languages(), ElementsAre("c", "c++"));
    EXPECT_THAT(family_of((*read)[0])->reference_languages(), ElementsAre()) << "gcc itself is one";
    EXPECT_EQ(load_user_compilers(kWhole, "assay.toml")->size(), 2U);
    EXPECT_TRUE(load_user_compilers("", "assay.toml")->empty());
}

// The library of regular expressions goes one call deeper for each character.
TEST(UserCompilers, LongLinesOverflowNoStack) {
    auto read = read_user_compilers("[compiler.x]\ncommand = [\"x\", \"{sources}\", \"{output}\"]\n"
                                    "crash = ['fatal.*error: (\\w+)']\n",
                                    "assay.toml");
    ASSERT_TRUE(read.ok()) << read.error().message;
    const auto family = user_family((*read)[0]);
    testcase::Execution step{.ending = Ending::Exited, .code = 1, .out = {}, .err = {}};
    step.err = "fatal" + std::string(1'000'000, 'a');
    EXPECT_EQ(family->classify(step), Compiled::Rejected);
    step.err += "\nfatal: error: broken\n" + std::string(1'000'000, 'b');
    EXPECT_EQ(family->classify(step), Compiled::Crashed);
    EXPECT_EQ(family->signature(step), "broken");
}

TEST(UserCompilers, BecomeCommands) {
    auto read = read_user_compilers(kWhole, "assay.toml");
    const auto family = user_family((*read)[1]);
    Compiler compiler;
    compiler.path = "/bin/mycc";
    compiler.family = family.get();
    testcase::TestCase test = c_test("");
    test.sources = {"a.c", "b.c"};
    const Recipe recipe = family->recipe(compiler, {"mycc", {"-O2", "-x"}, "ilp32"}, test);
    ASSERT_EQ(recipe.build.size(), 1U);
    EXPECT_THAT(recipe.build[0].command.argv,
                ElementsAre("/bin/mycc", "-std=c11", "-O2", "-x", "a.c", "b.c", "-oprog"));
    EXPECT_THAT(recipe.run.argv, ElementsAre("emulate", "prog"));
    test.standard = "";
    EXPECT_THAT(family->recipe(compiler, {"mycc", {}, "ilp32"}, test).build[0].command.argv,
                ElementsAre("/bin/mycc", "a.c", "b.c", "-oprog"));
}

TEST(UserCompilers, FailuresAreReadAsDescribed) {
    auto read = read_user_compilers(kWhole, "assay.toml");
    const auto family = user_family((*read)[1]);
    const auto classified = [&](int code, const std::string& err) {
        testcase::Execution step;
        step.ending = Ending::Exited;
        step.code = code;
        step.err = err;
        return std::pair(family->classify(step), family->signature(step));
    };
    EXPECT_EQ(classified(1, "internal error: frob at 3"), std::pair(Compiled::Crashed, std::string("frob")));
    EXPECT_EQ(classified(134, "oh"), std::pair(Compiled::Crashed, std::string("SIGABRT")));
    EXPECT_EQ(classified(1, "no license"), std::pair(Compiled::Broken, std::string()));
    EXPECT_EQ(classified(1, "no memory"), std::pair(Compiled::OutOfMemory, std::string()));
    EXPECT_EQ(classified(1, "syntax"), std::pair(Compiled::Rejected, std::string()));
}

TEST(UserCompilers, MistakesAreNamedWithTheirPlace) {
    EXPECT_EQ(error("compiler = 3\n"),
              "assay.toml:1:12: 'compiler' must be a section; write [compiler.NAME]");
    EXPECT_EQ(error("[compiler.x]\ncomand = [\"x\", \"{sources}\", \"{output}\"]\n"),
              "assay.toml:2:1: unknown key 'comand'; did you mean 'command'?");
    EXPECT_EQ(error("[compiler.x]\n"), "assay.toml:1:11: compiler 'x' needs 'command', or 'like' and 'path'");
    EXPECT_EQ(error("[compiler.x]\ncommand = [\"x\", \"{output}\"]\n"),
              "assay.toml:1:11: the command of 'x' needs the word \"{sources}\"");
    EXPECT_EQ(error("[compiler.x]\ncommand = [\"x\", \"{sources}\"]\n"),
              "assay.toml:1:11: the command of 'x' needs \"{output}\"");
    EXPECT_EQ(error("[compiler.x]\nlike = \"gc\"\npath = \"/gcc\"\n"),
              "assay.toml:2:8: unknown family 'gc'; did you mean 'gcc'?");
    EXPECT_EQ(error("[compiler.x]\nlike = \"gcc\"\n"),
              "assay.toml:1:11: compiler 'x' has 'like' and needs 'path'");
    EXPECT_THAT(error("[compiler.x]\ncommand = [\"x\", \"{sources}\", \"{output}\"]\ncrash = [\"(\"]\n"),
                testing::StartsWith("assay.toml:3:9: '(' is no regular expression"));
    EXPECT_THAT(error("[compiler.x]\ncommand = [\"x\", \"{sources}\", \"{output}\"]\ncrash_exit = [300]\n"),
                testing::StartsWith("assay.toml:3:15: "));
    EXPECT_THAT(error("[compiler\n"), testing::StartsWith("assay.toml:1:"));
}

TEST(UserCompilers, AreFoundAndAskedLikeTheOthers) {
    const Programs path = Programs::on_path();
    if (path.find("tcc").empty()) GTEST_SKIP() << "tcc is not installed";
    const std::string toml =
        "[compiler.mine]\ncommand = [\"tcc\", \"{options}\", \"{sources}\", \"-o\", \"{output}\"]\n"
        "version = [\"tcc\", \"-v\"]\n"
        "[compiler.gone]\ncommand = [\"no-such-tool\", \"{sources}\", \"{output}\"]\n"
        "[compiler.tiny]\nlike = \"tcc\"\npath = \"tcc\"\n";
    auto own = load_user_compilers(toml, "assay.toml");
    ASSERT_TRUE(own.ok()) << own.error().message;
    const Registry registry(std::move(*own));
    std::vector<sandbox::Sandbox> sandboxes;
    sandboxes.push_back(open_sandbox());
    ProbeCache cache;
    auto found = registry.find_named(sandboxes, path, cache, {"mine", "tiny"});
    ASSERT_TRUE(found.ok()) << found.error().message;
    ASSERT_EQ(found->size(), 2U);
    EXPECT_THAT((*found)[0].banner, testing::HasSubstr("tcc"));
    EXPECT_THAT((*found)[0].abilities.targets, ElementsAre("lp64"));
    EXPECT_EQ((*found)[1].name, "tiny");
    auto gone = registry.find_named(sandboxes, path, cache, {"gone"});
    ASSERT_FALSE(gone.ok());
    EXPECT_EQ(gone.error().message, "gone: there is no program 'no-such-tool'");
}

} // namespace
} // namespace assay::toolchain
