// A test as a folder: its files and test.json, as `assay generate` writes them and `assay check` reads them.
#pragma once

#include "base/result.h"
#include "testcase/test_case.h"

#include <string>

namespace assay::cli {

base::Result<void> make_folder(const std::string& path);
// Makes the folder, and those above it, if they are not there.
base::Result<void> write_test(const testcase::TestCase& test, const std::string& folder);

} // namespace assay::cli
