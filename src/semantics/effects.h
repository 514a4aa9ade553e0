// Which expressions do more than yield a value.
#pragma once

#include "program/program.h"

namespace assay::semantics {

// The node itself: does it write, call or show something, or end the program?
bool is_effect(const program::Node& node);
// The node or anything below it.
bool holds_effect(const program::Program& program, program::NodeId expr);

} // namespace assay::semantics
