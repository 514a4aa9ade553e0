// An integer constant becomes an operation on a variable whose values differ, which yields it for all of
// them.
#include "base/hash.h"
#include "program/typing.h"
#include "transform/kit/additions.h"
#include "transform/kit/args.h"
#include "transform/kit/edit.h"
#include "transform/kit/inverse.h"
#include "transform/kit/places.h"
#include "transform/kit/scope.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

using program::BinaryOp;

class UseVarying final : public TransformOf<UseVaryingArgs> {
  public:
    UseVarying()
        : TransformOf({.name = "use-varying",
                       .precondition =
                           "an integer constant where its value alone is wanted, and a variable in scope "
                           "that is static or a parameter: for x - x and x ^ x, not volatile; else of "
                           "a type all of whose values give the constant",
                       .effect = "0 becomes x - x or x ^ x; c becomes x op k",
                       .flags = {.preserves = true},
                       .sites = Sites::Integers}) {}

  private:
    void suggest(const View& view, NodeId, uint64_t word, const Offer& offer) const override {
        const Program& p = view.program();
        if (p.vars.empty()) return;
        for (uint64_t i = 0; i < 12; ++i) {
            const uint64_t w = base::scramble(word + i);
            const VarId var{static_cast<uint32_t>(w % p.vars.size())};
            const bool twice = (w >> 40) % 2 != 0;
            const BinaryOp op = twice ? ((w >> 41) % 2 != 0 ? BinaryOp::Sub : BinaryOp::Xor)
                                      : static_cast<BinaryOp>((w >> 41) % program::kBinaryOpCount);
            const UInt128 k = (w >> 50) % 4 == 0 ? (w >> 52) % 256 : UInt128{(w >> 50) % 2};
            if (offer({var, op, twice, twice ? 0 : k})) return;
        }
    }

    bool can(const View& view, const Named& step) const override {
        const Program& p = view.program();
        if (!wants_value(view, step.site)) return false;
        const VarId var = step.var;
        if (var.index >= p.vars.size() || number_of(p, var) == program::type::Void) return false;
        const semantics::IntShape shape = shape_of_part(p, wide_type(p, var), -1);
        return semantics::convert(step.number, shape) == step.number && is_visible(view, step.site, var);
    }

    bool is_safe(const View& view, const Named& step) const override {
        const Program& p = view.program();
        const VarId var = step.var;
        const BinaryOp op = step.op;
        // It surely has a value, and no write that lacks an order to this read.
        const bool has_value = p[var].storage == program::Storage::Param || p[var].is_static_storage();
        if (!has_value || view.use(var).written() || view.use(var).addressed()) return false;
        if (p[var].is_static_storage() && is_in_pure_code(view, step.site)) return false;
        const UInt128 wanted = view[step.site].bits();
        if (step.twice)
            return wanted == 0 && (op == BinaryOp::Sub || op == BinaryOp::Xor) &&
                   (p.types.quals(p[var].type) & program::kVolatile) == 0;
        const semantics::IntShape own = shape_of(p.types.kind(p[var].type), p.platform.target);
        if (own.width > 8)
            return is_comparison(op) && always(p, step, smallest(own), wanted) &&
                   always(p, step, largest(own), wanted) && op != BinaryOp::Eq && op != BinaryOp::Ne;
        for (unsigned bits = 0; bits < 256; ++bits)
            if (!always(p, step, semantics::convert(bits, own), wanted)) return false;
        return true;
    }

    static TypeId wide_type(const Program& p, VarId var) {
        return program::promoted_type(p, number_of(p, var));
    }
    static bool always(const Program& p, const Named& step, UInt128 value, UInt128 wanted) {
        const semantics::IntShape wide = shape_of_part(p, wide_type(p, step.var), -1);
        const semantics::IntOutcome outcome =
            semantics::binary(step.op, value, step.number, wide, wide, shift_rule(p.platform.standard));
        return outcome.ok() && outcome.bits == wanted;
    }

    void perform(Program& p, const Named& step) const override {
        program::Build build(p);
        const TypeId type = p[step.site].type;
        const NodeId left = build.ref(step.var);
        const NodeId right = step.twice
                                 ? build.ref(step.var)
                                 : build.integer(wide_type(p, step.var), static_cast<Int128>(step.number));
        become_value(p, step.site, build.binary(step.op, left, right), type);
    }
};

} // namespace

const Transform& use_varying() {
    static const UseVarying transform;
    return transform;
}

} // namespace assay::transform
