// A function whose result is never used returns void.
#include "program/walk.h"
#include "transform/kit/edit.h"
#include "transform/kit/trial.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

namespace at = program::at;

class DropResult final : public Trial<> {
  public:
    DropResult()
        : Trial({.name = "drop-result",
                 .precondition = "the body of a function that returns a value, whose address is not "
                                 "taken, and all calls of which are statements",
                 .effect = "it returns void; the expressions that it returned are lost",
                 .flags = {.shrinks = true},
                 .sites = Sites::Bodies}) {}

  private:
    bool may(const View& view, const Named& step) const override {
        const Program& p = view.program();
        const FuncId func = view.function(step.site);
        if (p.result_type(func) == program::type::Void || view.use(func).refs != 0) return false;
        for (const NodeId id : view.nodes())
            if (p[id].kind == NodeKind::Call && p[id].func() == func &&
                (!view.parent(id) || p[view.parent(id)].kind != NodeKind::ExprStmt))
                return false;
        return true;
    }

    bool change(Program& p, const Named& step) const override {
        const FuncId func = function_of(p, step.site);
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
