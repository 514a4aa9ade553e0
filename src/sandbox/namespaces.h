// Namespaces: what a process sees as the machine's processes, network and shared memory.
#pragma once

#include <string>

namespace assay::sandbox {

struct Spaces {
    bool processes = false; // for children of the caller
    bool network = false;
    bool user = false;   // made by way of a user namespace
    std::string missing; // what is not there, and why
    bool broken = false; // failed half way: the caller must not go on
};

// Into as many as the kernel allows. Root makes them directly; others, and root if not `privileged`, by way
// of a user namespace, in which they keep their names.
Spaces enter_namespaces(bool privileged);

bool kernel_is_at_least(int major, int minor);

} // namespace assay::sandbox
