// Values of types other than integers: floating point kept exact, pointers, structs, vectors; and calls.
#include "generate/grow/sites.h"
#include "generate/grow/world.h"

#include <algorithm>

namespace assay::generate::grow {

using choice::Option;
using choice::SiteOf;

namespace {

enum class Real { Constant, Variable, FromInteger, Negated, Sum, Product };
constexpr SiteOf kReal{"grow.value.real",
                       Option{Real::Constant, "constant", 4},
                       Option{Real::Variable, "variable", 6},
                       Option{Real::FromInteger, "from-integer", 6},
                       Option{Real::Negated, "negated", 2},
                       Option{Real::Sum, "sum", 6},
                       Option{Real::Product, "product", 2}};
enum class Block { Variable, Literal, Call, Conditional };
constexpr SiteOf kBlock{"grow.value.record", Option{Block::Variable, "variable", 8},
                        Option{Block::Literal, "literal", 4}, Option{Block::Call, "call", 3},
                        Option{Block::Conditional, "conditional", 1}};
enum class Lanes { Variable, Literal, Binary, Unary, Mask, WithScalar };
constexpr SiteOf kLanes{"grow.value.vector",
                        Option{Lanes::Variable, "variable", 8},
                        Option{Lanes::Literal, "literal", 3},
                        Option{Lanes::Binary, "binary", 8},
                        Option{Lanes::Unary, "unary", 2},
                        Option{Lanes::Mask, "mask", 3},
                        Option{Lanes::WithScalar, "with-scalar", 3}};

NodeId variable_of(World& w, TypeId type) {
    std::vector<VarId> fitting;
    for (const VarId var : w.visible)
        if (w.p[var].type == type && w.may_read(var)) fitting.push_back(var);
    if (fitting.empty()) return {};
    const VarId var = w.c.element(fitting);
    w.note_read(var);
    return w.b.ref(var);
}

// Quarters of small integers: sums and products of a few of them are exact in float too.
NodeId real(World& w, TypeId type, int depth) {
    choice::Mask allowed = kReal.all();
    if (depth <= 0) allowed -= kReal.only(Real::Sum, Real::Product, Real::Negated, Real::FromInteger);
    switch (w.c.pick(kReal, allowed)) {
    case Real::Variable:
        if (const NodeId found = variable_of(w, type)) return found;
        break;
    case Real::FromInteger: return w.b.cast(type, w.b.cast(type::SChar, number(w, depth - 1)));
    case Real::Negated: return w.b.unary(UnaryOp::Minus, real(w, type, depth - 1));
    case Real::Sum: {
        const BinaryOp op = w.c.percent(50) ? BinaryOp::Add : BinaryOp::Sub;
        const NodeId left = real(w, type, depth - 1);
        return w.b.binary(op, left, real(w, type, depth - 1));
    }
    case Real::Product: {
        const NodeId left = w.b.cast(type, w.b.cast(type::SChar, number(w, depth - 1)));
        return w.b.binary(BinaryOp::Mul, left, real(w, type, 0));
    }
    case Real::Constant: break;
    }
    return w.b.real(type, static_cast<double>(w.c.range(-40, 40)) / 4);
}

NodeId record(World& w, TypeId type, int depth) {
    choice::Mask allowed = kBlock.all();
    if (depth <= 0) allowed -= kBlock.only(Block::Call, Block::Conditional);
    switch (w.c.pick(kBlock, allowed)) {
    case Block::Call:
        for (const Function& function : w.functions)
            if (function.result == type && may_call(w, function)) return call(w, function, depth - 1);
        break;
    case Block::Conditional: {
        const NodeId test = condition(w, depth - 1);
        const NodeId yes = record(w, type, depth - 1);
        return w.b.conditional(test, yes, record(w, type, depth - 1));
    }
    case Block::Literal: return w.b.literal(type, constant_initialiser(w, type));
    case Block::Variable: break;
    }
    const NodeId found = variable_of(w, type);
    return found ? found : w.b.literal(type, constant_initialiser(w, type));
}

NodeId vector(World& w, TypeId type, int depth) {
    const TypeId lane = w.p.types[type].base;
    const bool is_unsigned = !integer_form(w.kind(lane), w.p.platform.target).is_signed;
    choice::Mask allowed = kLanes.all();
    if (depth <= 0) allowed -= kLanes.only(Lanes::Binary, Lanes::Unary, Lanes::Mask, Lanes::WithScalar);
    // Signed lanes may overflow, and a lane cannot be guarded: they get the operators that cannot.
    const BinaryOp op = is_unsigned ? w.c.element(std::vector{BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul,
                                                              BinaryOp::And, BinaryOp::Or, BinaryOp::Xor})
                                    : w.c.element(std::vector{BinaryOp::And, BinaryOp::Or, BinaryOp::Xor});
    switch (w.c.pick(kLanes, allowed)) {
    case Lanes::Binary: {
        const NodeId left = vector(w, type, depth - 1);
        return w.b.binary(op, left, vector(w, type, depth - 1));
    }
    case Lanes::WithScalar: {
        const NodeId left = vector(w, type, depth - 1);
        return w.b.binary(op, left, constant(w, lane));
    }
    case Lanes::Unary: {
        const UnaryOp sign = is_unsigned && w.c.percent(50) ? UnaryOp::Minus : UnaryOp::BitNot;
        return w.b.unary(sign, vector(w, type, depth - 1));
    }
    case Lanes::Mask: {
        const BinaryOp test = w.c.percent(50) ? BinaryOp::Lt : BinaryOp::Eq;
        const NodeId left = vector(w, type, depth - 1);
        return w.b.cast(type, w.b.binary(test, left, vector(w, type, depth - 1)));
    }
    case Lanes::Literal: return w.b.literal(type, constant_initialiser(w, type));
    case Lanes::Variable: break;
    }
    const NodeId found = variable_of(w, type);
    return found ? found : w.b.literal(type, constant_initialiser(w, type));
}

bool overlaps(const std::vector<VarId>& a, const std::vector<VarId>& b) {
    return std::ranges::any_of(a, [&](VarId var) { return std::ranges::find(b, var) != b.end(); });
}

} // namespace

NodeId pointer_to(World& w, TypeId pointee, bool locals_too) {
    std::vector<VarId> fitting;
    for (const VarId var : w.visible) {
        if (w.input(var) || (!locals_too && !w.p[var].is_static_storage())) continue;
        const program::Type& t = w.p.types[w.p[var].type];
        bool is_counter = false;
        for (const Counter& counter : w.counters) is_counter |= counter.var == var;
        if (!is_counter && (w.p[var].type == pointee || (t.kind == TypeKind::Array && t.base == pointee)))
            fitting.push_back(var);
    }
    const VarId var = fitting.empty() ? pointee_of(w, pointee) : w.c.element(fitting);
    w.take_address(var);
    const program::Type t = w.p.types[w.p[var].type];
    if (t.kind != TypeKind::Array) return w.b.addr(w.b.ref(var));
    const NodeId position = w.b.integer(type::Int, static_cast<int>(w.c.below(t.count)));
    return w.c.percent(50) ? w.b.addr(w.b.index(w.b.ref(var), position))
                           : w.b.binary(BinaryOp::Add, w.b.ref(var), position);
}

NodeId value_of(World& w, TypeId type, int depth) {
    const TypeKind kind = w.kind(type);
    if (is_floating(kind)) return real(w, type, depth);
    if (is_record(kind)) return record(w, type, depth);
    if (kind == TypeKind::Vector) return vector(w, type, depth);
    if (kind == TypeKind::Pointer) return pointer_to(w, w.p.types[type].base, false);
    if (kind == TypeKind::Enum)
        return w.b.cast(
            type, w.b.enumerator(type, static_cast<uint32_t>(w.c.below(w.p.types.enum_of(type).count))));
    return number_of(w, type, depth);
}

bool may_call(const World& w, const Function& function) {
    const Touched& callee = function.touched;
    if (function.cost * w.trips > 600) return false;
    if (overlaps(callee.written, w.touched.read) || overlaps(callee.written, w.touched.written) ||
        overlaps(callee.read, w.touched.written))
        return false;
    if (callee.shows && w.touched.shows) return false;
    if ((callee.writes_addressed && w.touched.derefs) || (callee.derefs && w.touched.writes_addressed))
        return false;
    for (const VarId var : w.touched.read)
        if (callee.writes_addressed && w.has_address(var)) return false;
    for (const VarId var : w.touched.written)
        if (callee.derefs && w.has_address(var)) return false;
    return true;
}

NodeId call(World& w, const Function& function, int depth) {
    // Copies: making arguments may make functions' neighbours grow.
    const Function callee = function;
    for (const VarId var : callee.touched.read) w.note_read(var);
    for (const VarId var : callee.touched.written) w.note_write(var);
    w.touched.derefs |= callee.touched.derefs;
    w.touched.writes_addressed |= callee.touched.writes_addressed;
    w.touched.shows |= callee.touched.shows;
    std::vector<NodeId> args;
    if (callee.id.index >= w.called.size()) w.called.resize(callee.id.index + 1, false);
    w.called[callee.id.index] = true;
    for (const TypeId param : callee.params) {
        if (callee.recursive && args.empty())
            args.push_back(w.c.percent(60)
                               ? w.b.integer(type::Int, w.c.range(1, 6))
                               : w.b.binary(BinaryOp::And, number_of(w, type::Int, 1), w.b.integer(7)));
        else if (w.kind(param) == TypeKind::Pointer)
            args.push_back(pointer_to(w, w.p.types[param].base, true));
        else
            args.push_back(value_of(w, param, depth - 1));
    }
    if (w.c.percent(90)) return w.b.call(callee.id, args);
    return w.b.call_pointer(w.c.percent(50) ? w.b.ref(callee.id) : w.b.addr(w.b.ref(callee.id)), args);
}

std::span<const choice::Site* const> value_sites() {
    static constexpr const choice::Site* all[]{&kReal, &kBlock, &kLanes};
    return all;
}

} // namespace assay::generate::grow
