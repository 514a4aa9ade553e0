// What the tests of this room share: sandboxes, fake compilers, compilers of this machine.
#pragma once

#include "base/file.h"
#include "toolchain/families/user_compilers.h"
#include "toolchain/registry.h"
#include "toolchain/setups.h"
#include "toolchain/workbench.h"

#include <filesystem>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>
#include <unistd.h>

namespace assay::toolchain {

inline sandbox::Sandbox open_sandbox() {
    auto opened = sandbox::Sandbox::open();
    EXPECT_TRUE(opened.ok()) << (opened ? "" : opened.error().message);
    return std::move(*opened);
}

// A folder that vanishes with the test.
class TestFolder {
  public:
    TestFolder() {
        std::string pattern = (std::filesystem::temp_directory_path() / "assay-toolchain-XXXXXX").string();
        path_ = ::mkdtemp(pattern.data());
    }
    ~TestFolder() { std::filesystem::remove_all(path_); }
    TestFolder(const TestFolder&) = delete;
    TestFolder& operator=(const TestFolder&) = delete;

    const std::string& path() const { return path_; }
    std::string file(const std::string& name, const std::string& text) const {
        std::string path = path_ + "/" + name;
        EXPECT_TRUE(base::write_file(path, text).ok());
        return path;
    }
    std::string script(const std::string& name, const std::string& body) const {
        std::string path = file(name, "#!/bin/sh\n" + body + "\n");
        std::filesystem::permissions(path, std::filesystem::perms::owner_all);
        return path;
    }

  private:
    std::string path_;
};

// Tests are processes of their own, so answers are remembered in a file; not longer than the test program
// lives, because a new one may ask other questions.
inline std::string answers_of_tests() {
    namespace fs = std::filesystem;
    const fs::path program = fs::read_symlink("/proc/self/exe"), file = program.string() + ".answers.json";
    std::error_code none;
    if (fs::last_write_time(file, none) < fs::last_write_time(program)) fs::remove(file, none);
    return file.string();
}

// A compiler of the machine as the registry finds it; empty: it is not installed.
inline std::optional<Compiler> real_compiler(const Registry& registry, const std::string& name) {
    ProbeCache cache(answers_of_tests());
    const Programs programs = Programs::on_path();
    std::vector<sandbox::Sandbox> sandboxes;
    sandboxes.push_back(open_sandbox());
    auto found = registry.find_named(sandboxes, programs, cache, {name});
    if (!found) return std::nullopt;
    return found->front();
}

inline testcase::TestCase c_test(std::string text) {
    testcase::TestCase test;
    test.files = {{"test.c", std::move(text)}};
    test.sources = {"test.c"};
    test.language = "c";
    test.standard = "c11";
    test.target = "lp64";
    test.promises = {true, true, true};
    return test;
}

inline TestLimits short_limits() {
    TestLimits limits;
    limits.compile.wall = limits.compile.cpu = std::chrono::seconds(20);
    limits.run.wall = limits.run.cpu = std::chrono::seconds(5);
    limits.run.memory = uint64_t{1} << 30;
    return limits;
}

} // namespace assay::toolchain
