// What this machine's processor can run.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::toolchain {

// Values of -march= for x86-64, from the flags that the kernel lists; "native" is always one. Empty on other
// machines.
std::vector<std::string> runnable_machines();
std::vector<std::string> machines_of(std::string_view cpu_flags);
// A line that changes when the processor does.
std::string processor();

} // namespace assay::toolchain
