// prune: a program and variants of it that differ in what never runs. The program is Csmith's, one of a
// folder, or a model of grow; the variants must do what the program does.
#pragma once

#include "testcase/method.h"

namespace assay::source::prune {

std::unique_ptr<testcase::Method> make_method();

} // namespace assay::source::prune
