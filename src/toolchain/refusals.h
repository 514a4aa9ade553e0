// What a compiler that refuses a program has against it: the first complaint, without what is the program's
// own.
#pragma once

#include <string>
#include <string_view>

namespace assay::toolchain {

// Of all that it wrote; empty: nothing that reads like a complaint.
std::string refusal_in(std::string_view text);

} // namespace assay::toolchain
