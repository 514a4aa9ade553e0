// What the tests of this room share: every strength of fence, short ways to run a shell, and looking for
// processes by a mark in their command line.
#pragma once

#include "sandbox/sandbox.h"

#include <dirent.h>
#include <fstream>
#include <gtest/gtest.h>
#include <memory>
#include <sstream>
#include <thread>
#include <unistd.h>

namespace assay::sandbox {

struct Strength {
    const char* name;
    Means means;
};

inline std::vector<Strength> strengths() {
    Means by_user, on_disk, no_mounts, no_namespaces, nothing;
    by_user.privilege = false;
    on_disk.memory = false;
    no_mounts.mounts = false;
    no_namespaces.namespaces = false;
    nothing.namespaces = nothing.landlock = nothing.filter = nothing.memory = nothing.group = false;
    return {{"Full", {}},
            {"ByUserNamespace", by_user},
            {"OnDisk", on_disk},
            {"NoMounts", no_mounts},
            {"NoNamespaces", no_namespaces},
            {"Nothing", nothing}};
}

// Those that differ in how processes are watched.
inline std::vector<Strength> distinct_strengths() {
    std::vector<Strength> all = strengths();
    return {all[0], all[3], all[4], all[5]};
}

inline std::string name_of(const testing::TestParamInfo<Strength>& info) { return info.param.name; }

// A test that is made for every strength of fence.
class EveryFence : public testing::TestWithParam<Strength> {
  protected:
    void SetUp() override {
        base::Result<Sandbox> opened = Sandbox::open(GetParam().means);
        ASSERT_TRUE(opened.ok()) << opened.error().message;
        sandbox_ = std::make_unique<Sandbox>(std::move(*opened));
    }
    Sandbox& sandbox() { return *sandbox_; }

    testcase::Execution run(const Command& command) {
        base::Result<testcase::Execution> execution = sandbox_->run(command);
        EXPECT_TRUE(execution.ok()) << execution.error().message;
        return execution.ok() ? *execution : testcase::Execution{};
    }
    testcase::Execution shell(const std::string& script, const Limits& limits = {}) {
        Command command;
        command.argv = {"sh", "-c", script};
        command.limits = limits;
        return run(command);
    }

    std::unique_ptr<Sandbox> sandbox_;
};

// Processes of the machine, dead ones aside, that have the mark in their command line.
inline std::vector<pid_t> processes_with(const std::string& mark) {
    std::vector<pid_t> found;
    const std::unique_ptr<DIR, int (*)(DIR*)> proc(::opendir("/proc"), ::closedir);
    while (const dirent* entry = ::readdir(proc.get())) {
        if (entry->d_name[0] < '1' || entry->d_name[0] > '9') continue;
        std::ifstream file(std::string("/proc/") + entry->d_name + "/cmdline");
        std::stringstream text;
        text << file.rdbuf();
        if (text.str().find(mark) != std::string::npos) found.push_back(std::atoi(entry->d_name));
    }
    return found;
}

template <typename Condition> bool eventually(Condition condition) {
    for (int attempt = 0; attempt < 1000; ++attempt) {
        if (condition()) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
}

// Different in every test and run: `sleep` takes it for a time of a quarter of an hour.
inline std::string unique_mark() {
    static int count = 0;
    return "999." + std::to_string(::getpid()) + "0" + std::to_string(++count);
}

} // namespace assay::sandbox
