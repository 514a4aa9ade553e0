#include "semantics/repair.h"

#include "base/check.h"
#include "program/build.h"
#include "program/typing.h"
#include "program/walk.h"
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

// Bit-fields are converted at once, because compilers differ on the type of wide ones.
NodeId settled(program::Program& p, NodeId expr) {
    if (program::has_settled_type(p, expr)) return expr;
    return program::Build(p).cast(program::value_type(p, expr), expr);
}

// subscript - constant: any element, as the word says. Invalid if the difference could leave the type.
NodeId moved_inside(program::Program& p, NodeId subscript, const Repairer::OutOfRange& what, uint64_t word) {
    const auto value = static_cast<Int128>(what.subscript);
    constexpr Int128 kFar = 1 << 30;
    if (value < -kFar || value > kFar) return {};
    const Int128 by = value - static_cast<Int128>(word % what.count);
    program::Build build(p);
    const NodeId plain = settled(p, subscript);
    const TypeId type = program::promoted(p, plain);
    return build.binary(by < 0 ? BinaryOp::Add : BinaryOp::Sub, plain,
                        build.integer(type, by < 0 ? -by : by));
}

// Of a promoted integer type; its unsigned one is the next.
TypeId unsigned_of(TypeId type) { return {type.index + 1}; }

// subscript & (count - 1) or (unsigned)subscript % count: what is inside already stays as it is.
NodeId wrap_around(program::Program& p, NodeId subscript, uint32_t count, bool masks) {
    program::Build build(p);
    const NodeId plain = settled(p, subscript);
    const TypeId type = program::promoted(p, plain);
    if (masks && (count & (count - 1)) == 0)
        return build.binary(BinaryOp::And, plain, build.integer(type, count - 1));
    const program::IntegerForm form = integer_form(p.types.kind(type), p.platform.target);
    const TypeId word = form.is_signed ? unsigned_of(type) : type;
    const NodeId positive = word == type ? plain : build.cast(word, plain);
    return build.binary(BinaryOp::Rem, positive, build.integer(word, count));
}

// Only some forms of a length are sure not to be folded to a negative one, and a rewrite may make another. A
// guard keeps the form.
bool stands_in_length(const program::Program& p, NodeId node) {
    bool found = false;
    for (const program::Var& var : p.vars)
        if (var.length.valid())
            program::walk(p, var.length, [&](NodeId inside) { found = found || inside == node; });
    return found;
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

NodeId negate(program::Program& p, NodeId condition) {
    program::Build build(p);
    if (p[condition].kind != NodeKind::Binary || !is_comparison(p[condition].binary()))
        return build.unary(program::UnaryOp::Not, condition);
    const auto opposite = [](BinaryOp op) {
        if (op == BinaryOp::Lt) return BinaryOp::Ge;
        if (op == BinaryOp::Ge) return BinaryOp::Lt;
        if (op == BinaryOp::Gt) return BinaryOp::Le;
        if (op == BinaryOp::Le) return BinaryOp::Gt;
        return op == BinaryOp::Eq ? BinaryOp::Ne : BinaryOp::Eq;
    };
    p[condition].op = static_cast<uint8_t>(opposite(p[condition].binary()));
    return condition;
}

void limit_rounds(program::Program& p, NodeId loop, program::FuncId owner, uint32_t rounds) {
    program::Build build(p);
    const std::string name = "spent" + std::to_string(p.vars.size());
    const program::VarId spent = build.local(owner, name, program::type::Int, build.integer(0));
    const NodeId count = build.incdec(program::IncDecOp::PreInc, build.ref(spent));
    const NodeId too_many = build.binary(BinaryOp::Gt, count, build.integer(static_cast<int>(rounds)));
    const uint8_t slot = program::body_slot(p[loop].kind);
    const NodeId round[] = {build.if_(too_many, build.break_()), p[loop].child(slot)};
    const NodeId body = build.block(round);
    const NodeId moved = p.add(Node(p[loop]));
    p[moved].slot[slot] = body.index;
    const NodeId whole[] = {build.declare(spent), moved};
    p[loop] = Node(p[build.block(whole)]);
}

Repairer::Repair RewriteOrGuard::unsafe(program::Program& p, const Unsafe& what) {
    const bool negation = p[what.node].kind == NodeKind::Unary;
    if (rewrites_ && what.runs == 0 && !stands_in_length(p, what.node)) {
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

bool RewriteOrGuard::out_of_range(program::Program& p, const OutOfRange& what) {
    // An earlier subscript of a longer array would be changed.
    if (!what.count_known && what.runs != 0) return false;
    const NodeId subscript = p[what.node].child(at::Index::subscript);
    const uint64_t word = word_();
    const bool moves = rewrites_ && what.runs == 0 && (word & 1) != 0;
    const NodeId inside = moves ? moved_inside(p, subscript, what, word >> 1) : NodeId{};
    p[what.node].slot[at::Index::subscript] =
        (inside.valid() ? inside : wrap_around(p, subscript, what.count, (word & 2) != 0)).index;
    ++wrapped_;
    return true;
}

bool RewriteOrGuard::written_meanwhile(program::Program& p, NodeId compound) {
    Node& n = p[compound];
    n.kind = NodeKind::Assign; // with the same slots
    n.op = 0;
    n.form = 0;
    n.guarded = false;
    return true;
}

ShiftRule shift_rule(program::Standard standard) {
    if (!program::is_cxx(standard)) return ShiftRule::C;
    return standard == program::Standard::Cxx20 ? ShiftRule::Cxx20 : ShiftRule::Cxx11;
}

} // namespace assay::semantics
