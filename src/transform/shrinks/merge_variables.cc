// Two variables become one.
#include "transform/kit/retyping.h"
#include "transform/kit/trial.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

constexpr size_t kMostPartners = 3;

struct MergeArgs {
    VarId gone, kept;
};

class MergeVariables final : public Trial<MergeArgs> {
  public:
    MergeVariables()
        : Trial({.name = "merge-variables",
                 .precondition = "a global variable or a local one that is not static, and a global of the "
                                 "same type, a scalar or a struct or union",
                 .effect = "the second stands wherever the first stood, keeps its own initial value, and is "
                           "shown if one of them was; the first is removed",
                 .flags = {.shrinks = true},
                 .sites = Sites::Program}) {}

  private:
    void suggest(const View& view, NodeId, uint64_t, const Offer& offer) const override {
        const Program& p = view.program();
        for (uint32_t i = 0; i < p.vars.size(); ++i) {
            const VarId gone{i};
            size_t partners = 0;
            for (const VarId kept : p.globals) {
                if (kept == gone || p[kept].type != p[gone].type || partners == kMostPartners) continue;
                offer({gone, kept});
                ++partners;
            }
        }
    }

    bool may(const View& view, const Named& step) const override {
        const Program& p = view.program();
        const VarId gone = step.gone, kept = step.kept;
        if (gone == kept) return false;
        if (!is_part(p, gone) || !is_part(p, kept) || !p[kept].is_global()) return false;
        const bool is_local = p[gone].storage == program::Storage::Local && view.use(gone).declare;
        if (!p[gone].is_global() && !is_local) return false;
        const TypeKind kind = p.types.kind(p[gone].type);
        return p[gone].type == p[kept].type && (program::is_scalar(kind) || program::is_record(kind));
    }

    bool change(Program& p, const Named& step) const override {
        const VarId gone = step.gone, kept = step.kept;
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
