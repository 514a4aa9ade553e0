// Changes whose consequences are everywhere, such as that of a type: instead of working out whether the
// program stays sound, the change is made on a copy and looked at.
#pragma once

#include "program/check_program.h"
#include "program/typing.h"
#include "transform/size.h"

namespace assay::transform {

// `change(Program&)` says false if there is nothing to do. Types of expressions are derived anew after it.
template <typename Change> bool changed(Program& program, const Change& change) {
    return change(program) && program::retype(program, program::Platform(program.platform)).ok();
}

// Would the changed program be sound, and smaller?
template <typename Change> bool shrinks_soundly(const Program& program, const Change& change) {
    Program copy = program;
    return changed(copy, change) && program::check_program(copy) && size_of(copy) < size_of(program);
}

} // namespace assay::transform
