// What the place of a node asks of whatever stands there, and what is inside a tree: the questions that most
// preconditions are made of.
#pragma once

#include "transform/view.h"

namespace assay::transform {

// Expressions

// Is the expression a number or pointer at a place that asks for its value alone? Any expression of the same
// value type may stand there instead, and any may be put around it. Not so for lvalues, bit-fields (they
// promote in their own way), zeros that stand for null pointers, constants that the language demands, and
// lengths of arrays, which compilers look into.
bool wants_value(const View& view, NodeId expr);
// The same where a constant is demanded: any constant expression of the same type and value.
bool wants_constant(const View& view, NodeId expr);

// Is the value at this place converted to a type that does not depend on it, tested for zero, or dropped?
// Then any number may stand there. Only for expressions that are at a wants_value() place.
bool converts_number(const View& view, NodeId expr);
bool drops_value(const View& view, NodeId expr); // nobody looks at it

// The basic type of the value, if it has one: integers without enums, float, double. Else void.
TypeId number_type(const Program& program, NodeId expr);
TypeId integer_type(const Program& program, NodeId expr); // the same for integers alone

bool has_effects(const Program& program, NodeId expr); // writes or calls
bool reads_volatile(const Program& program, NodeId expr);
bool is_literal(const Node& node); // IntConst, FloatConst, CharConst, EnumConst

bool has_compound_literal(const Program& program, NodeId root);

// Statements

// The assignment, plain or compound, that is all of the statement; none if it is something else.
NodeId assignment_in(const View& view, NodeId stmt);

// Can the statement be put into another statement, and another statement be put in its place?
bool is_movable(const View& view, NodeId stmt);
// And would that leave the lifetime of every object as it is? A compound literal lives as long as its block.
bool can_be_enclosed(const View& view, NodeId stmt);
// May `stmt`, which is below `site`, take its place? In C++ the body of a for shares the scope of its
// variable.
bool can_replace(const View& view, NodeId site, NodeId stmt);

// Jumps out of a tree of statements, and into it.
struct Jumps {
    bool breaks = false;    // to the end of a loop or switch around the tree
    bool continues = false; // to the step of a loop around the tree
    bool cases = false;     // labels of a switch around the tree
    bool gotos = false;     // to labels outside
};
Jumps jumps_out(const View& view, NodeId stmt);
// Would these jumps find a loop or switch around `site`?
bool jumps_land(const View& view, NodeId site, const Jumps& jumps);

// Is it in the entry and in no loop? (A goto may still run it again.)
bool is_outside_loops(const View& view, NodeId stmt);

// Can the tree go without leaving a name or label that is used elsewhere?
bool can_discard(const View& view, NodeId root);

// The position of a statement in its block's list; UINT32_MAX: it is not in it.
uint32_t position_in(const Program& program, NodeId block, NodeId stmt);

} // namespace assay::transform
