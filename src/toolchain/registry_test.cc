#include "base/process.h"
#include "toolchain/listing.h"
#include "toolchain/registry.h"
#include "toolchain/test_support.h"
#include "toolchain/text.h"

#include <atomic>
#include <cstdlib>
#include <thread>

namespace assay::toolchain {
namespace {

using testing::Contains;
using testing::HasSubstr;

class Search : public testing::Test {
  protected:
    Search() { sandboxes.push_back(open_sandbox()); }

    base::Result<std::vector<Compiler>> named(const std::vector<std::string>& names) {
        const Programs programs(folder.path() + ":" + std::getenv("PATH"));
        return registry.find_named(sandboxes, programs, cache, names);
    }
    std::string error(const std::string& name) {
        auto found = named({name});
        return found ? "" : found.error().message;
    }
    bool has_gcc() { return !Programs::on_path().find("gcc").empty(); }

    TestFolder folder;
    Registry registry;
    ProbeCache cache;
    std::vector<sandbox::Sandbox> sandboxes;
};

TEST_F(Search, EveryFamilyHasANameOfItsOwnAndSaysWhatItIs) {
    std::vector<std::string> names;
    for (const Family* family : registry.families()) {
        EXPECT_FALSE(contains(names, family->name())) << family->name();
        names.emplace_back(family->name());
        EXPECT_FALSE(family->summary().empty());
        EXPECT_FALSE(family->install().empty());
    }
    EXPECT_GE(names.size(), 13U);
}

TEST_F(Search, AProgramThatBehavesLikeGccIsOne) {
    if (!has_gcc()) GTEST_SKIP() << "gcc is not installed";
    folder.script(
        "cc-mine",
        "case \" $* \" in *' --version '*) echo 'cc-mine (mine) %%'; exit 0;; esac\nexec gcc \"$@\"");
    auto found = named({"cc-mine", folder.path() + "/cc-mine"});
    ASSERT_TRUE(found.ok()) << found.error().message;
    ASSERT_EQ(found->size(), 1U);
    const Compiler& compiler = found->front();
    EXPECT_EQ(compiler.name, "cc-mine");
    EXPECT_EQ(compiler.family->name(), "gcc");
    EXPECT_EQ(compiler.banner, "cc-mine (mine) %%");
    EXPECT_GT(compiler.major(), 3);
    EXPECT_THAT(compiler.abilities.standards, Contains("c11"));
    EXPECT_THAT(compiler.abilities.features, Contains("int128"));
}

// A cross compiler that compiles for this machine after all, and an emulator that says so.
TEST_F(Search, CrossCompilersRunTheirProgramsUnderAnEmulator) {
    if (!has_gcc()) GTEST_SKIP() << "gcc is not installed";
    folder.script("m68k-linux-gnu-gcc-12", "exec gcc \"$@\"");
    if (Programs::on_path().find("qemu-m68k").empty()) {
        EXPECT_EQ(error("m68k-linux-gnu-gcc-12"),
                  "m68k-linux-gnu-gcc-12: its programs need an emulator: apt-get install qemu-user");
    }
    folder.script(
        "qemu-m68k",
        "[ \"$1 $2\" = '-L /usr/m68k-linux-gnu' ] || exit 3\nshift 2\necho emulated >&2\nexec \"$@\"");
    auto found = named({"m68k-linux-gnu-gcc-12"});
    ASSERT_TRUE(found.ok()) << found.error().message;
    const Compiler& compiler = found->front();
    EXPECT_EQ(compiler.family->name(), "cross-gcc");
    EXPECT_TRUE(compiler.abilities.sanitizers.empty());
    EXPECT_THAT(compiler.abilities.machines, Contains("-march=native"))
        << "it is what runs programs that counts";
    const testcase::TestCase test =
        c_test("int puts(const char *);\nint main(void) { puts(\"hi\"); return 0; }\n");
    auto bench = Workbench::open(sandboxes.front(), test, short_limits());
    auto seen = bench->observe(compiler, setup_of(compiler, {"-O1"}));
    ASSERT_TRUE(seen->run.has_value()) << seen->compile.err;
    EXPECT_EQ(seen->run->out, "hi\n");
    EXPECT_EQ(seen->run->err, "emulated\n");
}

TEST_F(Search, AnAliasGivesTheSameCompilerOnce) {
    if (!has_gcc()) GTEST_SKIP() << "gcc is not installed";
    auto by_alias = named({"gcc"});
    ASSERT_TRUE(by_alias.ok());
    auto both = named({"gcc", by_alias->front().name});
    ASSERT_EQ(both->size(), 1U);
    EXPECT_EQ(both->front().path, by_alias->front().path);
}

TEST_F(Search, AnUnknownNameGetsASuggestion) {
    folder.script("clang-77", "exit 1");
    EXPECT_THAT(error("clang-78"), HasSubstr("unknown compiler 'clang-78'; did you mean 'clang-77'?"));
    EXPECT_THAT(error("/no/such/gcc"), HasSubstr("unknown compiler '/no/such/gcc'"));
}

TEST_F(Search, ProgramsThatAreNoCompilersAreToldApart) {
    folder.script("silent", "exit 0");
    EXPECT_THAT(error("silent"), HasSubstr("'silent' answers like no compiler that Assay knows"));
    folder.script("clang-77", "kill -SEGV $$");
    EXPECT_EQ(error("clang-77"), "clang-77: it was ended by signal 11");
    folder.script("clang-76", "echo '#define __GNUC__ 12'");
    EXPECT_EQ(error("clang-76"), "clang-76: this is no clang");
    folder.script("gcc-77", "echo '#define __GNUC__ 12'; echo '#define __x86_64__ 1'");
    EXPECT_THAT(error("gcc-77"), HasSubstr("gcc-77: "));
    folder.script("tcc-77", "head -c 300 /dev/urandom; echo rubbish >&2; exit 3");
    EXPECT_THAT(error("tcc-77"), HasSubstr("tcc-77: it cannot compile: "));
}

TEST_F(Search, UnusableOnesDoNotStopTheRest) {
    folder.script("clang-77", "exit 1");
    folder.script("gcc-77", "echo no; exit 1");
    const Programs programs(folder.path());
    const Found found = registry.find_all(sandboxes, programs, cache);
    EXPECT_TRUE(found.compilers.empty());
    ASSERT_EQ(found.unused.size(), 2U);
    EXPECT_EQ(found.unused[0].name, "gcc-77");
    EXPECT_EQ(found.unused[0].why, "gcc-77: no");
    EXPECT_THAT(listing(found), HasSubstr("cannot be used:\n    gcc-77: no\n"));
}

TEST_F(Search, AdviceNamesWhatIsMissing) {
    const auto advice = advise(registry, {});
    std::vector<std::string> missing;
    for (const Advice& piece : advice) missing.push_back(piece.missing);
    for (const char* family : {"gcc", "clang", "tcc", "javac"}) EXPECT_THAT(missing, Contains(family));
    Found found;
    Compiler gcc;
    gcc.name = "gcc-12";
    gcc.version = "12.2.0";
    gcc.family = registry.families().front();
    found.compilers.push_back(gcc);
    std::string commands;
    for (const Advice& piece : advise(registry, found)) commands += piece.command + "\n";
    EXPECT_THAT(commands, HasSubstr("apt-get install g++-12\n"));
    EXPECT_THAT(commands, HasSubstr("apt-get install gcc-12-multilib"));
}

TEST_F(Search, AnswersAreRememberedUntilTheProgramChanges) {
    if (Programs::on_path().find("tcc").empty()) GTEST_SKIP() << "tcc is not installed";
    const auto write = [&](const std::string& comment) {
        folder.script("tcc-9", "# " + comment + "\nexec tcc \"$@\"");
    };
    write("one");
    const std::string file = folder.path() + "/cache/compilers.json";
    const auto find = [&]() -> std::optional<Compiler> {
        ProbeCache kept(file);
        const Programs programs(folder.path() + ":" + std::getenv("PATH"));
        const Family& family = *registry.families()[2];
        for (const Candidate& candidate : family.candidates(programs))
            if (candidate.name == "tcc-9") return kept.find(family, candidate);
        return std::nullopt;
    };
    EXPECT_FALSE(find());
    ProbeCache first(file);
    const Programs programs(folder.path() + ":" + std::getenv("PATH"));
    auto asked = registry.find_named(sandboxes, programs, first, {"tcc-9"});
    ASSERT_TRUE(asked.ok()) << asked.error().message;
    const auto remembered = find();
    ASSERT_TRUE(remembered.has_value());
    EXPECT_EQ(to_json(*remembered), to_json(asked->front()));
    write("another one");
    EXPECT_FALSE(find());
    folder.file("cache/compilers.json", "damaged {");
    EXPECT_FALSE(find());
}

// A search may be killed before it is over, and another one may run at the same time.
TEST_F(Search, EachAnswerIsKeptAtOnceBesideThoseOfOthers) {
    if (Programs::on_path().find("tcc").empty()) GTEST_SKIP() << "tcc is not installed";
    for (const char* name : {"tcc-8", "tcc-9"}) folder.script(name, "exec tcc \"$@\"");
    const std::string file = folder.path() + "/cache/compilers.json";
    const Programs programs(folder.path() + ":" + std::getenv("PATH"));
    const Family& family = *registry.families()[2];
    auto asked = registry.find_named(sandboxes, programs, cache, {"tcc-8", "tcc-9"});
    ASSERT_TRUE(asked.ok()) << asked.error().message;
    ASSERT_EQ(asked->size(), 2U);
    std::vector<std::unique_ptr<ProbeCache>> searches; // all begin with an empty file
    while (searches.size() < asked->size()) searches.push_back(std::make_unique<ProbeCache>(file));
    for (size_t i = 0; i < asked->size(); ++i) {
        const Compiler& compiler = (*asked)[i];
        searches[i]->keep({compiler.name, compiler.path}, compiler);
    }
    const ProbeCache later(file);
    for (const Compiler& compiler : *asked)
        EXPECT_TRUE(later.find(family, {compiler.name, compiler.path})) << compiler.name;
}

TEST_F(Search, WritersOfAnswersDoNotTearTheFile) {
    if (Programs::on_path().find("tcc").empty()) GTEST_SKIP() << "tcc is not installed";
    const std::string file = folder.path() + "/cache/compilers.json";
    auto asked = named({"tcc"});
    ASSERT_TRUE(asked.ok()) << asked.error().message;
    const Compiler tcc = asked->front();
    constexpr int kWriters = 4, kEach = 10;
    const auto name = [](int writer, int i) { return fmt::format("tcc-{}-{}", writer, i); };
    {
        std::vector<std::jthread> writers;
        for (int writer = 0; writer < kWriters; ++writer)
            writers.emplace_back([&, writer] {
                ProbeCache own(file);
                for (int i = 0; i < kEach; ++i) own.keep({name(writer, i), tcc.path}, tcc);
            });
    }
    const ProbeCache later(file);
    for (int writer = 0; writer < kWriters; ++writer)
        for (int i = 0; i < kEach; ++i)
            EXPECT_TRUE(later.find(*tcc.family, {name(writer, i), tcc.path})) << name(writer, i);
}

// The machine kills what it likes when memory is short.
TEST_F(Search, GoesOnWhenAWardenIsKilled) {
    if (Programs::on_path().find("tcc").empty()) GTEST_SKIP() << "tcc is not installed";
    folder.script("tcc-9", "sleep 0.05\nexec tcc \"$@\"");
    sandboxes.clear();
    sandboxes.push_back(open_sandbox());
    std::atomic<bool> killed = false;
    std::jthread killer([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        const auto done =
            base::run({.argv = {"pkill", "-KILL", "-x", "-P", std::to_string(::getpid()), "assay-warden"}});
        killed = done && done->exit == 0;
    });
    const auto found = named({"tcc-9"});
    killer.join();
    EXPECT_TRUE(killed) << "nothing was disturbed";
    ASSERT_TRUE(found.ok()) << found.error().message;
    EXPECT_EQ(found->front().name, "tcc-9");
}

} // namespace
} // namespace assay::toolchain
