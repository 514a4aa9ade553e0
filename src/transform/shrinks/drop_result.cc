// A function whose result nobody wants returns nothing.
#include "program/walk.h"
#include "transform/kit/trial.h"
#include "transform/registry.h"

#include <algorithm>

namespace assay::transform {
namespace {

namespace at = program::at;

class DropResult final : public Transform {
  public:
    DropResult()
        : Transform({.name = "drop-result",
                     .precondition = "the body of a function that returns a value, whose address is not "
                                     "taken, and all calls of which are statements",
                     .effect = "it returns void; the expressions that it returned are lost",
                     .flags = {.shrinks = true}}) {}

  private:
    void suggest(const View& view, NodeId site, uint64_t, std::vector<Step>& out) const override {
        if (!view.parent(site) && view.holds_stmt(site)) out.push_back(step_at(site));
    }

    bool can(const View& view, const Step& step) const override {
        const Program& p = view.program();
        if (view.parent(step.site) || !view.holds_stmt(step.site)) return false;
        const FuncId func = view.function(step.site);
        if (p.result_type(func) == program::type::Void || view.use(func).refs != 0) return false;
        for (const NodeId id : view.nodes())
            if (p[id].kind == NodeKind::Call && p[id].func() == func &&
                (!view.parent(id) || p[view.parent(id)].kind != NodeKind::ExprStmt))
                return false;
        return shrinks_soundly(p, [&](Program& program) { return drop(program, step); });
    }

    void perform(Program& p, const Step& step) const override {
        changed(p, [&](Program& program) { return drop(program, step); });
    }

    static bool drop(Program& p, const Step& step) {
        const FuncId func{static_cast<uint32_t>(std::ranges::find(p.funcs, step.site, &program::Func::body) -
                                                p.funcs.begin())};
        const auto params = p.types.params_of(p[func].type);
        p[func].type =
            p.types.function(program::type::Void, std::vector<TypeId>(params.begin(), params.end()));
        // What has no result has no reason to be pure.
        p[func].flags = static_cast<uint8_t>(p[func].flags & ~(program::kFuncPure | program::kFuncConst));
        program::walk(p, step.site, [&](NodeId id) {
            if (p[id].kind == NodeKind::Return) p[id].slot[at::Return::value] = NodeId{}.index;
        });
        return true;
    }
};

} // namespace

const Transform& drop_result() {
    static const DropResult transform;
    return transform;
}

} // namespace assay::transform
