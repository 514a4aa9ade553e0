// The shapes that real wrong-code bugs need, each with the decisions that make it; docs/methods.md has the
// counts of how often each occurs.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace assay::generate::grow {

struct Shape {
    std::string_view part; // of the compiler
    std::string_view what;
    struct Maker {
        std::string_view site, alternative;
    };
    std::vector<Maker> made_by; // any of them
};

const std::vector<Shape>& shapes();

} // namespace assay::generate::grow
