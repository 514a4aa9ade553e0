// Scratch: a folder of the machine's, for when the sandbox cannot have memory of its own. Who made it holds a
// lock on it until it is removed, so that one whose maker was killed can be told and swept.
#pragma once

#include "base/result.h"
#include "sandbox/fd.h"

#include <string>

namespace assay::sandbox {

struct Scratch {
    std::string path;
    Fd parent;           // the folder that it is in
    Fd folder;           // itself
    bool memory = false; // on memory-backed storage
};

// In memory if `prefer_memory` and there is room.
base::Result<Scratch> make_scratch(bool prefer_memory);
void remove_scratch(Scratch& scratch);
// By somebody else than the maker, once the maker is dead.
void remove_scratch(const std::string& path);

// Removes what killed makers left, wherever one could have been made.
void sweep_scratch();

// Bytes of memory that could be had now.
uint64_t available_memory();

} // namespace assay::sandbox
