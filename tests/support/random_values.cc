#include "program/typing.h"
#include "random_program.h"

namespace assay::tests {

using namespace program;

namespace {
bool is_number(TypeKind kind) { return is_arithmetic(kind); }
} // namespace

NodeId RandomProgram::settled(NodeId expr) {
    if (has_settled_type(p, expr) && !is_bit_field(p, expr)) return expr;
    return b.cast(value_type(p, expr), expr);
}

NodeId RandomProgram::as_integer(NodeId number) {
    if (is_floating(p.types.kind(p[number].type)))
        return b.binary(BinaryOp::Gt, number, b.real(type::Double, 0.5));
    return settled(number);
}

NodeId RandomProgram::constant() {
    const TypeId type = integer_type();
    switch (c.below(6)) {
    case 0: return b.character(static_cast<uint8_t>(c.range(32, 126)));
    case 1: {
        const TypeId e = c.element(enums_);
        return b.enumerator(e, static_cast<uint32_t>(c.below(p.types.enum_of(e).count)));
    }
    case 2: return b.integer(type, static_cast<base::Int128>(c.bits128()));
    case 3: { // near a power of two
        const NodeId made = b.integer(type, (static_cast<base::Int128>(1) << c.below(127)) -
                                                static_cast<base::Int128>(c.below(3)));
        p[made].form = static_cast<uint8_t>(c.below(2));
        return made;
    }
    default: return b.integer(type, c.range(-10, 10));
    }
}

NodeId RandomProgram::number(int depth) {
    return chance(15) ? real(chance(50) ? type::Float : type::Double, depth) : integer(depth);
}

NodeId RandomProgram::integer(int depth) {
    if (depth <= 0) {
        if (chance(40)) return constant();
        const NodeId lvalue = number_place(depth, false);
        if (!lvalue) return constant();
        return as_integer(lvalue);
    }
    switch (c.below(12)) {
    case 0: return constant();
    case 1: return settled(b.cast(integer_type(), integer(depth - 1)));
    case 2: return b.conditional(condition(depth - 1), integer(depth - 1), integer(depth - 1));
    case 3: return b.comma(effect(1), integer(depth - 1));
    case 4: return builtin(depth);
    case 5: return as_integer(effect(depth - 1));
    case 6: {
        std::vector<FuncId> fitting;
        for (const FuncId f : callable_)
            if (is_integral(p.types.kind(p.result_type(f)))) fitting.push_back(f);
        return fitting.empty() ? operation(depth) : call(c.element(fitting), depth - 1);
    }
    default: return operation(depth);
    }
}

NodeId RandomProgram::integer_of(TypeId type, int depth) { return b.cast(type, integer(depth)); }

NodeId RandomProgram::condition(int depth) {
    switch (c.below(5)) {
    case 0:
        return b.logical(chance(50) ? LogicalOp::And : LogicalOp::Or, integer(depth - 1), integer(depth - 1));
    case 1: return b.unary(UnaryOp::Not, integer(depth - 1));
    case 2: { // of pointers into one object
        const TypeId array = p.types.array_of(type::Int, 3);
        const VarId global = visible_[0];
        (void)array;
        const NodeId left = b.addr(b.ref(global)), right = b.addr(b.ref(global));
        return b.binary(static_cast<BinaryOp>(
                            c.range<int>(static_cast<int>(BinaryOp::Lt), static_cast<int>(BinaryOp::Ne))),
                        left, right);
    }
    default:
        return b.binary(static_cast<BinaryOp>(
                            c.range<int>(static_cast<int>(BinaryOp::Lt), static_cast<int>(BinaryOp::Ne))),
                        integer(depth - 1), integer(depth - 1));
    }
}

NodeId RandomProgram::operation(int depth) {
    switch (c.below(9)) {
    case 0: return b.unary(static_cast<UnaryOp>(c.below(kUnaryOpCount)), integer(depth - 1));
    case 1: return condition(depth);
    case 2: return b.sizeof_type(c.element(pool_));
    case 3: return b.sizeof_expr(integer(1));
    case 4: {
        if (vectors_.empty()) return constant();
        const TypeId type = c.element(vectors_);
        return as_integer(b.index(vector(type, depth - 1), subscript(p.types[type].count, 1)));
    }
    default: {
        const auto op = static_cast<BinaryOp>(c.below(kBinaryOpCount));
        NodeId right = integer(depth - 1);
        if (is_shift(op) && chance(70)) right = b.binary(BinaryOp::And, right, b.integer(31));
        return b.binary(op, integer(depth - 1), right);
    }
    }
}

NodeId RandomProgram::builtin(int depth) {
    const auto which = static_cast<Builtin>(c.below(static_cast<uint64_t>(Builtin::Expect) + 1));
    if (which >= Builtin::AddOverflow && which <= Builtin::MulOverflow) {
        TypeId out = integer_type();
        while (out == type::Bool) out = integer_type();
        const NodeId target = place(out, 0, true);
        if (!target || is_bit_field(p, target) || p.types[p[target].type].quals != 0) return constant();
        const auto plain = [&] {
            TypeId type = integer_type();
            while (type == type::Bool) type = integer_type();
            return integer_of(type, 1);
        };
        // The packed record's members must not be pointed to.
        for (NodeId part = target; p[part].kind == NodeKind::Member || p[part].kind == NodeKind::Index;
             part = p[part].child(0))
            if (p[part].kind == NodeKind::Index && p.types.kind(p[p[part].child(0)].type) == TypeKind::Vector)
                return constant();
        return b.builtin(which, std::vector{plain(), plain(), b.addr(target)});
    }
    const BuiltinInfo& about = info(which);
    std::vector<NodeId> args;
    for (uint8_t i = 0; i < about.param_count; ++i) args.push_back(integer(depth - 1));
    if (which <= Builtin::Ctzll) { // never of zero
        const TypeId type = which == Builtin::Clz || which == Builtin::Ctz     ? type::UInt
                            : which == Builtin::Clzl || which == Builtin::Ctzl ? type::ULong
                                                                               : type::ULLong;
        args[0] = b.binary(BinaryOp::Or, b.cast(type, args[0]), b.integer(type, 1 + c.range(0, 9)));
    }
    if (which == Builtin::Expect) args[1] = b.integer(type::Long, c.range(0, 3));
    return b.builtin(which, args);
}

NodeId RandomProgram::call(FuncId func, int depth) {
    std::vector<NodeId> args;
    const auto params = p.types.params_of(p[func].type);
    const std::vector<TypeId> types(params.begin(), params.end());
    for (const TypeId type : types) args.push_back(value_of(type, depth - 1));
    if (chance(70)) return b.call(func, args);
    NodeId callee = chance(50) ? b.ref(func) : b.addr(b.ref(func));
    if (chance(30)) callee = b.deref(callee);
    return b.call_pointer(callee, args);
}

NodeId RandomProgram::real(TypeId type, int depth) {
    const auto small = [&] { return b.cast(type, b.cast(type::SChar, integer(depth - 1))); };
    switch (depth <= 0 ? c.below(2) : c.below(7)) {
    case 0:
        return b.real(type, static_cast<double>(c.range(1, 64)) /
                                (chance(50) ? 4 : -4)); // never 0: gcc 12 gets 0.0 - x wrong
    case 1: {
        const NodeId lvalue = place(type, depth, false);
        return lvalue ? lvalue : b.real(type, 0.5);
    }
    case 2: return b.unary(chance(70) ? UnaryOp::Minus : UnaryOp::Plus, real(type, depth - 1));
    case 3: return small();
    case 4: return b.conditional(condition(depth - 1), real(type, depth - 1), real(type, depth - 1));
    default:
        return b.binary(c.element(std::vector{BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul}),
                        real(type, depth - 2), small());
    }
}

NodeId RandomProgram::subscript(uint32_t count, int depth) {
    if (depth <= 0 || chance(50)) return b.integer(type::Int, static_cast<int>(c.below(count)));
    return b.binary(BinaryOp::Rem, b.cast(type::UInt, integer(depth - 1)), b.integer(type::UInt, count));
}

NodeId RandomProgram::into(NodeId lvalue, int depth, bool writable, bool (*wanted)(TypeKind)) {
    for (int i = 0; i < 6; ++i) {
        const TypeId type = p[lvalue].type;
        const Type t = p.types[type];
        if (is_array(t.kind) || t.kind == TypeKind::Vector) {
            lvalue = b.index(lvalue, subscript(t.count, depth));
            p[lvalue].form = static_cast<uint8_t>(c.below(3));
        } else if (is_record(t.kind)) {
            const auto fields = p.types.fields_of(type);
            auto field = static_cast<uint32_t>(c.below(fields.size()));
            while (!fields[field].is_named()) field = static_cast<uint32_t>(c.below(fields.size()));
            if (t.kind == TypeKind::Union && (cxx() || !writable)) field = 0;
            lvalue = b.member(lvalue, field);
        } else if (t.kind == TypeKind::Pointer) {
            if (p.types.kind(t.base) == TypeKind::Function) return {};
            lvalue = chance(50) ? b.deref(lvalue) : b.index(lvalue, b.integer(0));
        } else {
            break;
        }
    }
    if (!wanted(p.types.kind(p[lvalue].type))) return {};
    if (writable && (p.types.quals(p[lvalue].type) & kConst) != 0) return {};
    return lvalue;
}

NodeId RandomProgram::number_place(int depth, bool writable) {
    for (int i = 0; i < 8; ++i)
        if (const NodeId found = into(b.ref(c.element(visible_)), depth, writable, is_number)) return found;
    return {};
}

NodeId RandomProgram::place(TypeId type, int depth, bool writable) {
    std::vector<VarId> fitting;
    for (const VarId var : visible_)
        if (p.types.same_but_quals(p[var].type, type) &&
            !(writable && (p.types.quals(p[var].type) & kConst) != 0))
            fitting.push_back(var);
    if (!fitting.empty() && chance(80)) return b.ref(c.element(fitting));
    for (int i = 0; i < 4; ++i) {
        const NodeId found = into(b.ref(c.element(visible_)), depth, writable, is_number);
        if (found && p.types.same_but_quals(p[found].type, type) && !is_bit_field(p, found)) return found;
    }
    return fitting.empty() ? NodeId{} : b.ref(c.element(fitting));
}

NodeId RandomProgram::pointer(TypeId type, int depth) {
    const TypeId pointee = p.types[type].base;
    for (const VarId var : visible_) {
        const Type t = p.types[p[var].type];
        if (p[var].type == pointee && chance(60)) return b.addr(b.ref(var));
        if (p[var].type == type && chance(60)) return b.ref(var);
        if (t.kind == TypeKind::Array && t.base == pointee && chance(60)) {
            const NodeId element = b.addr(b.index(b.ref(var), subscript(t.count, depth)));
            return chance(50) ? element
                              : b.binary(BinaryOp::Add, b.ref(var),
                                         b.integer(type::Int, static_cast<int>(c.below(t.count))));
        }
    }
    if (cxx() || is_array(p.types.kind(pointee))) return b.null(type);
    return b.addr(b.literal(pointee, initialiser(pointee)));
}

NodeId RandomProgram::record(TypeId type, int depth) {
    switch (depth <= 0 ? 0 : c.below(4)) {
    case 1: return b.literal(type, initialiser(type));
    case 2: return b.conditional(condition(depth - 1), record(type, depth - 1), record(type, depth - 1));
    case 3:
        for (const FuncId f : callable_)
            if (p.result_type(f) == type) return call(f, depth - 1);
        [[fallthrough]];
    default: {
        for (const VarId var : visible_) // a volatile struct cannot be copied in C++
            if (p[var].type == type && chance(70)) return b.ref(var);
        return b.literal(type, initialiser(type));
    }
    }
}

NodeId RandomProgram::vector(TypeId type, int depth) {
    const Type t = p.types[type];
    const bool floating = is_floating(p.types.kind(t.base));
    if (depth <= 0 || chance(30)) {
        const NodeId lvalue = place(type, depth, false);
        if (lvalue && p[lvalue].kind == NodeKind::VarRef) return lvalue;
        return b.literal(type, initialiser(type));
    }
    switch (c.below(4)) {
    case 0: return b.unary(UnaryOp::Plus, vector(type, depth - 1));
    case 1: {
        const TypeId other = p.types.vector_of(floating ? type::Float : type::Short, t.count);
        if (t.base != type::Float && t.base != type::UChar && t.base != type::Int)
            return vector(type, depth - 1);
        if (t.base == type::UChar && t.count * 2 <= 64)
            return b.convert_vector(type, b.convert_vector(other, vector(type, depth - 1)));
        return vector(type, depth - 1);
    }
    case 2: {
        if (floating) return vector(type, depth - 1);
        const auto op = static_cast<BinaryOp>(
            c.range<int>(static_cast<int>(BinaryOp::Lt), static_cast<int>(BinaryOp::Ne)));
        return b.cast(type, b.binary(op, vector(type, depth - 1), vector(type, depth - 1)));
    }
    default: {
        const bool is_unsigned = t.base == type::UInt || t.base == type::UChar;
        const BinaryOp op = floating ? c.element(std::vector{BinaryOp::Add, BinaryOp::Sub})
                            : is_unsigned
                                ? c.element(std::vector{BinaryOp::Add, BinaryOp::Mul, BinaryOp::Sub,
                                                        BinaryOp::Xor, BinaryOp::Or})
                                : c.element(std::vector{BinaryOp::And, BinaryOp::Or, BinaryOp::Xor});
        const bool scalar = chance(30) && !(floating && p.platform.target.wide_align == 4);
        return b.binary(op, vector(type, depth - 1), scalar ? initialiser(t.base) : vector(type, depth - 1));
    }
    }
}

NodeId RandomProgram::value_of(TypeId type, int depth) {
    const TypeKind kind = p.types.kind(type);
    if (is_floating(kind)) return real(type, depth);
    if (is_record(kind)) return record(type, depth);
    if (kind == TypeKind::Vector) return vector(type, depth);
    if (kind == TypeKind::Pointer) return pointer(type, depth);
    if (kind == TypeKind::Enum)
        return b.cast(type, b.binary(BinaryOp::And, integer_of(type::Int, depth), b.integer(type::Int, 63)));
    return integer_of(type, depth);
}

NodeId RandomProgram::effect(int depth) {
    const auto kind = c.below(10);
    if (kind == 0 && !callable_.empty()) {
        const FuncId f = c.element(callable_);
        const NodeId made = call(f, depth);
        return is_arithmetic(p.types.kind(p[made].type)) ? made : b.comma(made, b.integer(7));
    }
    if (kind == 1) { // whole aggregates
        const TypeId type = chance(50) || vectors_.empty() ? c.element(records_) : c.element(vectors_);
        for (const VarId var : visible_)
            if (p[var].type == type && chance(60))
                return b.comma(b.assign(b.ref(var), value_of(type, depth)), b.integer(3));
    }
    const NodeId target = number_place(depth - 1, true);
    if (!target) return constant();
    const TypeId type = p.types.unqualified(p[target].type);
    const TypeKind k = p.types.kind(type);
    const bool wide = !has_settled_type(p, target);
    if (is_floating(k)) return b.assign(target, real(type, depth));
    if (k == TypeKind::Enum) return b.assign(target, value_of(type, depth));
    if (kind < 4 || wide || k == TypeKind::Bool) return b.assign(target, integer(depth));
    if (kind < 6) return b.incdec(static_cast<IncDecOp>(c.below(4)), target);
    const auto op = static_cast<BinaryOp>(c.below(static_cast<uint64_t>(BinaryOp::Lt)));
    return b.compound(op, target, integer(depth - 1));
}

} // namespace assay::tests
