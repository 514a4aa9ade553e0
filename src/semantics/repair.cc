#include "semantics/repair.h"

#include "base/check.h"
#include "program/build.h"
#include "program/typing.h"
#include "semantics/effects.h"

namespace assay::semantics {

namespace at = program::at;
using program::BinaryOp;
using program::Node;
using program::NodeKind;

namespace {

// operand op constant, in place of the operand.
NodeId offset_by(program::Program& p, NodeId operand, BinaryOp op, UInt128 constant) {
    program::Build build(p);
    const TypeId type = program::promoted(p, operand);
    return build.binary(op, operand, build.integer(type, static_cast<Int128>(constant)));
}

// The other operand goes away, so it must have been there for its value alone.
bool keep_operand(program::Program& p, NodeId id, uint8_t slot) {
    if (p[id].kind != NodeKind::Binary) return false;
    const uint8_t other = slot == at::Binary::left ? uint8_t{at::Binary::right} : uint8_t{at::Binary::left};
    if (holds_effect(p, p[id].child(other))) return false;
    Node kept;
    kept.kind = NodeKind::Cast;
    kept.type = p[id].type;
    kept.slot[at::Cast::operand] = p[id].slot[slot];
    p[id] = kept;
    return true;
}

} // namespace

bool rewrite_tree(program::Program& p, NodeId id, const Rewrite& rewrite) {
    // Binary and CompoundAssign share their slots; ++ and -- have no operand to change.
    if (p[id].kind == NodeKind::IncDec) return false;
    const NodeId left = p[id].child(at::Binary::left), right = p[id].child(at::Binary::right);
    switch (rewrite.kind) {
    case Rewrite::Kind::Impossible: return false;
    case Rewrite::Kind::UseUnary: p[id].op = static_cast<uint8_t>(rewrite.unary); return true;
    case Rewrite::Kind::UseBinary: p[id].op = static_cast<uint8_t>(rewrite.binary); return true;
    case Rewrite::Kind::CountPlus:
    case Rewrite::Kind::CountMinus: {
        const BinaryOp op = rewrite.kind == Rewrite::Kind::CountPlus ? BinaryOp::Add : BinaryOp::Sub;
        const NodeId count = offset_by(p, right, op, rewrite.constant);
        p[id].slot[at::Binary::right] = count.index;
        return true;
    }
    case Rewrite::Kind::LeftPlus: {
        if (p[id].kind != NodeKind::Binary) return false;
        const NodeId moved = offset_by(p, left, BinaryOp::Add, rewrite.constant);
        p[id].slot[at::Binary::left] = moved.index;
        return true;
    }
    case Rewrite::Kind::KeepLeft: return keep_operand(p, id, at::Binary::left);
    case Rewrite::Kind::KeepRight: return keep_operand(p, id, at::Binary::right);
    }
    return false;
}

Repairer::Repair RewriteOrGuard::unsafe(program::Program& p, const Unsafe& what) {
    const bool negation = p[what.node].kind == NodeKind::Unary;
    if (rewrites_ && what.runs == 0) {
        const Rewrite rewrite =
            negation ? rewrite_unary(program::UnaryOp::Minus, what.right, what.shape)
                     : rewrite_binary(what.op, what.left, what.right, what.shape, what.count_shape,
                                      shift_rule(p.platform.standard), word_());
        if (rewrite_tree(p, what.node, rewrite)) {
            ++rewritten_;
            return {Action::Rewrite, rewrite};
        }
    }
    ++guarded_;
    p[what.node].guarded = true;
    return {Action::Guard, {}};
}

ShiftRule shift_rule(program::Standard standard) {
    if (!program::is_cxx(standard)) return ShiftRule::C;
    return standard == program::Standard::Cxx20 ? ShiftRule::Cxx20 : ShiftRule::Cxx11;
}

} // namespace assay::semantics
