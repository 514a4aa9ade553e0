// Programs that the user brings: a file, or a folder that `assay generate` wrote (test.json), or a folder of
// such files and folders.
#pragma once

#include "base/result.h"
#include "testcase/test_case.h"

#include <string>
#include <vector>

namespace assay::cli {

struct Given {
    std::string name; // as the user wrote it
    testcase::TestCase test;
};

// A program without test.json is taken to be valid and deterministic; what it prints is not known.
base::Result<std::vector<Given>> given_programs(const std::vector<std::string>& paths);

} // namespace assay::cli
