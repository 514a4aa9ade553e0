// One variable, or the elements of one array, become plain int.
#include "transform/kit/args.h"
#include "transform/kit/retyping.h"
#include "transform/kit/trial.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

class PlainVariable final : public Trial<VariableArgs> {
  public:
    PlainVariable()
        : Trial({.name = "plain-variable",
                 .precondition = "a variable that is a number, or an array of numbers, of another type than "
                                 "int; all still fits together when it is int",
                 .effect = "its numbers are int",
                 .flags = {.shrinks = true},
                 .sites = Sites::Program}) {}

  private:
    void suggest(const View& view, NodeId, uint64_t, const Offer& offer) const override {
        for (uint32_t i = 0; i < view.program().vars.size(); ++i) offer({{i}});
    }

    bool may(const View& view, const Named& step) const override {
        const Program& p = view.program();
        if (!is_held(view, step.var)) return false;
        TypeId leaf = p[step.var].type;
        while (p.types.kind(leaf) == TypeKind::Array) leaf = p.types[leaf].base;
        const TypeKind kind = p.types.kind(leaf);
        return program::is_arithmetic(kind) && kind != TypeKind::Int;
    }

    static TypeId plain(Program& p, TypeId id) {
        const program::Type type = p.types[id];
        if (type.kind == TypeKind::Array) return p.types.array_of(plain(p, type.base), type.count);
        return p.types.qualified(program::type::Int, type.quals);
    }

    bool change(Program& p, const Named& step) const override {
        const VarId var = step.var;
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
