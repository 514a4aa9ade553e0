// Comparisons at the edge. Random operands are far apart, so a compiler that takes "less" for "not greater",
// or is wrong by one about a range, seldom shows. Where every execution of a comparison answered the same,
// its constant can move to where the answer would turn: the program does exactly what it did before.
#pragma once

#include "choice/choices.h"
#include "program/program.h"
#include "semantics/meaning.h"

namespace assay::generate::grow {

// `meaning` is that of the program, with a profile, and stays so.
void move_to_edges(program::Program& program, const semantics::Meaning& meaning, choice::Choices& choices);

} // namespace assay::generate::grow
