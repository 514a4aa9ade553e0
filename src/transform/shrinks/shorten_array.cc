// An array has fewer elements.
#include "transform/kit/arrays.h"
#include "transform/kit/trial.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

namespace at = program::at;

struct ShortenArrayArgs {
    VarId var;
    uint32_t count = 0;
};

class ShortenArray final : public Trial<ShortenArrayArgs> {
  public:
    ShortenArray()
        : Trial({.name = "shorten-array",
                 .precondition = "an array variable, and a smaller number of elements",
                 .effect = "the array has this number of elements; the initialisers of others are removed",
                 .flags = {.shrinks = true},
                 .sites = Sites::Program}) {}

  private:
    void suggest(const View& view, NodeId, uint64_t, const Offer& offer) const override {
        visit_arrays(view, [&](VarId var, uint32_t count) {
            uint32_t last = 0;
            for (const uint32_t fewer : {1u, 2u, 4u, count / 2, count - 1}) {
                if (fewer >= count || fewer <= last) continue;
                offer({var, fewer});
                last = fewer;
            }
        });
    }

    bool may(const View& view, const Named& step) const override {
        const Program& p = view.program();
        return is_array_variable(view, step.var) && step.count != 0 &&
               step.count < p.types[p[step.var].type].count;
    }

    bool change(Program& p, const Named& step) const override {
        const VarId var = step.var;
        const uint32_t count = step.count;
        const TypeId type = p.types.array_of(p.types[p[var].type].base, count);
        set_type(p, var, type);
        const NodeId init = p[var].init;
        if (!init || p[init].kind != NodeKind::InitList) return true;
        p[init].type = p.types.unqualified(type);
        const auto old = p.list(p[init], at::InitList::elements);
        const std::vector<NodeId> kept(old.begin(),
                                       old.begin() + std::min<ptrdiff_t>(std::ssize(old), count));
        p.set_list(p[init], at::InitList::elements, kept);
        return true;
    }
};

} // namespace

const Transform& shorten_array() {
    static const ShortenArray transform;
    return transform;
}

} // namespace assay::transform
