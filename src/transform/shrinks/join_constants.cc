// Two constants that are added one after the other become one.
#include "program/build.h"
#include "program/typing.h"
#include "semantics/kernel.h"
#include "transform/kit/edit.h"
#include "transform/kit/places.h"
#include "transform/registry.h"

#include <optional>

namespace assay::transform {
namespace {

namespace at = program::at;
using program::BinaryOp;

// x op constant, however it is written.
struct WithConstant {
    NodeId other;
    BinaryOp op; // Add, Xor, And, Or
    UInt128 constant = 0;
};

class JoinConstants final : public TransformOf<> {
  public:
    JoinConstants()
        : TransformOf({.name = "join-constants",
                       .precondition = "sums, or operations on bits, of one type with two constants",
                       .effect = "x + 3 - 5 becomes x + -2, 1 ^ (x ^ 2) becomes x ^ 3",
                       .flags = {.shrinks = true}}) {}

  private:
    bool can(const View& view, const Named& step) const override {
        return wants_value(view, step.site) && joined(view, step.site);
    }

    void perform(Program& p, const Named& step) const override {
        const std::optional<WithConstant> made = joined(p, step.site);
        program::Build build(p);
        const NodeId constant =
            build.integer(p[step.site].type, static_cast<semantics::Int128>(made->constant));
        become(p, step.site, build.binary(made->op, made->other, constant));
    }

    static std::optional<WithConstant> joined(const View& view, NodeId site) {
        return joined(view.program(), site);
    }

    static std::optional<WithConstant> joined(const Program& p, NodeId site) {
        const std::optional<WithConstant> outer = split(p, site);
        if (!outer || p[outer->other].type != p[site].type) return std::nullopt;
        const std::optional<WithConstant> inner = split(p, outer->other);
        if (!inner || inner->op != outer->op) return std::nullopt;
        const semantics::IntShape shape = shape_of(p, site);
        const semantics::IntOutcome sum = semantics::binary(outer->op, inner->constant, outer->constant,
                                                            shape, shape, semantics::ShiftRule::C);
        if (!sum.ok()) return std::nullopt;
        return WithConstant{inner->other, outer->op, sum.bits};
    }

    static semantics::IntShape shape_of(const Program& p, NodeId id) {
        const program::IntegerForm form = program::integer_form(p.types.kind(p[id].type), p.platform.target);
        return {static_cast<uint8_t>(form.width), form.is_signed, false};
    }

    static std::optional<WithConstant> split(const Program& p, NodeId id) {
        const Node& n = p[id];
        if (n.kind != NodeKind::Binary || n.guarded || !program::is_integer(p.types.kind(n.type)))
            return std::nullopt;
        const NodeId left = n.child(at::Binary::left), right = n.child(at::Binary::right);
        const auto is_constant = [&](NodeId side) {
            return p[side].kind == NodeKind::IntConst && p[side].type == n.type;
        };
        const BinaryOp op = n.binary();
        if (op == BinaryOp::Sub && is_constant(right)) {
            const semantics::IntOutcome negated =
                semantics::unary(program::UnaryOp::Minus, p[right].bits(), shape_of(p, id));
            if (!negated.ok()) return std::nullopt;
            return WithConstant{left, BinaryOp::Add, negated.bits};
        }
        if (op != BinaryOp::Add && op != BinaryOp::Xor && op != BinaryOp::And && op != BinaryOp::Or)
            return std::nullopt;
        if (is_constant(right)) return WithConstant{left, op, p[right].bits()};
        if (is_constant(left)) return WithConstant{right, op, p[left].bits()};
        return std::nullopt;
    }
};

} // namespace

const Transform& join_constants() {
    static const JoinConstants transform;
    return transform;
}

} // namespace assay::transform
