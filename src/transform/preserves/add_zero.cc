// A value is combined with a global that is always zero, which the compiler may not know.
#include "program/build.h"
#include "program/typing.h"
#include "transform/kit/edit.h"
#include "transform/kit/places.h"
#include "transform/kit/scope.h"
#include "transform/registry.h"

#include <algorithm>
#include <array>

namespace assay::transform {
namespace {

using program::BinaryOp;

constexpr std::array kNeutral{BinaryOp::Add, BinaryOp::Sub, BinaryOp::Or, BinaryOp::Xor, BinaryOp::Shr};

bool is_always_zero(const View& view, VarId id) {
    const Program& p = view.program();
    const program::Var& var = p[id];
    if (!program::is_integer(p.types.kind(var.type)) || view.use(id).written() || view.use(id).addressed())
        return false;
    return !var.init || (p[var.init].kind == NodeKind::IntConst && p[var.init].bits() == 0);
}

struct AddZeroArgs {
    BinaryOp op = {};
    VarId zero;
};

class AddZero final : public TransformOf<AddZeroArgs> {
  public:
    AddZero()
        : TransformOf({.name = "add-zero",
                       .precondition = "an integer where its value alone is wanted, outside pure and const "
                                       "functions, and a visible "
                                       "integer global that is initialised to zero and never written",
                       .effect = "e becomes e + z, e - z, e | z, e ^ z or e >> z",
                       .flags = {.preserves = true}}) {}

  private:
    void suggest(const View& view, NodeId site, uint64_t word, const Offer& offer) const override {
        if (!wants_value(view, site)) return;
        const Program& p = view.program();
        std::vector<VarId> zeros;
        for (const VarId global : p.globals)
            if (is_always_zero(view, global)) zeros.push_back(global);
        if (zeros.empty()) return;
        const BinaryOp op = kNeutral[word % kNeutral.size()];
        offer({op, zeros[word / kNeutral.size() % zeros.size()]});
    }

    bool can(const View& view, const Named& step) const override {
        const Program& p = view.program();
        if (!wants_value(view, step.site) || integer_type(p, step.site) == program::type::Void) return false;
        if (std::ranges::find(kNeutral, step.op) == kNeutral.end() ||
            std::ranges::find(p.globals, step.zero) == p.globals.end())
            return false;
        return program::is_integer(p.types.kind(p[step.zero].type)) && is_visible(view, step.site, step.zero);
    }

    bool is_safe(const View& view, const Named& step) const override {
        return is_always_zero(view, step.zero) && !view.use(view.function(step.site)).in_pure_code;
    }

    void perform(Program& p, const Named& step) const override {
        program::Build build(p);
        const TypeId type = program::value_type(p, step.site);
        const NodeId value = moved_out(p, step.site);
        become_value(p, step.site, build.binary(step.op, value, build.ref(step.zero)), type);
    }
};

} // namespace

const Transform& add_zero() {
    static const AddZero transform;
    return transform;
}

} // namespace assay::transform
