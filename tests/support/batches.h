// For tests: many programs under a compiler at little cost. Programs of one platform share a text
// (print/batch.h); a text that does not do what it must is taken apart until the program is found.
#pragma once

#include "support/compilers.h"

#include <string>
#include <vector>

namespace assay::tests {

struct Candidate {
    const program::Program* program;
    const semantics::Meaning* meaning; // defined
    std::string name;
};

// What goes wrong under the build, by name; on all cores.
std::vector<std::string> misbehaviours(const std::vector<Candidate>& candidates, const Build& build,
                                       size_t per_text);

} // namespace assay::tests
