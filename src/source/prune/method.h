// prune: a program and variants of it that differ in what never runs. The program is Csmith's, one of a
// folder, or a model of grow; the variants must do what the program does.
#pragma once

#include "source/prune/analysis.h"
#include "source/prune/variant.h"
#include "testcase/method.h"

namespace assay::source::prune {

std::unique_ptr<testcase::Method> make_method();

// A variant of a program that a user brought, as a test for one of its inputs.
testcase::TestCase variant_test(const Subject& subject, const Analysis& analysis, const Variant& variant,
                                size_t input, uint64_t seed, uint64_t number);

} // namespace assay::source::prune
