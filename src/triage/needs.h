// Needs: the ingredients of a small failing program that may matter to its defect. Unattributed wrong code
// has no name, so it is told apart by these, and by the levels and versions that fail. Two findings are one
// bug unless something speaks against it; the reason is recorded.
#pragma once

#include "testcase/test_case.h"
#include "triage/behaviour.h"

#include <set>
#include <string>
#include <vector>

namespace assay::triage {

struct Needs {
    std::set<std::string> strong;         // operators, narrow and odd types, builtins
    std::set<std::string> weak;           // common: loops, arrays, wide types
    std::vector<std::string> levels = {}; // plain levels that fail
    Versions versions = {};

    bool operator==(const Needs&) const = default;
};

// Found in the tokens of the program, without the harness. The caller adds levels and versions.
Needs needs_of(const testcase::TestCase& small);

std::string to_text(const Needs& needs); // ">>, short"; empty: nothing special
std::string to_json(const Needs& needs);
Needs needs_from_json(const std::string& json); // of anything else: no needs

struct Likeness {
    bool same = true;
    size_t shared = 0; // shared strong needs; more means more likely the same
    std::string why;   // "both need >>"; "one needs >>, the other short"
};
Likeness likeness(const Needs& one, const Needs& other);

// What all programs of a bug need.
Needs common(const Needs& one, const Needs& other);

} // namespace assay::triage
