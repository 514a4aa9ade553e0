// How deep a text is nested, for readers of libraries that go one call deeper for each level: a text of
// somebody else's must not overflow the stack.
#pragma once

#include <string_view>

namespace assay::base {

// Brackets of JSON; those inside of strings do not count.
bool is_nested_deeper(std::string_view json, int limit);

// Names joined by dots, a.b.c, as TOML nests tables.
bool has_longer_path(std::string_view toml, int limit);
inline constexpr int kLongestTomlPath = 100;

} // namespace assay::base
