// expand: Orange4's method. A program that does nothing is turned into a big one by steps that keep its
// meaning: statements are added, and constants, whose values are known, become expressions of the same value.
#pragma once

#include "print/print.h"
#include "program/program.h"
#include "semantics/meaning.h"
#include "testcase/method.h"
#include "transform/step.h"

namespace assay::generate::expand {

// The model behind a test case.
struct Expanded {
    program::Program program;
    semantics::Meaning meaning;
    print::Options print;
    uint64_t attempts = 1;
    uint64_t steps = 0;
};
// `profile`: the meaning gets one.
base::Result<Expanded> expand(uint64_t seed, const testcase::Settings& settings, choice::Tally& tally,
                              bool profile);

// How a program was made, as data: the trivial program and the steps, of which any may be cut (replay.h).
struct Recipe {
    program::Program start;
    std::vector<transform::Step> steps;
};
base::Result<Recipe> recipe(uint64_t seed, const testcase::Settings& settings);

std::unique_ptr<testcase::Method> make_method();

} // namespace assay::generate::expand
