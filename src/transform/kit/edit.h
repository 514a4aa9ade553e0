// The few ways in which transforms change a program. Nodes are changed in place, so that the site of a step
// keeps its id and no parent has to be found.
#pragma once

#include "transform/step.h"

namespace assay::transform {

// The site's content under a new id, so that something can be put around it.
NodeId moved_out(Program& program, NodeId site);
// The site takes the content of a node that was just made (and is used nowhere else).
void become(Program& program, NodeId site, NodeId made);
// The same for a value: with a cast in between where `made` has not the site's value type.
void become_value(Program& program, NodeId site, NodeId made, TypeId value_type);

void insert_stmt(Program& program, NodeId block, uint32_t position, NodeId stmt);
void erase_stmt(Program& program, NodeId block, NodeId stmt);

// A tree that is about to become unreachable: its local variables leave nothing behind that would still be
// initialised.
void discard(Program& program, NodeId root);

// The function goes from its table. Functions are numbered in order, so those behind it move up.
void erase_function(Program& program, FuncId func);

// A copy of a tree whose variables and labels are its own, to stand in the same function.
NodeId clone_fresh(Program& program, NodeId root);

// A name that nothing in the program has. `number` makes it; it should come from a step's fresh ids.
std::string fresh_name(const Program& program, std::string_view prefix, uint32_t number);

} // namespace assay::transform
