#include "transform/size.h"

#include "program/walk.h"
#include "semantics/kernel.h"

#include <bit>
#include <cmath>
#include <tuple>

namespace assay::transform {
namespace {

uint64_t qualifiers(const Program& p, VarId var) {
    return static_cast<uint64_t>(std::popcount(p.types.quals(p[var].type)));
}

// A plain number is the simplest leaf of an expression, an empty statement that of a block.
uint64_t leaf_weight(NodeKind kind) {
    if (kind == NodeKind::IntConst || kind == NodeKind::FloatConst || kind == NodeKind::Empty) return 0;
    return kind == NodeKind::CharConst || kind == NodeKind::EnumConst ? 1 : 2;
}

void add_node(const Program& p, NodeId id, Size& size) {
    const Node& n = p[id];
    bool is_leaf = true;
    program::for_each_child(p, n, [&](NodeId) { is_leaf = false; });
    ++size.nodes;
    if (is_leaf) size.names += leaf_weight(n.kind);
    size.details += (n.guarded ? 1 : 0) + (n.form != 0 ? 1 : 0);
    if (n.kind == NodeKind::IntConst || n.kind == NodeKind::FloatConst) size.details += magnitude(p, n);
    if (n.kind == NodeKind::Declare) size.details += qualifiers(p, n.var());
}

} // namespace

uint64_t magnitude(const Program& p, const Node& constant) {
    if (constant.kind == NodeKind::FloatConst) {
        const double value = std::fabs(constant.real());
        if (value == 0) return std::signbit(constant.real()) ? 1 : 0;
        return value == 1 ? 1 : value == std::trunc(value) && value < 256 ? 2 : 3;
    }
    const bool is_negative =
        program::integer_form(p.types.kind(constant.type), p.platform.target).is_signed &&
        (constant.bits() >> 127) != 0;
    const UInt128 distance = is_negative ? -constant.bits() : constant.bits();
    return 2 * static_cast<uint64_t>(semantics::bit_length(distance)) + (is_negative ? 1 : 0);
}

bool Size::operator<(const Size& other) const {
    return std::tie(nodes, parts, names, details) <
           std::tie(other.nodes, other.parts, other.names, other.details);
}

Size size_of(const Program& p) {
    Size size;
    size.parts = p.globals.size() + p.funcs.size();
    program::walk(p, [&](NodeId id) { add_node(p, id, size); });
    for (const VarId global : p.globals) size.details += qualifiers(p, global);
    for (uint32_t i = 0; i < p.funcs.size(); ++i) {
        size.parts += p.funcs[i].param_count;
        size.details += static_cast<uint64_t>(std::popcount(p.funcs[i].flags));
        for (const VarId param : p.params({i})) size.details += qualifiers(p, param);
    }
    return size;
}

} // namespace assay::transform
