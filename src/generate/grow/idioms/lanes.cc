// Vectors: built of scalars, compared into masks, in chains of operators, indexed by a variable.
#include "generate/grow/idioms/idiom.h"

namespace assay::generate::grow::idioms {

using choice::Option;
using choice::SiteOf;

namespace {

enum class Variant {
    Constructor,
    Mask,
    Chain,
    VariableRead,
    VariableWrite,
    LoopOfVectors,
    FromArray,
    Converted
};
constexpr SiteOf kVariant{"grow.idiom.lanes",
                          Option{Variant::Constructor, "constructor", 4},
                          Option{Variant::Mask, "mask", 4},
                          Option{Variant::Chain, "chain", 3},
                          Option{Variant::VariableRead, "variable-read", 3},
                          Option{Variant::VariableWrite, "variable-write", 3},
                          Option{Variant::LoopOfVectors, "loop", 3},
                          Option{Variant::FromArray, "from-array", 3},
                          Option{Variant::Converted, "converted", 2}};

TypeId vector_type(World& w) {
    const TypeId lane = w.c.element(
        std::vector{type::UInt, type::UInt, type::Int, type::UShort, type::UChar, type::ULLong, type::Short});
    const uint32_t bytes = w.c.element(std::vector{8u, 16u, 16u, 16u, 32u});
    return w.p.types.vector_of(lane, bytes * 8 / static_cast<uint32_t>(width_of(w, lane)));
}

Expr built(World& w, TypeId type) {
    const program::Type t = w.p.types[type];
    std::vector<NodeId> lanes;
    for (uint32_t i = 0; i < t.count; ++i) {
        const bool plain = i > 3 || w.c.percent(30);
        lanes.push_back(plain ? constant(w, t.base) : pure_of(w, t.base, i < 2 ? 1 : 0).node());
    }
    return {w, w.b.literal(type, w.b.init(type, lanes))};
}

BinaryOp bitwise(World& w) { return w.c.element(std::vector{BinaryOp::And, BinaryOp::Or, BinaryOp::Xor}); }

BinaryOp any_op(World& w, TypeId type) {
    if (integer_form(w.kind(w.p.types[type].base), w.p.platform.target).is_signed) return bitwise(w);
    return w.c.element(std::vector{BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Or, BinaryOp::And});
}

Expr mask(World& w, TypeId type, const Expr& a, const Expr& b) {
    const BinaryOp op =
        w.c.element(std::vector{BinaryOp::Lt, BinaryOp::Gt, BinaryOp::Eq, BinaryOp::Ne, BinaryOp::Ge});
    return binary(op, a, b).as(type);
}

Expr lane(World& w, VarId vector, const Expr& which) { return {w, w.b.index(w.b.ref(vector), which.node())}; }

void loop_of(World& w, Block& block, TypeId type, VarId a, VarId b) {
    const BinaryOp op = any_op(w, type);
    block.add(loop_over(w, 0, w.c.range<int64_t>(2, 6), 1, [&](VarId i, Block& body) {
        body.add(set(ref(w, a), binary(op, ref(w, a), ref(w, b))));
        const uint32_t count = w.p.types[type].count;
        const Expr slot = lane(w, b, ref(w, i).as(type::UInt) % count);
        body.add(set(slot, ref(w, i).as(w.p.types[type].base)));
        if (w.c.percent(40)) body.add(set(ref(w, b), mask(w, type, ref(w, a), ref(w, b))));
    }));
}

void from_array(World& w, Block& block, TypeId type, VarId a) {
    const program::Type t = w.p.types[type];
    const VarId array = array_of(w, block, t.base, t.count + 3);
    w.take_address(array);
    const int64_t size = t.count * width_of(w, t.base) / 8;
    const BinaryOp op = any_op(w, type);
    block.add(loop_over(w, 0, 3, 1, [&](VarId i, Block& body) {
        const NodeId to = w.b.addr(w.b.ref(a)), from = w.b.addr(at(w, array, ref(w, i)).node());
        using program::Builtin;
        body.add(w.b.expr(w.b.builtin(Builtin::Memcpy, std::vector{to, from, w.b.integer(type::Int, size)})));
        body.add(set(ref(w, a), binary(op, ref(w, a), ref(w, a))));
        const NodeId back = w.b.addr(at(w, array, ref(w, i) + w.c.range<int64_t>(0, 1)).node());
        const NodeId whole = w.b.addr(w.b.ref(a));
        body.add(
            w.b.expr(w.b.builtin(Builtin::Memcpy, std::vector{back, whole, w.b.integer(type::Int, size)})));
    }));
}

NodeId make(World& w) {
    const Variant variant = w.c.pick(kVariant);
    Block block(w);
    const TypeId type = vector_type(w);
    const program::Type t = w.p.types[type];
    w.begin_full_expression(0);
    const VarId a = block.hidden("va", type, built(w, type).node());
    w.begin_full_expression(0);
    const VarId b =
        w.c.percent(50) ? new_global(w, "g", type) : block.hidden("vb", type, built(w, type).node());
    const BinaryOp op = any_op(w, type), op2 = any_op(w, type);
    const Expr variable = pure_of(w, type::UInt, 1);
    switch (variant) {
    case Variant::Constructor: block.add(set(ref(w, a), binary(op, ref(w, a), ref(w, b)))); break;
    case Variant::Mask: {
        const Expr m = mask(w, type, ref(w, a), ref(w, b));
        const bool blend = w.c.percent(50);
        block.add(set(ref(w, a), blend ? (m & ref(w, a)) | (~m & ref(w, b)) : binary(op, m, ref(w, b))));
        break;
    }
    case Variant::Chain: {
        const Expr same = mask(w, type, ref(w, a), ref(w, b));
        block.add(set(ref(w, a), binary(op, binary(op2, ref(w, a), ref(w, b)), ref(w, a)) | same));
        break;
    }
    case Variant::VariableRead: block.add(keep(w, lane(w, a, variable % t.count))); break;
    case Variant::VariableWrite:
        block.add(set(lane(w, a, variable % t.count), Expr(w, constant(w, t.base))));
        break;
    case Variant::LoopOfVectors: loop_of(w, block, type, a, b); break;
    case Variant::FromArray: from_array(w, block, type, a); break;
    case Variant::Converted: {
        const TypeId other = t.count <= 8 ? type::LLong : t.count <= 16 ? type::Int : type::Short;
        const TypeId wide = w.p.types.vector_of(other, t.count);
        const VarId v = block.hidden("vc", wide, w.b.convert_vector(wide, w.b.ref(a)));
        block.add(set(ref(w, a), Expr(w, w.b.convert_vector(type, (ref(w, v) | ref(w, v)).node()))));
        break;
    }
    }
    w.begin_full_expression(0);
    const Expr one = lane(w, a, small_constant(w, 0, t.count - 1));
    block.add(keep(w, one + lane(w, b, lit(w, 0))));
    return block.done();
}

} // namespace

const StatementIdiom kLanes{"lanes", 3, make, &kVariant};

} // namespace assay::generate::grow::idioms
