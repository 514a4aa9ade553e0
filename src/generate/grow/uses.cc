// What nobody has looked at is used before it goes out of sight: a value that is lost need not be computed,
// and a compiler that drops it early shows none of its later passes.
#include "generate/grow/sites.h"
#include "generate/grow/world.h"

namespace assay::generate::grow {

using choice::Coin;
using choice::Option;
using choice::SiteOf;

namespace {

constexpr Coin kUse{"grow.use", 85};
constexpr Coin kUseByOutput{"grow.use.by-output", 70}; // else by a variable that is read again
constexpr Coin kUseMixed{"grow.use.mixed", 30};        // with another number
constexpr SiteOf kUseHow{"grow.use.operator", Option{BinaryOp::Xor, "xor", 8},
                         Option{BinaryOp::Add, "add", 4}, Option{BinaryOp::Sub, "sub", 2},
                         Option{BinaryOp::Or, "or", 1}};

bool is_number(TypeKind kind) { return is_whole_number(kind) || is_floating(kind); }

// A number that depends on the variable, or invalid.
NodeId part_of(World& w, VarId var) {
    const NodeId found = readable_part(w, var, is_number);
    if (!found) return {};
    if (is_floating(w.kind(w.p[found].type)))
        return w.b.binary(BinaryOp::Lt, found,
                          w.b.real(w.p.types.unqualified(w.p[found].type), w.c.range(-8, 8)));
    if (program::has_settled_type(w.p, found)) return found;
    return w.b.cast(program::value_type(w.p, found), found);
}

NodeId target(World& w) {
    if (!w.c.pick(kUseByOutput)) {
        const NodeId found = writable(w, is_whole_number, 0);
        const VarId root = found ? root_of(w, found) : VarId{};
        if (root && w.p[root].is_static_storage() && w.may_write(root) &&
            is_integer(w.kind(w.p[found].type)) && program::has_settled_type(w.p, found))
            return found;
    }
    return w.b.ref(w.c.element(w.simple_outputs));
}

NodeId use(World& w, VarId var) {
    w.begin_full_expression(0);
    NodeId value = part_of(w, var);
    if (!value) return {};
    const NodeId to = target(w);
    if (const VarId root = root_of(w, to)) w.note_write(root);
    if (w.c.pick(kUseMixed)) {
        const BinaryOp op = w.c.pick(kUseHow);
        value = w.b.binary(op, value, number(w, 1));
    }
    if (w.kind(w.p[to].type) == TypeKind::Bool) return w.b.expr(w.b.assign(to, value));
    return w.b.expr(w.b.compound(w.c.pick(kUseHow), to, value));
}

} // namespace

void use_unread(World& w, size_t visible_before, std::vector<NodeId>& stmts) {
    std::vector<VarId> waiting;
    for (size_t i = visible_before; i < w.visible.size(); ++i)
        if (!w.p[w.visible[i]].is_global() && w.is_unread(w.visible[i])) waiting.push_back(w.visible[i]);
    for (const VarId var : waiting) {
        // One of them may have been read on behalf of another.
        if (!w.is_unread(var) || !w.c.pick(kUse)) continue;
        if (const NodeId made = use(w, var)) stmts.push_back(made);
        --w.lines_left;
    }
}

std::span<const choice::Site* const> use_sites() {
    static constexpr const choice::Site* all[]{&kUse, &kUseByOutput, &kUseMixed, &kUseHow};
    return all;
}

} // namespace assay::generate::grow
