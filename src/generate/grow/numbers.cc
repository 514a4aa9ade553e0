// Integer expressions, top down, under the operator and constant policies of the region they stand in.
#include "generate/grow/idioms/idiom.h"
#include "generate/grow/sites.h"
#include "generate/grow/world.h"
#include "program/walk.h"

#include <array>

namespace assay::generate::grow {

using choice::Coin;
using choice::Option;
using choice::SiteOf;
using program::Builtin;
using program::IncDecOp;
using program::LogicalOp;

namespace {

enum class Node {
    Unary,
    Binary,
    Logical,
    Compare,
    Conditional,
    Cast,
    Leaf,
    Common,
    Call,
    Effect,
    Comma,
    Builtin,
    Float,
    Idiom,
    Neutral
};
constexpr SiteOf kNode{"grow.number.node",
                       Option{Node::Unary, "unary", 8},
                       Option{Node::Binary, "binary", 40},
                       Option{Node::Logical, "logical", 4},
                       Option{Node::Compare, "compare", 7},
                       Option{Node::Conditional, "conditional", 6},
                       Option{Node::Cast, "cast", 8},
                       Option{Node::Leaf, "leaf", 12},
                       Option{Node::Common, "common", 6},
                       Option{Node::Call, "call", 4},
                       Option{Node::Effect, "effect", 2},
                       Option{Node::Comma, "comma", 1},
                       Option{Node::Builtin, "builtin", 3},
                       Option{Node::Float, "float", 1},
                       Option{Node::Idiom, "idiom", 14},
                       Option{Node::Neutral, "neutral", 4}};
constexpr SiteOf kUnary{"grow.number.unary", Option{UnaryOp::Minus, "minus", 5},
                        Option{UnaryOp::BitNot, "not", 5}, Option{UnaryOp::Not, "logical-not", 3},
                        Option{UnaryOp::Plus, "plus", 1}};
constexpr SiteOf kBinary{"grow.number.binary",
                         Option{BinaryOp::Add, "add", 10},
                         Option{BinaryOp::Sub, "sub", 10},
                         Option{BinaryOp::Mul, "mul", 8},
                         Option{BinaryOp::Div, "div", 4},
                         Option{BinaryOp::Rem, "rem", 4},
                         Option{BinaryOp::Shl, "shl", 5},
                         Option{BinaryOp::Shr, "shr", 6},
                         Option{BinaryOp::And, "and", 7},
                         Option{BinaryOp::Or, "or", 7},
                         Option{BinaryOp::Xor, "xor", 7}};
constexpr SiteOf kCompare{"grow.number.compare",         Option{BinaryOp::Lt, "lt", 4},
                          Option{BinaryOp::Le, "le", 3}, Option{BinaryOp::Gt, "gt", 4},
                          Option{BinaryOp::Ge, "ge", 3}, Option{BinaryOp::Eq, "eq", 3},
                          Option{BinaryOp::Ne, "ne", 4}};
enum class Leaf { Constant, Variable, Counter, Character, Enumerator, Size };
constexpr SiteOf kLeaf{"grow.number.leaf",
                       Option{Leaf::Constant, "constant", 8},
                       Option{Leaf::Variable, "variable", 30},
                       Option{Leaf::Counter, "counter", 8},
                       Option{Leaf::Character, "character", 1},
                       Option{Leaf::Enumerator, "enumerator", 1},
                       Option{Leaf::Size, "sizeof", 1}};
constexpr Coin kShiftInRange{"grow.number.shift-in-range", 75};
constexpr Coin kSubtreePolicy{"grow.number.subtree-policy", 6};
constexpr Coin kBoundary{"grow.number.boundary", 20}, kTwoInputs{"grow.number.two-inputs", 50};
constexpr Coin kKeepCommon{"grow.number.keep-common", 20};
constexpr SiteOf kOperators{"grow.policy.operators",        Option{0u, "all", 10},
                            Option{1u, "additive", 3},      Option{2u, "bitwise", 3},
                            Option{3u, "logical", 2},       Option{4u, "multiplicative", 2},
                            Option{5u, "bitwise-shift", 4}, Option{6u, "additive-multiplicative", 3}};
constexpr SiteOf kConstants{"grow.policy.constants", Option{0u, "normal", 10}, Option{1u, "half", 4},
                            Option{2u, "all", 1}};

// What each operator context allows.
struct Context {
    choice::Mask unary, binary;
    bool logical;
};

Context context(uint32_t number) {
    using enum BinaryOp;
    static const std::array<Context, 7> all{{
        {kUnary.all(), kBinary.all(), true},
        {kUnary.only(UnaryOp::Minus), kBinary.only(Add, Sub), false},
        {kUnary.only(UnaryOp::BitNot), kBinary.only(And, Or, Xor), false},
        {kUnary.only(UnaryOp::Not), {}, true},
        {{}, kBinary.only(Mul, Div, Rem), false},
        {kUnary.only(UnaryOp::BitNot), kBinary.only(And, Or, Xor, Shl, Shr), false},
        {kUnary.only(UnaryOp::Minus), kBinary.only(Add, Sub, Mul, Div), false},
    }};
    return all[number];
}

// Bit-field values and vector comparisons are converted at once, so that all compilers agree on their type.
NodeId settled(World& w, NodeId expr) {
    if (program::has_settled_type(w.p, expr)) return expr;
    return w.b.cast(program::value_type(w.p, expr), expr);
}

NodeId leaf(World& w, int depth) {
    const bool constant_wanted = w.region.constants == 2 || (w.region.constants == 1 && w.c.percent(50));
    if (constant_wanted) return constant(w, integer_type(w));
    // Whatever the weights: a program without variables is no test.
    if (w.c.percent(40))
        if (const NodeId found = readable(w, is_whole_number, std::min(depth, 1))) return settled(w, found);
    choice::Mask allowed = kLeaf.all();
    if (w.counters.empty()) allowed -= kLeaf.only(Leaf::Counter);
    if (w.enums.empty()) allowed -= kLeaf.only(Leaf::Enumerator);
    switch (w.c.pick(kLeaf, allowed)) {
    case Leaf::Counter: {
        const VarId var = w.c.element(w.counters).var;
        if (!w.may_read(var)) break;
        w.note_read(var);
        return w.b.ref(var);
    }
    case Leaf::Character: return w.b.character(static_cast<uint8_t>(w.c.range(32, 126)));
    case Leaf::Enumerator: {
        const TypeId e = w.c.element(w.enums);
        return w.b.enumerator(e, static_cast<uint32_t>(w.c.below(w.p.types.enum_of(e).count)));
    }
    case Leaf::Size:
        return w.b.sizeof_type(w.c.percent(50) || w.records.empty() ? integer_type(w)
                                                                    : w.c.element(w.records));
    case Leaf::Variable:
        if (const NodeId found = readable(w, is_whole_number, std::min(depth, 1))) return settled(w, found);
        break;
    case Leaf::Constant: break;
    }
    return constant(w, integer_type(w));
}

NodeId binary(World& w, int depth, choice::Mask allowed) {
    const BinaryOp op = w.c.pick(kBinary, allowed);
    const NodeId left = number(w, depth - 1);
    if (is_shift(op) && w.c.pick(kShiftInRange)) {
        const program::IntegerForm form =
            integer_form(w.kind(program::promoted(w.p, left)), w.p.platform.target);
        return w.b.binary(op, left,
                          w.c.percent(60) ? w.b.integer(type::Int, static_cast<int>(w.c.below(form.width)))
                                          : w.b.binary(BinaryOp::And, number(w, depth - 2),
                                                       w.b.integer(type::Int, form.width - 1)));
    }
    return w.b.binary(op, left, number(w, depth - 1));
}

// An assignment, ++ or -- inside an expression, on a variable that nothing else in the expression touches.
NodeId effect(World& w, int depth) {
    if (w.effects_left <= 0) return leaf(w, depth);
    const NodeId target = writable(w, is_whole_number, 0);
    if (!target) return leaf(w, depth);
    const VarId root = root_of(w, target);
    const TypeKind kind = w.kind(w.p[target].type);
    if (!root || !w.may_write(root) || kind == TypeKind::Enum || program::is_bit_field(w.p, target))
        return leaf(w, depth);
    --w.effects_left;
    w.note_write(root);
    if (kind == TypeKind::Bool || w.c.percent(40)) return w.b.assign(target, number(w, depth - 1));
    if (w.c.percent(60)) return w.b.incdec(static_cast<IncDecOp>(w.c.below(4)), target);
    const BinaryOp op = w.c.pick(kBinary);
    return w.b.compound(op, target, number(w, depth - 1));
}

NodeId builtin(World& w, int depth) {
    const auto which = static_cast<Builtin>(w.c.below(static_cast<uint64_t>(Builtin::Llabs) + 1));
    NodeId arg = number(w, depth - 1);
    if (which <= Builtin::Ctzll) { // not of zero
        const TypeId wide = which == Builtin::Clz || which == Builtin::Ctz     ? type::UInt
                            : which == Builtin::Clzl || which == Builtin::Ctzl ? type::ULong
                                                                               : type::ULLong;
        arg = w.b.binary(BinaryOp::Or, w.b.cast(wide, arg),
                         w.b.integer(wide, 1 + static_cast<int>(w.c.below(8))));
    }
    if (which >= Builtin::Abs && which <= Builtin::Llabs)
        arg = w.b.cast(type::Short, arg); // never the smallest value
    return w.b.builtin(which, std::array{arg});
}

NodeId common(World& w, int depth) {
    for (int tries = 0; tries < 3 && !w.common.empty(); ++tries) {
        const NodeId old = w.c.element(w.common).first;
        bool fits = true;
        program::walk(w.p, old, [&](NodeId id) {
            const program::Node& n = w.p[id];
            if (n.kind == program::NodeKind::VarRef) fits = fits && w.may_read(n.var());
            if (n.kind == program::NodeKind::Deref || n.kind == program::NodeKind::Index)
                fits = fits && !w.touched.writes_addressed;
        });
        if (!fits) continue;
        program::walk(w.p, old, [&](NodeId id) {
            const program::Node& n = w.p[id];
            if (n.kind == program::NodeKind::VarRef) w.note_read(n.var());
            if (n.kind == program::NodeKind::Deref || n.kind == program::NodeKind::Index)
                w.touched.derefs = true;
        });
        return program::clone(w.p, old);
    }
    return leaf(w, depth);
}

NodeId called(World& w, int depth) {
    for (int tries = 0; tries < 3 && !w.functions.empty(); ++tries) {
        const Function& function = w.c.element(w.functions);
        if (!is_whole_number(w.kind(function.result)) || !may_call(w, function)) continue;
        return call(w, function, depth - 1);
    }
    return leaf(w, depth);
}

// An input against its value or one beside it: less and less-or-equal differ nowhere else.
NodeId at_boundary(World& w, BinaryOp op) {
    const VarId input = known_input(w);
    if (!input || !w.may_read(input)) return {};
    w.note_read(input);
    const NodeId left = w.b.ref(input);
    if (w.c.pick(kTwoInputs))
        if (const NodeId right = by_another_input(w, input)) return w.b.binary(op, left, right);
    const auto distance = w.c.percent(60) ? 0 : w.c.range(-1, 1);
    return w.b.binary(op, left, value_of_input(w, input, distance));
}

NodeId compare(World& w, int depth) {
    const BinaryOp op = w.c.pick(kCompare);
    if (w.c.pick(kBoundary))
        if (const NodeId made = at_boundary(w, op)) return made;
    const NodeId left = number(w, depth - 1);
    return w.b.binary(op, left, number(w, depth - 1));
}

NodeId inner(World& w, int depth) {
    const Context allowed = context(w.region.operators);
    choice::Mask nodes = kNode.all();
    if (allowed.unary.empty()) nodes -= kNode.only(Node::Unary);
    if (allowed.binary.empty()) nodes -= kNode.only(Node::Binary);
    if (!allowed.logical) nodes -= kNode.only(Node::Logical);
    if (w.pure) nodes -= kNode.only(Node::Call, Node::Effect, Node::Comma, Node::Idiom, Node::Neutral);
    if (depth < 2) nodes -= kNode.only(Node::Idiom, Node::Neutral);
    if (!w.policies) nodes -= kNode.only(Node::Idiom);
    switch (w.c.pick(kNode, nodes)) {
    case Node::Unary: {
        const UnaryOp op = w.c.pick(kUnary, allowed.unary);
        return w.b.unary(op, number(w, depth - 1));
    }
    case Node::Binary: return binary(w, depth, allowed.binary);
    case Node::Logical: {
        const LogicalOp op = w.c.percent(50) ? LogicalOp::And : LogicalOp::Or;
        const NodeId left = number(w, depth - 1);
        return w.b.logical(op, left, number(w, depth - 1));
    }
    case Node::Compare: return compare(w, depth);
    case Node::Conditional: {
        const NodeId test = condition(w, depth - 1);
        const NodeId yes = number(w, depth - 1);
        return w.b.conditional(test, yes, number(w, depth - 1));
    }
    case Node::Cast: {
        const TypeId to = integer_type(w);
        return w.b.cast(to, number(w, depth - 1));
    }
    case Node::Leaf: return leaf(w, depth);
    case Node::Common: return common(w, depth);
    case Node::Call: return called(w, depth);
    case Node::Effect: return effect(w, depth);
    case Node::Comma: {
        // Only what does something stands left of a comma: gcc 11 and 12 crash on constants there.
        const NodeId left = effect(w, depth - 1);
        const program::NodeKind kind = w.p[left].kind;
        const bool acts = kind == program::NodeKind::Assign || kind == program::NodeKind::CompoundAssign ||
                          kind == program::NodeKind::IncDec;
        return acts ? w.b.comma(left, number(w, depth - 1)) : left;
    }
    case Node::Builtin: return builtin(w, depth);
    case Node::Idiom: return idiom_number(w, depth - 1);
    case Node::Neutral: {
        const NodeId zero = neutral_call(w);
        return w.b.binary(BinaryOp::Add, zero, number(w, depth - 1));
    }
    case Node::Float: {
        const NodeId real = value_of(w, type::Double, depth - 1);
        const BinaryOp op = w.c.pick(kCompare);
        return w.b.binary(op, real, w.b.real(type::Double, w.c.range(-8, 8)));
    }
    }
    return leaf(w, depth);
}

} // namespace

NodeId number(World& w, int depth) {
    if (depth <= 0) return leaf(w, depth);
    const Region outer = w.region;
    if (w.policies && w.c.pick(kSubtreePolicy)) w.region = {w.c.pick(kOperators), w.c.pick(kConstants)};
    const NodeId made = settled(w, inner(w, depth));
    w.region = outer;
    return made;
}

NodeId number_of(World& w, TypeId type, int depth) {
    const NodeId made = number(w, depth);
    return w.p[made].type == type ? made : w.b.cast(type, made);
}

NodeId condition(World& w, int depth) {
    if (w.c.percent(30)) return number(w, depth);
    return compare(w, std::max(depth, 1));
}

NodeId reusable_number(World& w, int depth) {
    const NodeId made = number(w, depth);
    const bool pure = w.touched.written.empty() && !w.touched.shows && !w.touched.writes_addressed;
    if (!w.policies || !pure || depth < 2 || !w.c.pick(kKeepCommon)) return made;
    bool calls = false;
    program::walk(w.p, made, [&](NodeId id) {
        const program::NodeKind kind = w.p[id].kind;
        calls |= kind == program::NodeKind::Call || kind == program::NodeKind::CallPointer;
    });
    if (!calls) w.common.emplace_back(made, w.visible.size());
    return made;
}

std::span<const choice::Site* const> number_sites() {
    static constexpr const choice::Site* all[]{&kNode,     &kUnary,        &kBinary,        &kCompare,
                                               &kLeaf,     &kShiftInRange, &kSubtreePolicy, &kKeepCommon,
                                               &kBoundary, &kTwoInputs,    &kOperators,     &kConstants};
    return all;
}

} // namespace assay::generate::grow
