// Was it judged? Only what was really compiled, run and compared says anything about a compiler: all else is
// "not judged", with its reason, and never right.
#pragma once

#include "testcase/observation.h"
#include "testcase/test_case.h"

#include <string>

namespace assay::testcase {

enum class Doubt : uint8_t {
    None,    // it was judged
    Program, // nothing can be said of this program under this setup, however often it is tried
    Machine, // something did not work that should have: another try may tell
};

struct Judged {
    Doubt doubt = Doubt::None;
    std::string why = {}; // one line, for people; empty: it was judged

    explicit operator bool() const { return doubt == Doubt::None; }
};

Judged judged(const TestCase& test, const Observation& seen);

} // namespace assay::testcase
