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

// The same for an expression of the program, whose type may also be qualified.
void become_expr(Program& program, NodeId site, NodeId expr, TypeId value_type);

// What `x = e` or `x op= e` stores, as an expression of its own.
NodeId stored_value(Program& program, NodeId assignment);

void insert_stmt(Program& program, NodeId block, uint32_t position, NodeId stmt);
void erase_stmt(Program& program, NodeId block, NodeId stmt);

// Where a local variable is declared; none if in no block.
struct Declaration {
    NodeId block, stmt;
};
Declaration declaration_of(const Program& program, VarId var);

// A tree that is about to become unreachable: its local variables leave nothing behind that would still be
// initialised.
void discard(Program& program, NodeId root);

FuncId function_of(const Program& program, NodeId body); // none: there is none with this body

// The function goes from its table. Functions are numbered in order, so those behind it move up.
void erase_function(Program& program, FuncId func);

// A copy of a tree whose variables and labels are its own, to stand in the same function.
NodeId clone_fresh(Program& program, NodeId root);

// A name that nothing in the program has. `number` makes it; it should come from a step's fresh ids.
std::string fresh_name(const Program& program, std::string_view prefix, uint32_t number);

} // namespace assay::transform
