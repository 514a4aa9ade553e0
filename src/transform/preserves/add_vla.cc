// A variable-length array.
#include "base/hash.h"
#include "transform/kit/additions.h"
#include "transform/kit/edit.h"
#include "transform/kit/inverse.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

constexpr UInt128 kLongest = 64;

class AddVla final : public Transform {
  public:
    AddVla()
        : Transform({.name = "add-vla",
                     .precondition =
                         "a place in a block that no jump enters behind it, in C, and an integer in "
                         "scope that is known to be small and not negative",
                     .effect = "adds T v[x + k]",
                     .flags = {.preserves = true},
                     .arg_count = 6}) {} // before, body of its function, kind of element, variable, path, k

  private:
    void suggest(const View& view, NodeId site, uint64_t word, std::vector<Step>& out) const override {
        const Program& p = view.program();
        if (view[site].kind != NodeKind::Block || p.globals.empty() || !view.function(site)) return;
        const Gap gap = pick_gap(view, site, word);
        for (uint64_t i = 0; i < 8; ++i) {
            const uint64_t w = base::scramble(word + i);
            const VarId var = p.globals[w % p.globals.size()];
            std::vector<Part> parts;
            parts_of(p, p[var].type, parts);
            if (parts.empty()) continue;
            Step step =
                step_at(site, {gap.before.index, p[view.function(site)].body.index, 1 + (w >> 20) % 12,
                               var.index, parts[(w >> 32) % parts.size()].path, 1 + (w >> 50) % 9});
            if (can(view, step) && is_safe(view, step)) return out.push_back(step);
        }
    }

    bool can(const View& view, const Step& step) const override {
        const Program& p = view.program();
        if (program::is_cxx(p.platform.standard) || !takes_declaration(view, gap_of(step))) return false;
        if (!names_owner(view, step, 1) || !is_integer_of(p.platform, step.args[2])) return false;
        const VarId var = step.var(3);
        if (step.args[5] == 0 || step.args[5] > kLongest || !is_visible_in(view, gap_of(step), var))
            return false;
        const std::optional<Leaf> leaf = leaf_at(p, p[var].type, step.args[4]);
        return leaf && type_in_operation(p, *leaf) == program::type::Int;
    }

    bool is_safe(const View& view, const Step& step) const override {
        const Program& p = view.program();
        const VarId var = step.var(3);
        if (view.use(var).written() || view.use(var).addressed()) return false;
        if (is_in_pure_code(view, step.site)) return false;
        const std::optional<Leaf> leaf = leaf_at(p, p[var].type, step.args[4]);
        const std::optional<UInt128> value = written_initially(p, var, step.args[4]);
        if (!value || leaf->through_pointer) return false;
        return semantics::convert(*value, shape_of_part(p, leaf->type, leaf->bits)) <= kLongest;
    }

    void perform(Program& p, const Step& step) const override {
        program::Build build(p);
        const TypeId element = program::basic(static_cast<TypeKind>(step.args[2]));
        const NodeId read = build_path(build, step.var(3), step.args[4]);
        const NodeId more = build.integer(static_cast<int>(step.args[5]));
        const NodeId length = build.binary(program::BinaryOp::Add, read, more);
        const VarId var = build.local(function_of(p, step.node(1)), fresh_name(p, "v", step.fresh.vars),
                                      p.types.vla_of(element));
        p[var].length = length;
        add_to(p, step, build.declare(var));
    }
};

} // namespace

const Transform& add_vla() {
    static const AddVla transform;
    return transform;
}

} // namespace assay::transform
