// Operations with Node::guarded: where one would be undefined, its left operand stands for it.
#include "print/printer.h"
#include "program/typing.h"

#include <algorithm>

namespace assay::print {

namespace at = program::at;
using base::Int128;
using program::is_integer;
using program::is_integral;

namespace {

std::optional<Int128> constant_of(const Node& n) {
    if (n.kind != NodeKind::IntConst) return std::nullopt;
    // Values from 2^127 on do not fit; as "not known" they are handled like any other operand.
    if (n.type == program::type::UInt128 && n.bits() >> 127 != 0) return std::nullopt;
    return static_cast<Int128>(n.bits());
}

} // namespace

bool Printer::guarded(const Node& n, Prec min) {
    if (n.kind == NodeKind::CompoundAssign) return guarded_compound(n, min);
    if (n.kind == NodeKind::IncDec) return guarded_incdec(n, min);
    const TypeKind kind = p_.types.kind(n.type);
    if (!is_integer(kind)) return false;
    if (n.kind == NodeKind::Unary && n.unary() == program::UnaryOp::Minus)
        return guarded_operator(n.child(at::Unary::operand), {}, {GuardedOp::Op::Neg, kind, kind}, min);
    if (n.kind != NodeKind::Binary) return false;
    const NodeId left = n.child(at::Binary::left), right = n.child(at::Binary::right);
    const auto op = guarded_op(n.binary());
    if (!op || !is_integral(kind_of(left)) || !is_integral(kind_of(right))) return false;
    return guarded_operator(left, right, {*op, kind, p_.types.kind(program::promoted(p_, right))}, min);
}

bool Printer::guarded_operator(NodeId left, NodeId right, const GuardedOp& op, Prec min) {
    const std::optional<Int128> known = right ? constant_of(p_[right]) : std::nullopt;
    if (!guards_.can_fail(op, known)) return false;
    if (!constant_context_ && !reads_well_inline(op, left, right)) {
        helper_call(op, left, right);
        return true;
    }
    const std::string a = rendered(left, Prec::Cast), b = right ? rendered(right, Prec::Cast) : std::string();
    const bool opened = open(Prec::Conditional, min);
    out.put(guards_.choice(op, known, a, b));
    close(opened);
    return true;
}

std::string Printer::rendered(NodeId id, Prec min) {
    Writer aside;
    std::swap(out, aside);
    expr(id, min);
    std::swap(out, aside);
    return aside.take();
}

bool Printer::is_small(NodeId id) const {
    const Node& n = p_[id];
    if (n.kind == NodeKind::VarRef) return (p_.types[n.type].quals & program::kVolatile) == 0;
    return n.kind == NodeKind::IntConst || n.kind == NodeKind::CharConst || n.kind == NodeKind::EnumConst;
}

// Inside the expression the guard shows both operands again and again: only if they are names or constants,
// and the condition is short.
bool Printer::reads_well_inline(const GuardedOp& op, NodeId left, NodeId right) const {
    if (op.kind >= TypeKind::Int128 || !is_small(left) || (right && !is_small(right))) return false;
    const bool known = right && p_[right].kind == NodeKind::IntConst;
    switch (op.op) {
    case GuardedOp::Op::Add:
    case GuardedOp::Op::Sub:
    case GuardedOp::Op::Shl: return known;
    case GuardedOp::Op::Mul: return false;
    case GuardedOp::Op::Div:
    case GuardedOp::Op::Rem:
    case GuardedOp::Op::Shr:
    case GuardedOp::Op::Neg: return true;
    }
    return false;
}

void Printer::open_helper(GuardedOp op) {
    if (op.op != GuardedOp::Op::Shl && op.op != GuardedOp::Op::Shr) op.count = op.kind; // one helper for all
    if (std::ranges::find(helpers_, op) == helpers_.end()) helpers_.push_back(op);
    out.put(helper_prefix_);
    out.put(GuardText::name(op));
    out.put('(');
    out.enter();
}

void Printer::helper_call(const GuardedOp& op, NodeId left, NodeId right) {
    open_helper(op);
    converted(left);
    if (right) {
        out.put(", ");
        out.may_break(0);
        converted(right);
    }
    out.leave();
    out.put(')');
}

std::vector<GuardedOp> Printer::take_helpers() { return std::exchange(helpers_, {}); }
void Printer::define_helper(const GuardedOp& op, Writer& to) const { guards_.define(to, op, helper_prefix_); }

// A target that may not be written twice is reached through a pointer. GNU's statement expressions hold that.
// Bit-fields, members of packed structs and elements of vectors have no address of their own: the pointer is
// to what holds them.
bool Printer::is_inside_packed(NodeId lvalue) const {
    for (; p_[lvalue].kind == NodeKind::Member || p_[lvalue].kind == NodeKind::Index;
         lvalue = p_[lvalue].child(0)) {
        const TypeId whole = p_[p_[lvalue].child(0)].type;
        if (is_record(p_.types.kind(whole)) && p_.types.record_of(whole).packed) return true;
        if (p_.types.kind(whole) == TypeKind::Pointer) return false;
    }
    return false;
}

Printer::Reach Printer::reach_of(NodeId target) const {
    const Node& t = p_[target];
    if (t.kind == NodeKind::Member && (program::is_bit_field(p_, target) || is_inside_packed(target)))
        return Reach::Member;
    const bool indexed = t.kind == NodeKind::Index;
    if (indexed && p_.types.kind(p_[t.child(at::Index::array)].type) == TypeKind::Vector) return Reach::Lane;
    return Reach::Itself;
}

bool Printer::is_repeated(NodeId target) const {
    constexpr int kUnlimited = 1 << 20;
    return repeatable_lvalue(target, is_inside_packed(target) ? kUnlimited : kRepeatBudget);
}

void Printer::open_pointer(NodeId target) {
    const Reach reach = reach_of(target);
    const Node& t = p_[target];
    const NodeId holder = reach == Reach::Itself ? target : t.child(0);
    out.put("__extension__({ ");
    types.before(out, p_[holder].type);
    out.put(" *assay_p = &");
    expr(holder, Prec::Cast);
    out.put("; ");
    if (reach == Reach::Lane) {
        out.put("const int assay_i = ");
        expr(t.child(at::Index::subscript), Prec::Assign);
        out.put("; ");
    }
    out.may_break(1);
}

void Printer::through_pointer(NodeId target) {
    switch (reach_of(target)) {
    case Reach::Itself: out.put("*assay_p"); return;
    case Reach::Lane: out.put("(*assay_p)[assay_i]"); return;
    case Reach::Member: break;
    }
    out.put("assay_p->");
    field_name(p_[target]);
}

bool Printer::guarded_compound(const Node& n, Prec min) {
    const NodeId target = n.child(at::CompoundAssign::target), value = n.child(at::CompoundAssign::value);
    const auto which = guarded_op(n.binary());
    if (!which || !is_integral(kind_of(target)) || !is_integral(kind_of(value))) return false;
    const TypeId left = program::promoted(p_, target), right = program::promoted(p_, value);
    const TypeId common = is_shift(n.binary()) ? left : program::common_type(p_, left, right);
    const GuardedOp op{*which, p_.types.kind(common), p_.types.kind(right)};
    if (!guards_.can_fail(op, constant_of(p_[value]))) return false;
    if (is_repeated(target)) {
        const bool opened = open(Prec::Assign, min);
        expr(target, Prec::Unary);
        out.put(" = ");
        out.may_break(static_cast<uint32_t>(Prec::Assign));
        helper_call(op, target, value);
        close(opened);
        return true;
    }
    open_pointer(target);
    through_pointer(target);
    out.put(" = ");
    open_helper(op);
    through_pointer(target);
    out.put(", ");
    converted(value);
    out.leave();
    out.put("); })");
    return true;
}

bool Printer::guarded_incdec(const Node& n, Prec min) {
    const NodeId target = n.child(at::IncDec::target);
    if (!is_integral(kind_of(target))) return false;
    const TypeKind kind = p_.types.kind(program::promoted(p_, target));
    const program::IntegerForm form = integer_form(kind, p_.platform.target);
    const Node& t = p_[target];
    const int own_bits = program::is_bit_field(p_, target)
                             ? program::field_of(p_, t).bits
                             : integer_form(program::integer_kind(p_, t.type), p_.platform.target).width;
    // A narrower one is promoted first, and then there is always room.
    if (!form.is_signed || own_bits < form.width) return false;
    const bool up = is_increment(n.incdec());
    const std::string limit = guards_.constant(kind, up ? constants.largest(kind) : constants.smallest(kind));
    const std::string_view sign = up ? "++" : "--";
    const auto choose = [&](auto&& write) {
        write();
        out.put(" == ");
        out.put(limit);
        out.put(" ? ");
        write();
        out.put(" : ");
        if (is_prefix(n.incdec())) out.put(sign);
        write();
        if (!is_prefix(n.incdec())) out.put(sign);
    };
    if (is_repeated(target)) {
        const bool opened = open(Prec::Conditional, min);
        choose([&] { expr(target, Prec::Postfix); });
        close(opened);
        return true;
    }
    open_pointer(target);
    choose([&] {
        out.put('(');
        through_pointer(target);
        out.put(')');
    });
    out.put("; })");
    return true;
}

} // namespace assay::print
