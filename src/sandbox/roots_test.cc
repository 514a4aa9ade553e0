#include "base/file.h"
#include "base/process.h"
#include "base/temporary_folder.h"
#include "sandbox/test_support.h"

#include <filesystem>
#include <gmock/gmock.h>

namespace assay::sandbox {
namespace {

namespace fs = std::filesystem;
using testcase::Ending;
using ::testing::HasSubstr;

// A root with a shell and a name, and nothing else.
class Roots : public ::testing::TestWithParam<Strength> {
  protected:
    Roots() : folder_(made()), root_(folder_.path() + "/root") {
        for (const char* name : {"bin", "etc", "tmp", "dev", "proc"})
            fs::create_directories(root_ + "/" + name);
        put("/bin/sh");
        const auto needs = base::run({.argv = {"ldd", "/bin/sh"}});
        base::check(needs.ok(), "ldd");
        std::istringstream words(needs->out);
        for (std::string word; words >> word;)
            if (word.starts_with('/')) put(word);
        base::check(base::write_file(root_ + "/etc/name", "the other one\n").ok(), "a file");
    }

    Sandbox open() {
        Means means = GetParam().means;
        means.roots = {root_};
        auto sandbox = Sandbox::open(means);
        base::check(sandbox.ok(), "a sandbox");
        return std::move(*sandbox);
    }
    testcase::Execution run(Sandbox& sandbox, const std::string& script, const std::string& folder = {}) {
        Command command;
        command.argv = {"sh", "-c", script};
        command.root = root_;
        command.folder = folder;
        const auto done = sandbox.run(command);
        base::check(done.ok(), "a warden");
        return *done;
    }

    base::TemporaryFolder folder_;
    const std::string root_;

  private:
    static base::TemporaryFolder made() {
        auto folder = base::TemporaryFolder::make();
        base::check(folder.ok(), "a temporary folder");
        return std::move(*folder);
    }
    void put(const std::string& path) {
        fs::create_directories(fs::path(root_ + path).parent_path());
        fs::copy_file(fs::canonical(path), root_ + path, fs::copy_options::overwrite_existing);
    }
};

constexpr const char* kReadName = "read line < /etc/name; echo $line";

TEST_P(Roots, ShowTheirOwnFiles) {
    Sandbox sandbox = open();
    ASSERT_EQ(sandbox.fence().roots, std::vector{root_}) << sandbox.fence().why;
    EXPECT_EQ(run(sandbox, kReadName).out, "the other one\n");
    EXPECT_EQ(run(sandbox, "echo /*").out, "/bin /dev /etc /lib /lib64 /proc /tmp\n");
    EXPECT_EQ(run(sandbox, "cd ..; cd ..; cd ..; echo *").out, "bin dev etc lib lib64 proc tmp\n");
    EXPECT_EQ(run(sandbox, "echo $PATH").out, "/usr/local/bin:/usr/bin:/bin\n");
}

TEST_P(Roots, ShareTheFolderOfTheSandbox) {
    Sandbox sandbox = open();
    ASSERT_TRUE(sandbox.write("below/in", "here\n"));
    EXPECT_EQ(run(sandbox, "read line < below/in; echo $line $PWD").out, "here " + sandbox.folder() + "\n");
    EXPECT_EQ(run(sandbox, "echo made > out; pwd", "below").out, sandbox.folder() + "/below\n");
    EXPECT_EQ(*sandbox.read("below/out"), "made\n");
    Command outside;
    outside.argv = {"cat", "below/out"};
    EXPECT_EQ(sandbox.run(outside)->out, "made\n") << "commands of the machine see it too";
    run(sandbox, "echo left > /tmp/left");
    EXPECT_EQ(run(sandbox, "test -e /tmp/left || echo gone").out, "gone\n");
}

TEST_P(Roots, CannotBeWritten) {
    Sandbox sandbox = open();
    EXPECT_NE(run(sandbox, "echo x > /etc/new").code, 0);
    EXPECT_NE(run(sandbox, "echo x > /etc/name").code, 0);
    EXPECT_FALSE(fs::exists(root_ + "/etc/new"));
    EXPECT_EQ(run(sandbox, "echo x > /dev/null && echo fine").out, "fine\n");
}

TEST_P(Roots, AreKnownOrRefused) {
    Sandbox sandbox = open();
    Command command;
    command.argv = {"sh", "-c", "true"};
    command.root = "/nowhere";
    const auto done = sandbox.run(command);
    ASSERT_TRUE(done);
    EXPECT_EQ(done->ending, Ending::NotStarted);
    EXPECT_THAT(done->err, HasSubstr("cannot enter /nowhere: "));
}

INSTANTIATE_TEST_SUITE_P(Of, Roots, ::testing::Values(strengths()[0], strengths()[1], strengths()[2]),
                         [](const auto& one) { return std::string(one.param.name); });

class WithoutRoots : public Roots {};

TEST_P(WithoutRoots, ACommandOfARootSaysWhyItCannotStart) {
    Sandbox sandbox = open();
    EXPECT_TRUE(sandbox.fence().roots.empty());
    const auto done = run(sandbox, "true");
    EXPECT_EQ(done.ending, Ending::NotStarted);
    EXPECT_THAT(done.err, HasSubstr("commands have no view of the files of their own"));
}

INSTANTIATE_TEST_SUITE_P(Of, WithoutRoots, ::testing::Values(strengths()[3], strengths()[4]),
                         [](const auto& one) { return std::string(one.param.name); });

TEST(RootsTest, OneThatLacksAFolderIsSaidAndTheOthersStay) {
    auto folder = base::TemporaryFolder::make();
    Means means;
    means.roots = {folder->path(), folder->path() + "/missing"};
    auto sandbox = Sandbox::open(means);
    ASSERT_TRUE(sandbox);
    if (!sandbox->fence().files || sandbox->fence().why.find("mount") != std::string::npos)
        GTEST_SKIP() << "no mounts here: " << sandbox->fence().why;
    EXPECT_TRUE(sandbox->fence().roots.empty());
    Command command;
    command.argv = {"sh", "-c", "true"};
    command.root = folder->path();
    EXPECT_THAT(sandbox->run(command)->err, HasSubstr("it has no folder /tmp"));
    command.root += "/missing";
    EXPECT_THAT(sandbox->run(command)->err, HasSubstr("No such file or directory"));
}

} // namespace
} // namespace assay::sandbox
