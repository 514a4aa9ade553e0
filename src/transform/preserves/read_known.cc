// An integer constant becomes a variable, or a part of one, that has its value.
#include "base/hash.h"
#include "program/typing.h"
#include "transform/kit/additions.h"
#include "transform/kit/args.h"
#include "transform/kit/bare.h"
#include "transform/kit/edit.h"
#include "transform/kit/inverse.h"
#include "transform/kit/objects.h"
#include "transform/kit/places.h"
#include "transform/kit/scope.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

class ReadKnown final : public TransformOf<ReadKnownArgs> {
  public:
    ReadKnown()
        : TransformOf({.name = "read-known",
                       .precondition =
                           "an integer constant where its value alone is wanted, and an object in "
                           "scope that has this value: a static one that nothing writes to or "
                           "points to, initialised with it",
                       .effect = "c becomes x, a[i], s.m, *p or a longer path, converted to the type of c "
                                 "unless the place does that",
                       .flags = {.preserves = true},
                       .sites = Sites::Integers}) {}

  private:
    void suggest(const View& view, NodeId, uint64_t word, const Offer& offer) const override {
        const Program& p = view.program();
        if (p.globals.empty()) return;
        for (uint64_t i = 0; i < 8; ++i) {
            const uint64_t w = base::scramble(word + i);
            const VarId var = p.globals[w % p.globals.size()];
            const std::optional<Part> part = pick_part(p, var, w >> 32);
            if (part && (offer({var, part->path, true}) || offer({var, part->path, false}))) return;
        }
    }

    bool can(const View& view, const Named& step) const override {
        const Program& p = view.program();
        if (!wants_value(view, step.site)) return false;
        const VarId var = step.var;
        if (var.index >= p.vars.size() || !is_visible(view, step.site, var)) return false;
        const std::optional<Leaf> leaf = leaf_at(p, p[var].type, step.path);
        if (!leaf || !program::is_integer(p.types.kind(leaf->type))) return false;
        return !step.bare ||
               (type_in_operation(p, *leaf) == view[step.site].type && promotes_alike(view, step.site));
    }

    bool is_safe(const View& view, const Named& step) const override {
        const Program& p = view.program();
        const VarId var = step.var;
        if (view.use(var).written() || view.use(var).addressed()) return false;
        if (is_in_pure_code(view, step.site)) return false;
        const std::optional<Leaf> leaf = leaf_at(p, p[var].type, step.path);
        const std::optional<UInt128> value = written_initially(p, var, step.path);
        if (!value || leaf->through_pointer) return false;
        const UInt128 held = semantics::convert(*value, shape_of_part(p, leaf->type, leaf->bits));
        const TypeKind kind = p.types.kind(view[step.site].type);
        return semantics::convert(held, shape_of(kind, p.platform.target)) == view[step.site].bits();
    }

    void perform(Program& p, const Named& step) const override {
        program::Build build(p);
        const TypeId type = p[step.site].type;
        const NodeId made = build_path(build, step.var, step.path);
        if (step.bare)
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
