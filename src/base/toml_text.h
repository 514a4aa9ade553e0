// What must not be given to the library that reads TOML.
#pragma once

#include <string_view>

namespace assay::base {

// Why the text is not readable; empty: it is. A name of thousands of dots overflows the library's stack, and
// a control character or a letter outside of ASCII in a name is more than it expects.
std::string_view unreadable_toml(std::string_view text);

} // namespace assay::base
