// Promises of a process about itself that hold without any privilege, and giving privileges up.
#pragma once

#include "sandbox/fd.h"

#include <string>
#include <vector>

namespace assay::sandbox {

// No program gains rights by being started: no setuid, no file capabilities.
bool forbid_new_privileges();

// Gives up all capabilities for good, except reading what belongs to other users, if the caller is root on
// the machine, and changing the root: nothing depends on that one, as no root shows more than the caller
// sees.
bool drop_capabilities(bool keep_reading, bool keep_changing_root = false);

// Landlock: a ruleset that allows writing below `folders` and to the harmless devices only, and signals only
// among those who live under it. Not open: the kernel has none, and `why` says so.
Fd make_landlock(const std::vector<std::string>& folders, std::string& why);
// By the process that will live under it. Only a system call.
bool live_under_landlock(int ruleset);

} // namespace assay::sandbox
