// Programs that the user brings: a file, a folder that `assay generate` wrote (test.json), or a folder of
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

// A program without test.json is assumed valid and deterministic; its output is unknown.
base::Result<std::vector<Given>> given_programs(const std::vector<std::string>& paths);

} // namespace assay::cli
