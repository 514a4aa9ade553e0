// Calls of a function that only returns something give way to what it returns.
#include "program/build.h"
#include "program/walk.h"
#include "transform/kit/edit.h"
#include "transform/kit/trial.h"
#include "transform/registry.h"

#include <algorithm>

namespace assay::transform {
namespace {

namespace at = program::at;

class InlineResult final : public Transform {
  public:
    InlineResult()
        : Transform(
              {.name = "inline-result",
               .precondition = "the body { return e; } of a function without parameters, other than the "
                               "entry, whose address is not taken",
               .effect = "every call becomes e, converted to the function's type; the function is removed",
               .flags = {.shrinks = true}}) {}

  private:
    void suggest(const View& view, NodeId site, uint64_t, std::vector<Step>& out) const override {
        if (!view.parent(site) && view.holds_stmt(site)) out.push_back(step_at(site));
    }

    bool can(const View& view, const Step& step) const override {
        const Program& p = view.program();
        if (view.parent(step.site) || !view.holds_stmt(step.site)) return false;
        const FuncId func = view.function(step.site);
        if (func == p.entry || p[func].param_count != 0 || view.use(func).refs != 0) return false;
        return returned(p, step.site) && program::is_scalar(p.types.kind(p.result_type(func))) &&
               view.use(func).calls == view.use(func).from_outside &&
               shrinks_soundly(p, [&](Program& program) { return put_in(program, step.site); });
    }

    void perform(Program& p, const Step& step) const override {
        changed(p, [&](Program& program) { return put_in(program, step.site); });
    }

    static NodeId returned(const Program& p, NodeId body) {
        const auto stmts = p.list(p[body], at::Block::stmts);
        if (stmts.size() != 1 || p[stmts[0]].kind != NodeKind::Return) return {};
        return p[stmts[0]].child(at::Return::value);
    }

    static bool put_in(Program& p, NodeId body) {
        const FuncId func{
            static_cast<uint32_t>(std::ranges::find(p.funcs, body, &program::Func::body) - p.funcs.begin())};
        const NodeId value = returned(p, body);
        const TypeId type = p.types.unqualified(p.result_type(func));
        std::vector<NodeId> calls;
        program::walk(p, [&](NodeId id) {
            if (p[id].kind == NodeKind::Call && p[id].func() == func) calls.push_back(id);
        });
        for (const NodeId call : calls) {
            const NodeId copy = program::clone(p, value);
            if (p.types.same_but_quals(p[copy].type, type))
                become(p, call, copy);
            else
                become_value(p, call, copy, type);
        }
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
