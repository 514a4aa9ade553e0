// Operators on numbers and pointers. Integer operations that would be undefined are guarded, repaired, or end
// the program.
#include "base/check.h"
#include "program/typing.h"
#include "semantics/evaluator.h"

namespace assay::semantics {

namespace at = program::at;
using program::UnaryOp;

namespace {

FloatShape float_shape(TypeKind kind) {
    return kind == TypeKind::Float ? FloatShape::Float : FloatShape::Double;
}

Value checked(const FloatOutcome& outcome) {
    if (!outcome.ok()) throw Undefined{outcome.ub};
    return Value::floating(outcome.value);
}

} // namespace

Value Evaluator::eval_unary(NodeId id, const Node& n) {
    const UnaryOp op = n.unary();
    const NodeId child = n.child(at::Unary::operand);
    const TypeId type = n.type;
    if (op == UnaryOp::Not) return Value::integer(truth(child) ? 0 : 1);
    const TypeId from = node(child).type;
    const Value operand = eval(child);
    here_ = id;
    if (operand.kind == Value::Kind::Block) return vector_unary(id, op, operand, type);
    if (operand.kind == Value::Kind::Float) return checked(float_unary(op, operand.real));
    const IntShape shape = facts(type).shape;
    const UInt128 a = convert_to(operand, from, type).bits;
    if (op == UnaryOp::Minus) {
        if (unary(op, a, shape).ok()) return Value::integer(unary(op, a, shape).bits);
        return Value::integer(repaired(id, BinaryOp::Sub, 0, a, shape, shape, Ub::SignedOverflow));
    }
    return Value::integer(unary(op, a, shape).bits);
}

Value Evaluator::eval_binary(NodeId id, const Node& n) {
    const BinaryOp op = n.binary();
    const NodeId l = n.child(at::Binary::left), r = n.child(at::Binary::right);
    const TypeId type = n.type, lt = node(l).type, rt = node(r).type;
    Value left, right;
    eval_both(id, l, r, &Evaluator::eval, left, right);
    return combine(id, op, left, lt, right, rt, node_facts_[id.index].operands, type);
}

Value Evaluator::combine(NodeId id, BinaryOp op, const Value& left, TypeId lt, const Value& right, TypeId rt,
                         TypeId operands, TypeId result) {
    if (left.kind == Value::Kind::Int && right.kind == Value::Kind::Int) {
        const IntShape shape = node_facts_[id.index].shape, count = node_facts_[id.index].count;
        return Value::integer(
            arithmetic(id, op, convert(left.bits, shape), convert(right.bits, count), shape, count));
    }
    if (left.kind == Value::Kind::Block || right.kind == Value::Kind::Block)
        return vector_binary(id, op, left, lt, right, rt, result);
    if (left.kind == Value::Kind::Pointer || right.kind == Value::Kind::Pointer)
        return pointer_binary(id, op, left, lt, right, rt);
    const double a = convert_to(left, lt, operands).real, b = convert_to(right, rt, operands).real;
    if (is_comparison(op)) return Value::integer(float_compare(op, a, b) ? 1 : 0);
    return checked(float_binary(op, a, b, float_shape(facts(operands).kind)));
}

UInt128 Evaluator::arithmetic(NodeId id, BinaryOp op, UInt128 a, UInt128 b, IntShape shape,
                              IntShape count_shape) {
    const IntOutcome outcome = binary(op, a, b, shape, count_shape, shift_rule_);
    if (outcome.ok()) [[likely]]
        return outcome.bits;
    return repaired(id, op, a, b, shape, count_shape, outcome.ub);
}

UInt128 Evaluator::repaired(NodeId id, BinaryOp op, UInt128 a, UInt128 b, IntShape shape,
                            IntShape count_shape, Ub ub) {
    here_ = id;
    const bool negation = node(id).kind == NodeKind::Unary;
    const UInt128 kept = negation ? b : a;
    uint64_t runs = 0;
    if (profile_ != nullptr) {
        profile_[id.index].ub |= uint64_t{1} << static_cast<unsigned>(ub);
        runs = profile_[id.index].runs - 1;
    }
    if (node(id).guarded || options_.guard_all) return kept;
    if (repairer_ == nullptr) throw Undefined{ub};
    const auto first_new = static_cast<uint32_t>(p_.nodes.size());
    const Repairer::Repair repair =
        repairer_->unsafe(*repairable_, {id, ub, op, a, b, shape, count_shape, runs});
    if (repair.action == Repairer::Action::Stop) throw Undefined{ub};
    if (repair.action == Repairer::Action::Guard) return kept;
    note_rewritten(id, first_new, repair.rewrite, a, b);
    if (negation) return kept; // the only rewrite of -a is +a
    const IntOutcome outcome = apply(repair.rewrite, op, a, b, shape, count_shape, shift_rule_);
    base::check(outcome.ok(), "a rewrite left the operation undefined");
    return outcome.bits;
}

// The tree has new nodes. They count as executed with the rest of it: were one of them to be rewritten at a
// later execution, as if that were its first, then what it has already stood for would change.
void Evaluator::note_rewritten(NodeId id, uint32_t first_new, const Rewrite& rewrite, UInt128 a, UInt128 b) {
    make_room();
    std::vector<NodeId> path;
    prepare_node(id, path);
    if (profile_ == nullptr) return;
    for (uint32_t i = first_new; i < p_.nodes.size(); ++i) {
        const Node& made = p_.nodes[i];
        profile_[i].runs = 1;
        if (made.kind == NodeKind::IntConst) profile_number({i}, made.bits());
        if (made.kind != NodeKind::Binary) continue;
        const IntShape shape = facts(made.type).shape;
        const UInt128 changed = rewrite.kind == Rewrite::Kind::LeftPlus ? a : b;
        const IntOutcome outcome =
            binary(made.binary(), changed, rewrite.constant, shape, shape, shift_rule_);
        if (outcome.ok()) profile_number({i}, outcome.bits);
    }
}

Value Evaluator::eval_cast(const Value& value, TypeId from, TypeId to) {
    const TypeFacts& t = facts(to);
    if (t.kind == TypeKind::Void) return {};
    if (value.kind == Value::Kind::Pointer && t.kind == TypeKind::Bool) {
        if (is_dangling(value.pointer)) throw Undefined{Ub::Dangling};
        return Value::integer(value.pointer.is_null() ? 0 : 1);
    }
    if (value.kind == Value::Kind::Int && t.kind == TypeKind::Pointer) return Value::address({});
    if (value.kind == Value::Kind::Pointer && !value.pointer.is_null() && !value.pointer.is_function()) {
        if (is_dangling(value.pointer)) throw Undefined{Ub::Dangling};
        const TypeId pointee = p_.types[to].base,
                     before = p_.types[from].base; // of an array: what it decays to
        const TypeKind kind = facts(pointee).kind;
        const bool bytes = kind == TypeKind::Void || (kind >= TypeKind::Char && kind <= TypeKind::UChar);
        if (bytes || p_.types.same_but_quals(pointee, before)) return value;
        return Value::address(memory_.narrowed_to(value.pointer, pointee));
    }
    return convert_to(value, from, to); // pointers and the bytes of vectors stay as they are
}

// Arithmetic may reach one past the end of the array that the pointer walks over, no further.
Pointer Evaluator::moved(const Pointer& pointer, TypeId pointer_type, UInt128 by, IntShape shape,
                         bool backwards) {
    if (pointer.is_null()) {
        if (by == 0 && program::is_cxx(p_.platform.standard)) return pointer; // C has no such exception
        throw Undefined{Ub::PointerOverflow};
    }
    if (!memory_.is_alive(pointer.object)) throw Undefined{Ub::Dangling};
    const uint32_t size = facts(p_.types[pointer_type].base).size;
    const Int128 limit = Int128{1} << 40;
    Int128 count = static_cast<Int128>(by);
    if ((!shape.is_signed && shape.width == 128 && count < 0) || count > limit || count < -limit)
        throw Undefined{Ub::PointerOverflow};
    if (backwards) count = -count;
    const Int128 offset = pointer.offset + count * size;
    if (offset < pointer.low || offset > pointer.high) throw Undefined{Ub::PointerOverflow};
    Pointer result = pointer;
    result.offset = static_cast<uint32_t>(offset);
    return result;
}

// An address one past the end of one object may or may not be that of another: not determined.
bool Evaluator::pointers_equal(const Pointer& a, const Pointer& b) {
    if (is_dangling(a) || is_dangling(b)) throw Undefined{Ub::Dangling};
    if (a.is_null() || b.is_null()) return a.is_null() && b.is_null();
    if (a.object == b.object) return a.offset == b.offset;
    if (a.is_function() || b.is_function()) return false;
    const auto at_end = [&](const Pointer& x) { return x.offset == memory_.object(x.object).size; };
    if (memory_.object(a.object).may_be_shared && memory_.object(b.object).may_be_shared)
        throw Undefined{Ub::PointerComparison};
    if ((at_end(a) && b.offset == 0) || (at_end(b) && a.offset == 0)) throw Undefined{Ub::PointerComparison};
    return false;
}

Value Evaluator::pointer_binary(NodeId id, BinaryOp op, const Value& left, TypeId lt, const Value& right,
                                TypeId rt) {
    here_ = id;
    if (right.kind == Value::Kind::Int)
        return Value::address(moved(left.pointer, lt, right.bits, facts(rt).shape, op == BinaryOp::Sub));
    if (left.kind == Value::Kind::Int)
        return Value::address(moved(right.pointer, rt, left.bits, facts(lt).shape, false));
    const Pointer &a = left.pointer, &b = right.pointer;
    if (op == BinaryOp::Eq) return Value::integer(pointers_equal(a, b) ? 1 : 0);
    if (op == BinaryOp::Ne) return Value::integer(pointers_equal(a, b) ? 0 : 1);
    if (is_dangling(a) || is_dangling(b)) throw Undefined{Ub::Dangling};
    const bool same = a.object == b.object && !a.is_null();
    if (op == BinaryOp::Sub) {
        if (!same || a.low != b.low || a.high != b.high) throw Undefined{Ub::PointerDifference};
        const auto size = static_cast<int64_t>(facts(p_.types[lt].base).size);
        const int64_t bytes = int64_t{a.offset} - int64_t{b.offset};
        if (bytes % size != 0) throw Undefined{Ub::PointerDifference};
        return Value::integer(static_cast<UInt128>(static_cast<Int128>(bytes / size)));
    }
    if (!same) throw Undefined{Ub::PointerComparison};
    const IntShape shape{64, false, false};
    return Value::integer(binary(op, a.offset, b.offset, shape, shape, ShiftRule::C).bits);
}

} // namespace assay::semantics
