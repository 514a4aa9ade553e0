// An integer constant becomes a variable, or a part of one, that has its value.
#include "base/hash.h"
#include "program/typing.h"
#include "transform/kit/additions.h"
#include "transform/kit/bare.h"
#include "transform/kit/edit.h"
#include "transform/kit/inverse.h"
#include "transform/kit/objects.h"
#include "transform/kit/places.h"
#include "transform/kit/scope.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

class ReadKnown final : public Transform {
  public:
    ReadKnown()
        : Transform({.name = "read-known",
                     .precondition = "an integer constant where its value alone is wanted, and an object in "
                                     "scope that has this value: a static one that nothing writes to or "
                                     "points to, initialised with it",
                     .effect = "c becomes x, a[i], s.m, *p or a longer path, converted to the type of c "
                               "unless the place does that",
                     .flags = {.preserves = true},
                     .arg_count = 3}) {} // variable, path, without conversion?

  private:
    void suggest(const View& view, NodeId site, uint64_t word, std::vector<Step>& out) const override {
        const Program& p = view.program();
        if (view[site].kind != NodeKind::IntConst || p.globals.empty()) return;
        for (uint64_t i = 0; i < 8; ++i) {
            const uint64_t w = base::scramble(word + i);
            const VarId var = p.globals[w % p.globals.size()];
            std::vector<Part> parts;
            parts_of(p, p[var].type, parts);
            if (parts.empty()) continue;
            const Part& part = parts[(w >> 32) % parts.size()];
            Step step = step_at(site, {var.index, part.path, 1});
            if (!can(view, step)) step.args[2] = 0;
            if (can(view, step) && is_safe(view, step)) return out.push_back(step);
        }
    }

    bool can(const View& view, const Step& step) const override {
        const Program& p = view.program();
        if (view[step.site].kind != NodeKind::IntConst || !wants_value(view, step.site)) return false;
        const VarId var = step.var(0);
        if (var.index >= p.vars.size() || step.args[2] > 1 || !is_visible(view, step.site, var)) return false;
        const std::optional<Leaf> leaf = leaf_at(p, p[var].type, step.args[1]);
        if (!leaf || !program::is_integer(p.types.kind(leaf->type))) return false;
        return step.args[2] == 0 ||
               (type_in_operation(p, *leaf) == view[step.site].type && promotes_alike(view, step.site));
    }

    bool is_safe(const View& view, const Step& step) const override {
        const Program& p = view.program();
        const VarId var = step.var(0);
        if (view.use(var).written() || view.use(var).addressed()) return false;
        if (is_in_pure_code(view, step.site)) return false;
        const std::optional<Leaf> leaf = leaf_at(p, p[var].type, step.args[1]);
        const std::optional<UInt128> value = written_initially(p, var, step.args[1]);
        if (!value || leaf->through_pointer) return false;
        const UInt128 held = semantics::convert(*value, shape_of_part(p, leaf->type, leaf->bits));
        const TypeKind kind = p.types.kind(view[step.site].type);
        return semantics::convert(held, shape_of(kind, p.platform.target)) == view[step.site].bits();
    }

    void perform(Program& p, const Step& step) const override {
        program::Build build(p);
        const TypeId type = p[step.site].type;
        const NodeId made = build_path(build, step.var(0), step.args[1]);
        if (step.args[2] == 1)
            become(p, step.site, made);
        else if (program::is_bit_field(p, made)) // has its type, but does not promote like it
            become(p, step.site, build.cast(type, made));
        else
            become_value(p, step.site, made, type);
    }
};

} // namespace

const Transform& read_known() {
    static const ReadKnown transform;
    return transform;
}

} // namespace assay::transform
