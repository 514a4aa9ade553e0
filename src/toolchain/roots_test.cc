// Compilers of another root file system: a small one with tcc in it, made of files of this machine.
#include "base/process.h"
#include "toolchain/listing.h"
#include "toolchain/test_support.h"

#include <cstdlib>
#include <sstream>

namespace assay::toolchain {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

Root root_at(const TestFolder& folder) { return {"other", fs::canonical(folder.path()).string()}; }

class Roots : public testing::Test {
  protected:
    // Without a tcc of its own the machine has none to copy.
    bool make_root() {
        const std::string tcc = Programs::on_path().find("tcc");
        if (tcc.empty()) return false;
        for (const char* name : {"tmp", "dev", "proc", "usr/bin"})
            fs::create_directories(folder_.path() + "/" + name);
        copy(tcc, "/usr/bin/tcc-1.0");
        fs::create_symlink("/usr/bin/tcc-1.0", folder_.path() + "/usr/bin/tcc"); // from within
        const auto needs = base::run({.argv = {"ldd", tcc}});
        std::istringstream words(needs ? needs->out : "");
        for (std::string word; words >> word;)
            if (word.starts_with('/')) copy(word, word);
        const auto about = base::run({.argv = {tcc, "-vv"}});
        std::istringstream lines(about ? about->out : "");
        for (std::string line; std::getline(lines, line);) {
            const std::string path(line.substr(std::min(line.find_first_not_of(' '), line.size())));
            if (fs::is_regular_file(path) || path.ends_with("/tcc/include")) copy(path, path);
            for (const char* name :
                 {"/crt1.o", "/crti.o", "/crtn.o", "/libc.so", "/libc.so.6", "/libc_nonshared.a", "/libm.so",
                  "/libm.so.6", "/libmvec.so.1", "/ld-linux-x86-64.so.2"})
                if (path.starts_with("/usr/lib") && fs::exists(path + name)) copy(path + name, path + name);
        }
        return true;
    }

    sandbox::Sandbox open() {
        sandbox::Means means;
        means.roots = {root_at(folder_).path};
        auto sandbox = sandbox::Sandbox::open(means);
        base::check(sandbox.ok(), "a sandbox");
        return std::move(*sandbox);
    }

    TestFolder folder_;
    Registry registry_;
    ProbeCache cache_;

