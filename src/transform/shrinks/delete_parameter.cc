// A parameter that nobody names goes, with the arguments for it.
#include "transform/registry.h"

#include <algorithm>

namespace assay::transform {
namespace {

namespace at = program::at;

class DeleteParameter final : public Transform {
  public:
    DeleteParameter()
        : Transform(
              {.name = "delete-parameter",
               .precondition =
                   "a parameter that is named nowhere, of a function whose address is never taken",
               .effect = "the parameter and the arguments for it are removed (and their side effects lost)",
               .flags = {.shrinks = true},
               .arg_count = 1}) {} // the parameter

  private:
    void suggest(const View& view, NodeId site, uint64_t, std::vector<Step>& out) const override {
        if (view.parent(site) || !view.holds_stmt(site)) return;
        for (const VarId param : view.program().params(view.function(site)))
            out.push_back(step_at(site, {param.index}));
    }

    bool can(const View& view, const Step& step) const override {
        if (view.parent(step.site) || !view.holds_stmt(step.site)) return false;
        const FuncId func = view.function(step.site);
        const auto params = view.program().params(func);
        return std::ranges::find(params, step.var(0)) != params.end() && view.use(step.var(0)).refs == 0 &&
               view.use(func).refs == 0;
    }

    void perform(Program& p, const Step& step) const override {
        const FuncId func{static_cast<uint32_t>(std::ranges::find(p.funcs, step.site, &program::Func::body) -
                                                p.funcs.begin())};
        const auto old = p.params(func);
        const auto gone = static_cast<size_t>(std::ranges::find(old, step.var(0)) - old.begin());
        std::vector<VarId> params;
        std::vector<TypeId> types;
        for (const VarId param : old) {
            if (param == step.var(0)) continue;
            params.push_back(param);
            types.push_back(p.types.unqualified(p[param].type));
        }
        for (Node& n : p.nodes)
            if (n.kind == NodeKind::Call && n.func() == func) drop_argument(p, n, gone);
        p[func].type = p.types.function(p.result_type(func), types);
        p[func].first_param = static_cast<uint32_t>(p.param_vars.size());
        p[func].param_count = static_cast<uint32_t>(params.size());
        p.param_vars.insert(p.param_vars.end(), params.begin(), params.end());
    }

    static void drop_argument(Program& p, Node& call, size_t gone) {
        const auto given = p.list(call, at::Call::args);
        std::vector<NodeId> args;
        for (size_t i = 0; i < given.size(); ++i)
            if (i != gone) args.push_back(given[i]);
        p.set_list(call, at::Call::args, args);
    }
};

} // namespace

const Transform& delete_parameter() {
    static const DeleteParameter transform;
    return transform;
}

} // namespace assay::transform
