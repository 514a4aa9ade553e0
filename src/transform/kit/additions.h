// What the transforms share that add declarations and statements to a block.
#pragma once

#include "program/build.h"
#include "transform/kit/copies.h"
#include "transform/kit/edit.h"
#include "transform/kit/objects.h"
#include "transform/view.h"

namespace assay::transform {

// By convention the site is the block, and `before` the statement before which something is added (none: at
// the end).
template <typename Named> Gap gap_of(const Named& step) { return {step.site, step.before}; }
void add_to(Program& program, const Gap& gap, NodeId stmt);

// Any statement may be added there: not in the block of a switch, whose statements are found by their cases.
bool takes_statement(const View& view, const Gap& gap);
// And a variable may be declared: no jump passes the place on its way to a label behind it.
bool takes_declaration(const View& view, const Gap& gap);
// Does the name of the variable mean it there?
bool is_visible_in(const View& view, const Gap& gap, VarId var);
// A number that can be read there.
bool is_readable_number(const View& view, const Gap& gap, VarId var);
// The type of a variable that is a number, without its qualifiers; else none.
TypeId number_of(const Program& program, VarId var);

// May the function around be called where side effects and reads of globals are not allowed?
inline bool is_in_pure_code(const View& view, NodeId place) {
    const FuncId func = view.function(place);
    return func && view.use(func).in_pure_code;
}

// Has the variable a value wherever it is read in this function, and does no write lack an order to the read?
bool is_safe_to_read(const View& view, NodeId place, VarId var);

// Is it the body of the function around? A step that declares a local variable says whose it is, because a
// program alone does not tell.
inline bool is_body_around(const View& view, NodeId body, NodeId site) {
    const FuncId func = function_of(view.program(), body);
    return func && func == view.function(site);
}

} // namespace assay::transform
