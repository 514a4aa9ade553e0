// Options that change the machine (-march=, -mcpu=, -msve-vector-bits=) are only right if what runs the
// programs is that machine. A program that checks itself shows whether it is.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::toolchain {

// May code under these options need more than the usual machine of the target?
bool changes_machine(const std::vector<std::string>& options);

// C and C++: compares vector code with scalar code in several widths and odd lengths, and the length of the
// machine's vectors with what the compiler was promised. If all is well it ends as known_program() does.
std::string_view machine_program();
inline constexpr int kMachineStatus = 42; // that it ends with

} // namespace assay::toolchain
