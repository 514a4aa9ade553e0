// The wrapper around a compiler that project.cc puts first on PATH.
#pragma once

#include "base/result.h"

#include <string>
#include <vector>

namespace assay::source::prune {

// By which names a build may call a compiler here: cc, gcc, clang, c99, and those with a version.
std::vector<std::string> wrapper_names();

std::string wrapper_script(const std::string& compiler, const std::vector<std::string>& options,
                           const std::string& notes = {});

// Makes `folder` with scripts of all these names, all of which become `compiler` with `options` added. Where
// `notes` is not empty, every call leaves a file there: the folder it was made in, then its arguments, one a
// line.
base::Result<void> write_wrapper(const std::string& folder, const std::string& compiler,
                                 const std::vector<std::string>& options, const std::string& notes);

// What one call of the compiler was about.
struct CompilerCall {
    std::string folder;
    std::vector<std::string> sources; // C files, with full path
    std::vector<std::string> options; // those that matter to a parser
    std::string product;              // with full path; empty: an object or none
};
std::vector<CompilerCall> read_calls(const std::string& notes);

} // namespace assay::source::prune
