// An expression becomes a call of a new function that computes it.
#include "program/build.h"
#include "program/typing.h"
#include "program/walk.h"
#include "transform/kit/edit.h"
#include "transform/kit/places.h"
#include "transform/kit/scope.h"
#include "transform/registry.h"

#include <algorithm>

namespace assay::transform {
namespace {

namespace at = program::at;

constexpr size_t kMostParams = 8;

struct LocalRefs {
    bool can_be_passed =
        true; // each one is a number or pointer whose value is read whenever the expression is evaluated
    std::vector<VarId> vars; // without repetition, in order
};

// Is the node's value surely computed when that of `root` is?
bool is_certain(const View& view, NodeId id, NodeId root) {
    for (; id != root; id = view.parent(id)) {
        const Node& around = view[view.parent(id)];
        if (around.kind == NodeKind::Conditional && id != around.child(at::Conditional::condition))
            return false;
        if (around.kind == NodeKind::Logical && id != around.child(at::Logical::left)) return false;
        if (around.kind == NodeKind::SizeofExpr) return false;
    }
    return true;
}

LocalRefs local_refs(const View& view, NodeId root) {
    const Program& p = view.program();
    LocalRefs found;
    program::walk(p, root, [&](NodeId id) {
        if (p[id].kind != NodeKind::VarRef || p[p[id].var()].is_global()) return;
        const VarId var = p[id].var();
        found.can_be_passed &= wants_value(view, id) && is_certain(view, id, root) &&
                               (p.types.quals(p[var].type) & program::kVolatile) == 0;
        if (std::ranges::find(found.vars, var) == found.vars.end()) found.vars.push_back(var);
    });
    return found;
}

struct OutlineArgs {
    bool may_be_inlined = false;
};

class OutlineExpression final : public TransformOf<OutlineArgs> {
  public:
    OutlineExpression()
        : TransformOf(
              {.name = "outline-expression",
               .precondition =
                   "an operation where its value alone is wanted, without calls and side effects, that reads "
                   "local variables by value and in every case, at most 8 of them",
               .effect = "e becomes f(x, ...) with a new static T f(T x, ...) { return e; }",
               .flags = {.preserves = true}}) {}

  private:
    void suggest(const View& view, NodeId site, uint64_t word, const Offer& offer) const override {
        if (wants_value(view, site)) offer({(word & 1) != 0});
    }

    bool can(const View& view, const Named& step) const override {
        const Program& p = view.program();
        if (!wants_value(view, step.site) || view.size(step.site) < 2) return false;
        if (has_effects(p, step.site)) return false;
        const LocalRefs refs = local_refs(view, step.site);
        return !has_compound_literal(p, step.site) && refs.can_be_passed && refs.vars.size() <= kMostParams;
    }

    void perform(Program& p, const Named& step) const override {
        program::Build build(p);
        const TypeId result = program::value_type(p, step.site);
        const NodeId value = moved_out(p, step.site);
        std::vector<VarId> vars;
        std::vector<NodeId> refs;
        program::walk(p, value, [&](NodeId id) {
            if (p[id].kind != NodeKind::VarRef || p[p[id].var()].is_global()) return;
            refs.push_back(id);
            if (std::ranges::find(vars, p[id].var()) == vars.end()) vars.push_back(p[id].var());
        });
        std::vector<NodeId> args;
        for (const VarId var : vars) args.push_back(build.ref(var));
        const FuncId func = add_function(p, step, result, vars);
        for (const NodeId id : refs) {
            const auto index = static_cast<size_t>(std::ranges::find(vars, p[id].var()) - vars.begin());
            const VarId param = p.params(func)[index];
            p[id].slot[at::VarRef::var] = param.index;
            p[id].type = p[param].type;
        }
        const NodeId stmt = build.return_(value);
        const NodeId body = build.block({&stmt, 1});
        p[func].body = body;
        become(p, step.site, build.call(func, args));
    }

    static FuncId add_function(Program& p, const Named& step, TypeId result, const std::vector<VarId>& vars) {
        std::vector<std::string> names;
        for (size_t i = 0; i < vars.size(); ++i)
            names.push_back(fresh_name(p, "v", step.fresh.vars + static_cast<uint32_t>(i)));
        std::vector<std::pair<std::string_view, TypeId>> params;
        for (size_t i = 0; i < vars.size(); ++i)
            params.emplace_back(names[i], p.types.unqualified(p[vars[i]].type));
        const uint8_t flags = program::kFuncStatic | (step.may_be_inlined ? 0 : program::kFuncNoinline);
        return program::Build(p).func(fresh_name(p, "f", step.fresh.nodes), result, params, flags);
    }
};

} // namespace

const Transform& outline_expression() {
    static const OutlineExpression transform;
    return transform;
}

} // namespace assay::transform
