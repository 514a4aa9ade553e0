// gcc's parameters (--param=NAME=VALUE) as options to draw from: values inside the ranges that it lists.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::toolchain {

inline constexpr std::string_view kParam = "--param=";

// `listing`: what gcc answers to -Q --help=params. Parameters of the analyser, of sanitizers, of messages and
// of parallel code are left out, because they change no code, or more than the code.
std::vector<std::string> parameters(std::string_view listing);

} // namespace assay::toolchain
