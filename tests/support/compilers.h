// For tests: the real compilers of this machine, and whether a printed program does what it must under one of
// them.
#pragma once

#include "base/process.h"
#include "base/temporary_folder.h"
#include "print/print.h"
#include "program/target.h"

#include <functional>
#include <string>
#include <vector>

namespace assay::tests {

// A folder that goes away with the object; the test ends if there can be none.
class TempFolder {
  public:
    TempFolder();
    const std::string& path() const { return folder_.path(); }

  private:
    base::TemporaryFolder folder_;
};

// "gcc", "clang", or "g++", "clang++" for C++.
std::string driver_of(const std::string& family, program::Standard standard);
bool has_compiler(const std::string& family);
bool has_m32(); // can gcc make and run 32-bit programs here?

struct Build {
    std::string family;               // "gcc" or "clang"
    std::vector<std::string> options; // "-O2"; -std and -m32 follow from the platform
};

// Empty if the program compiled and printed what is expected; otherwise what happened, on one line or a few.
std::string misbehaviour(const print::Printed& printed, const program::Platform& platform,
                         const Build& build);

// What it printed and how it ended; an error if it does not compile.
base::Result<base::Finished> compile_and_run(const print::Printed& printed, const program::Platform& platform,
                                             const Build& build);

// Does every job on all cores; returns when all are done.
void in_parallel(size_t jobs, const std::function<void(size_t)>& job);

} // namespace assay::tests
