// The headers that a program includes in quotes: they are its own and go with it (into the sandbox, into a
// bundle). All others belong to the machine, where compilers find them.
#pragma once

#include "base/result.h"
#include "testcase/test_case.h"

#include <cstddef>
#include <string>
#include <vector>

namespace assay::cli {

// Limits of what Assay reads of a program; it may include anything.
struct HeaderLimits {
    std::size_t files = 2000;
    std::size_t bytes = std::size_t{64} << 20; // of all together
};

// The file, then its headers. Names are relative to the innermost folder that holds them all, so that
// `#include "../lib/x.h"` means the same there. Headers that are not found, or named by a full path, are
// left out: the compiler finds them, or says that they are missing.
base::Result<std::vector<testcase::File>> with_quoted_headers(const std::string& path,
                                                              const HeaderLimits& limits = {});

} // namespace assay::cli
