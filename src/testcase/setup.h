// Setup: one way to compile and run a test: which compiler, with which options, for which target.
#pragma once

#include <string>
#include <vector>

namespace assay::testcase {

struct Setup {
    std::string compiler;             // as the user calls it: "gcc-12"
    std::vector<std::string> options; // "-O3", "-m32"
    std::string target = "lp64";      // the data model of what it makes

    // "gcc-12 -O3 -m32": what users read and counts are kept by.
    std::string name() const {
        std::string text = compiler;
        for (const std::string& option : options) text += " " + option;
        return text;
    }
    bool operator==(const Setup&) const = default;
};

} // namespace assay::testcase
