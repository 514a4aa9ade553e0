// derive: programs out of grammars, after "Scope-based Compiler Differential Testing" (Qu et al.). A grammar
// with marks gives valid programs of its language; one without gives plain random sentences.
#pragma once

#include "testcase/method.h"

namespace assay::generate::derive {

std::unique_ptr<testcase::Method> make_method();

} // namespace assay::generate::derive
