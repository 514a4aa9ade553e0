// Calls of a function that only returns something give way to what it returns.
#include "program/build.h"
#include "program/walk.h"
#include "transform/kit/edit.h"
#include "transform/kit/trial.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

namespace at = program::at;

class InlineResult final : public Trial<> {
  public:
    InlineResult()
        : Trial({.name = "inline-result",
                 .precondition = "the body { return e; } of a function without parameters, other than the "
                                 "entry, whose address is not taken",
                 .effect = "every call becomes e, converted to the function's type; the function is removed",
                 .flags = {.shrinks = true},
                 .sites = Sites::Bodies}) {}

  private:
    bool may(const View& view, const Named& step) const override {
        const Program& p = view.program();
        const FuncId func = view.function(step.site);
        if (func == p.entry || p[func].param_count != 0 || view.use(func).refs != 0) return false;
        return returned(p, step.site) && program::is_scalar(p.types.kind(p.result_type(func))) &&
               view.use(func).calls == view.use(func).from_outside;
    }

    static NodeId returned(const Program& p, NodeId body) {
        const auto stmts = p.list(p[body], at::Block::stmts);
        if (stmts.size() != 1 || p[stmts[0]].kind != NodeKind::Return) return {};
        return p[stmts[0]].child(at::Return::value);
    }

    bool change(Program& p, const Named& step) const override {
        const NodeId body = step.site;
        const FuncId func = function_of(p, body);
        const NodeId value = returned(p, body);
        const TypeId type = p.types.unqualified(p.result_type(func));
        std::vector<NodeId> calls;
        program::walk(p, [&](NodeId id) {
            if (p[id].kind == NodeKind::Call && p[id].func() == func) calls.push_back(id);
        });
        for (const NodeId call : calls) become_expr(p, call, program::clone(p, value), type);
        discard(p, body);
        erase_function(p, func);
        return true;
    }
};

} // namespace

const Transform& inline_result() {
    static const InlineResult transform;
    return transform;
}

} // namespace assay::transform
