// Bytes that others made (compilers, programs, campaigns of others), shown to people and written as JSON.
// What is kept stays as it is; what is shown has escapes for what cannot be shown.
#pragma once

#include <string>
#include <string_view>

namespace assay::base {

// Bytes that are not UTF-8 become \xNN. JSON holds UTF-8 alone.
std::string as_utf8(std::string_view bytes);
bool is_utf8(std::string_view bytes);

// The same, and control characters other than \n, \r\n and \t too: a terminal would obey them.
std::string for_terminal(std::string_view bytes);

} // namespace assay::base
