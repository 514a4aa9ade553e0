// The view of the files that commands have where mounts of our own are allowed: everything is read-only but
// memory that is theirs: /tmp, which holds the sandbox's folder.
#pragma once

#include "sandbox/fd.h"

#include <map>
#include <string>
#include <vector>

namespace assay::sandbox {

struct View {
    std::string failure;             // empty: all of this holds; else the caller's view may be half changed
    Fd temporary;                    // /tmp as commands see it
    Fd folder;                       // the sandbox's folder in it
    std::string folder_path;         // as commands see it
    std::vector<std::string> kept;   // names in `temporary` that are not a command's
    bool own_proc = false;           // /proc shows the processes of the sandbox only
    std::map<std::string, Fd> roots; // other root file systems, by path, with that /tmp
    std::map<std::string, std::string> lacking; // those that cannot be had, and why
};

// Moves the caller into a view of its own. `folder_source` is the folder's place on the machine; empty: the
// folder is in the memory of /tmp, and both together hold at most `room` bytes.
View make_view(const std::string& folder_source, uint64_t room, bool own_pids,
               const std::vector<std::string>& roots);

} // namespace assay::sandbox
