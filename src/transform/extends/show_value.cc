// A statement that shows the value of a variable.
#include "base/hash.h"
#include "transform/kit/additions.h"
#include "transform/kit/args.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

class ShowValue final : public TransformOf<ShowValueArgs> {
  public:
    ShowValue()
        : TransformOf(
              {.name = "show-value",
               .precondition = "a place in a block of the function that is run, and a static integer in "
                               "scope, or an integer parameter there",
               .effect = "adds a statement that shows x, or a part of it: what was shown still is, in the "
                         "same order",
               .flags = {.extends = true},
               .sites = Sites::Blocks}) {}

  private:
    void suggest(const View& view, NodeId site, uint64_t word, const Offer& offer) const override {
        const Program& p = view.program();
        if (p.globals.empty()) return;
        const Gap gap = pick_gap(view, site, word >> 8);
        const uint64_t w = base::scramble(word);
        const VarId var = p.globals[w % p.globals.size()];
        if (const std::optional<Part> part = pick_part(p, var, w >> 32)) offer({gap.before, var, part->path});
    }

    bool can(const View& view, const Named& step) const override {
        const Program& p = view.program();
        const VarId var = step.var;
        if (!takes_statement(view, gap_of(step)) || !is_visible_in(view, gap_of(step), var)) return false;
        const FuncId func = view.function(step.site);
        if (!func || (p[func].flags & (program::kFuncPure | program::kFuncConst)) != 0) return false;
        const std::optional<Leaf> leaf = leaf_at(p, p[var].type, step.path);
        return leaf && program::is_integer(p.types.kind(leaf->type)) &&
               (leaf->bits < 0 || type_in_operation(p, *leaf) == program::type::Int);
    }

    bool is_safe(const View& view, const Named& step) const override {
        const Program& p = view.program();
        const VarId var = step.var;
        if (view.function(step.site) != p.entry || !p[var].is_static_storage()) return false;
        // Of a union, only what was stored may be read in C++, and not everything in C.
        TypeId type = p[var].type;
        for (size_t i = 0; i <= path_length(step.path); ++i) {
            const UInt128 begun = i == 0 ? UInt128{0} : step.path & ((UInt128{1} << (8 * i)) - 1);
            const std::optional<Leaf> leaf = leaf_at(p, type, begun);
            if (!leaf || leaf->through_pointer || p.types.kind(leaf->type) == TypeKind::Union) return false;
        }
        return true;
    }

    void perform(Program& p, const Named& step) const override {
        program::Build build(p);
        add_to(p, gap_of(step), build.observe(build_path(build, step.var, step.path)));
    }
};

} // namespace

const Transform& show_value() {
    static const ShowValue transform;
    return transform;
}

} // namespace assay::transform
