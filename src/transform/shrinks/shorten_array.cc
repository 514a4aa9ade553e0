// An array has fewer elements.
#include "transform/kit/arrays.h"
#include "transform/kit/trial.h"
#include "transform/registry.h"

#include <algorithm>

namespace assay::transform {
namespace {

namespace at = program::at;

class ShortenArray final : public Transform {
  public:
    ShortenArray()
        : Transform({.name = "shorten-array",
                     .precondition = "an array variable, and a smaller number of elements",
                     .effect = "the array has so many elements; initialisers for others are removed",
                     .flags = {.shrinks = true},
                     .arg_count = 2}) {} // variable, number of elements

  private:
    void suggest(const View& view, NodeId site, uint64_t, std::vector<Step>& out) const override {
        if (!view.is_whole_program(site)) return;
        visit_arrays(view, [&](VarId var, uint32_t count) {
            uint32_t last = 0;
            for (const uint32_t fewer : {1u, 2u, 4u, count / 2, count - 1}) {
                if (fewer >= count || fewer <= last) continue;
                out.push_back(step_at(site, {var.index, fewer}));
                last = fewer;
            }
        });
    }

    bool can(const View& view, const Step& step) const override {
        if (!is_about_array(view, step)) return false;
        const Program& p = view.program();
        if (step.args[1] == 0 || step.args[1] >= p.types[p[step.var(0)].type].count) return false;
        return shrinks_soundly(p, [&](Program& program) { return shorten(program, step); });
    }

    void perform(Program& p, const Step& step) const override {
        changed(p, [&](Program& program) { return shorten(program, step); });
    }

    static bool shorten(Program& p, const Step& step) {
        const VarId var = step.var(0);
        const auto count = static_cast<uint32_t>(step.args[1]);
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
