// What a compiler that refuses a program has against it: the first complaint, without what is the program's
// own.
#pragma once

#include <string>
#include <string_view>

namespace assay::toolchain {

// Of all that it wrote; empty: nothing that reads like a complaint.
std::string refusal_in(std::string_view text);

// The first line that is an error, as it stands: "a.c:1:10: fatal error: x.h: No such file or directory".
std::string first_error(std::string_view text);

} // namespace assay::toolchain
