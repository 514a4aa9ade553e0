// What the transforms share that add declarations and statements to a block.
#pragma once

#include "program/build.h"
#include "transform/kit/copies.h"
#include "transform/kit/objects.h"
#include "transform/view.h"

namespace assay::transform {

// By convention the site is the block, and the first argument the statement before which something is added
// (4294967295: at the end).
inline Gap gap_of(const Step& step) { return {step.site, step.node(0)}; }
void add_to(Program& program, const Step& step, NodeId stmt);

// Any statement may be added there: it is no block of a switch, whose statements are found by their cases.
bool takes_statement(const View& view, const Gap& gap);
// And a variable may be declared: no jump passes the place on its way to a label behind it.
bool takes_declaration(const View& view, const Gap& gap);
// Does the name of the variable mean it there?
bool is_visible_in(const View& view, const Gap& gap, VarId var);
// A number that can be read there.
bool is_readable_number(const View& view, const Gap& gap, VarId var);
// No type: it is no number. Its own qualifiers do not count.
TypeId number_of(const Program& program, VarId var);
FuncId function_of(const Program& program, NodeId body); // none: there is none with this body

// May the function around be called where neither effects nor reads of globals are allowed?
inline bool is_in_pure_code(const View& view, NodeId place) {
    const FuncId func = view.function(place);
    return func && view.use(func).in_pure_code;
}

// A step that declares a local variable says whose it is, because a program alone does not tell.
inline bool names_owner(const View& view, const Step& step, size_t arg) {
    const FuncId func = function_of(view.program(), step.node(arg));
    return func && func == view.function(step.site);
}

} // namespace assay::transform
