// Census: which processes of a command live, and what they use, from /proc.
#pragma once

#include <cstdint>
#include <sys/types.h>
#include <vector>

namespace assay::sandbox {

struct Process {
    pid_t pid = 0; // as /proc numbers them
    pid_t parent = 0;
    uint64_t begun = 0; // tells it from a later process of the same number
    uint64_t threads = 0;
    uint64_t resident = 0;
    uint64_t cpu_us = 0;
    bool runs = false;    // or waits for a processor
    bool blocked = false; // by the kernel: it waits for a disk, or for a vfork child to become a program
};

struct Census {
    std::vector<Process> processes;
    uint64_t threads = 0;
    uint64_t resident = 0; // bytes, shared pages counted for each
    uint64_t cpu_us = 0;   // of them and of children that they have waited for
    // Does any run, or wait for a processor or the disk? One that is blocked while it has children is taken
    // to wait for a vfork child, whose sleep may be without end.
    bool wants_cpu = false;
};

// All processes in /proc but the caller if `own_proc` (it shows a namespace of which the caller is the first
// process), else the caller's descendants. Ends early when it finds more than `most`, to be faster than they
// multiply.
Census take_census(bool own_proc, uint64_t most);

// Bytes of memory that is a file without a name (memfd) and held open by one of these: writing to it makes
// no page resident in any process.
uint64_t memory_of_files(const Census& census);

// SIGKILL, only if it is still the same one.
void kill_process(const Process& process);

} // namespace assay::sandbox
