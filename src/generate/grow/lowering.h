// Lowering: how a program of the model is written in C++. Nothing of its meaning depends on it.
#pragma once

#include "choice/choices.h"
#include "print/sugar.h"

namespace assay::generate::grow {

// Of all that is possible, what this program has.
print::Sugar draw_sugar(const program::Program& program, choice::Choices& c);

} // namespace assay::generate::grow
