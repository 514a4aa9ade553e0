// A variable loses const or volatile.
#include "transform/kit/retyping.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

struct VariableQualifierArgs {
    VarId var;
    uint8_t qualifier = 0;
};

class DropQualifier final : public TransformOf<VariableQualifierArgs> {
  public:
    DropQualifier()
        : TransformOf(
              {.name = "drop-qualifier",
               .precondition = "a const or volatile number or pointer variable whose address is never taken",
               .effect = "the variable is no longer const or volatile",
               .flags = {.shrinks = true},
               .sites = Sites::Program}) {}

  private:
    void suggest(const View& view, NodeId, uint64_t, const Offer& offer) const override {
        const Program& p = view.program();
        for (uint32_t i = 0; i < p.vars.size(); ++i)
            for (const uint8_t qualifier : {program::kConst, program::kVolatile})
                if ((p.types[p.vars[i].type].quals & qualifier) != 0) offer({{i}, qualifier});
    }

    bool can(const View& view, const Named& step) const override {
        const Program& p = view.program();
        const VarId var = step.var;
        if (var.index >= p.vars.size() || step.qualifier > program::kVolatile) return false;
        const program::Type& type = p.types[p[var].type];
        return (type.quals & step.qualifier) != 0 && program::is_scalar(type.kind) &&
               !view.use(var).addressed() && is_held(view, var);
    }

    void perform(Program& p, const Named& step) const override {
        const VarId var = step.var;
        const auto rest = static_cast<uint8_t>(p.types[p[var].type].quals & ~step.qualifier);
        const TypeId type = p.types.qualified(p.types.unqualified(p[var].type), rest);
        p[var].type = type;
        for (Node& n : p.nodes)
            if (n.kind == NodeKind::VarRef && n.var() == var) n.type = type;
    }
};

} // namespace

const Transform& drop_qualifier() {
    static const DropQualifier transform;
    return transform;
}

} // namespace assay::transform
