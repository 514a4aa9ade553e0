// What evaluation cannot repair on the spot is cut out or fenced in, and the program evaluated again. So the
// rest of this folder may try what usually works, as loops whose end nobody planned.
#pragma once

#include "choice/choices.h"
#include "program/program.h"
#include "semantics/meaning.h"

namespace assay::generate::grow {

// Changes the program where it was found undefined or endless. False: there is nothing to be done, and
// another program must be made.
bool mend(program::Program& program, const semantics::Meaning& meaning, choice::Choices& choices);

// Constant arms of ?: that are never taken become defined: clang computes such arms before it chooses, and
// its sanitizer then reports what never happens.
void define_constant_arms(program::Program& program, const semantics::Meaning& meaning);

} // namespace assay::generate::grow
