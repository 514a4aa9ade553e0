#include "transform/kit/fold.h"

#include "program/typing.h"
#include "transform/kit/inverse.h"

#include <algorithm>

namespace assay::transform {

namespace at = program::at;
using program::BinaryOp;
using semantics::IntShape;

namespace {

struct Folder {
    const Program& p;
    std::span<const VarId> params;
    std::span<const UInt128> values;

    IntShape shape(TypeId type) const { return shape_of(p.types.kind(type), p.platform.target); }

    std::optional<UInt128> run(NodeId id) const {
        const Node& n = p[id];
        if (!program::is_integer(p.types.kind(n.type))) return std::nullopt;
        if (n.kind == NodeKind::IntConst) return n.bits();
        if (n.kind == NodeKind::VarRef) {
            const auto found = std::ranges::find(params, n.var());
            if (found == params.end()) return std::nullopt;
            return semantics::convert(values[static_cast<size_t>(found - params.begin())], shape(n.type));
        }
        if (n.kind == NodeKind::Cast) {
            const auto inner = run(n.child(at::Cast::operand));
            return inner ? std::optional(semantics::convert(*inner, shape(n.type))) : inner;
        }
        if (n.kind == NodeKind::Binary && !n.guarded) return binary(n);
        return std::nullopt;
    }

    std::optional<UInt128> binary(const Node& n) const {
        const NodeId left = n.child(at::Binary::left), right = n.child(at::Binary::right);
        const auto a = run(left), b = run(right);
        if (!a || !b) return std::nullopt;
        const BinaryOp op = n.binary();
        const TypeId first = program::promoted(p, left), second = program::promoted(p, right);
        const TypeId type = is_shift(op) ? first : program::common_type(p, first, second);
        const IntShape own = shape(type), count = is_shift(op) ? shape(second) : own;
        const semantics::IntOutcome outcome =
            semantics::binary(op, semantics::convert(*a, own), semantics::convert(*b, count), own, count,
                              shift_rule(p.platform.standard));
        return outcome.ok() ? std::optional(outcome.bits) : std::nullopt;
    }
};

} // namespace

std::optional<UInt128> fold(const Program& p, NodeId expr, std::span<const VarId> params,
                            std::span<const UInt128> values) {
    return Folder{p, params, values}.run(expr);
}

std::optional<UInt128> result_of(const Program& p, FuncId func, std::span<const UInt128> args) {
    const std::span<const NodeId> stmts = p.list(p[p[func].body], at::Block::stmts);
    if (stmts.size() != 1 || p[stmts[0]].kind != NodeKind::Return) return std::nullopt;
    const NodeId value = p[stmts[0]].child(at::Return::value);
    const TypeKind kind = p.types.kind(p.result_type(func));
    if (!value || !program::is_integer(kind)) return std::nullopt;
    const auto result = fold(p, value, p.params(func), args);
    if (!result) return std::nullopt;
    return semantics::convert(*result, shape_of(kind, p.platform.target));
}

} // namespace assay::transform
