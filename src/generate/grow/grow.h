// grow: YARPGen's method. Programs grow top down; an operation that the evaluator finds unsafe is rewritten
// at its first execution or guarded when it becomes unsafe later, so that everything else stays raw.
#pragma once

#include "print/print.h"
#include "program/program.h"
#include "semantics/meaning.h"
#include "testcase/method.h"

namespace assay::generate::grow {

// The model behind a test case, for those who go on with it: the reducer, EMI, expand.
struct Grown {
    program::Program program;
    semantics::Meaning meaning; // with profile
    print::Options print;
    uint64_t attempts = 1;
    uint64_t rewritten = 0, guarded = 0; // operations that were mended
};
base::Result<Grown> grow(uint64_t seed, const testcase::Settings& settings, choice::Tally& tally);

std::unique_ptr<testcase::Method> make_method();

} // namespace assay::generate::grow
