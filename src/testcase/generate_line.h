// The command that makes a test again, from its origin: the one place that writes it.
#pragma once

#include "testcase/method_registry.h"

namespace assay::testcase {

struct GenerateLine {
    std::string command; // "assay generate ... --out DIR"; empty: there is none
    std::string policy;  // what the file policy.toml that it names must hold; empty: it names none
    std::string why;     // there is none
};

// Running it with the version of Assay that made the test gives the same bytes.
GenerateLine generate_line(const TestCase& test, const MethodRegistry& methods);

// For people: the command, with its policy if it needs one; or why there is none.
std::string to_text(const GenerateLine& line);

} // namespace assay::testcase
