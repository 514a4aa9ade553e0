// Structs, unions and pointers that go through calls: by value and then written through, with padding,
// pointers to pointers, bit-fields of one unit stored on both sides of a call, arrays of blocks that share
// their stack slots.
#include "generate/grow/idioms/idiom.h"

namespace assay::generate::grow::idioms {

using choice::Option;
using choice::SiteOf;

namespace {

enum class Variant {
    PointerInStruct,
    UnionByValue,
    BitFieldsAcrossCall,
    PointerToPointer,
    BlockArrays,
    UnusedDivision,
    VariableLength,
    OverlappingPointers,
    StructChain
};
constexpr SiteOf kVariant{"grow.idiom.aggregates",
                          Option{Variant::PointerInStruct, "pointer-in-struct", 4},
                          Option{Variant::UnionByValue, "union-by-value", 3},
                          Option{Variant::BitFieldsAcrossCall, "bit-fields-across-call", 4},
                          Option{Variant::PointerToPointer, "pointer-to-pointer", 4},
                          Option{Variant::BlockArrays, "block-arrays", 4},
                          Option{Variant::UnusedDivision, "unused-division", 2},
                          Option{Variant::VariableLength, "variable-length", 2},
                          Option{Variant::OverlappingPointers, "overlapping-pointers", 4},
                          Option{Variant::StructChain, "struct-chain", 3}};

program::NameId name(World& w, std::string_view stem) { return w.p.names.add(w.fresh(stem)); }

TypeId record(World& w, bool is_union, const std::vector<program::Field>& fields) {
    const program::NameId tag = name(w, is_union ? "U" : "S");
    return w.p.types.struct_or_union(w.p.types.add_record({tag, is_union, false, 0, 0, 0}, fields));
}

Expr field(World& w, const Expr& object, uint32_t which) { return {w, w.b.member(object.node(), which)}; }
Expr pointee(World& w, const Expr& pointer) { return {w, w.b.deref(pointer.node())}; }
Expr address_of(World& w, VarId var) {
    w.take_address(var);
    return {w, w.b.addr(w.b.ref(var))};
}

template <typename... Args> Expr called(World& w, FuncId function, const Args&... args) {
    std::vector<NodeId> nodes;
    (nodes.push_back(args.node()), ...);
    return {w, w.b.call(function, nodes)};
}

// A function of these parameters; `fill` makes its body.
template <typename Fill>
FuncId function(World& w, std::string_view stem, TypeId result, const std::vector<TypeId>& params,
                Fill&& fill) {
    Aside aside(w);
    const FuncId id = aside.begin(stem, result, params);
    Block body(w);
    const auto list = w.p.params(id);
    const std::vector<VarId> own(list.begin(), list.end());
    fill(body, own);
    w.p[id].body = body.whole();
    return id;
}

// struct S { int *p; int n; }: made by one function, written through by another.
void pointer_in_struct(World& w, Block& block) {
    TypeId element = w.c.percent(50) ? type::Int : integer_type(w);
    if (element == type::Bool) element = type::Long;
    const TypeId pointer = w.p.types.pointer_to(element);
    const bool first = w.c.percent(50);
    std::vector<program::Field> fields{{name(w, "p"), pointer, -1}, {name(w, "n"), type::Int, -1}};
    if (!first) std::swap(fields[0], fields[1]);
    const TypeId type = record(w, false, fields);
    const uint32_t p = first ? 0 : 1, n = 1 - p;
    const FuncId wrap =
        function(w, "wrap", type, {pointer, type::Int}, [&](Block& body, const std::vector<VarId>& a) {
            const VarId s = body.hidden("s", type);
            body.add(set(field(w, ref(w, s), p), ref(w, a[0])));
            body.add(set(field(w, ref(w, s), n), ref(w, a[1])));
            body.add(w.b.return_(w.b.ref(s)));
        });
    const FuncId poke =
        function(w, "poke", type::Int, {type, element}, [&](Block& body, const std::vector<VarId>& a) {
            body.add(set(pointee(w, field(w, ref(w, a[0]), p)), ref(w, a[1])));
            body.add(w.b.return_((field(w, ref(w, a[0]), n) + 1).node()));
        });
    const VarId target =
        w.c.percent(60) ? new_global(w, "g", element) : block.hidden("x", element, w.b.integer(element, 3));
    w.begin_full_expression(0);
    const Expr size = small_constant(w, -5, 50), value = pure_of(w, element, 1);
    const VarId s = block.hidden("s", type, called(w, wrap, address_of(w, target), size).node());
    const Expr before = ref(w, target) + 0;
    const VarId seen = block.hidden("x", type::Int, before.as(type::Int).node());
    const VarId got = block.hidden("x", type::Int, called(w, poke, ref(w, s), value).node());
    w.begin_full_expression(0);
    block.add(keep(w, ref(w, target) + (ref(w, seen) ^ ref(w, got))));
}

// A union of a struct with padding and one without, by value, as a volatile says.
void union_by_value(World& w, Block& block) {
    const TypeId padded = record(w, false, {{name(w, "m"), type::Char, -1}, {name(w, "m"), type::Int, -1}});
    const TypeId flat = record(w, false, {{name(w, "m"), type::Int, -1}, {name(w, "m"), type::Int, -1}});
    const TypeId type = record(w, true, {{name(w, "u"), padded, -1}, {name(w, "u"), flat, -1}});
    const TypeId choose_type = w.p.types.qualified(type::Int, program::kVolatile);
    const VarId choose = w.b.global(w.fresh("vol"), choose_type, w.b.integer(type::Int, w.c.range(0, 1)));
    const FuncId chosen =
        function(w, "pick", type, {type, type}, [&](Block& body, const std::vector<VarId>& a) {
            body.add(w.b.if_(w.b.ref(choose), w.b.return_(w.b.ref(a[0]))));
            w.settled_ifs.push_back(body.last());
            body.add(w.b.return_(w.b.ref(a[1])));
        });
    const auto start = [&](VarId var, uint32_t member) {
        for (uint32_t i = 0; i < 2; ++i) {
            w.begin_full_expression(0);
            const Expr value = w.c.percent(50) ? small_constant(w, -3, 90) : pure_of(w, type::Int, 1);
            block.add(set(field(w, field(w, ref(w, var), member), i), value));
        }
    };
    const uint32_t member = w.c.range(0u, 1u);
    const VarId one = block.hidden("one", type), other = block.hidden("two", type);
    start(one, member);
    start(other, member);
    const VarId got = block.hidden("got", type, called(w, chosen, ref(w, one), ref(w, other)).node());
    w.begin_full_expression(0);
    const Expr inside = field(w, ref(w, got), member);
    block.add(keep(w, field(w, inside, 0) + field(w, inside, 1)));
}

void bit_fields_across_call(World& w, Block& block) {
    std::vector<program::Field> fields;
    const auto count = w.c.range(3u, 5u);
    for (uint32_t i = 0; i < count; ++i) {
        const bool is_unsigned = w.c.percent(60);
        const auto bits = static_cast<int16_t>(w.c.range(2, 11));
        fields.push_back({name(w, "f"), is_unsigned ? type::UInt : type::Int, bits});
    }
    const TypeId type = record(w, false, fields), pointer = w.p.types.pointer_to(type);
    const auto value = [&](VarId from) { return w.c.percent(50) ? ref(w, from) : ref(w, from) >> 1; };
    const FuncId store =
        function(w, "put", type::Void, {pointer, type::Int}, [&](Block& body, const std::vector<VarId>& a) {
            for (uint32_t i = 0; i < count; i += 2)
                body.add(set(field(w, pointee(w, ref(w, a[0])), i), value(a[1])));
        });
    const VarId global = new_global(w, "g", type);
    const VarId s = w.c.percent(50) ? global : block.hidden("s", type, w.b.ref(global));
    w.begin_full_expression(0);
    const VarId x = block.hidden("x", type::Int, pure_of(w, type::Int, 1).node());
    for (uint32_t i = 1; i < count; i += 2) block.add(set(field(w, ref(w, s), i), value(x)));
    block.add(w.b.expr(called(w, store, address_of(w, s), ref(w, x) + 3).node()));
    if (w.c.percent(50)) block.add(set(field(w, ref(w, s), 1), lit(w, 1)));
    Expr all = field(w, ref(w, s), 0).as(type::Int);
    for (uint32_t i = 1; i < count; ++i) all = (all * 3) ^ field(w, ref(w, s), i).as(type::Int);
    w.begin_full_expression(0);
    block.add(keep(w, all));
}

void pointer_to_pointer(World& w, Block& block) {
    const TypeId element = w.c.percent(60) ? type::Int : type::Short;
    const TypeId pointer = w.p.types.pointer_to(element), outer = w.p.types.pointer_to(pointer);
    const VarId one = new_global(w, "g", element), other = new_global(w, "g", element);
    const Expr there = address_of(w, other);
    const FuncId aim =
        function(w, "aim", type::Void, {outer, element}, [&](Block& body, const std::vector<VarId>& a) {
            body.add(set(pointee(w, pointee(w, ref(w, a[0]))), ref(w, a[1])));
            const NodeId change = set(pointee(w, ref(w, a[0])), there);
            body.add(w.c.percent(50) ? w.b.if_((ref(w, a[1]) != 0).node(), change) : change);
        });
    const bool global = w.c.percent(40);
    const VarId p = global ? w.b.global(w.fresh("ptr"), pointer, address_of(w, one).node())
                           : block.hidden("p", pointer, address_of(w, one).node());
    w.begin_full_expression(0);
    const Expr value = pure_of(w, element, 1);
    block.add(w.b.expr(called(w, aim, address_of(w, p), value).node()));
    w.begin_full_expression(0);
    block.add(set(pointee(w, ref(w, p)), pure_of(w, element, 1)));
    const VarId pp = block.hidden("pp", outer, address_of(w, p).node());
    w.begin_full_expression(0);
    block.add(keep(w, pointee(w, pointee(w, ref(w, pp))) + ref(w, one) * 5 + ref(w, other)));
}

// Arrays in blocks beside each other may share their place on the stack, but not while they live.
void block_arrays(World& w, Block& block) {
    const TypeId element = w.c.percent(60) ? type::Int : narrow_type(w);
    const TypeId pointer = w.p.types.pointer_to(element);
    const auto count = w.c.range(3u, 8u);
    const FuncId sum =
        function(w, "sum", type::UInt, {pointer}, [&](Block& body, const std::vector<VarId>& a) {
            const VarId s = body.hidden("s", type::UInt, w.b.integer(type::UInt, 0));
            body.add(loop_over(w, 0, count, 1, [&](VarId i, Block& inner) {
                const Expr each(w, w.b.index(w.b.ref(a[0]), w.b.ref(i)));
                inner.add(set(ref(w, s), ref(w, s) * 2 + each.as(type::UInt)));
                if (w.c.percent(40)) inner.add(set(each, ref(w, i).as(element)));
            }));
            body.add(w.b.return_(w.b.ref(s)));
        });
    const VarId total = block.hidden("total", type::UInt, w.b.integer(type::UInt, 0));
    const TypeId type = w.p.types.array_of(element, count);
    const auto blocks = w.c.range(2, 3);
    for (int k = 0; k < blocks; ++k) {
        Block inner(w);
        const VarId v = inner.hidden("v", type, constant_initialiser(w, type));
        w.take_address(v);
        w.begin_full_expression(0);
        const Expr value = pure_of(w, element, 1);
        inner.add(set(at(w, v, lit(w, w.c.range<int64_t>(0, count - 1))), value));
        inner.add(update(BinaryOp::Xor, ref(w, total), called(w, sum, ref(w, v))));
        block.add(inner.done());
    }
    w.begin_full_expression(0);
    block.add(keep(w, ref(w, total)));
}

void unused_division(World& w, Block& block) {
    const VarId seen = new_global(w, "g", type::Int);
    const FuncId divide =
        function(w, "quot", type::Int, {type::Int, type::Int}, [&](Block& body, const std::vector<VarId>& a) {
            body.add(update(BinaryOp::Xor, ref(w, seen), ref(w, a[0])));
            body.add(w.b.return_(
                (w.c.percent(50) ? ref(w, a[0]) / ref(w, a[1]) : ref(w, a[0]) % ref(w, a[1])).node()));
        });
    w.begin_full_expression(0);
    const VarId d = block.hidden("d", type::Int, pure_of(w, type::Int, 1).node());
    w.begin_full_expression(0);
    const Expr value = pure_of(w, type::Int, 1);
    const NodeId call = w.b.expr(called(w, divide, value, ref(w, d)).node());
    const NodeId guarded = w.b.if_((ref(w, d) > 0).node(), call);
    w.settled_ifs.push_back(guarded);
    block.add(guarded);
    w.begin_full_expression(0);
    block.add(keep(w, ref(w, seen)));
}

void variable_length(World& w, Block& block) {
    if (w.cxx()) return block_arrays(w, block);
    const TypeId element = w.c.percent(60) ? type::Int : narrow_type(w);
    w.begin_full_expression(0);
    const VarId n = block.hidden("n", type::Int, ((pure_number(w, 1) & 7) + 2).as(type::Int).node());
    const VarId v = w.b.local(w.current, w.fresh("v"), w.p.types.vla_of(element));
    w.p[v].length = w.b.ref(n);
    block.add(w.b.declare(v));
    const VarId i = block.hidden("i", type::Int, w.b.integer(0));
    const VarId s = block.hidden("s", type::UInt, w.b.integer(type::UInt, 0));
    const auto next = [&] { return w.b.expr(w.b.incdec(program::IncDecOp::PostInc, w.b.ref(i))); };
    const auto loop = [&](NodeId stmt) {
        block.add(set(ref(w, i), lit(w, 0)));
        block.add(w.b.while_((ref(w, i) < ref(w, n)).node(), w.b.block(std::vector{stmt, next()})));
    };
    loop(set(at(w, v, ref(w, i)), (ref(w, i) * small_constant(w, 1, 40)).as(element)));
    loop(update(BinaryOp::Add, ref(w, s), at(w, v, (ref(w, n) - 1) - ref(w, i)) ^ ref(w, i)));
    w.begin_full_expression(0);
    block.add(keep(w, ref(w, s)));
}

// f(a + 1, a, n): what is written is read again, which a vectoriser must see.
void overlapping_pointers(World& w, Block& block) {
    const VarId array = number_array(w, block, 8, true);
    w.take_address(array);
    const TypeId element = w.p.types.unqualified(w.type_of(array).base),
                 pointer = w.p.types.pointer_to(element);
    const int64_t count = length(w, array), shift = w.c.range<int64_t>(0, 3);
    const BinaryOp op = w.c.element(std::vector{BinaryOp::Add, BinaryOp::Xor, BinaryOp::Sub, BinaryOp::Or});
    const int64_t rounds = count - 3;
    const FuncId mix = function(w, "mix", type::Void, {pointer, pointer, type::Int},
                                [&](Block& body, const std::vector<VarId>& a) {
                                    body.add(loop_over(w, 0, rounds, 1, [&](VarId i, Block& inner) {
                                        const Expr to(w, w.b.index(w.b.ref(a[0]), w.b.ref(i))),
                                            from(w, w.b.index(w.b.ref(a[1]), w.b.ref(i)));
                                        inner.add(set(to, binary(op, from, ref(w, a[2])).as(element)));
                                    }));
                                });
    w.begin_full_expression(0);
    const Expr value = pure_of(w, type::Int, 1);
    const Expr moved = ref(w, array) + shift, start = ref(w, array) + 0;
    const bool down = w.c.percent(40);
    block.add(
        w.b.expr((down ? called(w, mix, start, moved, value) : called(w, mix, moved, start, value)).node()));
    w.begin_full_expression(0);
    block.add(keep(w, at(w, array, lit(w, count - 1)) + at(w, array, lit(w, 1))));
}

// s = f(f(s)): structs of a few sizes, by value in both directions.
void struct_chain(World& w, Block& block) {
    std::vector<program::Field> fields;
    const auto count = w.c.range(1u, 5u);
    for (uint32_t i = 0; i < count; ++i) {
        const TypeId type = w.c.percent(50) ? type::Int : integer_type(w);
        fields.push_back({name(w, "m"), type, -1});
    }
    const TypeId type = record(w, false, fields);
    const FuncId turn =
        function(w, "turn", type, {type, type::Int}, [&](Block& body, const std::vector<VarId>& a) {
            const Expr first = field(w, ref(w, a[0]), 0), last = field(w, ref(w, a[0]), count - 1);
            body.add(set(first, (last ^ ref(w, a[1])).as(fields[0].type)));
            body.add(w.b.return_(w.b.ref(a[0])));
        });
    const VarId g = new_global(w, "g", type);
    w.begin_full_expression(0);
    const Expr value = pure_of(w, type::Int, 1);
    const Expr once = called(w, turn, ref(w, g), value);
    const VarId s = block.hidden("s", type, called(w, turn, once, small_constant(w, 1, 30)).node());
    if (w.c.percent(50)) block.add(set(ref(w, g), ref(w, s)));
    w.begin_full_expression(0);
    block.add(keep(w, field(w, ref(w, s), 0) + field(w, ref(w, g), count - 1)));
}

NodeId make(World& w) {
    const Variant variant = w.c.pick(kVariant);
    Block block(w);
    switch (variant) {
    case Variant::PointerInStruct: pointer_in_struct(w, block); break;
    case Variant::UnionByValue: union_by_value(w, block); break;
    case Variant::BitFieldsAcrossCall: bit_fields_across_call(w, block); break;
    case Variant::PointerToPointer: pointer_to_pointer(w, block); break;
    case Variant::BlockArrays: block_arrays(w, block); break;
    case Variant::UnusedDivision: unused_division(w, block); break;
    case Variant::VariableLength: variable_length(w, block); break;
    case Variant::OverlappingPointers: overlapping_pointers(w, block); break;
    case Variant::StructChain: struct_chain(w, block); break;
    }
    w.lines_left -= 6;
    return block.done();
}

} // namespace

const StatementIdiom kAggregates{"aggregates", 8, make, &kVariant};

} // namespace assay::generate::grow::idioms
