// Analysis: all that is known about a program before variants are made of it.
#pragma once

#include "source/laboratory.h"
#include "source/parse.h"
#include "source/prune/dead.h"

namespace assay::source::prune {

struct Analysis {
    Parser parser;
    Life life;
    std::vector<Behaviour> expected; // for each input, from the program as it was given at -O0
};

// Fails with one line that says why the program cannot be used. Line markers of a preprocessed program are
// blanked in the subject, because coverage goes by lines.
base::Result<Analysis> analyse(sandbox::Sandbox& sandbox, Subject& subject,
                               CoverageSource coverage = CoverageSource::Regions);

} // namespace assay::source::prune
