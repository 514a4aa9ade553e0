// Needs: what a small failing program is made of that may matter to its defect. Wrong code that no switch of
// the compiler attributes has no name, so it is told apart by this, and by the levels and versions that fail.
// Conservatively: two findings are one bug unless something speaks against it, and what it was is said.
#pragma once

#include "testcase/test_case.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace assay::triage {

struct Needs {
    std::set<std::string> strong;                     // operators, narrow and odd types, builtins
    std::set<std::string> weak;                       // what most programs have: loops, arrays, wide types
    std::vector<std::string> levels = {};             // plain ones that fail
    std::map<std::string, std::string> versions = {}; // compiler -> "fails", "right", "cannot tell"

    bool operator==(const Needs&) const = default;
};

// By the tokens of its text, without those of the harness. Levels and versions are the caller's.
Needs needs_of(const testcase::TestCase& small);

std::string to_text(const Needs& needs); // ">>, short"; empty: nothing special
std::string to_json(const Needs& needs);
Needs needs_from_json(const std::string& json); // of anything else: nothing is needed

struct Likeness {
    bool same = true;
    size_t shared = 0; // strong needs: the more, the more likely
    std::string why;   // "both need >>"; "one needs >>, the other short"
};
Likeness likeness(const Needs& one, const Needs& other);

// What is known of a bug whose programs need these: what all of them need.
Needs common(const Needs& one, const Needs& other);

} // namespace assay::triage
