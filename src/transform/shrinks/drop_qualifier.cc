// A variable loses const or volatile.
#include "transform/registry.h"

#include <algorithm>

namespace assay::transform {
namespace {

class DropQualifier final : public Transform {
  public:
    DropQualifier()
        : Transform(
              {.name = "drop-qualifier",
               .precondition = "a const or volatile number or pointer variable whose address is never taken",
               .effect = "the variable is no longer const or volatile",
               .flags = {.shrinks = true},
               .arg_count = 2}) {} // variable, qualifier

  private:
    void suggest(const View& view, NodeId site, uint64_t, std::vector<Step>& out) const override {
        if (!view.is_whole_program(site)) return;
        const Program& p = view.program();
        for (uint32_t i = 0; i < p.vars.size(); ++i)
            for (const unsigned qualifier : {program::kConst, program::kVolatile})
                if ((p.types[p.vars[i].type].quals & qualifier) != 0)
                    out.push_back(step_at(site, {i, qualifier}));
    }

    bool can(const View& view, const Step& step) const override {
        const Program& p = view.program();
        const VarId var = step.var(0);
        if (!view.is_whole_program(step.site) || var.index >= p.vars.size() ||
            step.args[1] > program::kVolatile)
            return false;
        const program::Type& type = p.types[p[var].type];
        const auto qualifier = static_cast<uint8_t>(step.args[1]);
        return (type.quals & qualifier) != 0 && program::is_scalar(type.kind) && !view.use(var).addressed() &&
               is_part(view, var);
    }

    static bool is_part(const View& view, VarId id) {
        const Program& p = view.program();
        const program::Var& var = p[id];
        if (var.is_global()) return std::ranges::find(p.globals, id) != p.globals.end();
        if (var.storage != program::Storage::Param) return view.use(id).declare.valid();
        const auto params = p.params(var.owner);
        return std::ranges::find(params, id) != params.end();
    }

    void perform(Program& p, const Step& step) const override {
        const VarId var = step.var(0);
        const auto rest =
            static_cast<uint8_t>(p.types[p[var].type].quals & ~static_cast<uint8_t>(step.args[1]));
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
