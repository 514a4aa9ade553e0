// Trees written as C++ expressions, so that an idiom reads like the C it makes:
//     Expr x = pure_number(w, type::UInt, 1);
//     return ((x << 3) | (x >> 29)).node();
// An Expr may be used several times: every use after the first takes a copy of its tree. Nothing is drawn
// here, so the order in which a compiler evaluates operands does not matter.
#pragma once

#include "generate/grow/world.h"
#include "program/walk.h"

namespace assay::generate::grow {

class Expr {
  public:
    Expr(World& world, NodeId id) : w(&world), id_(id) {}
    Expr(Expr&&) = default;
    Expr& operator=(Expr&&) = default;
    Expr(const Expr&) = delete; // two owners would both believe to be the first user
    Expr& operator=(const Expr&) = delete;

    NodeId node() const {
        if (used_) return program::clone(w->p, id_);
        used_ = true;
        return id_;
    }
    TypeId type() const { return w->p[id_].type; }
    TypeId promoted() const { return program::promoted(w->p, id_); }
    int width() const { return integer_form(w->kind(promoted()), w->p.platform.target).width; }
    Expr as(TypeId to) const { return {*w, w->b.cast(to, node())}; }
    Expr literal(int64_t value) const { return {*w, w->b.integer(type::Int, value)}; }

    World* w;

  private:
    NodeId id_;
    mutable bool used_ = false;
};

inline Expr binary(BinaryOp op, const Expr& a, const Expr& b) {
    const NodeId left = a.node();
    return {*a.w, a.w->b.binary(op, left, b.node())};
}
inline Expr binary(BinaryOp op, const Expr& a, int64_t b) { return binary(op, a, a.literal(b)); }

#define ASSAY_EXPR_OPERATOR(symbol, name)                                                                    \
    inline Expr operator symbol(const Expr& a, const Expr& b) { return binary(BinaryOp::name, a, b); }       \
    inline Expr operator symbol(const Expr& a, int64_t b) { return binary(BinaryOp::name, a, b); }           \
    inline Expr operator symbol(int64_t a, const Expr& b) { return binary(BinaryOp::name, b.literal(a), b); }
ASSAY_EXPR_OPERATOR(+, Add)
ASSAY_EXPR_OPERATOR(-, Sub)
ASSAY_EXPR_OPERATOR(*, Mul)
ASSAY_EXPR_OPERATOR(/, Div)
ASSAY_EXPR_OPERATOR(%, Rem)
ASSAY_EXPR_OPERATOR(<<, Shl)
ASSAY_EXPR_OPERATOR(>>, Shr)
ASSAY_EXPR_OPERATOR(&, And)
ASSAY_EXPR_OPERATOR(|, Or)
ASSAY_EXPR_OPERATOR(^, Xor)
ASSAY_EXPR_OPERATOR(<, Lt)
ASSAY_EXPR_OPERATOR(<=, Le)
ASSAY_EXPR_OPERATOR(>, Gt)
ASSAY_EXPR_OPERATOR(>=, Ge)
ASSAY_EXPR_OPERATOR(==, Eq)
ASSAY_EXPR_OPERATOR(!=, Ne)
#undef ASSAY_EXPR_OPERATOR

inline Expr operator-(const Expr& a) { return {*a.w, a.w->b.unary(UnaryOp::Minus, a.node())}; }
inline Expr operator~(const Expr& a) { return {*a.w, a.w->b.unary(UnaryOp::BitNot, a.node())}; }
inline Expr operator!(const Expr& a) { return {*a.w, a.w->b.unary(UnaryOp::Not, a.node())}; }

// A choice among bit-fields is converted at once, because compilers differ on its type.
inline Expr select(const Expr& test, const Expr& yes, const Expr& no) {
    World& w = *test.w;
    const NodeId condition = test.node(), first = yes.node();
    const NodeId made = w.b.conditional(condition, first, no.node());
    if (program::has_settled_type(w.p, made)) return {w, made};
    return {w, w.b.cast(program::value_type(w.p, made), made)};
}
inline Expr both(const Expr& a, const Expr& b) {
    const NodeId left = a.node();
    return {*a.w, a.w->b.logical(program::LogicalOp::And, left, b.node())};
}
inline Expr either(const Expr& a, const Expr& b) {
    const NodeId left = a.node();
    return {*a.w, a.w->b.logical(program::LogicalOp::Or, left, b.node())};
}

inline Expr ref(World& w, VarId var) { return {w, w.b.ref(var)}; }
inline Expr lit(World& w, int64_t value) { return {w, w.b.integer(type::Int, value)}; }
inline Expr lit(World& w, TypeId type, base::Int128 value) { return {w, w.b.integer(type, value)}; }
inline Expr at(World& w, VarId array, const Expr& subscript) {
    return {w, w.b.index(w.b.ref(array), subscript.node())};
}
inline NodeId set(const Expr& target, const Expr& value) { // a statement
    const NodeId to = target.node();
    return target.w->b.expr(target.w->b.assign(to, value.node()));
}
inline NodeId update(BinaryOp op, const Expr& target, const Expr& value) {
    const NodeId to = target.node();
    return target.w->b.expr(target.w->b.compound(op, to, value.node()));
}

} // namespace assay::generate::grow
