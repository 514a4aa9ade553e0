// Two variables become one.
#include "transform/kit/retyping.h"
#include "transform/kit/trial.h"
#include "transform/registry.h"

#include <algorithm>

namespace assay::transform {
namespace {

constexpr size_t kMostPartners = 3;

class MergeVariables final : public Transform {
  public:
    MergeVariables()
        : Transform(
              {.name = "merge-variables",
               .precondition = "a global variable or a local one that is not static, and a global of the "
                               "same type, a scalar or a struct or union",
               .effect = "the second stands wherever the first stood, keeps its own initial value, and is "
                         "shown if one of them was; the first is removed",
               .flags = {.shrinks = true},
               .arg_count = 2}) {} // the variable that goes, the one that stays

  private:
    void suggest(const View& view, NodeId site, uint64_t, std::vector<Step>& out) const override {
        if (!view.is_whole_program(site)) return;
        const Program& p = view.program();
        for (uint32_t i = 0; i < p.vars.size(); ++i) {
            const VarId gone{i};
            size_t partners = 0;
            for (const VarId kept : p.globals) {
                if (kept == gone || p[kept].type != p[gone].type || partners == kMostPartners) continue;
                out.push_back(step_at(site, {gone.index, kept.index}));
                ++partners;
            }
        }
    }

    bool can(const View& view, const Step& step) const override {
        const Program& p = view.program();
        const VarId gone = step.var(0), kept = step.var(1);
        if (!view.is_whole_program(step.site) || gone == kept) return false;
        if (!is_part(p, gone) || !is_part(p, kept) || !p[kept].is_global()) return false;
        const bool is_local = p[gone].storage == program::Storage::Local && view.use(gone).declare;
        if (!p[gone].is_global() && !is_local) return false;
        const TypeKind kind = p.types.kind(p[gone].type);
        return p[gone].type == p[kept].type && (program::is_scalar(kind) || program::is_record(kind)) &&
               shrinks_soundly(p, [&](Program& program) { return merge(program, step); });
    }

    void perform(Program& p, const Step& step) const override {
        changed(p, [&](Program& program) { return merge(program, step); });
    }

    static bool merge(Program& p, const Step& step) {
        const VarId gone = step.var(0), kept = step.var(1);
        for (Node& n : p.nodes)
            if (n.kind == NodeKind::VarRef && n.var() == gone) n.slot[program::at::VarRef::var] = kept.index;
        for (Node& n : p.nodes)
            if (n.kind == NodeKind::Declare && n.var() == gone) n = Node{};
        if (p[gone].is_global()) p[kept].observed |= p[gone].observed;
        p[gone].init = {};
        std::erase(p.globals, gone);
        return true;
    }
};

} // namespace

const Transform& merge_variables() {
    static const MergeVariables transform;
    return transform;
}

} // namespace assay::transform
