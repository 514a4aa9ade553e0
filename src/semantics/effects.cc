#include "semantics/effects.h"

#include "program/walk.h"

namespace assay::semantics {

using program::Builtin;
using program::NodeKind;

bool is_effect(const program::Node& node) {
    if (node.kind == NodeKind::CallBuiltin) {
        const auto which = static_cast<Builtin>(node.op);
        return (which >= Builtin::AddOverflow && which <= Builtin::MulOverflow) ||
               which >= Builtin::Unreachable;
    }
    return node.kind == NodeKind::Assign || node.kind == NodeKind::CompoundAssign ||
           node.kind == NodeKind::IncDec || node.kind == NodeKind::Call ||
           node.kind == NodeKind::CallPointer ||
           node.kind == NodeKind::CompoundLiteral; // which stores its value again
}

bool holds_effect(const program::Program& program, program::NodeId expr) {
    bool found = is_effect(program[expr]);
    program::for_each_child(program, program[expr],
                            [&](program::NodeId child) { found = found || holds_effect(program, child); });
    return found;
}

} // namespace assay::semantics
