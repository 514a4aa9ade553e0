// The other ways to write a node, as forms.h lists them.
#include "print/printer.h"
#include "program/typing.h"

namespace assay::print {

namespace at = program::at;
using program::is_arithmetic;
using program::is_array;
using program::is_integral;
using program::is_lvalue;
using program::is_scalar;
using program::UnaryOp;

namespace {

bool commutes(BinaryOp op) {
    return is_comparison(op) || op == BinaryOp::Add || op == BinaryOp::Mul || op == BinaryOp::And ||
           op == BinaryOp::Or || op == BinaryOp::Xor;
}

} // namespace

bool Printer::alternative(const Node& n, Prec min) {
    const TypeKind kind = p_.types.kind(n.type);
    if (n.kind == NodeKind::IntConst && n.form <= 2) {
        const bool opened = open(precedence(n), min);
        constants.put_integer(out, kind, n.bits(), n.form == 1 ? Radix::Hex : Radix::Octal);
        close(opened);
        return true;
    }
    if (n.kind == NodeKind::FloatConst && n.form == 1) {
        const bool opened = open(precedence(n), min);
        constants.put_real(out, kind, n.real(), true);
        close(opened);
        return true;
    }
    return alternative_lvalue(n, min) || alternative_operator(n, min) || alternative_call(n, min) ||
           alternative_sizeof(n, min);
}

bool Printer::alternative_lvalue(const Node& n, Prec min) {
    const auto steps_over_array = [&](NodeId array) { // does `array + i` mean what array[i] needs?
        const TypeKind kind = kind_of(array);
        return kind == TypeKind::Pointer || (is_array(kind) && is_lvalue(p_, array));
    };
    if (n.kind == NodeKind::Member && n.form == 1) {
        const NodeId object = n.child(at::Member::object);
        const bool pointer = p_[object].kind == NodeKind::Deref && p_[object].form == 0;
        if (!pointer && !is_lvalue(p_, object)) return false;
        out.put(pointer ? "(*" : "(&");
        expr(pointer ? p_[object].child(at::Deref::pointer) : object, Prec::Cast);
        out.put(pointer ? ")." : ")->");
        field_name(n);
        return true;
    }
    if (n.kind == NodeKind::Index && n.form <= 2) {
        const NodeId array = n.child(at::Index::array), subscript = n.child(at::Index::subscript);
        if (!steps_over_array(array)) return false;
        if (n.form == 2) {
            expr(subscript, Prec::Postfix);
            out.put('[');
            expr(array, Prec::Assign);
            out.put(']');
            return true;
        }
        const bool opened = open(Prec::Unary, min);
        prefix("*");
        out.put('(');
        binary(BinaryOp::Add, array, subscript);
        out.put(')');
        close(opened);
        return true;
    }
    if (n.kind == NodeKind::Deref && n.form == 1 && p_.types.kind(n.type) != TypeKind::Function) {
        expr(n.child(at::Deref::pointer), Prec::Postfix);
        out.put("[0]");
        return true;
    }
    if (n.kind == NodeKind::AddrOf && n.form == 1) {
        const Node& object = p_[n.child(at::AddrOf::object)];
        if (object.kind != NodeKind::Index || !steps_over_array(object.child(at::Index::array))) return false;
        const bool opened = open(Prec::Additive, min);
        binary(BinaryOp::Add, object.child(at::Index::array), object.child(at::Index::subscript));
        close(opened);
        return true;
    }
    return false;
}

bool Printer::alternative_operator(const Node& n, Prec min) {
    if (n.form != 1) return false;
    Prec own = precedence(n);
    if (n.kind == NodeKind::Unary) {
        const NodeId operand = n.child(at::Unary::operand);
        const bool negates = n.unary() == UnaryOp::Minus && is_integral(kind_of(operand));
        if (n.unary() != UnaryOp::Not && !negates) return false;
        const bool opened = open(negates ? Prec::Additive : Prec::Equality, min);
        if (negates) out.put("0 - ");
        expr(operand, negates ? Prec::Multiplicative : Prec::Equality);
        if (!negates) out.put(" == 0");
        close(opened);
        return true;
    }
    if (n.kind == NodeKind::Binary) {
        const NodeId left = n.child(at::Binary::left), right = n.child(at::Binary::right);
        if (!commutes(n.binary()) || kind_of(left) == TypeKind::Vector || kind_of(right) == TypeKind::Vector)
            return false;
        const bool opened = open(own, min);
        binary(mirrored(n.binary()), right, left);
        close(opened);
        return true;
    }
    if (n.kind == NodeKind::CompoundAssign) {
        const NodeId target = n.child(at::CompoundAssign::target);
        if (!repeatable_lvalue(target, kRepeatBudget) || !has_settled_type(p_, target)) return false;
        const bool opened = open(own, min);
        expr(target, Prec::Unary);
        out.put(" = ");
        binary(n.binary(), target, n.child(at::CompoundAssign::value));
        close(opened);
        return true;
    }
    if (n.kind == NodeKind::IncDec && is_prefix(n.incdec()) && is_scalar(p_.types.kind(n.type))) {
        const bool opened = open(Prec::Assign, min);
        expr(n.child(at::IncDec::target), Prec::Unary);
        out.put(is_increment(n.incdec()) ? " += 1" : " -= 1");
        close(opened);
        return true;
    }
    return false;
}

bool Printer::alternative_call(const Node& n, Prec) {
    if (n.kind == NodeKind::Call && n.form <= 3) {
        out.put(n.form == 1 ? "(*" : n.form == 2 ? "(&" : "(");
        function(n.func());
        out.put(')');
        arguments(p_.list(n, at::Call::args), true);
        return true;
    }
    if (n.form != 1) return false;
    if (n.kind == NodeKind::CallPointer && kind_of(n.child(at::CallPointer::callee)) == TypeKind::Pointer) {
        out.put("(*");
        expr(n.child(at::CallPointer::callee), Prec::Cast);
        out.put(')');
        arguments(p_.list(n, at::CallPointer::args), true);
        return true;
    }
    if (n.kind == NodeKind::Cast && cxx_) {
        const NodeId operand = n.child(at::Cast::operand);
        if (!is_arithmetic(p_.types.kind(n.type)) || !is_arithmetic(kind_of(operand))) return false;
        out.put("static_cast<");
        types.name(out, n.type);
        out.put(">(");
        out.enter();
        expr(operand, Prec::Assign);
        out.leave();
        out.put(')');
        return true;
    }
    return false;
}

bool Printer::alternative_sizeof(const Node& n, Prec min) {
    if (n.kind != NodeKind::SizeofExpr || n.form != 1) return false;
    const Node& operand = p_[n.child(at::SizeofExpr::operand)];
    if (operand.kind != NodeKind::VarRef) return false;
    const bool opened = open(Prec::Unary, min);
    out.put("sizeof ");
    variable(operand.var());
    close(opened);
    return true;
}

// Twice the same expression: no effects, and no volatile reads, of which two in no order would be undefined.
bool Printer::repeatable_lvalue(NodeId id, int budget) const {
    const Node& n = p_[id];
    if (budget <= 0) return false;
    if (n.kind == NodeKind::VarRef) return true;
    if (n.kind == NodeKind::Member) return repeatable_lvalue(n.child(at::Member::object), budget - 1);
    if (n.kind == NodeKind::Deref) return repeatable_value(n.child(at::Deref::pointer), budget - 1);
    if (n.kind != NodeKind::Index) return false;
    return repeatable_value(n.child(at::Index::array), budget / 2) &&
           repeatable_value(n.child(at::Index::subscript), budget / 2);
}

bool Printer::repeatable_value(NodeId id, int budget) const {
    const Node& n = p_[id];
    if (budget <= 0) return false;
    if (n.kind == NodeKind::IntConst || n.kind == NodeKind::CharConst || n.kind == NodeKind::EnumConst)
        return true;
    if (n.kind == NodeKind::AddrOf) return repeatable_lvalue(n.child(at::AddrOf::object), budget - 1);
    if (n.kind == NodeKind::Cast) return repeatable_value(n.child(at::Cast::operand), budget - 1);
    if (n.kind == NodeKind::Unary) return repeatable_value(n.child(at::Unary::operand), budget - 1);
    if (n.kind == NodeKind::Binary)
        return repeatable_value(n.child(at::Binary::left), budget / 2) &&
               repeatable_value(n.child(at::Binary::right), budget / 2);
    const bool is_read = !is_array(p_.types.kind(n.type));
    return repeatable_lvalue(id, budget) && !(is_read && (p_.types.quals(n.type) & program::kVolatile));
}

} // namespace assay::print