  private:
    void copy(const std::string& from, const std::string& to) {
        const std::string there = folder_.path() + to;
        if (fs::exists(there)) return;
        fs::create_directories(fs::path(there).parent_path());
        fs::copy(fs::canonical(from), there, fs::copy_options::recursive);
    }
};

TEST(RootNames, FollowTheFoldersAndStayApart) {
    const TestFolder folder;
    for (const char* name : {"a/sid/usr", "b/sid/usr", "b/other/usr", "empty"})
        fs::create_directories(folder.path() + "/" + name);
    const std::string here = fs::canonical(folder.path()).string();
    std::vector<Root> roots;
    ASSERT_TRUE(add_roots(roots, {here + "/a/sid", here + "/b/sid/", here + "/b/other", here + "/a/./sid"}));
    EXPECT_THAT(roots, ElementsAre(Root{"sid", here + "/a/sid"}, Root{"sid-2", here + "/b/sid"},
                                   Root{"other", here + "/b/other"}));
    const auto nowhere = add_roots(roots, {here + "/nowhere"});
    ASSERT_FALSE(nowhere);
    EXPECT_THAT(nowhere.error().message, HasSubstr("nowhere': No such file or directory"));
    EXPECT_THAT(add_roots(roots, {here + "/empty"}).error().message, HasSubstr("not a root file system"));
    EXPECT_THAT(add_roots(roots, {"/"}).error().message, HasSubstr("this machine itself"));
}

TEST(RootPaths, LinksDoNotLeadOutOfTheRoot) {
    const TestFolder folder;
    const std::string here = fs::canonical(folder.path()).string();
    fs::create_directories(here + "/usr/bin");
    ASSERT_TRUE(base::write_file(here + "/usr/bin/real", ""));
    fs::create_symlink("/usr/bin/real", here + "/usr/bin/link");
    fs::create_symlink("../../../../../usr/bin/real", here + "/usr/bin/up");
    EXPECT_EQ(host_path(here, "/usr/bin/link"), here + "/usr/bin/real");
    EXPECT_EQ(host_path(here, "/usr/bin/up"), here + "/usr/bin/real");
    EXPECT_EQ(host_path(here, "/usr/bin/missing"), here + "/usr/bin/missing");
}

TEST_F(Roots, TheirCompilersAreFoundProbedAndUsedInside) {
    if (!make_root()) GTEST_SKIP() << "tcc is not installed";
    std::vector<sandbox::Sandbox> sandboxes;
    sandboxes.push_back(open());
    if (sandboxes.front().fence().roots.empty())
        GTEST_SKIP() << "commands cannot enter other roots here: " << sandboxes.front().fence().why;
    Programs programs("/nowhere");
    programs.add_root(root_at(folder_));
    const Found all = registry_.find_all(sandboxes, programs, cache_);
    ASSERT_EQ(all.compilers.size(), 1U) << listing(all);
    const Compiler& tcc = all.compilers.front();
    EXPECT_EQ(tcc.name, "tcc-1.0@other");
    EXPECT_THAT(tcc.aliases, ElementsAre("tcc@other"));
    EXPECT_EQ(tcc.root, root_at(folder_).path);
    EXPECT_EQ(tcc.path, "/usr/bin/tcc-1.0");
    EXPECT_THAT(listing(all), HasSubstr(tcc.root));
    // Without "@other" too, as long as the machine has none.
    auto named = registry_.find_named(sandboxes, programs, cache_, {"tcc", "tcc@other"});
    ASSERT_TRUE(named) << named.error().message;
    ASSERT_EQ(named->size(), 1U);

    const auto test =
        c_test("int printf(const char *, ...);\nint main(void) { printf(\"%d\\n\", 6 * 7); }\n");
    sandbox::Sandbox sandbox = open();
    auto bench = Workbench::open(sandbox, test, short_limits());
    ASSERT_TRUE(bench);
    const auto seen = bench->observe(tcc, {tcc.name, {}, test.target});
    ASSERT_TRUE(seen && seen->run) << (seen ? seen->compile.err : seen.error().message);
    EXPECT_EQ(seen->run->out, "42\n");
    // The same without the root in the sandbox: nothing starts, and it says why.
    sandbox::Sandbox without = open_sandbox();
    auto other = Workbench::open(without, test, short_limits());
    const auto refused = other->observe(tcc, {tcc.name, {}, test.target});
    ASSERT_TRUE(refused);
    EXPECT_NE(refused->compiled, testcase::Compiled::Built);
    EXPECT_THAT(refused->compile.err, HasSubstr("cannot enter " + tcc.root));
}

TEST_F(Roots, AUsersOwnCompilerIsNotLookedForInEveryRoot) {
    const std::string script = folder_.script("mine", "exit 1");
    auto own = load_user_compilers(
        "[compiler.mine]\ncommand = [\"" + script + "\", \"{sources}\", \"{output}\"]\n", "assay.toml");
    ASSERT_TRUE(own) << own.error().message;
    fs::create_directories(folder_.path() + "/usr/bin");
    Programs programs("/nowhere");
    programs.add_root(root_at(folder_));
    std::vector<sandbox::Sandbox> sandboxes;
    sandboxes.push_back(open_sandbox());
    const Found all = Registry(std::move(*own)).find_all(sandboxes, programs, cache_);
    EXPECT_TRUE(all.compilers.empty());
    EXPECT_EQ(all.unused.size(), 1U);
}

TEST(RootsOfAFile, AreFullPathsBesideIt) {
    const auto roots = read_user_roots("roots = [\"sid\", \"/srv/x\"]\n", "/etc/assay/assay.toml");
    ASSERT_TRUE(roots);
    EXPECT_THAT(*roots, ElementsAre("/etc/assay/sid", "/srv/x"));
    const auto wrong = read_user_roots("seed = 1\nroots = \"sid\"\n", "a.toml");
    ASSERT_FALSE(wrong);
    EXPECT_THAT(wrong.error().message, HasSubstr("a.toml:2:9: 'roots' must be a list of texts"));
}

} // namespace
} // namespace assay::toolchain
