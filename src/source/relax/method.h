// relax: a program of Csmith in five forms that must agree: with all of its safe-math wrappers and with those
// that are needed, as functions, as macros, and mixed.
#pragma once

#include "source/relax/analysis.h"
#include "testcase/method.h"

namespace assay::source::relax {

std::unique_ptr<testcase::Method> make_method();

// A form of a program that a user brought, as a test.
testcase::TestCase form_test(const Subject& subject, const Analysis& analysis, const Program& program,
                             uint64_t seed);

} // namespace assay::source::relax
