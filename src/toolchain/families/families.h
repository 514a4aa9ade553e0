// Every family that Assay knows by itself; each is defined in a file of its own. See registry.cc.
#pragma once

#include "toolchain/family.h"

#include <memory>

namespace assay::toolchain {

std::unique_ptr<Family> gcc_family();
std::unique_ptr<Family> clang_family();
std::unique_ptr<Family> tcc_family();
std::unique_ptr<Family> chibicc_family();
std::unique_ptr<Family> pcc_family();
std::unique_ptr<Family> cross_gcc_family();
std::unique_ptr<Family> clang_target_family();
std::unique_ptr<Family> zig_family();
std::unique_ptr<Family> yowasp_family();
std::unique_ptr<Family> javac_family();
std::unique_ptr<Family> ecj_family();
std::unique_ptr<Family> python_family();
std::unique_ptr<Family> pypy_family();

// All of them, in the order in which compilers are listed.
std::vector<std::unique_ptr<Family>> own_families();

} // namespace assay::toolchain
