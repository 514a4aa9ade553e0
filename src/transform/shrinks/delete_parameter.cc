// A parameter that is not used is removed, with its arguments.
#include "transform/kit/args.h"
#include "transform/kit/edit.h"
#include "transform/registry.h"

#include <algorithm>

namespace assay::transform {
namespace {

namespace at = program::at;

class DeleteParameter final : public TransformOf<VariableArgs> {
  public:
    DeleteParameter()
        : TransformOf(
              {.name = "delete-parameter",
               .precondition = "a parameter that is not used, of a function whose address is never taken",
               .effect = "the parameter and the arguments for it are removed (and their side effects lost)",
               .flags = {.shrinks = true},
               .sites = Sites::Bodies}) {}

  private:
    void suggest(const View& view, NodeId site, uint64_t, const Offer& offer) const override {
        for (const VarId param : view.program().params(view.function(site))) offer({param});
    }

    bool can(const View& view, const Named& step) const override {
        const FuncId func = view.function(step.site);
        const auto params = view.program().params(func);
        return std::ranges::find(params, step.var) != params.end() && view.use(step.var).refs == 0 &&
               view.use(func).refs == 0;
    }

    void perform(Program& p, const Named& step) const override {
        const FuncId func = function_of(p, step.site);
        const auto old = p.params(func);
        const auto gone = static_cast<size_t>(std::ranges::find(old, step.var) - old.begin());
        std::vector<VarId> params;
        std::vector<TypeId> types;
        for (const VarId param : old) {
            if (param == step.var) continue;
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
