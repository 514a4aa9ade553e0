// Shared by the commands on saved programs: the platform options, and reading a program.
#pragma once

#include "base/result.h"
#include "cli/command.h"
#include "program/program.h"

namespace assay::cli {

std::vector<Option> platform_options(); // --target, --standard
base::Result<program::Platform> platform_of(const Arguments& arguments);
base::Result<program::Program> read_model(const std::string& file,
                                          const program::Platform& platform); // checked

} // namespace assay::cli
