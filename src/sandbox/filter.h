// A filter of system calls that every command lives under. Files, processes and the network are the work of
// namespaces and Landlock; the filter refuses the calls that reach past them or leave something behind that
// no process owns. Compilers, emulators, virtual machines and sanitizers need none of those.
#pragma once

#include <string>

namespace assay::sandbox {

// What namespaces of our own take care of already.
struct Separate {
    bool network = false;
    bool shared_memory = false; // System V and message queues
};

// What the caller itself goes on doing for its commands.
struct Exceptions {
    bool change_root = false; // whoever lacks the capability is refused by the kernel
};

// For the caller and all that it starts, for good. Empty: it holds; else the reason why not.
std::string filter_calls(const Separate& separate, const Exceptions& exceptions = {});

} // namespace assay::sandbox
