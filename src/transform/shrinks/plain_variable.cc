// One variable, or the elements of one array, become plain int.
#include "transform/kit/retyping.h"
#include "transform/kit/trial.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

class PlainVariable final : public Transform {
  public:
    PlainVariable()
        : Transform({.name = "plain-variable",
                     .precondition =
                         "a variable that is a number, or an array of numbers, of another type than "
                         "int; all still fits together when it is int",
                     .effect = "its numbers are int",
                     .flags = {.shrinks = true},
                     .arg_count = 1}) {} // the variable

  private:
    void suggest(const View& view, NodeId site, uint64_t, std::vector<Step>& out) const override {
        if (!view.is_whole_program(site)) return;
        for (uint32_t i = 0; i < view.program().vars.size(); ++i) out.push_back(step_at(site, {i}));
    }

    bool can(const View& view, const Step& step) const override {
        const Program& p = view.program();
        if (!view.is_whole_program(step.site) || !is_part(p, step.var(0))) return false;
        const program::Var& var = p[step.var(0)];
        if (var.storage >= program::Storage::Local && var.storage != program::Storage::Param &&
            !view.use(step.var(0)).declare)
            return false;
        TypeId leaf = var.type;
        while (p.types.kind(leaf) == TypeKind::Array) leaf = p.types[leaf].base;
        const TypeKind kind = p.types.kind(leaf);
        return program::is_arithmetic(kind) && kind != TypeKind::Int &&
               shrinks_soundly(p, [&](Program& program) { return retype_variable(program, step.var(0)); });
    }

    void perform(Program& p, const Step& step) const override {
        changed(p, [&](Program& program) { return retype_variable(program, step.var(0)); });
    }

    static TypeId plain(Program& p, TypeId id) {
        const program::Type type = p.types[id];
        if (type.kind == TypeKind::Array) return p.types.array_of(plain(p, type.base), type.count);
        return p.types.qualified(program::type::Int, type.quals);
    }

    static bool retype_variable(Program& p, VarId var) {
        set_type(p, var, plain(p, p[var].type));
        if (p[var].init) retype_list(p, p[var].init);
        if (p[var].storage != program::Storage::Param) return true;
        std::vector<TypeId> params;
        for (const VarId param : p.params(p[var].owner)) params.push_back(p.types.unqualified(p[param].type));
        p[p[var].owner].type = p.types.function(p.result_type(p[var].owner), params);
        return true;
    }

    static void retype_list(Program& p, NodeId init) {
        if (p[init].kind != NodeKind::InitList) return;
        p[init].type = plain(p, p[init].type);
        const Node list = p[init];
        for (const NodeId element : p.list(list, program::at::InitList::elements)) retype_list(p, element);
    }
};

} // namespace

const Transform& plain_variable() {
    static const PlainVariable transform;
    return transform;
}

} // namespace assay::transform
