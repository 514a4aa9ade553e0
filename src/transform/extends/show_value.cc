// A statement that shows the value of a variable.
#include "base/hash.h"
#include "transform/kit/additions.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

class ShowValue final : public Transform {
  public:
    ShowValue()
        : Transform(
              {.name = "show-value",
               .precondition = "a place in a block of the function that is run, and a static integer in "
                               "scope, or an integer parameter there",
               .effect = "adds a statement that shows x, or a part of it: what was shown still is, in the "
                         "same order",
               .flags = {.extends = true},
               .arg_count = 3}) {} // before, variable, path

  private:
    void suggest(const View& view, NodeId site, uint64_t word, std::vector<Step>& out) const override {
        const Program& p = view.program();
        if (view[site].kind != NodeKind::Block || p.globals.empty()) return;
        const Gap gap = pick_gap(view, site, word >> 8);
        const uint64_t w = base::scramble(word);
        const VarId var = p.globals[w % p.globals.size()];
        std::vector<Part> parts;
        parts_of(p, p[var].type, parts);
        if (parts.empty()) return;
        out.push_back(step_at(site, {gap.before.index, var.index, parts[(w >> 32) % parts.size()].path}));
    }

    bool can(const View& view, const Step& step) const override {
        const Program& p = view.program();
        const VarId var = step.var(1);
        if (!takes_statement(view, gap_of(step)) || !is_visible_in(view, gap_of(step), var)) return false;
        const FuncId func = view.function(step.site);
        if (!func || (p[func].flags & (program::kFuncPure | program::kFuncConst)) != 0) return false;
        const std::optional<Leaf> leaf = leaf_at(p, p[var].type, step.args[2]);
        return leaf && program::is_integer(p.types.kind(leaf->type)) &&
               (leaf->bits < 0 || type_in_operation(p, *leaf) == program::type::Int);
    }

    bool is_safe(const View& view, const Step& step) const override {
        const Program& p = view.program();
        const VarId var = step.var(1);
        if (view.function(step.site) != p.entry || !p[var].is_static_storage()) return false;
        // Of a union, only what was stored may be read in C++, and not everything in C.
        TypeId type = p[var].type;
        for (size_t i = 0; i <= path_length(step.args[2]); ++i) {
            const UInt128 begun = i == 0 ? UInt128{0} : step.args[2] & ((UInt128{1} << (8 * i)) - 1);
            const std::optional<Leaf> leaf = leaf_at(p, type, begun);
            if (!leaf || leaf->through_pointer || p.types.kind(leaf->type) == TypeKind::Union) return false;
        }
        return true;
    }

    void perform(Program& p, const Step& step) const override {
        program::Build build(p);
        add_to(p, step, build.observe(build_path(build, step.var(1), step.args[2])));
    }
};

} // namespace

const Transform& show_value() {
    static const ShowValue transform;
    return transform;
}

} // namespace assay::transform
