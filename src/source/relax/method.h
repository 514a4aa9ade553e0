// relax: a program of Csmith in five forms that must agree: with all of its safe-math wrappers and with those
// that are needed, as functions, as macros, and mixed.
#pragma once

#include "testcase/method.h"

namespace assay::source::relax {

std::unique_ptr<testcase::Method> make_method();

} // namespace assay::source::relax
