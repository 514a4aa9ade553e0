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

class AddZero final : public Transform {
  public:
    AddZero()
        : Transform({.name = "add-zero",
                     .precondition = "an integer where its value alone is wanted, outside pure and const "
                                     "functions, and a visible "
                                     "integer global that is initialised to zero and never written",
                     .effect = "e becomes e + z, e - z, e | z, e ^ z or e >> z",
                     .flags = {.preserves = true},
                     .arg_count = 2}) {} // operator, variable

  private:
    void suggest(const View& view, NodeId site, uint64_t word, std::vector<Step>& out) const override {
        if (!wants_value(view, site)) return;
        const Program& p = view.program();
        std::vector<VarId> zeros;
        for (const VarId global : p.globals)
            if (is_always_zero(view, global)) zeros.push_back(global);
        if (zeros.empty()) return;
        const BinaryOp op = kNeutral[word % kNeutral.size()];
        out.push_back(
            step_at(site, {static_cast<UInt128>(op), zeros[word / kNeutral.size() % zeros.size()].index}));
    }

    bool can(const View& view, const Step& step) const override {
        const Program& p = view.program();
        if (!wants_value(view, step.site) || integer_type(p, step.site) == program::type::Void) return false;
        const bool known = std::ranges::any_of(
            kNeutral, [&](BinaryOp op) { return static_cast<UInt128>(op) == step.args[0]; });
        if (!known || std::ranges::find(p.globals, step.var(1)) == p.globals.end()) return false;
        return program::is_integer(p.types.kind(p[step.var(1)].type)) &&
               is_visible(view, step.site, step.var(1));
    }

    bool is_safe(const View& view, const Step& step) const override {
        return is_always_zero(view, step.var(1)) && !view.use(view.function(step.site)).in_pure_code;
    }

    void perform(Program& p, const Step& step) const override {
        program::Build build(p);
        const TypeId type = program::value_type(p, step.site);
        const NodeId value = moved_out(p, step.site);
        const auto op = static_cast<BinaryOp>(step.args[0]);
        become_value(p, step.site, build.binary(op, value, build.ref(step.var(1))), type);
    }
};

} // namespace

const Transform& add_zero() {
    static const AddZero transform;
    return transform;
}

} // namespace assay::transform
