// A variable-length array.
#include "base/hash.h"
#include "transform/kit/additions.h"
#include "transform/kit/args.h"
#include "transform/kit/edit.h"
#include "transform/kit/inverse.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

constexpr uint32_t kLongest = 64;

class AddVla final : public TransformOf<AddVlaArgs> {
  public:
    AddVla()
        : TransformOf({.name = "add-vla",
                       .precondition =
                           "a place in a block that no jump enters behind it, in C, and an integer in "
                           "scope that is known to be small and not negative",
                       .effect = "adds T v[x + k]",
                       .flags = {.preserves = true},
                       .sites = Sites::Blocks}) {}

  private:
    void suggest(const View& view, NodeId site, uint64_t word, const Offer& offer) const override {
        const Program& p = view.program();
        if (p.globals.empty() || !view.function(site)) return;
        const Gap gap = pick_gap(view, site, word);
        for (uint64_t i = 0; i < 8; ++i) {
            const uint64_t w = base::scramble(word + i);
            const VarId var = p.globals[w % p.globals.size()];
            const std::optional<Part> part = pick_part(p, var, w >> 32);
            if (!part) continue;
            if (offer({gap.before, p[view.function(site)].body, static_cast<TypeKind>(1 + (w >> 20) % 12),
                       var, part->path, 1 + static_cast<uint32_t>((w >> 50) % 9)}))
                return;
        }
    }

    bool can(const View& view, const Named& step) const override {
        const Program& p = view.program();
        if (program::is_cxx(p.platform.standard) || !takes_declaration(view, gap_of(step))) return false;
        if (!is_body_around(view, step.body, step.site) || !is_integer_of(p.platform, step.element))
            return false;
        const VarId var = step.var;
        if (step.more == 0 || step.more > kLongest || !is_visible_in(view, gap_of(step), var)) return false;
        const std::optional<Leaf> leaf = leaf_at(p, p[var].type, step.path);
        return leaf && type_in_operation(p, *leaf) == program::type::Int;
    }

    bool is_safe(const View& view, const Named& step) const override {
        const Program& p = view.program();
        const VarId var = step.var;
        if (view.use(var).written() || view.use(var).addressed()) return false;
        if (is_in_pure_code(view, step.site)) return false;
        const std::optional<Leaf> leaf = leaf_at(p, p[var].type, step.path);
        const std::optional<UInt128> value = written_initially(p, var, step.path);
        if (!value || leaf->through_pointer) return false;
        return semantics::convert(*value, shape_of_part(p, leaf->type, leaf->bits)) <= kLongest;
    }

    void perform(Program& p, const Named& step) const override {
        program::Build build(p);
        const TypeId element = program::basic(step.element);
        const NodeId read = build_path(build, step.var, step.path);
        const NodeId more = build.integer(static_cast<int>(step.more));
        const NodeId length = build.binary(program::BinaryOp::Add, read, more);
        const VarId var = build.local(function_of(p, step.body), fresh_name(p, "v", step.fresh.vars),
                                      p.types.vla_of(element));
        p[var].length = length;
        add_to(p, gap_of(step), build.declare(var));
    }
};

} // namespace

const Transform& add_vla() {
    static const AddVla transform;
    return transform;
}

} // namespace assay::transform
