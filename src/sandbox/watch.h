// Watching one command from its start to the death of its last process.
#pragma once

#include "sandbox/memory_group.h"
#include "sandbox/sandbox.h"
#include "sandbox/spawn.h"

#include <map>
#include <optional>
#include <string_view>

namespace assay::sandbox {

// The warden goes before Assay if the machine runs out of memory.
inline constexpr std::string_view kScoreOfWarden = "300";

// Where commands run and by what means they are watched.
struct Ground {
    int folder = -1;                                  // the sandbox's folder, open
    std::string folder_path;                          // the same as commands see it
    const std::map<std::string, Fd>* roots = nullptr; // that commands can live in
    int control = -1;                                 // the socket to Assay; its end is the end of everything
    int children = -1;                                // a signalfd of SIGCHLD
    int nothing = -1;                                 // /dev/null
    int landlock = -1;                                // a ruleset for commands; -1: none
    MemoryGroup* group = nullptr;                     // that all processes of commands are in
    int score = -1;          // of the caller for the kernel that is out of memory, which commands inherit
    int own_memory = -1;     // open folder of a filesystem in memory that is the sandbox's alone; -1: none
    bool own_pids = false;   // the caller is the first process of a PID namespace
    bool own_proc = false;   // /proc shows that namespace only
    int nice = 0;            // of commands
    bool counts_own = false; // the kernel can limit the number of processes of this sandbox alone
    std::vector<std::string> environment;
    ChildStack stack;
};

// Nothing: Assay is gone. All processes of the command are dead in any case.
std::optional<testcase::Execution> watch(const Command& command, const Ground& ground);

} // namespace assay::sandbox
