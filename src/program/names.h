// Which names a program may use, so that its text means the same in every standard of C and C++ and does not
// collide with the harness around it, the library, or the words of saved text.
#pragma once

#include <string_view>

namespace assay::program {

bool is_identifier(std::string_view text);

enum class NamePlace {
    File,
    Inner
}; // File: has linkage or file scope. Inner: locals, parameters, members, labels.

// Why the name cannot be used ("is a keyword of C or C++"); empty: it can.
std::string_view name_problem(std::string_view name, NamePlace place);

} // namespace assay::program
