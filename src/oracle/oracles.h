// The oracles, one file each.
#pragma once

#include "testcase/oracle.h"

#include <memory>

namespace assay::oracle {

std::unique_ptr<testcase::Oracle> compiler_crash();
std::unique_ptr<testcase::Oracle> compiler_hang();
std::unique_ptr<testcase::Oracle> rejected();
std::unique_ptr<testcase::Oracle> sanitizer_alarm();
std::unique_ptr<testcase::Oracle> wrong_output();
std::unique_ptr<testcase::Oracle> run_crash();
std::unique_ptr<testcase::Oracle> disagreement();
std::unique_ptr<testcase::Oracle> slow_compiler();

// CPU time of a compilation below which nobody minds, however fast the others are.
constexpr uint64_t kSlowCompilation_us = 5'000'000;

} // namespace assay::oracle
