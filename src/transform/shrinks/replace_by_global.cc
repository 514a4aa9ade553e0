// An expression becomes a variable whose value the compiler does not know.
#include "program/build.h"
#include "transform/kit/args.h"
#include "transform/kit/edit.h"
#include "transform/kit/inverse.h"
#include "transform/kit/places.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

class ReplaceByGlobal final : public TransformOf<ValueArgs> {
  public:
    ReplaceByGlobal()
        : TransformOf(
              {.name = "replace-by-global",
               .precondition = "an integer of at least three nodes, where its value alone is wanted and "
                               "globals may be read",
               .effect = "e becomes a new global that is initialised with a value that e had (its side "
                         "effects are lost)",
               .flags = {.shrinks = true}}) {}

  private:
    void suggest(const View& view, NodeId site, uint64_t, const Offer& offer) const override {
        const NodeProfile* seen = view.profile(site);
        if (seen == nullptr || seen->smallest > seen->largest) return;
        offer({static_cast<UInt128>(Int128{seen->smallest})});
    }

    bool can(const View& view, const Named& step) const override {
        const Program& p = view.program();
        if (view.size(step.site) < 3 || !wants_value(view, step.site)) return false;
        const FuncId func = view.function(step.site);
        const TypeId type = integer_type(p, step.site);
        if (!func || view.use(func).in_pure_code || type == program::type::Void) return false;
        return is_value_of(p, p.types.kind(type), step.value);
    }

    void perform(Program& p, const Named& step) const override {
        program::Build build(p);
        const TypeId type = integer_type(p, step.site);
        const NodeId value = build.integer(type, static_cast<Int128>(step.value));
        const VarId var =
            build.global(fresh_name(p, "in", step.fresh.vars), type, value, program::Storage::Extern);
        p[var].observed = false;
        become(p, step.site, build.ref(var));
    }
};

} // namespace

const Transform& replace_by_global() {
    static const ReplaceByGlobal transform;
    return transform;
}

} // namespace assay::transform
