#include "base/check.h"
#include "print/printer.h"
#include "program/typing.h"

#include <cmath>

namespace assay::print {

namespace at = program::at;
using program::c_spelling;

namespace {

constexpr uint32_t rank(Prec prec) { return static_cast<uint32_t>(prec); }

} // namespace

void Printer::expr(NodeId id, Prec min) {
    const Node& n = p_[id];
    if (n.guarded && guarded(n, min)) return;
    if (n.form != 0 && alternative(n, min)) return;
    const bool opened = open(precedence(n), min);
    plain(n);
    close(opened);
}

bool Printer::open(Prec own, Prec min) {
    const bool needed = own < min || (options_.full_parentheses && own < Prec::Postfix && min > Prec::Assign);
    if (needed) {
        out.put('(');
        out.enter();
    }
    return needed;
}

void Printer::close(bool opened) {
    if (!opened) return;
    out.leave();
    out.put(')');
}

Prec Printer::precedence(const Node& n) const {
    switch (expr_kind(n.kind)) {
    case ExprKind::IntConst: return constants.precedence(p_.types.kind(n.type), n.bits());
    case ExprKind::FloatConst: return std::signbit(n.real()) ? Prec::Unary : Prec::Primary;
    case ExprKind::CharConst:
    case ExprKind::EnumConst:
    case ExprKind::VarRef:
    case ExprKind::FuncRef: return Prec::Primary;
    case ExprKind::Member:
    case ExprKind::Index:
    case ExprKind::ConvertVector:
    case ExprKind::Call:
    case ExprKind::CallPointer:
    case ExprKind::CompoundLiteral: return Prec::Postfix;
    case ExprKind::CallBuiltin:
        return static_cast<program::Builtin>(n.op) == program::Builtin::Memcmp ? Prec::Equality
                                                                               : Prec::Postfix;
    case ExprKind::Deref:
    case ExprKind::AddrOf:
    case ExprKind::Unary:
    case ExprKind::SizeofType:
    case ExprKind::SizeofExpr: return Prec::Unary;
    case ExprKind::IncDec: return is_prefix(n.incdec()) ? Prec::Unary : Prec::Postfix;
    case ExprKind::Cast: return Prec::Cast;
    case ExprKind::Binary: return print::precedence(n.binary());
    case ExprKind::Logical:
        return n.logical() == program::LogicalOp::And ? Prec::LogicalAnd : Prec::LogicalOr;
    case ExprKind::Conditional: return Prec::Conditional;
    case ExprKind::Assign:
    case ExprKind::CompoundAssign: return Prec::Assign;
    case ExprKind::Comma: return Prec::Comma;
    case ExprKind::InitList: break;
    }
    base::fail("not an expression");
}

void Printer::plain(const Node& n) {
    switch (expr_kind(n.kind)) {
    case ExprKind::IntConst:
        if (&n == parameter_) return out.put(sugar.parameter_name());
        return constants.put_integer(out, p_.types.kind(n.type), n.bits());
    case ExprKind::FloatConst: return constants.put_real(out, p_.types.kind(n.type), n.real());
    case ExprKind::CharConst: return put_character(out, static_cast<uint8_t>(n.slot[at::CharConst::code]));
    case ExprKind::EnumConst: return enumerator(n);
    case ExprKind::VarRef: return variable(n.var());
    case ExprKind::FuncRef: return function(n.func());
    case ExprKind::Member: return member(n);
    case ExprKind::Index: return index(n);
    case ExprKind::Deref: return prefixed("*", n.child(at::Deref::pointer));
    case ExprKind::AddrOf: return prefixed("&", n.child(at::AddrOf::object));
    case ExprKind::Unary: return prefixed(c_spelling(n.unary()), n.child(at::Unary::operand));
    case ExprKind::Binary: return binary(n.binary(), n.child(at::Binary::left), n.child(at::Binary::right));
    case ExprKind::Logical:
        return infix(n.logical() == program::LogicalOp::And ? "&&" : "||", precedence(n),
                     n.child(at::Logical::left), n.child(at::Logical::right));
    case ExprKind::Conditional: return conditional(n);
    case ExprKind::Comma: return comma(n);
    case ExprKind::Cast: return cast(n);
    case ExprKind::ConvertVector: return convert_vector(n);
    case ExprKind::Assign: return assign(n.child(at::Assign::target), {}, n.child(at::Assign::value));
    case ExprKind::CompoundAssign:
        return assign(n.child(at::CompoundAssign::target), c_spelling(n.binary()),
                      n.child(at::CompoundAssign::value));
    case ExprKind::IncDec: return incdec(n);
    case ExprKind::Call:
    case ExprKind::CallPointer: return call(n);
    case ExprKind::CallBuiltin: return builtin(n);
    case ExprKind::SizeofType:
    case ExprKind::SizeofExpr: return size_of(n);
    case ExprKind::CompoundLiteral: return compound_literal(n);
    case ExprKind::InitList: break;
    }
    base::fail("not an expression");
}

void Printer::enumerator(const Node& n) {
    const TypeId type{n.slot[at::EnumConst::enumeration]};
    types.need(type);
    const uint32_t first = p_.types.enum_of(type).first;
    out.put(p_.names[p_.types.enumerators[first + n.slot[at::EnumConst::index]].name]);
}

void Printer::index(const Node& n) {
    if (sugared_index(n)) return;
    expr(n.child(at::Index::array), Prec::Postfix);
    out.put('[');
    out.enter();
    expr(n.child(at::Index::subscript), Prec::Assign); // C++20 wants no comma here
    out.leave();
    out.put(']');
}

void Printer::comma(const Node& n) {
    expr(n.child(at::Comma::left), Prec::Comma);
    out.put(", ");
    out.may_break(0);
    expr(n.child(at::Comma::right), Prec::Assign);
}

void Printer::cast(const Node& n) {
    out.put('(');
    types.name(out, n.type);
    out.put(')');
    expr(n.child(at::Cast::operand), Prec::Cast);
}

void Printer::convert_vector(const Node& n) {
    out.put("__builtin_convertvector(");
    out.enter();
    expr(n.child(at::ConvertVector::operand), Prec::Assign);
    out.leave();
    out.put(", ");
    types.name(out, n.type);
    out.put(')');
}

void Printer::prefixed(std::string_view op, NodeId operand) {
    prefix(op);
    expr(operand, Prec::Cast);
}

void Printer::prefix(std::string_view op) {
    const char last = out.last();
    if (last == op.front() && (last == '-' || last == '+' || last == '&')) out.put(' ');
    out.put(op);
}

void Printer::infix(std::string_view op, Prec own, NodeId left, NodeId right) {
    expr(left, own);
    out.put(' ');
    out.may_break(rank(own));
    out.put(op);
    out.put(' ');
    expr(right, tighter(own));
}

void Printer::binary(BinaryOp op, NodeId left, NodeId right) {
    infix(c_spelling(op), print::precedence(op), left, right);
}

void Printer::conditional(const Node& n) {
    expr(n.child(at::Conditional::condition), Prec::LogicalOr);
    out.put(' ');
    out.may_break(rank(Prec::Conditional));
    out.put("? ");
    const NodeId yes = n.child(at::Conditional::yes), no = n.child(at::Conditional::no);
    arm(yes, no, Prec::Assign);
    out.put(' ');
    out.may_break(rank(Prec::Conditional));
    out.put(": ");
    arm(no, yes, Prec::Conditional);
}

void Printer::assign(NodeId target, std::string_view op, NodeId value) {
    expr(target, Prec::Unary);
    out.put(' ');
    out.put(op);
    out.put("= ");
    out.may_break(rank(Prec::Assign));
    if (op.empty())
        converted(value);
    else
        expr(value, Prec::Assign);
}

void Printer::incdec(const Node& n) {
    const std::string_view op = is_increment(n.incdec()) ? "++" : "--";
    if (is_prefix(n.incdec())) {
        prefix(op);
        return expr(n.child(at::IncDec::target), Prec::Unary);
    }
    expr(n.child(at::IncDec::target), Prec::Postfix);
    out.put(op);
}

void Printer::field_name(const Node& n) {
    const std::string_view name = p_.names[program::field_of(p_, n).name];
    if (sugar.empty() || !sugar.is_getter(n)) return out.put(name);
    out.put("get_");
    out.put(name);
    out.put("()");
}

void Printer::member(const Node& n) {
    const Node& object = p_[n.child(at::Member::object)];
    if (object.kind == NodeKind::Deref && object.form == 0) {
        expr(object.child(at::Deref::pointer), Prec::Postfix);
        out.put("->");
    } else {
        expr(n.child(at::Member::object), Prec::Postfix);
        out.put('.');
    }
    field_name(n);
}

void Printer::call(const Node& n) {
    if (n.kind == NodeKind::Call) {
        function(n.func());
        return arguments(p_.list(n, at::Call::args), true);
    }
    expr(n.child(at::CallPointer::callee), Prec::Postfix);
    arguments(p_.list(n, at::CallPointer::args), true);
}

void Printer::arguments(std::span<const NodeId> args, bool are_converted) {
    out.put('(');
    out.enter();
    for (size_t i = 0; i < args.size(); ++i) {
        if (i != 0) {
            out.put(", ");
            out.may_break(0);
        }
        if (are_converted)
            converted(args[i]);
        else
            expr(args[i], Prec::Assign);
    }
    out.leave();
    out.put(')');
}

void Printer::builtin(const Node& n) {
    const auto which = static_cast<program::Builtin>(n.op);
    using program::Builtin;
    if (which == Builtin::Abort)
        uses.need(Library::Abort);
    else if (which == Builtin::Memcpy)
        uses.need(Library::Memcpy);
    else if (which == Builtin::Memmove)
        uses.need(Library::Memmove);
    else if (which == Builtin::Memset)
        uses.need(Library::Memset);
    else if (which == Builtin::Memcmp)
        uses.need(Library::Memcmp);
    out.put(program::info(which).c_name);
    arguments(p_.list(n, at::CallBuiltin::args), false); // some take any type, and then it matters
    if (which == Builtin::Memcmp) out.put(" != 0");      // only whether the bytes differ is determined
}

// Always with parentheses: `sizeof (int)x` is something else.
void Printer::size_of(const Node& n) {
    out.put("sizeof(");
    out.enter();
    if (n.kind == NodeKind::SizeofType)
        types.name(out, {n.slot[at::SizeofType::operand]});
    else
        expr(n.child(at::SizeofExpr::operand), Prec::Comma);
    out.leave();
    out.put(')');
}

void Printer::variable(VarId id) {
    if (p_[id].is_global()) note(uses.vars[id.index]);
    out.put(name_of(id));
}

void Printer::function(FuncId id) {
    Use& use = uses.funcs[id.index];
    note(use);
    use.early |= global_.valid() || id > func_;
    out.put(p_.name(id));
    if (const Node* constant = sugar.parameter(id)) {
        out.put('<');
        put_plain_integer(out, static_cast<int64_t>(constant->bits()));
        out.put('>');
    }
}

void Printer::note(Use& use) {
    if (!global_) return use.note(file_);
    use.in_initialiser = true;
    uses.refers[global_.index] = true;
}

} // namespace assay::print
